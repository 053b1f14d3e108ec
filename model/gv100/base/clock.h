/* model/gv100/base/clock.h: the card's time, from which PTIMER, USERMODE and time stamps take theirs.
 *
 * Units   nanoseconds, in steps of 32.
 * Source  docs/hardware/gv100.md §1.5, §8.1. */
#ifndef MODEL_GV100_BASE_CLOCK_H
#define MODEL_GV100_BASE_CLOCK_H

#include <stdint.h>

struct gv100;

struct clock {
    uint64_t start_ns; /* of the surroundings, when `time` was taken */
    uint64_t time;     /* PTIMER at that moment */
    uint64_t moved;    /* how far PTIMER was moved by writes, which USERMODE may not follow */
    uint64_t polled;   /* the time up to which alarms have been looked for */
};

void gv_clock_power_on(struct gv100 *card);

/* PTIMER. */
uint64_t gv_clock_ptimer(const struct gv100 *card);
/* Software wrote PTIMER. */
void gv_clock_set(struct gv100 *card, uint64_t time);
/* USERMODE TIME, which is that of all time stamps. */
uint64_t gv_clock_stamp(const struct gv100 *card);

#endif
