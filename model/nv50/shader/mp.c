#include "model/nv50/shader/mp.h"

#include "hw/nv50/compute.h"
#include "hw/nv50/pgraph.h"
#include "model/nv50/base/card.h"
#include "model/nv50/shader/sfu.h"

#define MPS_MOST 3u

static bool is_g80_like(const struct nv50 *card)
{
    return card->chip->tpc_stride == PGRAPH_TPC_STRIDE_G80;
}

uint32_t mp_register(const struct nv50 *card, unsigned tpc, unsigned mp, uint32_t offset)
{
    return (is_g80_like(card) ? PGRAPH_TPC_MP_G80 : PGRAPH_TPC_MP_G200) +
           tpc * card->chip->tpc_stride + mp * PGRAPH_TPC_MP_STRIDE + offset;
}

void mp_set_flags(struct nv50 *card, uint32_t data)
{
    const uint32_t mask = PGRAPH_MP_FLAGS_INF | PGRAPH_MP_FLAGS_ZERO;
    const uint32_t flags = (data & COMPUTE_QUAD_INF ? PGRAPH_MP_FLAGS_INF : 0) |
                           (data & COMPUTE_MUL_ZERO_WINS ? PGRAPH_MP_FLAGS_ZERO : 0);

    for (unsigned tpc = 0; tpc < 32; tpc++)
        for (unsigned mp = 0; (card->tpcs >> tpc & 1) && mp < MPS_MOST; mp++) {
            const uint32_t at = mp_register(card, tpc, mp, PGRAPH_MP_FLAGS);

            reg_set(card, at, (reg_get(card, at) & ~mask) | flags);
        }
}

/* ---- tables of the special functions ---- */

struct table {
    uint32_t first, count; /* entries of the window */
    const int32_t (*pieces)[3];
    unsigned curve_bits; /* 0: the value at the start, else slope and curvature */
};

static const struct table tables[] = {
    { 0x000, 128, sfu_reciprocal, 0 }, { 0x080, 128, sfu_root, 0 },
    { 0x100, 64, sfu_sine, 0 },        { 0x140, 64, sfu_power, 0 },
    { 0x180, 64, sfu_logarithm, 0 },   { 0x200, 128, sfu_reciprocal, 10 },
    { 0x280, 128, sfu_root, 10 },      { 0x300, 64, sfu_sine, 11 },
    { 0x340, 64, sfu_power, 10 },      { 0x380, 64, sfu_logarithm, 10 },
};

#define ENTRY_BITS 26u
#define ENTRIES    0x400u

static uint32_t entry_of(uint32_t index)
{
    for (unsigned i = 0; i < ARRAY_SIZE(tables); i++) {
        const struct table *const t = &tables[i];

        if (index < t->first || index >= t->first + t->count)
            continue;
        const int32_t *const piece = t->pieces[index - t->first];
        const uint32_t word = t->curve_bits ? (uint32_t)piece[1] << t->curve_bits |
                                                  ((uint32_t)piece[2] & (BIT(t->curve_bits) - 1))
                                            : (uint32_t)piece[0];
        return word & (BIT(ENTRY_BITS) - 1);
    }
    return 0;
}

/* An entry is there twice, in bits 25:0 and 51:26. Other spaces are not modelled. */
static uint32_t read_state(struct nv50 *card, uint32_t offset, uint32_t stored)
{
    const uint32_t low = PGRAPH_TPC_STATE_DATA & 0xf;
    const uint32_t select = reg_get(card, offset & ~UINT32_C(0xf));
    const uint32_t space =
        is_g80_like(card) ? PGRAPH_TPC_STATE_TABLES_G80 : PGRAPH_TPC_STATE_TABLES_G200;

    (void)stored;
    if (FIELD_GET(PGRAPH_TPC_STATE_SPACE, select) != space)
        return 0;
    const uint64_t entry = entry_of(FIELD_GET(PGRAPH_TPC_STATE_INDEX, select) % ENTRIES);
    const uint64_t both = entry | entry << ENTRY_BITS;
    return (uint32_t)((offset & 0xf) == low ? both : both >> 32);
}

/* clang-format off */
#define FLAGS_G80  (PGRAPH_MP_FLAGS_INF | PGRAPH_MP_FLAGS_ZERO | BITS(17, 2))
#define FLAGS_G200 (FLAGS_G80 | BIT(18) | PGRAPH_MP_FLAGS_NAN_OFF)

#define MP(base, mask, flag_bits) \
    REG_AT(base, PGRAPH_MP_ERROR, .bits = RW, .flags = VOL, .chips = (mask)), \
    REG_AT(base, PGRAPH_MP_DECODE, .flags = VOL, .chips = (mask)), \
    REG_AT(base, PGRAPH_MP_DECODE_AT, .flags = VOL, .chips = (mask)), \
    REG_AT(base, PGRAPH_MP_FLAGS, .bits = (flag_bits), .chips = (mask)), \
    REG_AT(base, PGRAPH_MP_FLAGS_HIGH, .bits = RW, .chips = (mask))
#define MP_G80(i, k) \
    MP(PGRAPH_TPC_MP_G80 + (i) * PGRAPH_TPC_STRIDE_G80 + (k) * PGRAPH_TPC_MP_STRIDE, CHIPS_PRE_G200, FLAGS_G80)
#define MP_G200(i, k) \
    MP(PGRAPH_TPC_MP_G200 + (i) * PGRAPH_TPC_STRIDE_G200 + (k) * PGRAPH_TPC_MP_STRIDE, CHIPS_G200_UP, FLAGS_G200)
#define WINDOW(base, mask) \
    REG_AT(base, PGRAPH_TPC_STATE, .bits = RW, .flags = VOL, .chips = (mask)), \
    REG_AT(base, PGRAPH_TPC_STATE_DATA, .count = 2, .flags = VOL, .read = read_state, .chips = (mask))
#define TPC_G80(i) \
    MP_G80(i, 0), MP_G80(i, 1), WINDOW((i) * PGRAPH_TPC_STRIDE_G80, CHIPS_PRE_G200)
#define TPC_G200(i) \
    MP_G200(i, 0), MP_G200(i, 1), MP_G200(i, 2), WINDOW((i) * PGRAPH_TPC_STRIDE_G200, CHIPS_G200_UP)

static const struct reg_row rows[] = {
    TPC_G80(0), TPC_G80(1), TPC_G80(2), TPC_G80(3), TPC_G80(4), TPC_G80(5), TPC_G80(6), TPC_G80(7),
    TPC_G200(0), TPC_G200(1), TPC_G200(2), TPC_G200(3), TPC_G200(4), TPC_G200(5), TPC_G200(6), TPC_G200(7),
    TPC_G200(8), TPC_G200(9),
};
/* clang-format on */

const struct reg_block mp_regs = { rows, ARRAY_SIZE(rows) };
