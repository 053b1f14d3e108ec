/* engines/gv100/flush.h: the operations that make writes, and changes of page tables, take effect.
 *
 * Shape   each call starts its operation and returns when it is done.
 * Errors  ERR_TIMEOUT: the card did not finish; the log names the register.
 * Source  docs/hardware/gv100.md §2.3, §6.1. */
#ifndef ENGINES_GV100_FLUSH_H
#define ENGINES_GV100_FLUSH_H

#include "engines/card.h"

/* Writes of the CPU through BARs have reached memory. */
enum err bar_flush(struct card *card) MUST_CHECK;
/* Lines of system memory that the card's L2 holds are forgotten. */
enum err system_flush(struct card *card) MUST_CHECK;
/* Dirty lines of L2 have reached memory. */
enum err l2_flush(struct card *card) MUST_CHECK;

/* The entries that a TLB forgets. */
struct tlb_scope {
    linear_addr pdb; /* the address space, by its PD3 */
    bool all_pdbs;
    bool one_page; /* `page` alone, else all virtual addresses */
    virtual_addr page;
    uint8_t level; /* PFB_PRI_MMU_INVALIDATE_CACHE_LEVEL_ */
    bool hub_only; /* the TLBs of GPCs keep their entries */
};

enum err tlb_invalidate(struct card *card, const struct tlb_scope *scope) MUST_CHECK;

#endif
