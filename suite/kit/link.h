/* suite/kit/link.h: claims about the link that hold for a card of any family. */
#ifndef TESTS_KIT_LINK_H
#define TESTS_KIT_LINK_H

#include "suite/kit/test.h"

/* The link runs as wide as both its ends can: a narrower one has bad contacts or lanes. Where the card or the port
 * above it is no PCI Express device there is nothing that could be narrow, and nothing is judged.
 * Source  docs/hardware/board.md §5. */
void link_is_wide(struct test *t);

/* The link comes back as wide as it was when the port trains it anew, ten times at each speed that both ends can.
 * Says which speeds were reached, and how often an end noticed an error. The port's target speed is put back.
 * Source  docs/hardware/board-sensors.md §8.2. */
void link_retrains(struct test *t);

/* Nothing that the tests have sent over the link was lost or came damaged, by what both its ends noticed
 * since the takeover. Comes last, when all of the traffic has been. */
void link_noticed_no_errors(struct test *t);

#endif
