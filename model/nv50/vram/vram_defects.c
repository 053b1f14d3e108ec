#include "model/nv50/vram/vram_defects.h"

#include <string.h>

#include "hw/bits.h"
#include "model/nv50/vram/vram_build.h"

#define LANES  "chip=0..7,width=8..64"
#define A_CELL "address=0..0xffffffff,bit=0..31"

/* Integrated chipsets have no memory chips: no test could name what is broken in the system's. */
#define CHIPS_OWN CHIPS_DISCRETE

/* A row goes with the builder at the same place of builders[]. */
/* clang-format off */
const struct defect_row vram_defect_rows[] = {
    { { "vram-stuck", "partition=0..7,bit=0..63,value=0..1",
        "a data line of a partition is stuck" }, CHIPS_OWN },
    { { "vram-data-short", "partition=0..7,bit=0..63,other=0..63,value=0..1",
        "two data lines of a partition are shorted; value 1: the higher level wins" }, CHIPS_OWN },
    { { "vram-address", "partition=0..7,row_bit=0..15,bank_bit=0..3,column_bit=0..15,value=0..1," LANES,
        "an address line is stuck, at all chips of a partition or at one" }, CHIPS_OWN },
    { { "vram-row", "partition=0..7,rank=0..1,bank=0..15,row=0..0xffffff,value=0..1," LANES,
        "a row is dead" }, CHIPS_OWN },
    { { "vram-bank", "partition=0..7,rank=0..1,bank=0..15,value=0..1," LANES,
        "a bank is dead" }, CHIPS_OWN },
    { { "vram-column", "partition=0..7,rank=0..1,bank=0..15,column=0..0xffff,bit=0..63,value=0..1",
        "a bit line is dead: one column of all rows of a bank" }, CHIPS_OWN },
    { { "vram-chip", "partition=0..7,rank=0..1,value=0..1," LANES,
        "a memory chip does not answer" }, CHIPS_OWN },
    { { "vram-rank", "partition=0..7,alias=0..1",
        "rank B shows rank A, or with alias 0 is not there" }, CHIPS_OWN },
    { { "vram-fade", A_CELL ",ms=1..3600000,value=0..1",
        "a weak cell loses its value when it is not written for a while" }, CHIPS_OWN },
    { { "vram-coupling", A_CELL,
        "a change of a cell flips its neighbour in the next row" }, CHIPS_OWN },
    { { "vram-intermittent", "partition=0..7,rate=1..1000000,seed=0..0xffffffff," LANES,
        "of a million words read, rate have a wrong bit" }, CHIPS_OWN },
    { { "vram-cell", A_CELL ",value=0..1",
        "one cell is stuck" }, CHIPS_OWN },
    { { "vram-mask", "partition=0..7,byte=0..7",
        "a data mask is stuck: small writes damage the rest of their sector" }, CHIPS_OWN },
    { { "vram-size", "",
        "the upper half of each partition shows the lower half" }, CHIPS_OWN },
    { { "vram-place-adjust", "",
        "tiled storage types get no partition adjust" }, CHIPS_OWN },
    { { "vram-place-parts", "parts=1..8",
        "tiled storage types get the partition adjust of another partition count" }, CHIPS_OWN },
    { { "vram-place-long", "",
        "the long partition cycle is ignored" }, CHIP_BIT(CHIP_G80) },
    { { "vram-place-bank", "",
        "the alternate bank cycle is missing" }, CHIPS_OWN },
    { { "vram-place-sub", "",
        "the select mask of subpartitions is ignored" }, CHIPS_GT215_UP & CHIPS_OWN },
    { { "vram-bleed", "",
        "the long partition cycle is kept where it leaves the large page" }, CHIP_BIT(CHIP_G80) },
};
/* clang-format on */

const unsigned vram_defect_row_count = ARRAY_SIZE(vram_defect_rows);

static builder *const builders[] = {
    break_stuck,        break_data_short, break_address,    break_row,       break_bank,
    break_column,       break_chip,       break_rank,       break_fade,      break_coupling,
    break_intermittent, break_cell,       break_mask,       break_size,      break_place_adjust,
    break_place_parts,  break_place_long, break_place_bank, break_place_sub, break_bleed,
};

_Static_assert(ARRAY_SIZE(builders) == ARRAY_SIZE(vram_defect_rows), "one builder for each row");

static builder *builder_of(const struct defect *given_defect)
{
    for (unsigned i = 0; i < vram_defect_row_count; i++)
        if (!strcmp(vram_defect_rows[i].option.name, given_defect->option->name))
            return builders[i];
    return NULL;
}

static void build_one(struct build *build, builder *make)
{
    struct cell_defect defect = { .parts = 0 };
    make(build, &defect);
    if (!defect.parts)
        return;
    build->cells->defects[build->cells->count++] = defect;
    build->cells->watched |= defect.parts;
    if (defect.fault == CELL_ALIAS)
        build->cells->moved |= defect.parts;
    if (defect.fault == CELL_MASK)
        build->cells->masked |= defect.parts;
}

bool vram_defects_build(const struct vram_config *config, const struct vram_geometry *geometry,
                        struct place *place, struct cells *cells, char *error, size_t error_size)
{
    struct build build = { .config = config,
                           .geometry = geometry,
                           .place = place,
                           .cells = cells,
                           .error = { error, error_size, 0 } };
    for (unsigned i = 0; i < config->options->defect_count; i++) {
        build.given = &config->options->defects[i];
        builder *const make = builder_of(build.given);
        if (make)
            build_one(&build, make);
        if (build.error.used)
            return false;
    }
    return true;
}
