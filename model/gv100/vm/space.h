/* model/gv100/vm/space.h: the address space of a client: the words that the MMU keeps of an instance block at a bind.
 *
 * Source  docs/hardware/gv100.md §2.2, §3.1, §5.5 step 1. */
#ifndef MODEL_GV100_VM_SPACE_H
#define MODEL_GV100_VM_SPACE_H

#include <stdbool.h>
#include <stdint.h>

#include "hw/addr.h"

struct gv100;

struct space {
    bool bound;         /* to a block whose page directory base is one */
    bool replayable;    /* some client of the block may replay its faults */
    linear_addr block;  /* the instance block, also of one that could not be bound */
    linear_addr tables; /* PD3 */
    uint64_t limit;     /* the highest address, where a knob makes the block's words of it count */
};

/* Reads the page directory words of the block. A target INVALID, an old table format or pages of 128 KiB leave
 * the space unbound. */
void gv_space_bind(struct gv100 *card, struct space *space, linear_addr block);
void gv_space_unbind(struct space *space);

/* Pointers of 28 bits in units of 4 KiB and targets as instance blocks have them in registers. */
linear_addr gv_space_block(uint32_t pointer, uint32_t target);

#endif
