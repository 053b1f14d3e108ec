/* suite/kit/neighbours.h: which of several equal cards stands apart from the others in what was measured.
 *
 * Shape   pure. Of the facts that move (FACT_OF_MEASURE and the two below it), a card's value stands apart where it is
 *         further from the nearest other one than the others are from each other, and by more than a fifth of it and at least 5. One card
 *         among two proves nothing, so there must be three.
 * Source  docs/station.md. */
#ifndef TESTS_KIT_NEIGHBOURS_H
#define TESTS_KIT_NEIGHBOURS_H

#include "suite/kit/facts.h"

#define NEIGHBOURS_LEAST 3

/* Whether two cards are of one product, as far as a card says that. */
bool neighbours_equal(const struct facts *a, const struct facts *b);

/* Whether card `n` of `count` stands apart in `fact`; the nearest and the furthest of the others then. Cards that are
 * not its equals, or do not say the fact, do not count. */
bool neighbours_odd(const struct facts *const cards[], unsigned count, unsigned n, enum fact fact,
                    uint64_t *low, uint64_t *high);

/* "fan 0 turns a minute, its neighbours 1450 to 1497" */
void neighbours_words(struct text *text, enum fact fact, const struct fact_value *value,
                      uint64_t low, uint64_t high);

#endif
