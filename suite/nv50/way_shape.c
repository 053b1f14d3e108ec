/* How memory is spread over the chips, from the configuration registers. */
#include "hw/nv50/pfb.h"
#include "suite/nv50/way_state.h"

#define VRAM_MOST                                                                                  \
    (UINT64_C(4) << 30) /* of any card: placement has 32 bits of address (tesla-vm.md §6) */

/* BAR1 shows memory untiled, by the short cycle and with normal banks. */
static const struct view pitch = { 0 };

/* Chips of DDR2 and DDR3 mostly have 16 data lines, those of GDDR3 and later 32 (board.md §1.3). */
static uint8_t usual_width(uint8_t ram_type)
{
    return ram_type <= RAM_TYPE_DDR2_OR_DDR3 ? 16 : 32;
}

/* With holes in the mask a partition's number may be its place among those that are enabled, as this program has
 * it, or its hardware number; then those that no number names take the numbers whose partitions are off
 * (tesla-vm.md §6.2, unverified E35). */
static void add_others(struct vram_shape *shape)
{
    unsigned part = 0;

    for (unsigned hardware = 0; hardware < CHIP_PARTS; hardware++) {
        if (!(shape->part_mask >> hardware & 1))
            continue;
        const uint32_t named = (1u << shape->parts) - 1;
        const uint32_t may_be =
            shape->part_mask >> part & 1 ? 1u << part : shape->part_mask & ~named;

        shape->part_others[part++] = (uint8_t)(may_be & ~(1u << hardware));
    }
}

/* From the configuration registers, as the card was found. Rows, banks and columns that make more than any card has are
 * refused: their places have no addresses. */
enum err way_shape(struct memory_view *view, struct vram_shape *out)
{
    struct nv50_view *const state = view->state;
    const struct nv50_chip *const chip = nv50_chip_of(view->t->card->chip);
    const struct memory_config *const m = nv50_memory(view->t->card);
    const bool split = chip->features & FEATURE_SUBPARTITIONS;

    if (m->predicted > VRAM_MOST)
        return ERR_RANGE;
    *out = (struct vram_shape){
        .part_mask = m->part_mask,
        .parts = m->parts,
        .subparts = m->subparts,
        .ranks = m->dram.two_ranks ? 2 : 1,
        .lanes = split ? (uint8_t)(32 * m->subparts) : 64,
        .chip_width = usual_width(m->ram_type),
        .column_bytes = split ? 4 : 8,
        .column_bits = m->dram.column_bits,
        .bank_bits = m->dram.bank_bits,
        .row_bits = { m->dram.row_bits_a, m->dram.two_ranks ? m->dram.row_bits_b : 0 },
        .open_place = "E25",
        .open_rank = "E36",
        .open_part = "E35",
    };
    add_others(out);
    return placement_init(&state->placement, chip, &mmu_rules_default, m->parts, m->subparts,
                          m->select_mask, &m->dram);
}

/* The family has 4 GiB at most, so its placement has 32 bits. Subpartitions that cannot be make every place a guess. */
bool way_place(const struct memory_view *view, uint64_t at, struct partition_addr *out)
{
    const struct nv50_view *const state = view->state;

    *out = place_byte(&state->placement, pitch, (uint32_t)at);
    return at < VRAM_MOST && !nv50_memory(view->t->card)->subparts_odd;
}

uint64_t way_find(const struct memory_view *view, struct partition_addr there)
{
    const struct nv50_view *const state = view->state;

    return byte_at(&state->placement, pitch, there);
}
