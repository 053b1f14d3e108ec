/* engines/past_deadline.h: work that must not be left half done when a test's deadline passes: a transfer on I2C, whose
 * device would hold the line for the next test.
 *
 * Shape   while `work` runs, the card is driven as if the deadline had not passed, for as long as the caller says;
 *         after it the deadline has passed again. A card that is lost stays lost.
 * Units   microseconds. */
#ifndef ENGINES_PAST_DEADLINE_H
#define ENGINES_PAST_DEADLINE_H

#include "engines/card.h"

void card_past_deadline(struct card *card, uint64_t us, void (*work)(void *opaque), void *opaque);

#endif
