/* suite/memory/refresh.h: memory without its refresh, for as long as refresh= says.
 *
 * Shape   a cell that leaks too fast at the temperature of a running card holds its charge for some refresh periods of 32
 *         to 64 ms on a cool bench. Here all of memory gets mixed words, then their opposite; each time the refresh is
 *         held off, and every word is compared. So faults of a warm card show at room temperature.
 * Units   milliseconds. Good memory holds for a second at room temperature, but no source promises it: the claim is
 *         unverified, and is tested only on request.
 * Source  docs/hardware/board.md §3.3; nouveau holds the refresh off while it changes the memory's clock. */
#ifndef SUITE_MEMORY_REFRESH_H
#define SUITE_MEMORY_REFRESH_H

#include "suite/kit/test.h"

void memory_refresh(struct test *t);

#endif
