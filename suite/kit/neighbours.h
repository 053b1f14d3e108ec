/* suite/kit/neighbours.h: which of several equal cards stands apart from the others in its measured values.
 *
 * Shape   pure. The values of a fact are added card by card; only the least and the greatest can stand apart: where it is
 *         further from the next one than all others are from each other, and by more than a fifth of that one and at least
 *         5. One card among two proves nothing, so there must be three. All zeros: no card.
 * Source  docs/station.md. */
#ifndef SUITE_KIT_NEIGHBOURS_H
#define SUITE_KIT_NEIGHBOURS_H

#include "suite/kit/facts.h"

#define NEIGHBOURS_LEAST 3

/* The two least and the two greatest values of a fact, and whose the outer ones are. */
struct neighbours {
    unsigned count, least_of, most_of;
    uint64_t least[2], most[2]; /* the outer one first */
};

struct apart {
    unsigned card;
    uint64_t value;
    uint64_t low, high; /* of the others */
};

/* The marks of a product, in words: "0x402 1462:0910 512 0x3". */
void neighbours_product(struct text *text, const struct facts *facts);
/* Whether two cards are of one product, as far as a card says that. */
bool neighbours_equal(const struct facts *a, const struct facts *b);
/* Whether a fact is one that moves, and this card says it. */
bool neighbours_count(enum fact fact, const struct fact_value *value);
void neighbours_add(struct neighbours *all, unsigned card, uint64_t value);
bool neighbours_apart(const struct neighbours *all, struct apart *out);
/* "fan 0 turns a minute, its neighbours 1450 to 1497" */
void neighbours_words(struct text *text, enum fact fact, const struct apart *apart);

#endif
