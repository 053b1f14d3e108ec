/* suite/memory/card_march.h: elements of the quick march done by programs of the card's own processors (card_work.h): groups of chunks
 * are compared, and then stored.
 *
 * Units   bytes. */
#ifndef SUITE_MEMORY_CARD_MARCH_H
#define SUITE_MEMORY_CARD_MARCH_H

#include "suite/memory/card_work.h"

struct card_march {
    struct card_work work;
    struct way_work group;
};

/* One element: reads, then writes. */
struct card_element {
    bool reads, writes, mixed, read_ones, write_ones, down;
};

/* One chunk more, in the direction of the element. */
void card_march_add(struct card_march *card, struct memory_errors *errors,
                    const struct card_element *element, uint64_t at);
/* Does the rest of the element. */
void card_march_flush(struct card_march *card, struct memory_errors *errors,
                      const struct card_element *element);

#endif
