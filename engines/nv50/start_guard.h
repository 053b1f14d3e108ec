/* engines/nv50/start_guard.h: checks between a card's init scripts and the first access to its memory, so that no card runs
 * hot, too fast or without power.
 *
 * Shape   a fan that the scripts have left standing is set to full speed, and stays so. All else is read only.
 * Source  docs/hardware/devinit.md §6.1 step 9, §8.1, board.md §4, board-sensors.md §5. */
#ifndef ENGINES_NV50_START_GUARD_H
#define ENGINES_NV50_START_GUARD_H

#include "engines/nv50/clocks.h"
#include "engines/nv50/devinit/perf.h"

enum guard_fan {
    GUARD_FAN_NONE, /* the board lists no fan with pulses, or they are off: its resistors decide */
    GUARD_FAN_RUNS,
    GUARD_FAN_UNKNOWN, /* the generator has not been set up: nothing can be said, or set */
    GUARD_FAN_SET,     /* it stood, and runs at full speed now */
};

struct start_guard {
    enum guard_fan fan;
    bool no_power;      /* a line of the board says that the card's own plug is missing */
    uint8_t power_line; /* ... this one */
    struct clocks clocks;
    struct perf_top top; /* 0: the VBIOS has no performance table that can be read */
    bool too_fast;       /* core or memory are faster than the fastest level */
};

void start_guard_card(struct card *card, const struct vbios *v, struct start_guard *guard);

#endif
