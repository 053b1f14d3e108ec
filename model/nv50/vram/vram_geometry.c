#include "model/nv50/vram/vram_geometry.h"

#include "hw/least.h"
#include "hw/nv50/pfb.h"
#include "model/nv50/vram/vram_sentence.h"

/* One board of each chipset (docs/hardware/board.md §1.5). */
struct board {
    uint8_t part_mib_log2;
    uint8_t ram_type;
};

/* clang-format off */
static const struct board boards[CHIP_COUNT] = {
    [CHIP_G80]   = { 6, RAM_TYPE_GDDR3 },
    [CHIP_G84]   = { 7, RAM_TYPE_GDDR3 },
    [CHIP_G86]   = { 7, RAM_TYPE_DDR2_OR_DDR3 },
    [CHIP_G92]   = { 7, RAM_TYPE_GDDR3 },
    [CHIP_G94]   = { 7, RAM_TYPE_GDDR3 },
    [CHIP_G96]   = { 7, RAM_TYPE_GDDR3 },
    [CHIP_G98]   = { 7, RAM_TYPE_DDR2_OR_DDR3 },
    [CHIP_G200]  = { 7, RAM_TYPE_GDDR3 },
    [CHIP_MCP77] = { 6, RAM_TYPE_DDR2_OR_DDR3 },
    [CHIP_MCP79] = { 6, RAM_TYPE_DDR2_OR_DDR3 },
    [CHIP_GT215] = { 7, RAM_TYPE_GDDR5 },
    [CHIP_GT216] = { 7, RAM_TYPE_DDR2_OR_DDR3 },
    [CHIP_GT218] = { 7, RAM_TYPE_DDR2_OR_DDR3 },
    [CHIP_MCP89] = { 6, RAM_TYPE_DDR2_OR_DDR3 },
};
/* clang-format on */

unsigned vram_word_log2(const struct nv50_chip *chip)
{
    return chip->features & FEATURE_SUBPARTITIONS ? 2 : 3;
}

/* Partitions, subpartitions and ranks: a number that was not given becomes the chipset's
 * default. */
static bool choose_units(struct vram_geometry *geometry, const struct vram_config *config,
                         struct sentence *error)
{
    const struct nv50_chip *chip = config->chip;
    const bool split = chip->features & FEATURE_SUBPARTITIONS;
    const unsigned all = (1u << chip->max_partitions) - 1;

    geometry->part_mask = config->part_mask ? config->part_mask : all;
    geometry->parts = bits_count(geometry->part_mask);
    geometry->subparts = config->subparts ? config->subparts : split ? 2 : 1;
    geometry->select_mask = config->select_mask;
    /* A defect of a second rank brings the rank along. */
    const unsigned usual =
        config->options && options_defect(config->options, "vram-rank", 0) ? 2 : 1;
    geometry->ranks = config->ranks ? config->ranks : usual;

    if (geometry->part_mask > 0xff)
        sentence_add(error, "parts 0x%x: the mask has 8 bits", geometry->part_mask);
    else if (geometry->subparts > 2)
        sentence_add(error, "subparts %u: 1 or 2", geometry->subparts);
    else if (geometry->subparts == 2 && !split)
        sentence_add(error, "subparts 2: %s has no subpartitions, GT215 and later have",
                     chip->chip.title);
    else if (geometry->select_mask > 7)
        sentence_add(error, "selmask %u: 0 to 7", geometry->select_mask);
    else if (geometry->ranks > 2)
        sentence_add(error, "ranks %u: 1 or 2", geometry->ranks);
    return error->used == 0;
}

/* The size must be partitions times a power of two, and each partition at least as large as the smallest. */
static bool choose_size(struct vram_geometry *geometry, const struct vram_config *config,
                        struct sentence *error)
{
    const struct board *board = &boards[config->chip->chip.index];
    const uint64_t parts = geometry->parts;

    if (!config->size) {
        geometry->size = parts * PART_SIZE_MIN << board->part_mib_log2;
        return true;
    }
    for (uint64_t size = parts * PART_SIZE_MIN; size <= VRAM_SIZE_MAX; size *= 2) {
        geometry->size = size;
        if (size == config->size)
            return true;
    }
    sentence_add(error, "vram 0x%llx: with %u partition%s one of", (unsigned long long)config->size,
                 geometry->parts, parts == 1 ? "" : "s");
    for (uint64_t size = parts * PART_SIZE_MIN; size <= VRAM_SIZE_MAX; size *= 2)
        sentence_add(error, " %uM", (unsigned)(size >> 20));
    return false;
}

/* Rows, banks and columns of one rank: 256 Mbit chips have 12, 2 and 9 bits of them, 512 Mbit ones
 * 12, 3 and 9 (board.md §1.4); smaller memories lose rows down to the 8 that CFG1 can express,
 * then columns. Multiplied out, P * banks << columns * 8 << rows is the size exactly; where GT215
 * and later run with one subpartition of 4-byte columns it is double the size, as on the card
 * (tesla-vm.md §6.1, unverified E22). */
static void choose_fields(struct vram_geometry *geometry, const struct vram_config *config)
{
    const uint64_t ranks = (uint64_t)geometry->parts * geometry->subparts * geometry->ranks;
    const uint64_t rank = geometry->size / (ranks ? ranks : 1);
    const unsigned bits = 63u - (unsigned)__builtin_clzll(rank) - vram_word_log2(config->chip);
    const unsigned most_columns = bits >= 26 ? 10 : 9;

    geometry->bank_bits = bits >= 24 ? 3 : 2;
    const unsigned columns = bits - geometry->bank_bits - PFB_CFG1_ROW_BITS_MIN;
    geometry->column_bits = LEAST(columns, most_columns);
    geometry->row_bits_a = bits - geometry->bank_bits - geometry->column_bits;
    geometry->row_bits_b = geometry->row_bits_a;
}

bool vram_geometry_choose(struct vram_geometry *geometry, const struct vram_config *config,
                          char *error, size_t error_size)
{
    struct sentence sentence = { error, error_size, 0 };
    *geometry = (struct vram_geometry){ .ram_type = boards[config->chip->chip.index].ram_type };
    if (!choose_units(geometry, config, &sentence) || !choose_size(geometry, config, &sentence))
        return false;
    choose_fields(geometry, config);
    /* That power-of-two partition counts go with TIMES3 is inferred (tesla-vm.md §6.5, E23). */
    geometry->times3 = (geometry->parts & (geometry->parts - 1)) == 0;
    return true;
}
