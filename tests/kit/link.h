/* tests/kit/link.h: claims about the link that hold for a card of any family. */
#ifndef TESTS_KIT_LINK_H
#define TESTS_KIT_LINK_H

#include "tests/kit/test.h"

/* Nothing that the tests have sent over the link was lost or came damaged, by what both its ends noticed
 * since the takeover. Comes last, when all of the traffic has been. */
void link_noticed_no_errors(struct test *t);

#endif
