/* suite/memory/thorough.h: one algorithm over all of VRAM, in the order of the chips.
 *
 * Shape   as march.h: wires tried first, errors kept in bounded memory, the verdict names the chip. All
 *         operations of an element are done on one piece of a chip before the next one, so that the order is really
 *         that of the chip. The configuration may limit it: part, range, seconds; the rest is counted as left out. */
#ifndef SUITE_MEMORY_THOROUGH_H
#define SUITE_MEMORY_THOROUGH_H

#include "suite/memory/patterns.h"

void run_algorithm(struct test *t, const struct algorithm *algorithm);
/* Every twentieth word keeps its value while all others are written twice (modulo-20). */
void run_modulo_20(struct test *t);

#endif
