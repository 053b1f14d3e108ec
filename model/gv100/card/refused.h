/* model/gv100/card/refused.h: which accesses to BAR0 nobody serves, and what a read of them gives.
 *
 * Shape   the word says what went wrong: 31:8 its kind, 7:0 more of it. It depends on the place, and on what of the
 *         card is on.
 * Source  docs/hardware/gv100.md §1.7, where the places were read. */
#ifndef MODEL_GV100_CARD_REFUSED_H
#define MODEL_GV100_CARD_REFUSED_H

#include <stdbool.h>
#include <stdint.h>

struct gv100;

/* Whether a privilege mask keeps software from writing there. */
bool gv_write_masked(const struct gv100 *card, uint32_t offset);
/* 0: a unit answers. */
uint32_t gv_refused_word(const struct gv100 *card, uint32_t offset);

#endif
