/* engines/gv100/ecc.h: whether memory has check bits, the errors that they have counted, and memory that no start has
 * scrubbed.
 *
 * Shape   counters run from power-on and are never cleared here: a test reads them before and after. A half of a
 *         partition is one channel of HBM2. A counter that does not answer (hw/gv100/refusal.h) is no count: its
 *         partition is in `silent`.
 * Errors  ecc_fill: those of channels, and of the machine's memory that is lent to a copy engine.
 * Source  docs/hardware/gv100.md §1.9. */
#ifndef ENGINES_GV100_ECC_H
#define ENGINES_GV100_ECC_H

#include "engines/card.h"
#include "hw/gv100/ecc.h"

enum ecc_state { ECC_OFF, ECC_ON, ECC_UNKNOWN };

struct ecc_half {
    uint32_t corrected, uncorrected;
    bool over; /* a counter has come round: at least so many */
};

struct ecc_reading {
    struct ecc_half of[FBPA_ECC_FBPAS][FBPA_ECC_HALVES];
    uint32_t silent; /* partitions whose counters do not answer, as a mask */
};

/* L2's counters have 8 bits, so they are kept as they are. */
struct ecc_l2 {
    uint8_t corrected[LTC_ECC_LTCS][LTC_ECC_SLICES], uncorrected[LTC_ECC_LTCS][LTC_ECC_SLICES];
};

enum ecc_state ecc_state(struct card *card);
/* Of the partitions that card->vram has. */
void ecc_read(struct card *card, struct ecc_reading *out);
void ecc_read_l2(struct card *card, struct ecc_l2 *out);

/* True: check bits fit, or there are none. False: after 2 s the start has still not scrubbed memory. */
bool ecc_scrubbed(struct card *card);
/* Writes all memory once, but for ranges that the card locks or shows, by a copy engine with its tables in the
 * machine's memory. */
enum err ecc_fill(struct card *card) MUST_CHECK;

#endif
