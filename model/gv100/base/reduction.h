/* model/gv100/base/reduction.h: the arithmetic of semaphores' reductions, host's and the copy engines'.
 *
 * Source  docs/hardware/gv100.md §4.5. */
#ifndef MODEL_GV100_BASE_REDUCTION_H
#define MODEL_GV100_BASE_REDUCTION_H

#include <stdbool.h>
#include <stdint.h>

struct reduction {
    unsigned operation;   /* enum semaphore_reduction */
    bool is_signed, wide; /* of 64 bits */
};

/* Whether the table of §4.5 has it. */
bool gv_reduction_valid(const struct reduction *reduction);
/* *value = *value op payload; an operation that there is not leaves it alone. */
void gv_reduce(const struct reduction *reduction, uint64_t *value, uint64_t payload);

#endif
