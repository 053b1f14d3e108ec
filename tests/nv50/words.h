/* tests/nv50/words.h: names of numbers, for sentences: engines, clients, slots, reasons, partitions.
 *
 * Errors  a number without a name is written as a number. */
#ifndef TESTS_NV50_WORDS_H
#define TESTS_NV50_WORDS_H

#include "engines/text.h"
#include "hw/addr.h"
#include "hw/nv50/chip.h"

/* "BAR/PFIFO_READ BAR1_READ" */
void words_requester(struct text *text, const struct nv50_chip *chip, uint8_t engine,
                     uint8_t client, uint8_t slot);
const char *words_reason(uint8_t reason); /* "reason 9" has no name: "unknown reason" */
const char *words_target(enum target target);
/* "partition 1 (FBB)": hardware letter of the nth enabled partition (board.md §1.5). */
void words_partition(struct text *text, uint8_t part_mask, unsigned ordinal);
/* Data lines of a partition: "D32-D63", "D0-D15 D48-D63". */
void words_lanes(struct text *text, uint64_t lanes);

#endif
