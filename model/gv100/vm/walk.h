/* model/gv100/vm/walk.h: from a virtual address through the five levels of tables to a page.
 *
 * Source  docs/hardware/gv100.md §5.1 to §5.5, steps 2 to 6. */
#ifndef MODEL_GV100_VM_WALK_H
#define MODEL_GV100_VM_WALK_H

#include "model/gv100/vm/space.h"
#include "model/gv100/vm/tlb.h"

/* The page under `va`, from the TLB of the group or from the tables, which fill the TLB. The space is bound. */
struct page gv_walk(struct gv100 *card, enum tlb_group group, const struct space *space,
                    uint64_t va);

#endif
