/* efi/dma.h: memory that one card reaches, from the machine's firmware.
 *
 * Shape   a buffer is allocated and mapped as a common buffer by the card's own PCI protocol, because
 *         only the firmware knows whether something stands between the card and memory, and at which
 *         address the card finds a page there. Small requests come out of one such buffer, which is made
 *         when the card is taken: firmware may fill each buffer when it is allocated and freed, which takes longer than
 *         most tests. Without the protocol memory is the firmware's ordinary one, and the card is taken
 *         to see it where the CPU does.
 * Errors  dma_take: ERR_NO_MEMORY; ERR_RIG if the firmware gives memory and then refuses to map it, or
 *         maps it where the card's 40 bits do not reach. A comment in the report says which.
 * Source  UEFI 2.10 §14.4; docs/hardware/uefi-on-machines.md §2.1. */
#ifndef EFI_DMA_H
#define EFI_DMA_H

#include "efi/pool.h"
#include "efi/serial_tap.h"
#include "efi/uefi.h"
#include "pci/bus.h"

#define DMA_HIGH_MAX 4u

/* Memory at 4 GiB or above that is lent out. */
struct dma_high {
    bool used, mapped;
    void *mapping; /* of the protocol, if mapped */
};

struct dma {
    EFI_BOOT_SERVICES *boot;
    struct tap *tap;
    EFI_PCI_IO_PROTOCOL *io; /* of the card; null: there is none */
    struct dma_memory block; /* the pool's memory; cpu null: there is none */
    struct pool pool;
    struct dma_high high[DMA_HIGH_MAX];
    bool said_refusal;
    /* Nothing stands between cards and memory, as in QEMU: they see it where the processor does. */
    bool flat;
};

void dma_open(struct dma *dma, EFI_BOOT_SERVICES *boot, struct tap *tap, EFI_PCI_IO_PROTOCOL *io);
/* All that was taken has been given back, and the card masters the bus no more. */
void dma_close(struct dma *dma);

enum err dma_take(struct dma *dma, size_t size, struct dma_memory *out) MUST_CHECK;
/* The same at 4 GiB or above. ERR_UNSUPPORTED: the machine has no such memory, or its firmware gives cards none. */
enum err dma_take_high(struct dma *dma, size_t size, struct dma_memory *out) MUST_CHECK;
void dma_give(struct dma *dma, struct dma_memory *memory);

#endif
