/* tests/memory/march.h: a march over all of VRAM, and what the errors say.
 *
 * Shape   VRAM is seen through BAR1 in slices, by an unpaged object whose base moves, so it may be
 *         larger than the BAR. The channel with that object lies in system memory, so no byte of VRAM
 *         is spared; the areas that drivers leave alone are saved and put back.
 *         Errors are counted by partition and data line in bounded memory, however many there are.
 * Units   bytes.
 * Source  docs/hardware/board.md §1.2, §3.3. */
#ifndef TESTS_MEMORY_MARCH_H
#define TESTS_MEMORY_MARCH_H

#include "tests/kit/test.h"

void march_all(struct test *t);

#endif
