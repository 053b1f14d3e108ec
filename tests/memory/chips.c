#include "tests/memory/chips.h"

#include "hw/nv50/pfb.h"

#define LANES_OF_HALF 32

static unsigned usual_width(uint8_t ram_type)
{
    return ram_type <= RAM_TYPE_DDR2_OR_DDR3 ? 16 : 32;
}

void chip_table_init(struct chip_table *table, const struct memory_config *memory, bool split,
                     unsigned width)
{
    *table = (struct chip_table){
        .part_mask = memory->part_mask,
        .parts = memory->parts,
        .ranks = memory->dram.two_ranks ? 2 : 1,
        .lanes = (uint8_t)(split ? LANES_OF_HALF * memory->subparts : 2 * LANES_OF_HALF),
        .width = (uint8_t)(width ? width : usual_width(memory->ram_type)),
        .assumed = !width,
    };
}

unsigned chip_count(const struct chip_table *table)
{
    return table->lanes / table->width;
}

uint64_t chip_lanes(const struct chip_table *table, unsigned chip)
{
    return UINT64_MAX >> (64 - table->width) << chip * table->width;
}

uint64_t chip_lanes_around(const struct chip_table *table, uint64_t lanes)
{
    uint64_t around = 0;

    for (unsigned chip = 0; chip < chip_count(table); chip++)
        if (lanes & chip_lanes(table, chip))
            around |= chip_lanes(table, chip);
    return around;
}

/* The letter is that of the hardware partition, which is what schematics name. */
static char letter_of(uint8_t part_mask, unsigned part)
{
    unsigned hardware = 0;

    for (; hardware < CHIP_PARTS; hardware++)
        if ((part_mask >> hardware & 1) && part-- == 0)
            break;
    return (char)('A' + hardware);
}

void chip_name(struct text *text, const struct chip_table *table, unsigned part, unsigned rank,
               unsigned chip)
{
    const unsigned lane = chip * table->width;

    text_format(text, "%c%u", letter_of(table->part_mask, part), lane / LANES_OF_HALF);
    if (table->width < LANES_OF_HALF)
        text_char(text, (char)('a' + lane % LANES_OF_HALF / table->width));
    if (table->ranks == 2)
        text_format(text, "r%u", rank);
}

void chip_table_count(struct chip_table *table, unsigned part, unsigned rank, uint64_t lanes)
{
    for (unsigned chip = 0; chip < chip_count(table); chip++)
        table->wrong[part][rank][chip] += (lanes & chip_lanes(table, chip)) != 0;
}

void chip_table_mark(struct chip_table *table, unsigned part, unsigned rank, uint64_t lanes)
{
    for (unsigned chip = 0; chip < chip_count(table); chip++)
        if (lanes & chip_lanes(table, chip))
            table->bad[part][rank][chip] = true;
}
