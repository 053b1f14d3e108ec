/* model/gv100/card/posted.h: the register values that a VBIOS leaves in a card that it has started.
 *
 * Source  two Titan V before any driver has touched them; docs/hardware/gv100.md §1.6. */
#ifndef MODEL_GV100_CARD_POSTED_H
#define MODEL_GV100_CARD_POSTED_H

struct gv100;

/* After the registers have their reset values and before the units look at them. */
void gv_posted_power_on(struct gv100 *card);

#endif
