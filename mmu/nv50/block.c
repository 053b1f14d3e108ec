#include "mmu/nv50/block.h"

unsigned block_order(uint64_t index, uint64_t pages)
{
    unsigned order = 0;

    while (order + 1 < BLOCK_ORDERS && index % (UINT64_C(2) << order) == 0 &&
           pages >= UINT64_C(2) << order)
        order++;
    return order;
}

struct pte block_advance(const struct pte *pte, unsigned page_shift, uint64_t pages)
{
    const uint64_t bytes = pages << page_shift;
    struct pte next = *pte;

    next.order = 0;
    next.page.v += bytes;
    /* One tag cell for 64 KiB with SINGLE, two with DOUBLE. */
    next.tag = (uint16_t)((pte->tag + (bytes >> 16) * pte->compression) & 0xfff);
    return next;
}
