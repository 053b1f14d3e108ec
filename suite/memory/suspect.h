/* suite/memory/suspect.h: one cell that was wrong, tried by itself.
 *
 * Shape   stuck if it never takes a value; weak if it loses one while nothing happens for `hold_us`;
 *         coupled if it changes when a neighbour is written; else its error did not come back, and it
 *         counts as intermittent. The neighbours' contents are lost.
 * Units   microseconds.
 * Source  docs/hardware/board.md §3.2. */
#ifndef SUITE_MEMORY_SUSPECT_H
#define SUITE_MEMORY_SUSPECT_H

#include "suite/memory/damage.h"
#include "suite/memory/errors.h"

/* `lanes` has one lane; false: the view has stopped. */
bool suspect_try(struct memory_errors *errors, struct partition_addr at, uint64_t lanes,
                 uint64_t hold_us, struct damage *out);
/* Of the lanes, those that never take one of the two values there. */
uint64_t suspect_refuses(struct memory_errors *errors, struct partition_addr at, uint64_t lanes);

#endif
