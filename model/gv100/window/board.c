#include "model/gv100/window/board.h"

#include "hw/gv100/board.h"
#include "hw/gv100/ptop.h"
#include "hw/gv100/unlisted.h"
#include "hw/gv100/usermode.h"
#include "model/gv100/base/card.h"
#include "model/gv100/vm/memory.h"
#include "model/gv100/vram/vram.h"

#define GPCS               6
#define TPCS_PER_GPC       7
#define LTC_SLICES_UNNAMED 0x1c0062u /* measured, like the next one: not all bits have names */
#define STRAPS_UNNAMED     BIT(7)
#define LTC_SIZE_UNNAMED   0x40000u
#define LTC_SETTING_IDLE   0xe3000effu /* of a Titan V */
#define TEMPERATURE        41u         /* degrees C */
#define HOT                101u
#define FBPAS_PER_FBP      2
#define LTCS_PER_FBP       2
/* Number of the last byte of the field, plus one: a PCE for each LCE that there may be. */
#define PCES        0x1ff
#define TURING_PCES 0xf

static uint32_t read_post(struct gv100 *card, uint32_t offset, uint32_t stored)
{
    (void)offset, (void)stored;
    return gv_memory_usable(card) ? POST_STATUS_DONE : 0;
}

/* MiB of each FBPA; a fuse of 1 means that its FBPA is off. */
static uint32_t read_fbpa(struct gv100 *card, uint32_t offset, uint32_t stored)
{
    const unsigned i = (offset - FBPA_SIZE(0)) / (FBPA_SIZE(1) - FBPA_SIZE(0));
    const unsigned there = gv_vram_spread(card->vram)->fbpas;
    uint64_t size = gv_vram_size(card->vram) / there;

    (void)stored;
    if (card->broken[DEFECT_FBPA_SIZE_DOUBLE])
        size *= 2;
    return i < there ? (uint32_t)(size >> 20) : 0;
}

/* The size again, as MiB with an exponent; no ECC. */
static uint32_t read_range(struct gv100 *card, uint32_t offset, uint32_t stored)
{
    uint32_t mag = (uint32_t)(gv_vram_size(card->vram) >> 20), scale = 0;

    (void)offset, (void)stored;
    for (; mag > FIELD_MAX(VRAM_RANGE_MAG); mag >>= 1)
        scale++;
    return FIELD_PUT(VRAM_RANGE_MAG, mag) | FIELD_PUT(VRAM_RANGE_SCALE, scale);
}

static uint32_t read_fbpa_fuse(struct gv100 *card, uint32_t offset, uint32_t stored)
{
    const uint32_t all = BITS(card->chip->fbpas - 1u, 0);
    const uint32_t off = all << gv_vram_spread(card->vram)->fbpas;

    (void)offset, (void)stored;
    return (off & all) | (card->broken[DEFECT_FBPA_FUSED_OFF] ? BIT(card->chip->fbpas - 1u) : 0);
}

static unsigned fbps_of(const struct gv100 *card)
{
    return card->chip->fbpas / FBPAS_PER_FBP;
}

/* An FBP is off when all of its FBPAs are. */
static uint32_t read_fbp_fuse(struct gv100 *card, uint32_t offset, uint32_t stored)
{
    const unsigned on = (gv_vram_spread(card->vram)->fbpas + FBPAS_PER_FBP - 1) / FBPAS_PER_FBP;
    const uint32_t all = BITS(fbps_of(card) - 1, 0);

    (void)offset, (void)stored;
    return all << on & all;
}

static uint32_t read_ltc_count(struct gv100 *card, uint32_t offset, uint32_t stored)
{
    (void)offset, (void)stored;
    return fbps_of(card) * LTCS_PER_FBP;
}

/* Of an FBP that is off, both. */
static uint32_t read_ltc_fuse(struct gv100 *card, uint32_t offset, uint32_t stored)
{
    const unsigned fbp = (offset - FUSE_LTC_OFF(0)) / 4;

    return read_fbp_fuse(card, offset, stored) >> fbp & 1 ? BITS(LTCS_PER_FBP - 1, 0) : 0;
}

