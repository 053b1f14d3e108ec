/* suite/memory/load.h: memory under load: the card's own engine copies all of it from half to half, again and again.
 *
 * Shape   mixed words go into one half over the link, once; then the engine copies that half to the other and back, so
 *         that an error of any of these generations stays; at last both halves are compared over the link, once. Memory
 *         is read and written at the rate of the copier then, as no march over the link does it.
 *         Partners lie in the same chip where the family can tell chips apart, so that a wrong word names its chip
 *         whichever of the two places it came from.
 *         A wrong word alone does not tell whether memory erred or the copier. Memory is blamed where BAR1 by itself
 *         then finds wrong words there, too, or where all wrong words lie in one partition or chip of several.
 * Units   bytes, microseconds.
 * Source  docs/hardware/board.md §3.3; Haque and Pande, "Hard Data on Soft Errors" (2010), for the errors that solid
 *         data hides. */
#ifndef SUITE_MEMORY_LOAD_H
#define SUITE_MEMORY_LOAD_H

#include "suite/kit/test.h"

void memory_load(struct test *t);

#endif
