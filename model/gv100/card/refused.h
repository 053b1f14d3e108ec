/* model/gv100/card/refused.h: the accesses to BAR0 that no unit serves, and the words that such reads give.
 *
 * Shape   the word gives the reason: 31:8 its kind, 7:0 details. It depends on the place, and on which units are on.
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
