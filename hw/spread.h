/* hw/spread.h: how addresses spread over memory channels, as others have measured it on a card of theirs.
 *
 * Shape   a channel's number has a bit for each equation; the bit is the exclusive or of the address bits in the
 *         equation's mask.
 * Source  docs/hardware/vram-spread.md §1: sakjain92/Fractional-GPUs, doc/REVERSE.md at 41c24af (Jain, Baek, Wang, Rajkumar, "Fractional GPUs", RTAS
 *         2019), by timing from CUDA. One lab, one card each; bits above the size of that card are unseen; which
 *         stack or chip a number is on a board is not known. Unproven: never a reason for FAIL. */
#ifndef HW_SPREAD_H
#define HW_SPREAD_H

#include <stdint.h>

#define SPREAD_EQUATIONS_MAX 5

struct measured_spread {
    const char *name;  /* "v100" */
    const char *board; /* that it was measured on */
    unsigned equations;
    uint64_t equation[SPREAD_EQUATIONS_MAX]; /* masks of address bits; bit 0 of the channel first */
};

enum measured { SPREAD_V100, SPREAD_GP104, SPREADS_MEASURED };

extern const struct measured_spread measured_spreads[SPREADS_MEASURED];

#endif
