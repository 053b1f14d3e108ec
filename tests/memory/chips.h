/* tests/memory/chips.h: the memory chips of a card, their names, and how many wrong words each gave.
 *
 * Shape   a chip has `width` data lines of one partition and rank; the table is small enough for the
 *         report to keep.
 * Units   lanes as a board counts them, D0 to D63 of a partition, as a mask.
 * Source  docs/hardware/board.md §1.3 (width by RAM type, unverified), §2.3 (names). */
#ifndef TESTS_MEMORY_CHIPS_H
#define TESTS_MEMORY_CHIPS_H

#include <stdbool.h>
#include <stdint.h>

#include "engines/nv50/identify.h"
#include "engines/text.h"

#define CHIP_PARTS 8
#define CHIP_RANKS 2
#define CHIPS_MAX  8 /* of one partition and rank: eight of 8 lanes */

struct chip_table {
    uint8_t part_mask; /* hardware partitions */
    uint8_t parts, ranks;
    uint8_t lanes; /* of a partition: 64, or 32 with one subpartition */
    uint8_t width; /* lanes of one chip */
    bool assumed;  /* the width follows from the RAM type */
    uint64_t wrong[CHIP_PARTS][CHIP_RANKS][CHIPS_MAX]; /* words, by partition ordinal */
    bool bad[CHIP_PARTS][CHIP_RANKS][CHIPS_MAX];       /* a fault was found in it */
};

/* width 0: by RAM type. */
void chip_table_init(struct chip_table *table, const struct memory_config *memory, bool split,
                     unsigned width);

unsigned chip_count(const struct chip_table *table); /* of one partition and rank */
uint64_t chip_lanes(const struct chip_table *table, unsigned chip);
/* All lanes of the chips that any of these lanes belongs to. */
uint64_t chip_lanes_around(const struct chip_table *table, uint64_t lanes);

/* "B1", "B1a", with two ranks "B1r0". */
void chip_name(struct text *text, const struct chip_table *table, unsigned part, unsigned rank,
               unsigned chip);

/* Counts one wrong word for each chip of the lanes; marks them as faulty. */
void chip_table_count(struct chip_table *table, unsigned part, unsigned rank, uint64_t lanes);
void chip_table_mark(struct chip_table *table, unsigned part, unsigned rank, uint64_t lanes);

#endif
