#include "model/nv50/vram/vram_build.h"

#include "hw/bits.h"
#include "model/nv50/vram/vram_geometry.h"

/* ---- wires ------------------------------------------------------------------------------- */

void break_stuck(struct build *build, struct cell_defect *defect)
{
    defect->fault = CELL_DEAD;
    defect->parts = build_partition(build);
    defect->lanes = build_lane(build, "bit", 0);
    defect->value = build_value(build, false);
}

void break_data_short(struct build *build, struct cell_defect *defect)
{
    const uint64_t bit = build_given(build, "bit", 0);
    const uint64_t one = build_lane(build, "bit", 0), other = build_lane(build, "other", bit ^ 1);
    const bool one_bus =
        vram_word_log2(build->config->chip) == 3 || (one > UINT32_MAX) == (other > UINT32_MAX);
    defect->fault = CELL_SHORT;
    defect->parts = build_partition(build);
    defect->lanes = one | other;
    defect->value = build_value(build, false);
    if (one == other)
        build_refuse(build, "bit and other are the same line");
    else if (!one_bus)
        build_refuse(build, "bit and other belong to different subpartitions");
}

static const struct place_cell whole_cell = {
    .rank = 0xff, .bank = 0xff, .row = UINT32_MAX, .column = UINT32_MAX
};

/* One address line: of the row, the bank or the column, whichever was given. Cells whose bit differs from the
 * stuck level are never reached; those that agree are reached twice. */
void break_address(struct build *build, struct cell_defect *defect)
{
    const struct vram_geometry *geometry = build->geometry;
    const bool high = build_value(build, false);
    const int lines = build_is_given(build, "row_bit") + build_is_given(build, "bank_bit") +
                      build_is_given(build, "column_bit");
    if (lines > 1)
        build_refuse(build, "one of row_bit, bank_bit and column_bit");

    defect->fault = CELL_ALIAS;
    defect->parts = build_partition(build);
    defect->lanes = build_some_lanes(build);
    defect->mask = whole_cell;
    if (build_is_given(build, "bank_bit")) {
        const unsigned bit = 1u << build_below(build, "bank_bit", 0, geometry->bank_bits);
        defect->mask.bank = (uint8_t)~bit;
        defect->match.bank = (uint8_t)(high ? bit : 0);
    } else if (build_is_given(build, "column_bit")) {
        const uint32_t bit = BIT(build_below(build, "column_bit", 0, geometry->column_bits));
        defect->mask.column = ~bit;
        defect->match.column = high ? bit : 0;
    } else {
        const uint32_t bit = BIT(build_below(build, "row_bit", 0, geometry->row_bits_a));
        defect->mask.row = ~bit;
        defect->match.row = high ? bit : 0;
    }
}

void break_mask(struct build *build, struct cell_defect *defect)
{
    defect->fault = CELL_MASK;
    defect->parts = build_partition(build);
    defect->lanes = UINT64_C(0xff)
                    << 8 * build_below(build, "byte", 0, build_lane_count(build) / 8);
}

void break_intermittent(struct build *build, struct cell_defect *defect)
{
    defect->fault = CELL_INTERMITTENT;
    defect->parts = build_partition(build);
    defect->lanes = build_some_lanes(build);
    defect->rate = (uint32_t)build_given(build, "rate", 1000);
    defect->quiet = build_given(build, "after", 0);
    defect->random = build_given(build, "seed", build->config->seed);
}

/* Of the wires between a chip and the GPU, too: lines that switch show it, lines at rest do not. */
void break_late(struct build *build, struct cell_defect *defect)
{
    const uint64_t bit = build_given(build, "bit", 0);
    const unsigned width = build_chip_width(build);

    defect->fault = CELL_LATE;
    defect->parts = build_partition(build);
    defect->lanes = build_lane(build, "bit", 0);
    defect->beside = UINT64_MAX >> (64 - width) << bit / width * width;
    defect->half = build_given(build, "half", 0);
    defect->streaming = build_given(build, "streaming", 0);
}

void break_pulled(struct build *build, struct cell_defect *defect)
{
    break_data_short(build, defect);
    defect->fault = CELL_PULLED;
    defect->lanes = build_lane(build, "bit", 0);
    defect->beside = build_lane(build, "other", build_given(build, "bit", 0) ^ 1);
}

void break_strobe(struct build *build, struct cell_defect *defect)
{
    break_mask(build, defect);
    defect->fault = CELL_SLIP;
    defect->random = build_given(build, "seed", build->config->seed);
    defect->rate = (uint32_t)build_given(build, "one_in", 1000);
}

/* ---- chips ------------------------------------------------------------------------------- */

static void in_rank(struct build *build, struct cell_defect *defect)
{
    defect->mask.rank = 0xff;
    defect->match.rank = (uint8_t)build_below(build, "rank", 0, build->geometry->ranks);
}

void break_chip(struct build *build, struct cell_defect *defect)
{
    defect->fault = CELL_DEAD;
    defect->parts = build_partition(build);
    defect->lanes = build_chip_lanes(build);
    defect->value = build_value(build, true);
    in_rank(build, defect);
}

void break_bank(struct build *build, struct cell_defect *defect)
{
    defect->fault = CELL_DEAD;
    defect->parts = build_partition(build);
    defect->lanes = build_some_lanes(build);
    defect->value = build_value(build, true);
    in_rank(build, defect);
    defect->mask.bank = 0xff;
    defect->match.bank = (uint8_t)build_below(build, "bank", 0, 1u << build->geometry->bank_bits);
}

