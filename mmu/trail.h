/* mmu/trail.h: the record of a walk of any family, for --explain and for reports.
 *
 * Shape   one step for each word that the walk read, in the order in which it did. */
#ifndef MMU_TRAIL_H
#define MMU_TRAIL_H

#include <stdint.h>

#include "hw/addr.h"

struct trail_step {
    const char *level;  /* the word that was read: "PDE3" */
    const char *source; /* the paragraph that says so: "gv100.md §5.2" */
    linear_addr at;     /* where it lies */
    uint64_t word;
};

/* More than the longest walk reads. */
#define TRAIL_STEPS 12

struct trail {
    unsigned count;
    struct trail_step steps[TRAIL_STEPS];
};

/* Steps beyond TRAIL_STEPS are left out. */
static inline void trail_add(struct trail *trail, struct trail_step step)
{
    if (trail->count < TRAIL_STEPS)
        trail->steps[trail->count++] = step;
}

#endif
