/* suite/gv100/time_stamp.h: words of a channel's page of semaphores, and the time stamps among them.
 *
 * Units   offsets are bytes in the page; times are USERMODE's, in nanoseconds.
 * Source  docs/hardware/gv100.md §4.5, §8.1. */
#ifndef SUITE_GV100_TIME_STAMP_H
#define SUITE_GV100_TIME_STAMP_H

#include "suite/gv100/setup.h"

#define STAMP_UNTOUCHED 0xc3c3c3c3u

/* Four words from `offset` on become STAMP_UNTOUCHED, which no test releases. */
bool stamp_clear(struct channel *channel, unsigned offset) MUST_CHECK;
uint64_t stamp_word64(struct channel *channel, unsigned offset);
/* A stamp lies between two looks at USERMODE's clock, before the work was submitted and after it
 * was seen; `what` names the stamped work. */
bool stamp_expect(struct test *t, uint64_t stamp, uint64_t before, uint64_t after,
                  const char *what);

#endif
