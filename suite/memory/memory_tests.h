/* suite/memory/memory_tests.h: the tests of memory, as the rows of any family's table call them.
 *
 * Shape   suite/memory/march.h has the quick one. The others run one algorithm each, in the order of the
 *         chips where that is known.
 * Source  docs/hardware/board.md §3.3 (algorithms), §4 (temperature). */
#ifndef SUITE_MEMORY_MEMORY_TESTS_H
#define SUITE_MEMORY_MEMORY_TESTS_H

#include "suite/memory/march.h"

/* The processor has a sensor that can be believed, and is cool before any work. */
void memory_temperature(struct test *t);

void memory_address(struct test *t);
void memory_lines(struct test *t);
void memory_inversions(struct test *t);
void memory_march_c(struct test *t);
void memory_march_ss(struct test *t);
void memory_checkerboard(struct test *t);
void memory_fade(struct test *t);
void memory_modulo_20(struct test *t);
void memory_random(struct test *t);

#endif
