/* engines/gv100/clock.h: the card's two clocks, PTIMER and the copy of it in USERMODE.
 *
 * Units   nanoseconds, in steps of 32.
 * Errors  as card_read32: a register that answers with no value ends the test.
 * Source  docs/hardware/gv100.md §1.7, §8.1. */
#ifndef ENGINES_GV100_CLOCK_H
#define ENGINES_GV100_CLOCK_H

#include "engines/card.h"

enum clock { CLOCK_PTIMER, CLOCK_USERMODE };

/* Both words of one moment; 0: the clock gives no two that fit together. */
uint64_t clock_read(struct card *card, enum clock clock);
uint32_t clock_low(struct card *card, enum clock clock);
uint32_t clock_high(struct card *card, enum clock clock);

/* Whether a register is the low word of a clock: such a word may look like one that is no value. */
bool clock_shows(uint32_t reg);

#endif
