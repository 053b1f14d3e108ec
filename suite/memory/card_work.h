/* suite/memory/card_work.h: memory tested by programs of the card's own processors (struct vram_way: work, march), so that only wrong
 * words cross the link.
 *
 * Shape   each processor is asked first whether it stores and compares right. If a program then finds a wrong word, BAR1 reads it too, and
 *         that decides. If the word is right there, or right once BAR1 has stored it, the program may have erred: all is done again
 *         by the other ways, and the processors are asked again, each beside the others and BAR1. A program's word alone never makes
 *         memory wrong. card_march.h and card_order.h say in which order memory is gone through.
 * Units   bytes.
 * Source  docs/memory-test.md; docs/hardware/tesla-isa.md. */
#ifndef SUITE_MEMORY_CARD_WORK_H
#define SUITE_MEMORY_CARD_WORK_H

#include "suite/memory/errors.h"

enum card_end {
    CARD_GOES_ON,
    CARD_DOUBTED, /* BAR1 contradicts a program */
    CARD_STOPPED, /* a program did not come to its end */
    CARD_CROWDED  /* so many places are wrong that copies bring them faster */
};

struct card_work {
    struct memory_view *view;
    const struct way_march
        *march; /* that processors are asked with; null: the words of way->work */
    bool on;
    bool halted;       /* until card_work_close */
    bool had_copies;   /* before it was */
    uint8_t ended;     /* enum card_end */
    enum err e;        /* that stopped it */
    uint64_t ended_at; /* VRAM address */
    uint64_t bad;      /* processors that were wrong when they were asked again */
    unsigned places;   /* that were wrong */
};

/* Tries it if the configuration asks for it. `march` stays the caller's. `broken`: wires were found to be. */
void card_work_open(struct card_work *card, struct memory_view *view, const struct way_march *march,
                    bool broken);
/* The programs' work can be relied on; false: the other ways do the rest. */
bool card_work_ended(struct card_work *card, enum err e, uint64_t at);
/* Words of a place that a program found wrong, as BAR1 reads them; word i was to be expected[i * step]. True: memory is wrong, and they
 * are counted. */
bool card_work_look(struct card_work *card, struct memory_errors *errors, uint64_t at,
                    const uint64_t *expected, size_t step, const uint64_t *seen, size_t words);
/* The other ways read and store from here on. True: all has to be done again by them. */
bool card_work_close(struct card_work *card) MUST_CHECK;
/* Its finding about the processors, once the other ways have judged the memory. */
void card_work_report(const struct card_work *card, const struct memory_errors *errors,
                      struct test *t);

#endif
