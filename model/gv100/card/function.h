/* model/gv100/card/function.h: Turing's additions to GV100's units: the page of the card's own function with the leaves
 * of its interrupts, the doorbells' control, and how far it has started itself.
 *
 * Source  docs/hardware/gv100.md §13.5 to §13.7. */
#ifndef MODEL_GV100_CARD_FUNCTION_H
#define MODEL_GV100_CARD_FUNCTION_H

#include "model/gv100/base/regs.h"

extern const struct reg_block gv_function_regs;

/* A card that nobody has started begins to, if it is one that does so itself. */
void gv_self_start_power_on(struct gv100 *card);
/* Looks whether it is done. */
void gv_self_start_poll(struct gv100 *card);

#endif