/* ---- L2 -------------------------------------------------------------------------------------- */

static uint32_t read_ltcs(struct gv100 *card, uint32_t offset, uint32_t stored)
{
    (void)offset, (void)stored;
    return card->board->ltcs;
}

static uint32_t read_slice_size(struct gv100 *card, uint32_t offset, uint32_t stored)
{
    (void)offset;
    return stored | gv_board_slice_kib(card->board, gv_vram_size(card->vram));
}

static void write_clean(struct gv100 *card, uint32_t offset, uint32_t value)
{
    (void)offset;
    if (value & LTC_COMMAND_START)
        gv_vram_clean(card->vram);
}

static void write_invalidate(struct gv100 *card, uint32_t offset, uint32_t value)
{
    (void)offset;
    if (value & LTC_COMMAND_START)
        gv_vram_invalidate(card->vram);
}

/* The stored command without its START, because each command is done at once. */
static uint32_t read_command(struct gv100 *card, uint32_t offset, uint32_t stored)
{
    (void)card, (void)offset;
    return stored & ~LTC_COMMAND_START;
}

static void write_setting(struct gv100 *card, uint32_t offset, uint32_t value)
{
    (void)offset;
    gv_vram_bypass(card->vram, value & LTC_SETTING_BYPASS);
}

static uint32_t read_display_fuse(struct gv100 *card, uint32_t offset, uint32_t stored)
{
    (void)offset, (void)stored;
    return card->board->outputs ? 0 : FUSE_DISPLAY_OFF_ALL;
}

static uint32_t read_fbpas(struct gv100 *card, uint32_t offset, uint32_t stored)
{
    (void)offset, (void)stored;
    return card->chip->fbpas + (card->broken[DEFECT_PTOP_COUNT_WRONG] ? 1u : 0);
}

static uint32_t read_fbps(struct gv100 *card, uint32_t offset, uint32_t stored)
{
    (void)stored;
    return fbps_of(card) * (offset == PTOP_SCAL_NUM_LTCS ? LTCS_PER_FBP : 1);
}

/* Which LCE each PCE works for, after a reset; GRCE 0 shares with LCE 1, and GRCE 1 with none (§13.3). */
static uint32_t read_pce(struct gv100 *card, uint32_t offset, uint32_t stored)
{
    static const uint8_t lces[CE_PCE2LCE_CONFIG_COUNT] = { 1, 4, 2, 3 };

    (void)card, (void)stored;
    return lces[(offset - CE_PCE2LCE_CONFIG(0)) / 4];
}

static uint32_t read_grce(struct gv100 *card, uint32_t offset, uint32_t stored)
{
    (void)card, (void)stored;
    return offset == CE_GRCE_CONFIG(0) ? CE_GRCE_CONFIG_SHARED | 1 : CE_GRCE_CONFIG_SHARED_LCE_NONE;
}

static uint32_t read_sensor(struct gv100 *card, uint32_t offset, uint32_t stored)
{
    (void)offset, (void)stored;
    return TSENSOR_VALID |
           FIELD_PUT(TSENSOR_TEMP, card->broken[DEFECT_BOARD_HOT] ? HOT : TEMPERATURE);
}

static uint32_t read_usermode_class(struct gv100 *card, uint32_t offset, uint32_t stored)
{
    const uint32_t class = card->chip->places->usermode_class;

    (void)offset, (void)stored;
    return card->broken[DEFECT_USERMODE_CLASS_WRONG] ? class ^ 0x10 : class;
}

