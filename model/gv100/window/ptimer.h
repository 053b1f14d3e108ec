/* model/gv100/window/ptimer.h: PTIMER with its alarm and timer, and the time of USERMODE.
 *
 * Source  docs/hardware/gv100.md §1.5, §8.1. */
#ifndef MODEL_GV100_WINDOW_PTIMER_H
#define MODEL_GV100_WINDOW_PTIMER_H

struct gv100;
struct reg_block;

extern const struct reg_block gv_ptimer_regs;

/* Raises the alarms that have come due since the last look. */
void gv_ptimer_poll(struct gv100 *card);
/* Asks for the wake of the next alarm: the card is woken at the nearest time asked for, and forgets the others. */
void gv_ptimer_plan_wake(struct gv100 *card);

#endif
