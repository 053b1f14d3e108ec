/* efi/bus.h: pci/bus.h on UEFI.
 *
 * Shape   a card's MMIO is where the BAR says (UEFI maps one to one); the card sees DMA memory at
 *         its CPU address: no IOMMU, identity map.
 * Errors  MMIO that the page tables do not cover even after asking the firmware to map it reads as
 *         all ones; a comment in the report names the first such address. */
#ifndef EFI_BUS_H
#define EFI_BUS_H

#include <stdbool.h>

#include "efi/caching.h"
#include "efi/clock.h"
#include "efi/config_space.h"
#include "efi/crew.h"
#include "efi/paging.h"
#include "efi/tap.h"
#include "pci/bus.h"

/* Of DMA memory. Firmware may fill what it gives and gets back, which takes longer than most tests. */
#define BUS_POOL_SIZE ((size_t)4 * 1024 * 1024)

struct efi_bus {
    struct bus bus; /* first, so that a struct bus * is one of these */
    EFI_BOOT_SERVICES *boot;
    struct clock *clock;
    struct tap *tap;
    struct config_space config;
    struct caching caching;
    struct paging paging;
    struct crew crew;
    bool said_unmapped;
    EFI_PHYSICAL_ADDRESS pool; /* of BUS_POOL_SIZE; 0: there is none */
    size_t pool_used;
};

void bus_open(struct efi_bus *bus, EFI_SYSTEM_TABLE *table, struct clock *clock, struct tap *tap);
void bus_close(struct efi_bus *bus);

#endif
