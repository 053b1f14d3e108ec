#include "engines/nv50/pgraph.h"

#include "engines/nv50/reset.h"
#include "hw/nv50/chip.h"
#include "hw/nv50/pbus.h"
#include "hw/nv50/pgraph.h"

/* Invalid methods, objects and values are told by the card, which tests ask for (§6.1). */
#define CHECKS 0x401889f2u
#define TRAP   (PGRAPH_UNIT_TRAP_CLEAR | PGRAPH_UNIT_TRAP_ENABLE)

static const uint32_t unit_traps[] = {
    PGRAPH_DISPATCH_TRAP, PGRAPH_M2MF_TRAP,   PGRAPH_VFETCH_TRAP,
    PGRAPH_STRMOUT_TRAP,  PGRAPH_CCACHE_TRAP, PGRAPH_CLIPID_TRAP
};

/* The trap words of TPC 0. */
struct tpc_traps {
    uint32_t mpc, mpc_enable, tex, prop;
};

static const struct tpc_traps tpc_g80 = { PGRAPH_TPC_MPC_TRAP_G80, PGRAPH_TPC_MPC_TRAP_EN_G80,
                                          PGRAPH_TPC_TEX_TRAP_G80, PGRAPH_TPC_PROP_TRAP_G80 };
static const struct tpc_traps tpc_g200 = { PGRAPH_TPC_MPC_TRAP_G200, PGRAPH_TPC_MPC_TRAP_EN_G200,
                                           PGRAPH_TPC_TEX_TRAP_G200, PGRAPH_TPC_PROP_TRAP_G200 };

/* Only of TPCs that the card has: a register of one that is fused off answers nothing. A mask may claim more than the
 * die has. */
static void clear_tpc_traps(struct card *card)
{
    const uint32_t stride = nv50_chip_of(card->chip)->tpc_stride;
    const struct tpc_traps *const of = stride == PGRAPH_TPC_STRIDE_G80 ? &tpc_g80 : &tpc_g200;
    const uint32_t there = FIELD_GET(PBUS_HWUNITS_0_TPCS, card_read32(card, PBUS_HWUNITS_0));

    for (unsigned i = 0; i < nv50_chip_of(card->chip)->max_tpcs; i++) {
        if (!(there & BIT(i)))
            continue;
        card_write32(card, of->tex + i * stride, TRAP);
        card_write32(card, of->prop + i * stride, TRAP);
        card_write32(card, of->mpc + i * stride, TRAP);
        card_write32(card, of->mpc_enable + i * stride, UINT32_MAX);
    }
}

void pgraph_tpc_traps(struct card *card, uint32_t *tex, uint32_t *prop)
{
    const uint32_t stride = nv50_chip_of(card->chip)->tpc_stride;
    const struct tpc_traps *const of = stride == PGRAPH_TPC_STRIDE_G80 ? &tpc_g80 : &tpc_g200;
    const uint32_t there = FIELD_GET(PBUS_HWUNITS_0_TPCS, card_read32(card, PBUS_HWUNITS_0));

    *tex = *prop = 0;
    for (unsigned i = 0; i < nv50_chip_of(card->chip)->max_tpcs; i++) {
        if (!(there & BIT(i)))
            continue;
        *tex |= card_read32(card, of->tex + i * stride) & ~PGRAPH_UNIT_TRAP_ENABLE;
        *prop |= card_read32(card, of->prop + i * stride) & ~PGRAPH_UNIT_TRAP_ENABLE;
    }
}

/* A mask may claim more than the die has. */
uint64_t pgraph_mps(struct card *card)
{
    const struct nv50_chip *const chip = nv50_chip_of(card->chip);
    const uint32_t units = card_read32(card, PBUS_HWUNITS_0);
    uint64_t mps = 0;

    for (unsigned tpc = 0; tpc < chip->max_tpcs; tpc++)
        for (unsigned mp = 0; mp < chip->max_mps; mp++)
            if ((FIELD_GET(PBUS_HWUNITS_0_TPCS, units) >> tpc & 1) &&
                (FIELD_GET(PBUS_HWUNITS_0_MPS, units) >> mp & 1))
                mps |= UINT64_C(1) << (tpc * PGRAPH_MPS_OF_TPC + mp);
    return mps;
}