/* clang-format off */
static const struct reg_row rows[] = {
    REG(PTOP_SCAL_NUM_GPCS, .reset = GPCS),
    REG(PTOP_SCAL_NUM_TPC_PER_GPC, .reset = TPCS_PER_GPC),
    REG(PTOP_SCAL_NUM_FBPS, .read = read_fbps),
    REG(PTOP_SCAL_NUM_FBPAS, .read = read_fbpas),
    REG(PTOP_SCAL_NUM_LTC_PER_FBP, .reset = LTCS_PER_FBP),
    REG(PTOP_SCAL_NUM_LTCS, .read = read_fbps),
    REG(PTOP_SCAL_NUM_FBPA_PER_FBP, .reset = FBPAS_PER_FBP),
    REG(PTOP_SCAL_NUM_SLICES_PER_LTC, .reset = LTC_SLICE_COUNT),
    REG(POST_STATUS, .read = read_post),
    REG(FUSE_UNITS_OFF),
    REG(FUSE_DISPLAY_OFF, .read = read_display_fuse),
    REG(FUSE_FBPA_OFF, .read = read_fbpa_fuse),
    REG(FUSE_FBP_OFF, .read = read_fbp_fuse),
    REG(VRAM_RANGE, .read = read_range),
    MANY(FUSE_LTC_OFF, 4, .read = read_ltc_fuse),
    MANY(FBPA_SIZE, 0x4000, .read = read_fbpa),
    REG(STRAPS, .reset = STRAPS_CRYSTAL_27MHZ | STRAPS_UNNAMED),
    REG(VBIOS_IN_VRAM),
    REG(CE_PCE_MAP, .reset = PCES, .chips = CHIPS_VOLTA),
    REG(CE_PCE_MAP, .reset = TURING_PCES, .chips = CHIPS_TURING),
    { .at = CE_PCE2LCE_CONFIG(0), .name = "CE_PCE2LCE_CONFIG", .count = CE_PCE2LCE_CONFIG_COUNT, .read = read_pce, .chips = CHIPS_TURING },
    { .at = CE_GRCE_CONFIG(0), .name = "CE_GRCE_CONFIG", .count = CE_GRCE_CONFIG_COUNT, .read = read_grce, .chips = CHIPS_TURING },
    REG(USERMODE_CFG0, .read = read_usermode_class),
    REG(LTC_COUNT, .bits = RW, .reset = 16, .chips = CHIPS_VOLTA),
    REG(LTC_COUNT, .read = read_ltc_count, .chips = CHIPS_TURING),
    REG(LTC_SLICES, .reset = (uint32_t)LTC_SLICE_COUNT << 28 | LTC_SLICES_UNNAMED),
    REG(LTC_NUMBER, .read = read_ltcs),
    REG(LTC_SLICE_SIZE, .reset = LTC_SIZE_UNNAMED, .read = read_slice_size),
    REG(LTC_WAYS, .reset = LTC_WAYS_MASK),
    REG(LTC_INVALIDATE, .flags = VOL, .bits = RW, .read = read_command, .write = write_invalidate),
    REG(LTC_CLEAN, .flags = VOL, .bits = RW, .read = read_command, .write = write_clean),
    REG(LTC_SETTING, .bits = RW, .reset = LTC_SETTING_IDLE, .write = write_setting),
    { .at = LTC_INVALIDATE_OF(0), .name = "LTC_INVALIDATE_OF", .count = LTC_OF_COUNT, .stride = 0x2000 },
    { .at = LTC_CLEAN_OF(0), .name = "LTC_CLEAN_OF", .count = LTC_OF_COUNT, .stride = 0x2000 },
    REG(LTC_CLEAR_INDEX, .bits = RW, .undefined = RW),
    { .at = LTC_CLEAR_COLOR(0), .name = "LTC_CLEAR_COLOR", .count = LTC_CLEAR_COLORS, .bits = RW, .undefined = RW },
    REG(LTC_CLEAR_DEPTH, .bits = RW, .undefined = RW),
    REG(LTC_CLEAR_STENCIL, .bits = RW, .undefined = RW),
    REG(FBPA_ALL_A, .bits = RW),
    REG(FBPA_ALL_B, .bits = RW),
    REG(FBPA_TRAINED, .bits = RW),
    REG(MEMORY_SETUP, .bits = RW),
    MANY(GPIO_INTR, 8),
    MANY(GPIO_INTR_LOW, 8),
    MANY(GPIO_INTR_HIGH, 8),
    REG(TSENSOR, .flags = VOL, .read = read_sensor),
};
/* clang-format on */

const struct reg_block gv_board_regs = { rows, ARRAY_SIZE(rows) };
