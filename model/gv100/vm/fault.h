/* model/gv100/vm/fault.h: the record of a fault: an entry in a buffer, or the one latch.
 *
 * Shape   faults of BAR1 and BAR2 go to the latch, because the buffers themselves are reached through BAR2; all
 *         others go to the buffer of faults that cannot be replayed, if it is on. No source says under which conditions
 *         physical accesses fault, so they do not (§9.2).
 * Source  docs/hardware/gv100.md §6.2, §6.3. */
#ifndef MODEL_GV100_VM_FAULT_H
#define MODEL_GV100_VM_FAULT_H

#include <stdbool.h>
#include <stdint.h>

#include "model/gv100/vm/access.h"

struct reg_block;

extern const struct reg_block gv_fault_regs;

#define FAULT_BUFFERS 2 /* not replayable, replayable */

struct fault_unit {
    struct space bar2; /* through which a buffer of ADDR_MODE VIRTUAL is reached */
    bool overflow[FAULT_BUFFERS], corrupted[FAULT_BUFFERS], error[FAULT_BUFFERS];
    bool latched;
    uint32_t dropped; /* PFB_PRI_MMU_FAULT_STATUS bits 7:0 */
    uint32_t enabled; /* HUB_INTR bits that interrupt */
};

void gv_fault_power_on(struct gv100 *card);
/* BAR2 was bound. */
void gv_fault_set_bar2(struct gv100 *card, const struct space *space);

/* A client's access failed at `va`. */
void gv_fault_report(struct gv100 *card, const struct client *client, uint64_t va,
                     enum gmmu_access_type type, uint8_t fault);
/* Of a defect: the buffer of faults that cannot be replayed gets an entry without a fault. */
void gv_fault_repeat(struct gv100 *card);

#endif