uint64_t pgraph_mp_traps(struct card *card)
{
    static const uint32_t bits[] = { PGRAPH_MPC_TRAP_MP0, PGRAPH_MPC_TRAP_MP1,
                                     PGRAPH_MPC_TRAP_MP2 };
    const uint32_t stride = nv50_chip_of(card->chip)->tpc_stride;
    const struct tpc_traps *const of = stride == PGRAPH_TPC_STRIDE_G80 ? &tpc_g80 : &tpc_g200;
    const uint64_t there = pgraph_mps(card);
    uint64_t traps = 0;

    for (unsigned i = 0; i < nv50_chip_of(card->chip)->max_tpcs; i++) {
        if (!(there >> (i * PGRAPH_MPS_OF_TPC) & 0xf))
            continue;
        const uint32_t word = card_read32(card, of->mpc + i * stride);
        for (unsigned mp = 0; mp < ARRAY_SIZE(bits); mp++)
            if (word & bits[mp])
                traps |= UINT64_C(1) << (i * PGRAPH_MPS_OF_TPC + mp);
    }
    return traps & there;
}

/* Both words, because a register test writes both. */
void pgraph_clear_mp_flags(struct card *card)
{
    const uint32_t stride = nv50_chip_of(card->chip)->tpc_stride;
    const uint32_t first = stride == PGRAPH_TPC_STRIDE_G80 ? PGRAPH_TPC_MP_G80 : PGRAPH_TPC_MP_G200;
    const uint64_t there = pgraph_mps(card);

    for (uint32_t i = 0; i < 64; i++) {
        const uint32_t at = first + i / PGRAPH_MPS_OF_TPC * stride +
                            i % PGRAPH_MPS_OF_TPC * PGRAPH_TPC_MP_STRIDE + PGRAPH_MP_FLAGS;

        if (!(there >> i & 1))
            continue;
        card_write32(card, at, 0);
        card_write32(card, at + PGRAPH_MP_FLAGS_HIGH - PGRAPH_MP_FLAGS, 0);
    }
}

void pgraph_clear_traps(struct card *card)
{
    for (unsigned i = 0; i < ARRAY_SIZE(unit_traps); i++)
        card_write32(card, unit_traps[i], TRAP);
}

void pgraph_start(struct card *card)
{
    engines_reset_pgraph(card);
    pgraph_clear_traps(card);
    clear_tpc_traps(card);
    card_write32(card, PGRAPH_UNIT_RESET, UINT32_MAX);
    card_write32(card, PGRAPH_UNIT_RESET, 0);
    card_write32(card, PGRAPH_CCACHE_MISC, 1);
    card_write32(card, PGRAPH_DEBUG_0, CHECKS);
    card_write32(card, PGRAPH_INTR, UINT32_MAX);
    card_write32(card, PGRAPH_TRAP, UINT32_MAX);
    card_write32(card, PGRAPH_INTR_EN, UINT32_MAX);
    card_write32(card, PGRAPH_TRAP_EN, UINT32_MAX);
}

void pgraph_load(struct card *card, uint32_t channel)
{
    channel &= PGRAPH_CTXCTL_CHANNEL;
    card_write32(card, PGRAPH_FLAGS_0, PGRAPH_FLAGS_0_XFER_ENABLE);
    card_write32(card, PGRAPH_CTXCTL_SWAP, channel);
    card_write32(card, PGRAPH_CTXCTL_CMD, PGRAPH_CTXCTL_CMD_NEWCTXDMA);
    card_write32(card, PGRAPH_CTXCTL_CUR, channel | PGRAPH_CTXCTL_VALID);
    card_write32(card, PGRAPH_FIFO_CONTROL, PGRAPH_FIFO_CONTROL_RUN);
}
