/* model/gv100/card/pmc.h: identity, interrupt trees, enables of units.
 * Source  docs/hardware/gv100.md §1.3. */
#ifndef MODEL_GV100_CARD_PMC_H
#define MODEL_GV100_CARD_PMC_H

struct gv100;
struct reg_block;

extern const struct reg_block gv_pmc_regs;

void gv_pmc_power_on(struct gv100 *card);

#endif
