/* model/nv50/vram/vram_tags.h: the tag bits of a compressed block.
 *
 * Shape   the model keeps no tag memory, as a card that never compresses is a conforming one; this is
 *         the arithmetic that such a memory would have (docs/hardware/tesla-vm.md §5, unverified E26).
 * Units   blocks of 256 bytes; bits inside the partition's or subpartition's own tag memory. */
#ifndef MODEL_NV50_VRAM_VRAM_TAGS_H
#define MODEL_NV50_VRAM_VRAM_TAGS_H

#include "model/nv50/vram/place.h"

/* The first of the two bits that `cell` has for a block: of the partition, of the subpartition. */
void vram_tag_bits(const struct place *place, struct place_view view, unsigned cell, uint32_t block,
                   uint32_t *in_part, uint32_t *in_sub);

#endif