void break_row(struct build *build, struct cell_defect *defect)
{
    break_bank(build, defect);
    defect->mask.row = UINT32_MAX;
    defect->match.row = (uint32_t)build_below(build, "row", 0, BIT(build->geometry->row_bits_a));
}

void break_column(struct build *build, struct cell_defect *defect)
{
    break_bank(build, defect);
    defect->lanes = build_lane(build, "bit", 0);
    defect->mask.column = UINT32_MAX;
    defect->match.column =
        (uint32_t)build_below(build, "column", 0, BIT(build->geometry->column_bits));
}

void break_rank(struct build *build, struct cell_defect *defect)
{
    defect->parts = build_some_partitions(build);
    defect->lanes = build_all_lanes(build);
    if (build->geometry->ranks != 2)
        build_refuse(build, "this card has one rank; give it ranks=2");
    if (build_given(build, "alias", 1)) {
        defect->fault = CELL_ALIAS;
        defect->mask = whole_cell;
        defect->mask.rank = 0;
    } else {
        defect->fault = CELL_DEAD;
        defect->value = true;
        defect->mask.rank = 0xff;
        defect->match.rank = 1;
    }
}

/* The top address bit is a rank's where ranks follow each other, else a row's. */
void break_size(struct build *build, struct cell_defect *defect)
{
    defect->fault = CELL_ALIAS;
    defect->parts = (uint8_t)build->geometry->part_mask;
    defect->lanes = build_all_lanes(build);
    defect->mask = whole_cell;
    if (build->place->two_ranks && build->place->order != ROW_BANK_COLUMN_INTERLEAVE)
        defect->mask.rank = 0;
    else
        defect->mask.row = ~BIT(build->geometry->row_bits_a - 1);
}

/* ---- one cell ---------------------------------------------------------------------------- */

/* Bit `bit` of the 32-bit word at `address`, seen untiled and in the short cycle. */
static void at_cell(struct build *build, struct cell_defect *defect)
{
    const struct place_view pitch = { 0 };
    const uint64_t address =
        build_below(build, "address", build->geometry->size / 2, build->geometry->size) &
        ~UINT64_C(3);
    const struct place *place = build->place;
    unsigned id, sub;
    uint32_t pbi, sbi;
    place_to_partition(place, pitch, (uint32_t)(address >> BLOCK_LOG2), &id, &pbi);
    place_to_subpartition(place, pbi, &sub, &sbi);

    const uint32_t offset = address % BLOCK_SIZE;
    const uint32_t word = (uint32_t)(((uint64_t)sbi << BLOCK_LOG2 | offset) >> place->word_log2);
    const unsigned half = place->word_log2 == 3 ? offset / 4 % 2 : sub;
    defect->parts = (uint8_t)(1u << place->hardware[id]);
    defect->lanes = BIT64(UINT64_C(32) * half + build_given(build, "bit", 0));
    defect->mask = whole_cell;
    defect->match = place_split(place, word);
}

void break_cell(struct build *build, struct cell_defect *defect)
{
    at_cell(build, defect);
    defect->fault = CELL_DEAD;
    defect->value = build_value(build, false);
}

void break_stolen_cell(struct build *build, struct cell_defect *defect)
{
    break_cell(build, defect);
}

void break_fade(struct build *build, struct cell_defect *defect)
{
    at_cell(build, defect);
    defect->fault = CELL_FADE;
    defect->value = build_value(build, false);
    defect->hold_ns = build_given(build, "ms", 500) * 1000000;
    defect->written_ns = build->cells->clock_ns ? build->cells->clock_ns(build->cells->opaque) : 0;
}

void break_starved(struct build *build, struct cell_defect *defect)
{
    at_cell(build, defect);
    defect->fault = CELL_STARVED;
    defect->value = build_value(build, false);
    defect->hold_ns = build_given(build, "ms", 64) * 1000000;
}

void break_coupling(struct build *build, struct cell_defect *defect)
{
    at_cell(build, defect);
    defect->fault = CELL_COUPLING;
}

/* ---- placement --------------------------------------------------------------------------- */

void break_place_adjust(struct build *build, struct cell_defect *defect)
{
    (void)defect;
    build->place->adjust_parts = 1;
}

/* Rules 2 and 6 exchange partitions in pairs, so an odd count cannot follow them. */
void break_place_parts(struct build *build, struct cell_defect *defect)
{
    (void)defect;
    const unsigned parts = build->geometry->parts;
    const unsigned rule = (unsigned)build_given(build, "parts", parts == 4 ? 8 : 4);
    if (parts % 2 && rule % 4 == 2)
        build_refuse(build, "an odd number of partitions cannot be adjusted by 2 or 6");
    else if (rule == parts)
        build_refuse(build, "that is the partition count this card has");
    else
        build->place->adjust_parts = (uint8_t)rule;
}

void break_place_long(struct build *build, struct cell_defect *defect)
{
    (void)defect;
    build->place->long_cycle = false;
}

void break_place_bank(struct build *build, struct cell_defect *defect)
{
    (void)defect;
    build->place->alternate = false;
}

void break_place_sub(struct build *build, struct cell_defect *defect)
{
    (void)defect;
    place_set_subparts(build->place, build->geometry->subparts == 2 ? 3 : 1, 0);
}

void break_bleed(struct build *build, struct cell_defect *defect)
{
    (void)defect;
    build->place->long_bleeds = true;
}
