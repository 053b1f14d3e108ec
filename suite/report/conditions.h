/* suite/report/conditions.h: limits of a verdict: how much memory was read, at which clock, over which link.
 *
 * Shape   the runner fills it for a card; conditions_join makes one of several cards' for the verdict of the run. It
 *         becomes words here, once.
 * Units   bytes, kHz, lanes, degrees C. 0: not known. */
#ifndef SUITE_REPORT_CONDITIONS_H
#define SUITE_REPORT_CONDITIONS_H

#include "engines/text.h"
#include "suite/kit/link.h"

#define CONDITIONS_WORDS_MAX 160

/* Parts of a card that a run may have left out. */
enum part { PART_NONE, PART_CORES, PART_TEXTURES, PART_ROPS, PART_OUTPUTS, PARTS };

struct conditions {
    uint64_t read;   /* of VRAM, and compared, each time; 0: no memory was tested */
    uint64_t memory; /* that the card has */
    uint32_t memory_khz, memory_top_khz; /* its clock, and that of the fastest level of its VBIOS */
    struct link_state link;
    bool ecc;           /* memory keeps check bits, of all cards or some; then: */
    uint64_t corrected; /* errors that they have corrected, where their counters say so */
    bool sensor;        /* then: */
    unsigned coolest, hottest;
    unsigned cards; /* that these are of */
    bool uneven;    /* the cards differ: clock and link are the worst of them */
    uint8_t unseen; /* parts that no test, or not all of their tests, looked at: a bit each */
};

void conditions_join(struct conditions *all, const struct conditions *card);

/* Whether memory ran slower than the fastest level of the card's VBIOS. */
bool conditions_slow(const struct conditions *c);
/* Whether the link has fewer lanes than the card can use. */
bool conditions_narrow(const struct conditions *c);

/* "6.0 GiB", "512 MiB", "64 KiB" */
void conditions_bytes(struct text *text, uint64_t bytes);
/* "0 errors in 6.0 GiB read" */
void conditions_read(const struct conditions *c, struct text *text);
/* "memory at 400 of 900 MHz, link x1 of x16"; nothing where neither is known. */
void conditions_around(const struct conditions *c, struct text *text);
/* Both; nothing where no memory was read. */
void conditions_words(const struct conditions *c, struct text *text);
/* "2.5 GT/s"; nothing for a speed that is not known. */
void conditions_speed(const struct conditions *c, struct text *text);
/* The largest N for which one bad read in 10^N words would have been seen in 19 of 20 such runs. */
unsigned conditions_bound(const struct conditions *c);
/* "one bad read in 10^8 would have been seen" */
void conditions_bound_words(const struct conditions *c, struct text *text);
/* "shader cores, textures, memory at 900 MHz": parts and clocks that this PASS does not cover. */
void conditions_unseen(const struct conditions *c, struct text *text);
/* "link at x1 of x16: card, slot or riser"; nothing for a link that has all lanes of the card. */
void conditions_lanes(const struct conditions *c, struct text *text);

#endif
