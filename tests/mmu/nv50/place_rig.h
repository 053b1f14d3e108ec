/* tests/mmu/nv50/place_rig.h: every view of the memory of a card with some partitions, as the model places it. */
#pragma once

#include "model/nv50/vram/place.h"

static const struct place_view views[4] = {
    { .tiled = false, .long_cycle = false },
    { .tiled = true, .long_cycle = false },
    { .tiled = false, .long_cycle = true },
    { .tiled = true, .long_cycle = true },
};

static inline struct place of_parts(unsigned parts)
{
    struct place place = { .long_cycle = true };
    place_set_parts(&place, (1u << parts) - 1, PART_NUMBERING_ORDINAL);
    return place;
}
