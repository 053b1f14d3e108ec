/* efi/workers.h: the machine's other processors, lent by the firmware's MP services, drive cards (suite/run/workers.h).
 *
 * Shape   each is started once for a run, waits for cards on a stack of its own, and goes home when told to. It uses no
 *         firmware services: the boot processor does the work that needs them. BAR1 of each card is set to write
 *         combining before any processor is sent out, because the firmware can do that only while all of them are at
 *         home. An exception on one stops that processor and nothing else.
 * Errors  a processor that does not come back keeps its memory, and none is asked again.
 * Source  UEFI PI 1.7 volume 2 §13.4.8 (StartupThisAP). */
#ifndef EFI_WORKERS_H
#define EFI_WORKERS_H

#include "efi/bus.h"
#include "suite/run/workers.h"

#define EFI_WORKERS_MAX  8
#define EFI_BLOCKS_MAX   48 /* pieces of memory of one run */
#define EFI_COMBINED_MAX 8

struct worker_room;

struct efi_workers {
    struct run_workers ops;
    struct efi_bus *bus;
    unsigned count;
    bool one_missing;                /* it was called and has not come */
    EFI_EVENT home[EFI_WORKERS_MAX]; /* signalled when that one is back with the firmware */
    struct worker_room *room;
    unsigned block_count;
    struct {
        EFI_PHYSICAL_ADDRESS at;
        UINTN pages;
    } blocks[EFI_BLOCKS_MAX];
    unsigned combined_count;
    struct bus_range combined[EFI_COMBINED_MAX];
};

void workers_open(struct efi_workers *workers, struct efi_bus *bus);

#endif
