/* suite/memory/card_march.h: elements of a march done by programs of the card's own processors (way->work), so that only what was wrong
 * crosses the link.
 *
 * Shape   each processor is asked first whether it stores and compares right. Then programs work on groups of chunks; where they
 *         found a wrong word BAR1 reads the chunk, and what it reads decides. Is it right there, or right once BAR1 has stored
 *         it, a program may have erred: all is done again by the other ways, and the processors are asked again, each beside the
 *         others and BAR1. A program's word alone never makes memory wrong.
 * Units   bytes.
 * Source  docs/memory-test.md; docs/hardware/tesla-isa.md. */
#ifndef TESTS_MEMORY_CARD_MARCH_H
#define TESTS_MEMORY_CARD_MARCH_H

#include "suite/memory/errors.h"

enum card_end {
    CARD_GOES_ON,
    CARD_DOUBTED, /* BAR1 contradicts a program */
    CARD_STOPPED, /* a program did not come to its end */
    CARD_CROWDED  /* so many chunks are wrong that copies bring them faster */
};

struct card_march {
    struct memory_view *view;
    bool on;
    bool halted;       /* until card_march_close */
    bool had_copies;   /* before it was */
    uint8_t ended;     /* enum card_end */
    enum err e;        /* that stopped it */
    uint64_t ended_at; /* VRAM address */
    uint64_t bad;      /* processors that were wrong when they were asked again */
    unsigned chunks;   /* that were wrong */
    struct way_work group;
};

/* One element: reads, then writes. */
struct card_element {
    bool reads, writes, mixed, read_ones, write_ones, down;
};

/* Tries it if the configuration asks for it. `broken`: wires were found to be. */
void card_march_open(struct card_march *card, struct memory_view *view, bool broken);
/* One chunk more, in the direction of the element. */
void card_march_add(struct card_march *card, struct memory_errors *errors,
                    const struct card_element *element, uint64_t at);
/* Does what is left of the element. */
void card_march_flush(struct card_march *card, struct memory_errors *errors,
                      const struct card_element *element);
/* The other ways read and store from here on. True: all has to be done again by them. */
bool card_march_close(struct card_march *card) MUST_CHECK;
/* What it says of the processors, once the other ways have judged the memory. */
void card_march_report(const struct card_march *card, const struct memory_errors *errors,
                       struct test *t);

#endif
