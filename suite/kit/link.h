/* suite/kit/link.h: claims about the link that hold for a card of any family. */
#ifndef SUITE_KIT_LINK_H
#define SUITE_KIT_LINK_H

#include "suite/kit/test.h"

/* How the card's link runs. Units: lanes; speed by its code: 1 is 2.5 GT/s, 2 is 5, 3 is 8. */
struct link_state {
    unsigned width, card, port; /* it has, the card can, the port above it can */
    unsigned speed;
};

/* Reads only. false: the card, or the port above it, is no PCI Express device; unknown members are
 * 0. */
bool link_read(struct card *card, struct link_state *out);

/* The link runs as wide as both its ends can. On silicon a narrower one is said and not judged, for a riser and many
 * slots have fewer lanes than the port above them; where link= gives the width of the slot, the card was not tested
 * with all of its lanes, which is an error and no failure, because contacts and lanes of a slot break as well. Where
 * the card or the port above it is no PCI Express device there is nothing that could be narrow, and nothing is judged.
 * Source  docs/hardware/board.md §5. */
void link_is_wide(struct test *t);

/* The link comes back as wide as it was when the port trains it anew, ten times at each speed that both ends can.
 * Says which speeds were reached, and how often an end noticed an error. The port's target speed is put back.
 * Source  docs/hardware/board-sensors.md §8.2. */
void link_retrains(struct test *t);

/* No packet of the tests was lost or damaged on the link, according to the errors that both its ends noted since the
 * takeover. Comes last, when all of the traffic has been. */
void link_noticed_no_errors(struct test *t);

#endif
