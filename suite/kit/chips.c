#include "suite/kit/chips.h"

#define LANES_OF_HALF 32

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

static unsigned hardware_of(uint32_t part_mask, unsigned part)
{
    unsigned hardware = 0;

    for (; hardware < CHIP_PARTS; hardware++)
        if ((part_mask >> hardware & 1) && part-- == 0)
            break;
    return hardware;
}

unsigned chip_hardware(const struct chip_table *table, unsigned part)
{
    return hardware_of(table->part_mask, part);
}

/* The letter is that of the hardware partition, because schematics name these. */
void chip_name_of(struct text *text, const struct chip_table *table, unsigned hardware,
                  unsigned rank, unsigned chip)
{
    const unsigned lane = chip * table->width;

    text_format(text, "%c%u", (char)('A' + hardware), lane / LANES_OF_HALF);
    if (table->width < LANES_OF_HALF)
        text_char(text, (char)('a' + lane % LANES_OF_HALF / table->width));
    if (table->ranks == 2)
        text_format(text, "r%u", rank);
}

void chip_name(struct text *text, const struct chip_table *table, unsigned part, unsigned rank,
               unsigned chip)
{
    chip_name_of(text, table, hardware_of(table->part_mask, part), rank, chip);
}

void strip_name(struct text *text, const struct vram_strip *strip, unsigned part)
{
    if (strip->part_mask)
        text_char(text, (char)('A' + hardware_of(strip->part_mask, part)));
    else
        text_string(text, "VRAM");
}

void words_partition(struct text *text, uint32_t part_mask, unsigned ordinal)
{
    const unsigned hardware = hardware_of(part_mask, ordinal);

    text_format(text, "partition %u", ordinal);
    if (hardware < CHIP_PARTS)
        text_format(text, " (FB%c)", (char)('A' + hardware));
}

void words_lanes(struct text *text, uint64_t lanes)
{
    const char *between = "";

    for (unsigned lane = 0; lane < 64; lane++) {
        const unsigned first = lane;

        if (!(lanes >> lane & 1))
            continue;
        while (lane < 63 && (lanes >> (lane + 1) & 1))
            lane++;
        text_format(text, "%sD%u", between, first);
        if (lane > first)
            text_format(text, "-D%u", lane);
        between = " ";
    }
}

void chip_table_count(struct chip_table *table, unsigned part, unsigned rank, uint64_t lanes)
{
    for (unsigned chip = 0; chip < chip_count(table); chip++)
        table->wrong[part][rank][chip] += (lanes & chip_lanes(table, chip)) != 0;
}

uint64_t chip_table_wrong(const struct chip_table *table, unsigned part, unsigned rank)
{
    uint64_t lanes = 0;

    for (unsigned chip = 0; chip < chip_count(table); chip++)
        lanes |= table->wrong[part][rank][chip] ? chip_lanes(table, chip) : 0;
    return lanes;
}

void chip_table_mark(struct chip_table *table, unsigned part, unsigned rank, uint64_t lanes)
{
    for (unsigned chip = 0; chip < chip_count(table); chip++)
        if (lanes & chip_lanes(table, chip))
            table->bad[part][rank][chip] = true;
}
