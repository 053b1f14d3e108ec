/* efi/bus.h: pci/bus.h on UEFI.
 *
 * Shape   a card's MMIO is where the BAR says (UEFI maps one to one); its DMA memory comes from the
 *         machine's firmware (efi/dma.h), for one card at a time, the one that was taken (efi/pci_io.h).
 * Errors  MMIO that the page tables do not cover even after asking the firmware to map it reads as
 *         all ones; a comment in the report names the first such address. */
#ifndef EFI_BUS_H
#define EFI_BUS_H

#include <stdbool.h>

#include "efi/caching.h"
#include "efi/clock.h"
#include "efi/config_space.h"
#include "efi/dma.h"
#include "efi/paging.h"
#include "efi/pci_io.h"
#include "efi/processors.h"
#include "efi/rom.h"
#include "efi/serial_tap.h"
#include "pci/bus.h"

/* The last access through a BAR, for the report of why the machine stopped. */
struct bus_access {
    uint64_t at;
    size_t size;
    bool write, under_way;
};

struct bus_range {
    uint64_t base, size;
};

struct errand;

struct efi_bus {
    struct bus bus; /* first, so that a struct bus * is one of these */
    EFI_BOOT_SERVICES *boot;
    struct clock *clock;
    struct tap *tap;
    struct config_space config;
    struct caching caching;
    struct paging paging;
    struct comparers comparers;
    volatile struct bus_access access;
    bool said_unmapped;
    struct pci_io taken;
    bool console_taken;  /* the card that is taken draws the console */
    struct dma dma;      /* of the card that is taken */
    bool qemu;           /* the machine is QEMU */
    bool streams;        /* the processor has SSE4.1 */
    struct stick *stick; /* with VBIOSes, perhaps; null: none */
    /* Of a card that another processor drives (efi/workers.h): its way to have the firmware asked; null: the firmware
     * may be asked directly. */
    struct errand *errand;
    struct bus_range combined; /* then: of BAR1, set up before; else of no size */
    bool has_way;              /* then: it knows how it compares */
};

void bus_open(struct efi_bus *bus, EFI_HANDLE image, EFI_SYSTEM_TABLE *table, struct clock *clock,
              struct tap *tap);
void bus_close(struct efi_bus *bus);
/* The same bus for another processor: `clock` and `tap` are its own. */
void bus_copy(struct efi_bus *copy, const struct efi_bus *bus, struct errand *errand,
              struct clock *clock, struct tap *tap);

#endif
