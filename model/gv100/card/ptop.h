/* model/gv100/card/ptop.h: the table of devices that the card has.
 * Source  docs/hardware/gv100.md §1.4. */
#ifndef MODEL_GV100_CARD_PTOP_H
#define MODEL_GV100_CARD_PTOP_H

struct gv100;
struct reg_block;

extern const struct reg_block gv_ptop_regs;

/* Fills PTOP_DEVICE_INFO from the card's topology. */
void gv_ptop_power_on(struct gv100 *card);

#endif
