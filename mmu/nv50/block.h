/* mmu/nv50/block.h: contiguous blocks: how large one may be, and the PTE that one page of it would have alone.
 *
 * Shape   pure; indices are those of PTEs in their table.
 * Source  docs/hardware/tesla-vm.md §1.7. */
#ifndef MMU_NV50_BLOCK_H
#define MMU_NV50_BLOCK_H

#include <stdint.h>

#include "mmu/nv50/pte.h"

#define BLOCK_ORDERS 8

/* The largest order of a block that begins at `index` and has at most `pages` pages (1 or more). */
unsigned block_order(uint64_t index, uint64_t pages);

/* The mapping `pages` pages further on: address and tag advance, the order is 0. */
struct pte block_advance(const struct pte *pte, unsigned page_shift, uint64_t pages);

#endif
