#include "tools/nv50/explain.h"

#include <inttypes.h>

#include "hw/nv50/vm.h"

static void explain_cycle(const struct placement *p, struct view view, uint32_t block,
                          struct out *out)
{
    const uint32_t parts = p->parts, first = block / (4 * parts) * (4 * parts);
    const uint32_t last = first + 4 * parts - 1;

    if (!view.long_cycle)
        explain_step(out, "§6.2", "short cycle");
    else if (!(p->chip->features & FEATURE_LONG_CYCLE))
        explain_step(out, "§6.2", "long cycle asked for, but %s has none: short",
                     p->chip->chip.title);
    else
        explain_step(out, "§6.2",
                     "long cycle: its group of 4 * %" PRIu32 " blocks is 0x%" PRIx32
                     " to 0x%" PRIx32 ", in %s large page: %s",
                     parts, first, last, first >> 8 == last >> 8 ? "one" : "more than one",
                     first >> 8 == last >> 8 ? "long" : "short here");
}

static bool is_long(const struct placement *p, struct view view, uint32_t block)
{
    const uint32_t group = 4u * p->parts, first = block / group * group;

    return view.long_cycle && (p->chip->features & FEATURE_LONG_CYCLE) &&
           first >> 8 == (first + group - 1) >> 8;
}

/* The effect of tiling on the partition's number depends on the number of partitions. */
static void explain_adjust(const struct placement *p, struct view view, uint32_t pre,
                           uint32_t adjust, uint32_t part, struct out *out)
{
    if (!view.tiled)
        explain_step(out, "§6.2", "linear: partition = 0x%" PRIx32, pre);
    else if (p->parts % 2)
        explain_step(out, "§6.2", "tiled, but %u partitions, an odd number: partition = 0x%" PRIx32,
                     p->parts, pre);
    else if (p->parts == 2 || p->parts == 6)
        explain_step(out, "§6.2",
                     "tiled, %u partitions: 0x%" PRIx32 " ^ parity of 0x%" PRIx32
                     " = partition 0x%" PRIx32,
                     p->parts, pre, adjust, part);
    else if (p->parts == 4)
        explain_step(out, "§6.2",
                     "tiled, 4 partitions: (0x%" PRIx32 " - %" PRIu32 " - %" PRIu32 " - %" PRIu32
                     ") mod 4 = partition 0x%" PRIx32,
                     pre, adjust & 3, adjust >> 2 & 3, adjust >> 4 & 1, part);
    else
        explain_step(out, "§6.2",
                     "tiled, 8 partitions: (0x%" PRIx32 " - %" PRIu32 " - %" PRIu32
                     ") mod 8 = partition 0x%" PRIx32,
                     pre, adjust & 7, adjust >> 3 & 3, part);
}

/* The two cycles count different units: blocks, or groups of four of them. */
static void explain_partition(const struct placement *p, struct view view, uint32_t block,
                              const struct partition_block *at, struct out *out)
{
    const uint32_t parts = p->parts, units = block >> 2;

    if (is_long(p, view, block)) {
        explain_step(out, "§6.2",
                     "0x%" PRIx32 " >> 2 = 0x%" PRIx32 "; 0x%" PRIx32 " mod %" PRIu32
                     " = pre-id 0x%" PRIx32,
                     block, units, units, parts, units % parts);
        explain_step(out, "§6.2",
                     "0x%" PRIx32 " / %" PRIu32 " = 0x%" PRIx32 "; 0x%" PRIx32 " << 2 | %" PRIu32
                     " = block 0x%" PRIx32 " of the partition",
                     units, parts, units / parts, units / parts, block & 3, at->block);
        explain_step(out, "§6.2", "low 5 bits of 0x%" PRIx32 ": 0x%" PRIx32, units / parts,
                     units / parts & 31);
        explain_adjust(p, view, units % parts, units / parts & 31, at->part, out);
        return;
    }
    explain_step(out, "§6.2", "0x%" PRIx32 " mod %" PRIu32 " = pre-id 0x%" PRIx32, block, parts,
                 block % parts);
    explain_step(out, "§6.2",
                 "0x%" PRIx32 " / %" PRIu32 " = block 0x%" PRIx32
                 " of the partition; its low 5 bits: 0x%" PRIx32,
                 block, parts, at->block, at->block & 31);
    explain_adjust(p, view, block % parts, at->block & 31, at->part, out);
}

static void explain_subpartition(const struct placement *p, const struct partition_block *at,
                                 struct out *out)
{
    const uint32_t bits = 0x3ff1u | (uint32_t)p->select_mask << 1;

    if (p->subparts < 2) {
        explain_step(out, "§6.3", "one subpartition: subpartition 0x0, subblock 0x%" PRIx32,
                     at->subblock);
        return;
    }
    explain_step(out, "§6.3", "0x%" PRIx32 " >> 1 = subblock 0x%" PRIx32, at->block, at->subblock);
    explain_step(out, "§6.3",
                 "parity of 0x%" PRIx32 " & (0x3ff1 | 0x%x << 1 = 0x%" PRIx32 ") = 0x%" PRIx32
                 ": subpartition 0x%x",
                 at->block, p->select_mask, bits, at->block & bits, at->subpart);
}

void explain_place(const struct placement *p, struct view view, uint32_t address, struct out *out)
{
    const uint32_t block = address >> BLOCK_SHIFT;
    const struct partition_block at = place_block(p, view, block);

    explain_step(out, "§6.2", "address 0x%" PRIx32 " >> 8 = block 0x%" PRIx32 "; %u partitions",
                 address, block, p->parts);
    explain_cycle(p, view, block, out);
    explain_partition(p, view, block, &at, out);
    explain_subpartition(p, &at, out);
}
