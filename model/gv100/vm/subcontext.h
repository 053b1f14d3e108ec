/* model/gv100/vm/subcontext.h: address spaces of the subcontexts of one context, as graphics binds them.
 *
 * Shape   a bind goes through the array of an instance block, valid entries in their order. Replay bits, table format and
 *         size of large pages are those of the last entry that was bound and no unbind, for all.
 * Source  docs/hardware/gv100.md §3.1. */
#ifndef MODEL_GV100_VM_SUBCONTEXT_H
#define MODEL_GV100_VM_SUBCONTEXT_H

#include "hw/gv100/ram.h"
#include "model/gv100/vm/space.h"

struct subcontexts {
    bool loaded;
    linear_addr block; /* whose array was read */
    uint64_t context;  /* where the engine's context lies, and how: words 132 and 133 */
    struct space spaces[RAMIN_SUBCONTEXTS];
};

/* Binds the subcontexts of the block. Nothing happens if its context is already loaded: channels of a context have the
 * same entries. */
void gv_subcontexts_load(struct gv100 *card, struct subcontexts *loaded, linear_addr block);
void gv_subcontexts_forget(struct subcontexts *loaded);

#endif
