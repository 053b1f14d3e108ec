/* suite/kit/chips.h: the memory chips of a card, their names, and how many wrong words each gave.
 *
 * Shape   of any family whose chips can be told apart: a chip has `width` data lines of one partition and
 *         rank. The table is small enough for the report to keep; one without parts says nothing.
 * Units   lanes as a board counts them, D0 to D63 of a partition, as a mask.
 * Source  docs/hardware/board.md §2.3 (names). */
#ifndef SUITE_KIT_CHIPS_H
#define SUITE_KIT_CHIPS_H

#include <stdbool.h>
#include <stdint.h>

#include "engines/text.h"

#define CHIP_PARTS 8
#define CHIP_RANKS 2
#define CHIPS_MAX  8 /* of one partition and rank: eight of 8 lanes */

#define CHIP_NAME_MAX 8 /* "B1ar0" */

struct chip_table {
    uint32_t part_mask; /* hardware partitions */
    uint8_t parts, ranks;
    uint8_t lanes; /* of a partition: 64, or 32 with one subpartition */
    uint8_t width; /* lanes of one chip */
    bool assumed;  /* the width is not known: it is the usual one of the kind of memory */
    const char *open_place, *open_rank; /* experiments that settle rows and ranks; null: none */
    const char *open_part;              /* the one that `others` waits for */
    uint8_t others
        [CHIP_PARTS]; /* by partition ordinal: other hardware partitions that it may be, a mask */
    uint64_t wrong[CHIP_PARTS][CHIP_RANKS][CHIPS_MAX]; /* words, by partition ordinal */
    bool bad[CHIP_PARTS][CHIP_RANKS][CHIPS_MAX];       /* a fault was found in it */
};

/* Where in VRAM wrong words lie, for a picture: a strip of equal pieces for each partition. */
#define VRAM_PIECES 64
struct vram_strip {
    uint32_t part_mask;            /* 0: partitions cannot be told apart, and there is one strip */
    uint8_t parts;                 /* strips; 0: there is nothing to show */
    uint64_t left_out[CHIP_PARTS]; /* a bit for each piece of which something was not tested */
    uint64_t wrong[CHIP_PARTS][VRAM_PIECES]; /* words */
};

unsigned chip_count(const struct chip_table *table); /* of one partition and rank */
uint64_t chip_lanes(const struct chip_table *table, unsigned chip);
/* All lanes of the chips that any of these lanes belongs to. */
uint64_t chip_lanes_around(const struct chip_table *table, uint64_t lanes);

/* "B1", "B1a", with two ranks "B1r0". */
void chip_name(struct text *text, const struct chip_table *table, unsigned part, unsigned rank,
               unsigned chip);

/* The number of the hardware partition that is the nth enabled one; CHIP_PARTS: there is none. */
unsigned chip_hardware(const struct chip_table *table, unsigned part);

/* The same for a hardware partition, by number. */
void chip_name_of(struct text *text, const struct chip_table *table, unsigned hardware,
                  unsigned rank, unsigned chip);

/* "partition 1 (FBB)": hardware letter of the nth enabled partition (board.md §1.5). */
void words_partition(struct text *text, uint32_t part_mask, unsigned ordinal);
/* "A": the hardware letter alone; "VRAM" where the strip is that of all memory. */
void strip_name(struct text *text, const struct vram_strip *strip, unsigned part);
/* Data lines of a partition: "D32-D63", "D0-D15 D48-D63". */
void words_lanes(struct text *text, uint64_t lanes);

/* Counts one wrong word for each chip of the lanes; marks them as faulty. */
void chip_table_count(struct chip_table *table, unsigned part, unsigned rank, uint64_t lanes);
void chip_table_mark(struct chip_table *table, unsigned part, unsigned rank, uint64_t lanes);
/* All lanes of the chips that have wrong words. */
uint64_t chip_table_wrong(const struct chip_table *table, unsigned part, unsigned rank);

#endif
