/* engines/gv100/start.h: starts a card that nobody has started, by the signed program of its own ROM on its PMU.
 *
 * Shape   gv100_start_card checks the ROM first (starter.h) and writes nothing where a check does not hold, or where the mode
 *         asks for no more. The program goes word by word through the PMU's ports, as drivers do it: the card masters no
 *         bus meanwhile. The changes of a start stay: the program that runs the fan is left running.
 * Units   microseconds.
 * Errors  false: the card does not work, card->cold says why, and `why` ends a sentence that begins with "the card is ".
 * Source  docs/hardware/gv100.md §1.10. */
#ifndef ENGINES_GV100_START_H
#define ENGINES_GV100_START_H

#include "engines/family.h"

bool gv100_start_card(struct card *card, char why[FAMILY_WHY_MAX]) MUST_CHECK;

#endif
