/* model/nv50/card/units.h: a card and the states of its units in one piece of memory. */
#ifndef MODEL_NV50_CARD_UNITS_H
#define MODEL_NV50_CARD_UNITS_H

#include "model/nv50/base/card.h"

/* A card whose pointers to units lead to memory that is all zeros; null: no memory. */
struct nv50 *units_new(void);
void units_free(struct nv50 *card);

#endif
