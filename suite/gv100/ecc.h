/* suite/gv100/ecc.h: errors that check bits corrected, and could not correct, while a memory test went over VRAM.
 *
 * Shape   a watch is opened with the memory view. VRAM is cut into ECC_RANGES ranges; whenever the test moves to
 *         another one, the growth of the counters belongs to the range that it leaves. So a count that comes again in
 *         the same range is told from one that came once: the latter happens in good memory. Whether a count may fail a
 *         card is the claim of the test vram.ecc.
 * Units   bytes of VRAM; errors as the card counts them, once for each read of a sector.
 * Source  docs/hardware/gv100.md §1.9. */
#ifndef SUITE_GV100_ECC_H
#define SUITE_GV100_ECC_H

#include "engines/gv100/ecc.h"
#include "suite/kit/test.h"

#define ECC_RANGES 64 /* at most: no range is smaller than one copy */
#define ECC_CLAIM  "vram.ecc"

struct ecc_growth {
    uint64_t corrected, uncorrected;
    uint64_t ranges, again; /* masks of ranges that counted, and that did so twice or more */
    bool over;
};

struct ecc_watch {
    struct test *t;
    bool on;
    uint64_t size, range_size;
    unsigned range; /* in hand */
    uint64_t visited;
    struct ecc_reading last;
    struct ecc_l2 l2;
    struct ecc_growth of[FBPA_ECC_FBPAS][FBPA_ECC_HALVES];
    bool lost_found; /* a sector with an error beyond correction: */
    uint64_t lost_at;
};

void ecc_watch_open(struct ecc_watch *watch, struct test *t, uint64_t size);
/* The test goes on at this address. */
void ecc_watch_move(struct ecc_watch *watch, uint64_t at);
/* Reads between these two are no part of the test, because an upset in good memory would count
 * twice. */
void ecc_watch_pause(struct ecc_watch *watch);
void ecc_watch_resume(struct ecc_watch *watch);
/* Whether an error beyond correction has been counted since the watch was opened. */
bool ecc_watch_has_lost(struct ecc_watch *watch);
/* Reports the counts, and their meaning for the test. */
void ecc_watch_close(struct ecc_watch *watch);

/* The test vram.ecc. */
void ecc_is_told(struct test *t);

#endif
