#include "model/nv50/vram/vram_tags.h"

/* How many of 256 things one of `ways` gets when they are dealt out, rounded up. */
static uint32_t share_of_page(unsigned ways)
{
    uint32_t share = 256 / ways;
    return share * ways < 256 ? share + 1 : share;
}

void vram_tag_bits(const struct place *place, struct place_view view, unsigned cell, uint32_t block,
                   uint32_t *in_part, uint32_t *in_sub)
{
    const uint32_t share = share_of_page(place->parts);
    const uint32_t half = place->two_subparts ? share / 2 + 1 : share;
    unsigned id, sub;
    uint32_t pbi, sbi;

    place_to_partition(place, view, block, &id, &pbi);
    place_to_subpartition(place, pbi, &sub, &sbi);
    *in_part = (cell * share + pbi % share) << 1;
    *in_sub = (cell * half + sbi % half) << 1;
}
