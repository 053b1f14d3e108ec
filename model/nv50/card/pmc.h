/* model/nv50/card/pmc.h: PMC: the chipset's identity, which units are on, which interrupts leave the card.
 * Source  docs/hardware/tesla-mmio.md §3.1, §6. */
#ifndef MODEL_NV50_CARD_PMC_H
#define MODEL_NV50_CARD_PMC_H

struct nv50;
struct reg_block;

extern const struct reg_block pmc_regs;

void pmc_power_on(struct nv50 *card);

#endif
