/* suite/memory/card_order.h: elements of a march in the order of the chips, done by programs of the card's own processors (card_work.h).
 *
 * Shape   each partition, or half of one, is a strand of pieces that one program does one after the other, so a chip sees the order that
 *         it would see by the other ways. Where a program finds a wrong word it leaves the piece as it was read; BAR1 reads it, does the
 *         rest of the element on it, and the strand goes on after it.
 * Units   bytes. */
#ifndef SUITE_MEMORY_CARD_ORDER_H
#define SUITE_MEMORY_CARD_ORDER_H

#include "suite/memory/card_work.h"
#include "suite/memory/patterns.h"

struct card_order {
    struct card_work work;
    const struct algorithm *algorithm;
    uint64_t seed;
    unsigned pass, element; /* in hand */
    unsigned count;         /* pieces in `strands` */
    struct way_march march;
    struct way_strands strands;
};

/* Tries it if the configuration asks for it. `broken`: wires were found to be. */
void card_order_open(struct card_order *order, struct memory_view *view,
                     const struct algorithm *algorithm, uint64_t seed, bool broken);
/* An element of the algorithm begins; a batch more of it; all of it is done when this returns. */
void card_order_begin(struct card_order *order, unsigned element, unsigned pass);
void card_order_add(struct card_order *order, struct memory_errors *errors,
                    const struct batch *batch);
void card_order_flush(struct card_order *order, struct memory_errors *errors);

#endif
