/* engines/gv100/space.h: an address space: the tables of the GMMU, and the instance block that names them.
 *
 * Shape   tables are made when a mapping first needs them. Nothing here invalidates a TLB: a caller that changes a
 *         mapping in use calls tlb_invalidate.
 * Units   bytes.
 * Errors  ERR_NO_MEMORY; ERR_ALIGN, ERR_RANGE of the packers; those of the window.
 * Source  docs/hardware/gv100.md §3.1, §5. */
#ifndef ENGINES_GV100_SPACE_H
#define ENGINES_GV100_SPACE_H

#include "engines/card.h"
#include "mmu/gv100/entry.h"

struct space {
    struct card *card;
    enum target tables; /* where tables are made from now on */
    linear_addr root;   /* PD3 */
    linear_addr pool;   /* memory that new tables are cut from, as long as it lasts */
    uint64_t pool_left;
};

/* An empty space; its root lies where its tables will. */
enum err space_open(struct space *space, struct card *card, enum target tables) MUST_CHECK;

/* The same with all of its tables in `size` bytes of memory at `pool`, the root first. */
enum err space_open_at(struct space *space, struct card *card, linear_addr pool,
                       uint64_t size) MUST_CHECK;

/* One piece of memory, where the tables are to lie, for `tables` tables: large spaces need many. */
enum err space_pool(struct space *space, unsigned tables) MUST_CHECK;

/* Where the entry of an address lies in the table of a level, whose parents are made. PD0's entry has two
 * words. */
enum err space_entry(struct space *space, virtual_addr at, enum gmmu_level level,
                     linear_addr *out) MUST_CHECK;
/* One word of a table. */
enum err space_write(struct space *space, linear_addr entry, uint64_t word) MUST_CHECK;

/* A PTE as it is, for one page of 1 << page_shift. */
enum err space_page(struct space *space, virtual_addr at, unsigned page_shift,
                    const struct gmmu_pte *pte) MUST_CHECK;
/* [at, at + size) to pte->page on; all are multiples of the page. */
enum err space_map(struct space *space, virtual_addr at, uint64_t size, unsigned page_shift,
                   const struct gmmu_pte *pte) MUST_CHECK;

/* A valid page at `there`, that anybody may read and write, of kind PITCH. */
struct gmmu_pte pte_to(linear_addr there);

/* The contents of an instance block beside RAMFC. */
struct instance_form {
    uint64_t method_buffer; /* a virtual address of BAR2; 0: none */
    const uint32_t *ramfc;  /* RAMFC_WORDS; null: zeros */
};

/* A block of 4 KiB for a space, at `where`; form may be null. */
enum err instance_make(const struct space *space, enum target where,
                       const struct instance_form *form, linear_addr *out) MUST_CHECK;

#endif
