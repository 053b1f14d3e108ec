/* model/nv50/vram/vram_block.h: one block of a broken partition, worked out once for all accesses to it: where its
 * words are stored, and which defects they meet.
 *
 * Shape   a block lies in one row of one bank; its words are numbered by the low bits of the column. A defect
 *         is met by the whole block, or by words whose low column bits agree with it.
 * Units   words as in place.h; lanes of a word as bits.
 * Errors  none.
 * Source  docs/hardware/board.md §1.2, §3.2. */
#ifndef MODEL_NV50_VRAM_VRAM_BLOCK_H
#define MODEL_NV50_VRAM_VRAM_BLOCK_H

#include <stdbool.h>
#include <stdint.h>

#include "model/common/options.h"
#include "model/nv50/vram/place.h"

#define WORD_SIZE_MAX 8

struct cells;
struct cell_defect;

/* Where a byte lane finds its words: word k is at (k & keep) | set after `block`, which starts with `first`. */
struct lane_home {
    struct place_cell first;
    uint8_t *block;
    uint8_t keep, set;
};

/* A defect and those of its lanes that meet it, in the words whose reached column agrees. */
struct met_defect {
    struct cell_defect *defect;
    uint64_t lanes;
    uint8_t column_mask, column_match;
};

struct cell_block {
    bool known;
    unsigned part, sub; /* the hardware partition */
    uint32_t sbi;
    unsigned word_log2, word_count;
    bool together; /* all lanes of a word lie in the same place */
    bool in_order; /* ... and the words follow each other */
    struct lane_home homes[WORD_SIZE_MAX];
    unsigned met_count;
    struct met_defect met[DEFECTS_MAX];
};

/* Stays true as long as the card is on, so the last one is kept in `cells`. */
const struct cell_block *cells_block(struct cells *cells, unsigned part, unsigned sub,
                                     uint32_t sbi);

uint8_t *block_byte(const struct cell_block *block, unsigned word, unsigned lane);
uint64_t block_word(const struct cell_block *block, unsigned word);

/* The lanes of that word that meet the defect: a chip with a broken address line gets there, or never
 * does, whatever the address on its other side. */
uint64_t block_lanes_met(const struct cell_block *block, const struct met_defect *met,
                         unsigned word);

/* The next row's byte at the place that lane `lane` of a word reaches. */
uint8_t *cells_next_row(const struct cells *cells, const struct cell_block *block, unsigned word,
                        unsigned lane);

/* Lanes of a partition as bits of a word of that subpartition. */
uint64_t cells_lanes(const struct cells *cells, unsigned sub, uint64_t lanes);

#endif
