#include "mmu/nv50/tags.h"

#include "hw/nv50/vm.h"

#define PAGE_BLOCKS 256u
#define PAIR        2u /* bits */

/* Blocks of a large page in one partition, and in one subpartition, at the most. They follow each other
 * without a gap, so that the index modulo the slice is theirs alone. */
static uint32_t slice(const struct placement *p)
{
    return (PAGE_BLOCKS + p->parts - 1) / p->parts;
}

static uint32_t subslice(const struct placement *p)
{
    return p->subparts == 2 ? slice(p) / 2 + 1 : slice(p);
}

enum err tag_place(const struct placement *p, struct view view, unsigned compression, unsigned cell,
                   uint32_t block, struct tag_place *out)
{
    const struct partition_block there = place_block(p, view, block);

    if ((compression != COMPRESSION_SINGLE && compression != COMPRESSION_DOUBLE) ||
        cell >= TAG_CELLS)
        return ERR_RANGE;
    *out = (struct tag_place){ .part = there.part,
                               .subpart = there.subpart,
                               .pairs = compression == COMPRESSION_DOUBLE ? 2 : 1 };
    for (unsigned i = 0; i < out->pairs; i++) {
        const uint32_t used = (cell + i) % TAG_CELLS;

        out->bit[i] = PAIR * (used * slice(p) + there.block % slice(p));
        out->subbit[i] = PAIR * (used * subslice(p) + there.subblock % subslice(p));
    }
    return OK;
}
