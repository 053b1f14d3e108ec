/* engines/nv50/map.h: maps and unmaps ranges of a page table, in the largest legal contiguous blocks.
 *
 * Shape   a range lies inside one table. Blocks that a range cuts are rewritten as smaller ones, so that pages outside
 *         stay mapped as they were. Nothing here flushes a TLB (tesla-vm.md §8.4).
 * Units   bytes, multiples of the table's pages.
 * Errors  ERR_ALIGN if an end is not a page's, ERR_OUTSIDE if the range leaves the table, ERR_RANGE if the PTE has
 *         values that do not fit, and those of memory.
 * Source  docs/hardware/tesla-vm.md §1.7: the virtual block is aligned to its size, the linear one to
 *         a page; all PTEs of a block are equal. */
#ifndef ENGINES_NV50_MAP_H
#define ENGINES_NV50_MAP_H

#include "engines/nv50/vm.h"
#include "mmu/nv50/block.h"

/* Counts, summed up over calls. */
struct map_report {
    uint32_t blocks[BLOCK_ORDERS]; /* written, by order; the parts of cut ones too */
    uint32_t pages;                /* whose mapping changed */
    uint32_t split;                /* blocks that had to be cut */
};

/* [at, at + size) to pte->page on; the order in `pte` is ignored, its tag is the first page's. */
enum err vm_map(struct vm *vm, const struct pde *pde, virtual_addr at, uint64_t size,
                const struct pte *pte, struct map_report *report) MUST_CHECK;
enum err vm_unmap(struct vm *vm, const struct pde *pde, virtual_addr at, uint64_t size,
                  struct map_report *report) MUST_CHECK;

#endif
