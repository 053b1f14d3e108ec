/* model/gv100/vm/pmmu.h: the MMU's registers: control, invalidates, debug pages, and the copies in the HSHUB.
 *
 * Source  docs/hardware/gv100.md §5.5, §6.1. */
#ifndef MODEL_GV100_VM_PMMU_H
#define MODEL_GV100_VM_PMMU_H

#include <stdbool.h>
#include <stdint.h>

struct gv100;
struct reg_block;

extern const struct reg_block gv_pmmu_regs;

/* The FIFO through which invalidates go. */
struct invalidates {
    unsigned count;
    uint64_t next_ns; /* when the oldest one is done */
    bool overrun;
};

void gv_pmmu_power_on(struct gv100 *card);

#endif
