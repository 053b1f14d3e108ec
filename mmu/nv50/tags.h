/* mmu/nv50/tags.h: where the tag bits of a compressed block lie (steps 1 and 2 of placement, for tags).
 *
 * Shape   a cell serves one large page in SINGLE mode, two cells do in DOUBLE; each has 2 bits for each
 *         of the page's 256 blocks. A block's bits lie in the block's own partition and subpartition,
 *         whose slice of a cell is rounded up where 256 blocks cannot be dealt out evenly.
 *         All of it is unverified (E26): no source has the physical address of a tag bit.
 * Units   cells, bits; blocks of 256 bytes.
 * Errors  tag_place: ERR_RANGE for a mode that has no tags or a cell past 12 bits; the sum of a DOUBLE
 *         cell wraps in 12 bits (E14).
 * Source  docs/hardware/tesla-vm.md §5. */
#ifndef MMU_NV50_TAGS_H
#define MMU_NV50_TAGS_H

#include "mmu/nv50/place.h"

#define TAG_CELLS     0x1000u
#define TAG_PAIRS_MAX 2 /* pairs of bits of one block */

struct tag_place {
    uint8_t part, subpart;
    uint8_t pairs;                  /* 1 SINGLE, 2 DOUBLE */
    uint32_t bit[TAG_PAIRS_MAX];    /* first of each pair, inside the partition */
    uint32_t subbit[TAG_PAIRS_MAX]; /* the same inside the subpartition */
};

enum err tag_place(const struct placement *p, struct view view, unsigned compression, unsigned cell,
                   uint32_t block, struct tag_place *out) MUST_CHECK;

#endif
