#include "model/gv100/window/ecc.h"

#include "hw/gv100/ecc.h"
#include "hw/gv100/pmc.h"
#include "hw/gv100/refusal.h"
#include "model/gv100/base/card.h"
#include "model/gv100/vm/memory.h"
#include "model/gv100/vram/vram.h"

/* Measured (§1.9): bits of a Titan V that have no names here. */
#define FEATURES_UNNAMED 0xf2u
#define FBPA_STEP        (FBPA_ECC_PENDING(1) - FBPA_ECC_PENDING(0))

static const struct ecc_counts nothing[ECC_HALVES];

static bool counts(const struct gv100 *card)
{
    return gv_knob(card, KNOB_ECC_COUNTERS) == ECC_COUNTERS_COUNT;
}

static const struct ecc_counts *counts_of(const struct gv100 *card, uint32_t offset, uint32_t first)
{
    const unsigned i = (offset - first) / FBPA_STEP, j = (offset - first) % FBPA_STEP / 4;

    return counts(card) ? &gv_vram_ecc(card->vram)->counts[i][j] : &nothing[j];
}

static bool is_there(const struct gv100 *card, uint32_t offset)
{
    return (offset - FBPA_ECC_PENDING(0)) / FBPA_STEP < gv_vram_spread(card->vram)->fbpas &&
           gv_knob(card, KNOB_ECC_COUNTERS) != ECC_COUNTERS_REFUSE;
}

uint32_t gv_ecc_refusal(const struct gv100 *card, uint32_t offset)
{
    const uint32_t inside = (offset - FBPA_ECC_PENDING(0)) % FBPA_STEP;
    const uint32_t status = FBPA_ECC_STATUS(0, 0) - FBPA_ECC_PENDING(0);
    const uint32_t end = FBPA_ECC_UNCORRECTED(0, FBPA_ECC_HALVES) - FBPA_ECC_PENDING(0);
    const bool ours = offset >= FBPA_ECC_PENDING(0) && offset < FBPA_ECC_PENDING(FBPA_ECC_FBPAS) &&
                      (inside == 0 || (inside >= status && inside < end));

    return ours && !is_there(card, offset) ? REFUSAL_NO_REGISTER : 0;
}

static uint32_t read_features(struct gv100 *card, uint32_t offset, uint32_t stored)
{
    (void)offset, (void)stored;
    return FEATURES_UNNAMED | (gv_vram_ecc(card->vram)->on ? ECC_FEATURES_DRAM : 0);
}

static uint32_t read_corrected(struct gv100 *card, uint32_t offset, uint32_t stored)
{
    (void)stored;
    return (uint32_t)counts_of(card, offset, FBPA_ECC_CORRECTED(0, 0))->corrected;
}

static uint32_t read_uncorrected(struct gv100 *card, uint32_t offset, uint32_t stored)
{
    (void)stored;
    return (uint32_t)counts_of(card, offset, FBPA_ECC_UNCORRECTED(0, 0))->uncorrected;
}

static uint32_t read_status(struct gv100 *card, uint32_t offset, uint32_t stored)
{
    const struct ecc_counts *const now = counts_of(card, offset, FBPA_ECC_STATUS(0, 0));

    (void)stored;
    return (now->corrected ? FBPA_ECC_STATUS_CORRECTED : 0) |
           (now->uncorrected ? FBPA_ECC_STATUS_UNCORRECTED : 0) |
           (now->corrected >> 32 ? FBPA_ECC_STATUS_CORRECTED_OV : 0) |
           (now->uncorrected >> 32 ? FBPA_ECC_STATUS_UNCORRECTED_OV : 0);
}

static uint32_t read_pending(struct gv100 *card, uint32_t offset, uint32_t stored)
{
    const struct ecc_counts *const now = counts_of(card, offset, FBPA_ECC_PENDING(0));
    uint32_t word = 0;

    (void)stored;
    for (unsigned j = 0; j < FBPA_ECC_HALVES; j++)
        word |= ((now[j].corrected ? FBPA_ECC_PENDING_CORRECTED : 0) |
                 (now[j].uncorrected ? FBPA_ECC_PENDING_UNCORRECTED : 0))
                << 16 * j;
    return word;
}

static uint32_t read_scrub(struct gv100 *card, uint32_t offset, uint32_t stored)
{
    (void)offset, (void)stored;
    return gv_knob(card, KNOB_SCRUBBED) == SCRUBBED_YES && gv_memory_usable(card) ? SCRUB_DONE : 0;
}

/* Of all slices together, because a defect of L2 has no place in one of them. */
static uint32_t read_ltc(struct gv100 *card, uint32_t offset, uint32_t stored)
{
    (void)stored;
    if (offset != LTC_ECC_COUNT(0, 0))
        return 0;
    return FIELD_PUT(LTC_ECC_COUNT_CORRECTED, card->l2_corrected & 0xff) |
           FIELD_PUT(LTC_ECC_COUNT_UNCORRECTED, card->l2_uncorrected & 0xff);
}

/* clang-format off */
#define FBPAS(name_, j, function)                                                                  \
    { .at = name_(0, j), .name = #name_, .count = ECC_FBPAS, .stride = FBPA_STEP, .flags = VOL, .read = (function) }
#define SLICES(s)                                                                                  \
    { .at = LTC_ECC_COUNT(0, (s)), .name = "LTC_ECC_COUNT", .count = LTC_ECC_LTCS, .stride = LTC_ECC_COUNT(1, 0) - LTC_ECC_COUNT(0, 0), .flags = VOL, .read = read_ltc }

static const struct reg_row rows[] = {
    REG(ECC_FEATURES, .read = read_features),
    REG(FUSE_ECC),
    { .at = FBPA_ECC_PENDING(0), .name = "FBPA_ECC_PENDING", .count = ECC_FBPAS, .stride = FBPA_STEP, .flags = VOL, .read = read_pending },
    FBPAS(FBPA_ECC_STATUS, 0, read_status),
    FBPAS(FBPA_ECC_STATUS, 1, read_status),
    FBPAS(FBPA_ECC_CORRECTED, 0, read_corrected),
    FBPAS(FBPA_ECC_CORRECTED, 1, read_corrected),
    FBPAS(FBPA_ECC_UNCORRECTED, 0, read_uncorrected),
    FBPAS(FBPA_ECC_UNCORRECTED, 1, read_uncorrected),
    REG(FBPA_ECC_INTR_EN, .bits = FBPA_ECC_INTR_EN_CORRECTED | FBPA_ECC_INTR_EN_UNCORRECTED),
    SLICES(0),
    SLICES(1),
    SLICES(2),
    SLICES(3),
    REG(SCRUB, .read = read_scrub),
};
/* clang-format on */

const struct reg_block gv_ecc_regs = { rows, ARRAY_SIZE(rows) };
