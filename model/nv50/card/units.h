/* model/nv50/card/units.h: the one place that knows all units of a card: their memory, their register tables,
 * the functions that they call upwards (base/hooks.h), and the order in which they are reset. */
#ifndef MODEL_NV50_CARD_UNITS_H
#define MODEL_NV50_CARD_UNITS_H

#include "model/nv50/base/card.h"

/* A card whose pointers to units lead to memory that is all zeros; null: no memory. */
struct nv50 *units_new(void);
void units_free(struct nv50 *card);

/* Makes the registers that the card's chipset has. */
void units_list_registers(struct nv50 *card);

/* Everything that a power cycle does to the units; VRAM keeps its content. */
void units_power_on(struct nv50 *card);
/* The card's own work as time goes on. */
void units_wake(struct nv50 *card);
/* PMC_ENABLE bits went from 1 to 0: resets their units. */
void units_reset(struct nv50 *card, uint32_t bits);

#endif
