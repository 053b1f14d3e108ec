/* linux/dma.h: memory that the card reaches.
 *
 * Shape   one piece below 4 GiB on the bus and one from 4 GiB on, made when the card is opened: shared, so that the
 *         guardian's process sees the same, and locked by the kernel. Pages of them are given out, first fit.
 * Units   bytes; pages of 4 KiB.
 * Errors  dma_take: ERR_NO_MEMORY, ERR_UNSUPPORTED where the card has no such piece. */
#ifndef LINUX_DMA_H
#define LINUX_DMA_H

#include "linux/vfio_card.h"

#define DMA_BYTES ((size_t)16 << 20) /* of each piece */
#define DMA_PAGES (DMA_BYTES / 4096)

struct dma_piece {
    uint8_t *memory; /* null: there is none */
    /* Of each part of 2 MiB, which is one piece on the bus; where the IOMMU maps, they lie in a row. */
    uint64_t at[DMA_BYTES >> 21];
    bool taken[DMA_PAGES];
};

struct dma {
    struct dma_piece low, high;
    const struct vfio *vfio; /* null: the card sees the CPU's addresses */
};

/* By the IOMMU, or where there is none in huge pages. False, and a sentence: the card reaches no memory. */
bool dma_open_vfio(struct dma *dma, const struct vfio *vfio, char sentence[SENTENCE_MAX]);
bool dma_open_direct(struct dma *dma, const struct roots *roots, char sentence[SENTENCE_MAX]);
/* Memory that the card does not reach, at bus address 0. */
bool dma_open_own(struct dma *dma, char sentence[SENTENCE_MAX]);
void dma_close(struct dma *dma);
enum err dma_take(struct dma *dma, bool high, size_t size, struct dma_memory *out) MUST_CHECK;
void dma_give(struct dma *dma, struct dma_memory *memory);

#endif
