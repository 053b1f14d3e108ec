#include "model/nv50/host/pclock.h"

#include "hw/nv50/pclock.h"
#include "hw/nv50/pnvio.h"
#include "model/nv50/base/card.h"
#include "model/nv50/host/gpio.h"
#include "model/nv50/host/i2c.h"
#include "model/nv50/vm/board.h"
#include "model/nv50/vm/start.h"

#define MPLL     (CHIPS_PRE_GT215 & CHIPS_DISCRETE)
#define G92      (CHIP_BIT(CHIP_G92) | CHIP_BIT(CHIP_G94) | CHIP_BIT(CHIP_G96))
#define RPLL     (CHIPS_GT215_UP & CHIPS_DISCRETE)
#define OWN      (CHIPS_PRE_GT215 & ~CHIPS_IGP) /* clocks of its own, before GT215 */
#define G94      (CHIP_BIT(CHIP_G94) | CHIP_BIT(CHIP_G96) | CHIP_BIT(CHIP_G98))
#define G80_ROOT (CHIP_BIT(CHIP_G80) | CHIP_BIT(CHIP_G200))
#define MCP7     (CHIPS_IGP & CHIPS_PRE_GT215)
#define AUX      (CHIPS_G94_UP & ~CHIP_BIT(CHIP_G200)) /* DisplayPort's side channel */

/* The board's PLLs multiply the crystal (board.h): its root PLL passes that on. G80 and G200 have four times
 * the crystal to begin with, and fields that are one less. */
#define ROOT_AS_CRYSTAL     0x00000101u
#define ROOT_AS_CRYSTAL_G80 0x00000003u

/* Root PLLs of a posted card give 810 MHz: 27 * 30 / 1; on G80 and G200 27 * 4 * 15 / 2. */
#define ROOT_POSTED     0x00001e01u
#define ROOT_POSTED_G80 0x00000e01u

/* The first root PLL of a G94 as reset leaves it: 27 * 4 MHz. Its ROM does not write it, and the memory's clock that was
 * read on the card leaves no other (docs/hardware/devinit.md §3.5). */
#define ROOT_G94 0x00000401u

/* Coefficients of a memory that is too fast: 32 / 18 of 810 MHz, on a G94 53 / 2 of 108 MHz, halved; from GT215 on
 * 100 / 3 of 27 MHz. */
#define MPLL_TOO_FAST       0x00002012u
#define MPLL_TOO_FAST_G94   0x00003502u
#define MPLL_TOO_FAST_GT215 0x00036401u

/* Clocks and lines of a cold card (devinit.md §7.2): nothing enabled, the memory's clock past its PLL, every line an
 * input. The supply's line is routed to NVIO and to a SOR, so that scripts have to take it back. */
static const struct {
    uint32_t at, value;
} cold_values[] = {
    { PCLOCK_GT215_MPLL, PLL_GT215_POWER_OFF | PLL_GT215_BYPASS },
    { PCLOCK_GT215_MPLL_COEF, 0 },
    { PCLOCK_MPLL, PLL_CTRL_MEMORY_BYPASS },
    { PCLOCK_MPLL_COEF, 0 },
    { PCLOCK_SPLL, 0 },
    { PCLOCK_NVPLL, 0 },
    { PCLOCK_NVPLL_COEF, 0 },
    { PCLOCK_GT215_NVPLL, PLL_GT215_POWER_OFF | PLL_GT215_BYPASS },
    { PCLOCK_GT215_NVPLL_COEF, 0 },
    { PCLOCK_GT215_SPLL, PLL_GT215_POWER_OFF | PLL_GT215_BYPASS },
    { PCLOCK_MASTER, 0 },
    { PCLOCK_ROOT_COEF_1, ROOT_AS_CRYSTAL },
    { PNVIO_GPIO_MODE_0, (BIT(0) | BIT(16)) << BOARD_VOLTAGE_LINE },
};

/* Values that a G94's own scripts leave (docs/hardware/devinit.md §3.5). */
static const struct {
    uint32_t at, value;
} g94_values[] = {
    { PCLOCK_MPLL, 0x90596400 },    { PCLOCK_MPLL_COEF, 0x2504 },   { PCLOCK_SPLL_COEF, 0x1902 },
    { PCLOCK_NVPLL, 0xa0000000 },   { PCLOCK_NVPLL_COEF, 0x0f03 },  { PCLOCK_MASTER, 0x2c001b33 },
    { PCLOCK_MASTER_ROOT, 0x530e }, { PCLOCK_ROOT_COEF, ROOT_G94 },
};

static void g94_power_on(struct nv50 *card)
{
    for (unsigned i = 0; !card->shell.cold && i < ARRAY_SIZE(g94_values); i++)
        reg_set(card, g94_values[i].at, g94_values[i].value);
    if (card->shell.cold && card->board_is_given)
        reg_set(card, PCLOCK_ROOT_COEF, ROOT_G94);
}

/* A card that has been started in another way than most: its memory's PLL is off, with a clock that bypasses it or with
 * none; or it has locked, and its lock is not watched (devinit.md §3.2, row i). */
static void memory_clock_power_on(struct nv50 *card)
{
    const uint64_t clock = card_knob(card, KNOB_MEMORY_CLOCK);
    const bool gt215 = card->chip->features & FEATURE_PLL_GT215;

    if (card->broken[DEFECT_HALF_CLOCK])
        reg_set(card, gt215 ? PCLOCK_GT215_MPLL : PCLOCK_MPLL, 0);
    else if (gt215 && clock == MEMORY_CLOCK_PAST_PLL)
        reg_set(card, PCLOCK_GT215_MPLL, PLL_GT215_BYPASS);
    else if (gt215 && clock == MEMORY_CLOCK_UNWATCHED)
        reg_set(card, PCLOCK_GT215_MPLL, PLL_GT215_ENABLE | PLL_GT215_UNWATCHED);
    if (gt215 && clock == MEMORY_CLOCK_PAST_PLL)
        reg_set(card, PCLOCK_GT215_MPLL_PAST, SOURCE_GT215_ON | SOURCE_GT215_DIVIDER_ON);
}

/* GT215's register comes first on those chips: its place is G80's NVIO PLL. */
void pclock_power_on(struct nv50 *card)
{
    for (unsigned i = 0; card->shell.cold && i < ARRAY_SIZE(cold_values); i++)
        reg_set(card, cold_values[i].at, cold_values[i].value);
    if (card->shell.cold)
        reg_set(card, PCLOCK_ROOT_COEF,
                card->chip_bit & G80_ROOT ? ROOT_AS_CRYSTAL_G80 : ROOT_AS_CRYSTAL);
    if (card->chip_bit & CHIP_BIT(CHIP_G94))
        g94_power_on(card);
    if (card->broken[DEFECT_POST_HALF])
        reg_set(card, PCLOCK_MPLL, PLL_CTRL_ENABLE);
    if (!card->shell.cold && !(card->chip->features & FEATURE_IGP))
        memory_clock_power_on(card);
    lines_power_on(card);
    i2c_power_on(card);
    if (!card->broken[DEFECT_CLOCK_ABOVE_LEVELS])
        return;
    if (card->chip_bit & CHIPS_GT215_UP)
        reg_set(card, PCLOCK_GT215_MPLL_COEF, MPLL_TOO_FAST_GT215);
    else
        reg_set(card, PCLOCK_MPLL_COEF,
                card->chip_bit & CHIP_BIT(CHIP_G94) ? MPLL_TOO_FAST_G94 : MPLL_TOO_FAST);
}

static uint32_t gt215_nvpll(struct nv50 *card, uint32_t offset, uint32_t stored)
{
    (void)offset;
    if (card->shell.cold)
        stored = (stored & ~PLL_GT215_LOCKED) | (start_core_locked(card) ? PLL_GT215_LOCKED : 0);
    return card->broken[DEFECT_PLL_UNLOCKED] ? stored & ~PLL_GT215_LOCKED : stored;
}

static uint32_t gt215_mpll(struct nv50 *card, uint32_t offset, uint32_t stored)
{
    (void)offset;
    if (!card->shell.cold)
        return stored;
    return (stored & ~PLL_GT215_LOCKED) | (start_memory_locked(card) ? PLL_GT215_LOCKED : 0);
}

static uint32_t status(struct nv50 *card, uint32_t offset, uint32_t stored)
{
    (void)offset, (void)stored;
    const bool enabled = reg_get(card, PCLOCK_NVPLL) & PLL_CTRL_ENABLE;

    if ((card->shell.cold && !start_core_locked(card)) || card->broken[DEFECT_PLL_UNLOCKED])
        return enabled ? PCLOCK_STATUS_NVPLL_ENABLED : 0;
    return enabled ? PCLOCK_STATUS_NVPLL_ENABLED | PCLOCK_STATUS_NVPLL_LOCKED : 0;
}

#define I2C_PORT(n, offset)                                                                        \
    {                                                                                              \
        .at = (offset), .name = "PNVIO_I2C_" #n, .bits = BITS(3, 0), .read = i2c_read,             \
        .write = i2c_write                                                                         \
    }

/* Clocks: stored words that reports read (docs/hardware/board.md §6).
 * The values are those of a posted card, 0 where no example is known. */
/* clang-format off */
static const struct reg_row rows[] = {
    REG(PCLOCK_GT215_MPLL, .bits = RW, .reset = 0x00020001, .read = gt215_mpll, .write = start_pll_changed, .chips = CHIPS_GT215_UP),
    REG(PCLOCK_GT215_MPLL_COEF, .bits = RW, .reset = 0x00022801, .write = start_pll_changed, .chips = CHIPS_GT215_UP),
    REG(PCLOCK_MPLL, .bits = RW, .reset = 0x80000000, .write = start_pll_changed, .chips = MPLL),
    REG(PCLOCK_MPLL_COEF, .bits = RW, .reset = 0x00001412, .write = start_pll_changed, .chips = MPLL),
    REG(PCLOCK_SPLL, .bits = RW, .reset = 0x80000000, .chips = CHIPS_PRE_GT215),
    REG(PCLOCK_SPLL_COEF, .bits = RW, .reset = 0x00001b12, .chips = CHIPS_PRE_GT215),
    REG(PCLOCK_NVPLL, .bits = RW, .reset = 0x80010000, .write = start_pll_changed, .chips = CHIPS_PRE_GT215),
    REG(PCLOCK_NVPLL_COEF, .bits = RW, .reset = 0x00001612, .write = start_pll_changed, .chips = CHIPS_PRE_GT215),
    REG(PCLOCK_GT215_NVPLL_SOURCE, .bits = RW, .reset = 0x00000100, .chips = CHIPS_GT215_UP),
    REG(PCLOCK_GT215_SPLL_SOURCE, .bits = RW, .reset = 0x00000100, .chips = CHIPS_GT215_UP),
    REG(PCLOCK_GT215_MPLL_SOURCE, .bits = RW, .reset = 0x00000100, .chips = CHIPS_GT215_UP),
    REG(PCLOCK_GT215_MPLL_PAST, .bits = RW, .chips = RPLL),
    REG(PCLOCK_GT215_SOURCE_94, .bits = RW, .chips = CHIPS_GT215_UP),
    REG(PCLOCK_GT215_SOURCE_A0, .bits = RW, .chips = CHIPS_GT215_UP),
    REG(PCLOCK_GT215_SOURCE_A4, .bits = RW, .chips = CHIPS_GT215_UP),
    REG(PCLOCK_GT215_NVPLL, .bits = RW, .reset = 0x00020001, .read = gt215_nvpll, .write = start_pll_changed, .chips = CHIPS_GT215_UP),
    REG(PCLOCK_GT215_NVPLL_COEF, .bits = RW, .reset = 0x00022901, .write = start_pll_changed, .chips = CHIPS_GT215_UP),
    REG(PCLOCK_STATUS, .read = status, .chips = G94),
    REG(PNVIO_GPIO_MODE_0, .bits = RW),
    REG(PNVIO_PWM_DIVISOR_0, .bits = PWM_VALUE),
    REG(PNVIO_PWM_DUTY_0, .bits = PWM_VALUE),
    REG(PNVIO_PWM_DIVISOR_1, .bits = PWM_VALUE),
    REG(PNVIO_PWM_DUTY_1, .bits = PWM_VALUE),
    REG(PNVIO_GPIO_0, .bits = RW, .read = lines_read),
    REG(PNVIO_GPIO_8, .bits = RW, .read = lines_read),
    REG(PNVIO_GPIO_16, .bits = RW, .read = lines_read, .chips = CHIPS_G94_UP),
    REG(PNVIO_GPIO_24, .bits = RW, .read = lines_read, .chips = CHIPS_G94_UP),
    REG(PNVIO_GPIO_MODE_16, .bits = RW, .chips = CHIPS_G94_UP),
    REG(PNVIO_INPUTS, .bits = RW, .reset = UINT32_MAX),
    I2C_PORT(0, 0x00e138),
    I2C_PORT(1, 0x00e150),
    I2C_PORT(2, 0x00e168),
    I2C_PORT(3, 0x00e180),
    I2C_PORT(4, 0x00e254),
    I2C_PORT(5, 0x00e274),
    I2C_PORT(6, 0x00e764),
    I2C_PORT(7, 0x00e780),
    I2C_PORT(8, 0x00e79c),
    I2C_PORT(9, 0x00e7b8),
    REG(PCLOCK_GT215_SPLL, .bits = RW, .reset = 0x00020001, .chips = CHIPS_GT215_UP),
    REG(PCLOCK_GT215_SPLL_COEF, .bits = RW, .reset = 0x00013201, .chips = CHIPS_GT215_UP),
    REG(PCLOCK_VDEC_DIV, .bits = RW, .chips = MCP7),
    REG(PCLOCK_DOM6_DIV, .bits = RW, .chips = OWN & ~G92),
    REG(PCLOCK_DOM6_DIV_G92, .bits = RW, .chips = G92),
    REG(PCLOCK_MASTER, .bits = RW, .reset = 0x00000033),
    REG(PCLOCK_MASTER_ROOT, .bits = RW, .chips = G94),
    REG(PCLOCK_MASTER_MCP77, .bits = RW, .chips = MCP7),
    REG(PCLOCK_ROOT_SELECT, .bits = RW, .chips = OWN),
    REG(PCLOCK_ROOT_COEF, .bits = RW, .reset = ROOT_POSTED, .chips = CHIPS_PRE_GT215 & ~G80_ROOT),
    REG(PCLOCK_ROOT_COEF, .bits = RW, .reset = ROOT_POSTED_G80, .chips = G80_ROOT),
    REG(PCLOCK_ROOT_COEF_1, .bits = RW, .reset = ROOT_POSTED, .chips = G94),
    REG(PCLOCK_ROOT_DIV_1, .bits = RW, .chips = G94),
    REG(PCLOCK_GT215_ROOT, .bits = RW, .reset = 0x00000001, .chips = RPLL),
    REG(PCLOCK_GT215_ROOT_COEF, .bits = RW, .reset = 0x00011e01, .chips = RPLL),
    REG(PNVIO_GPIO_INTR_EN, .bits = RW),
    REG(PNVIO_GPIO_INTR, .w1c = RW, .flags = VOL),
    REG(PNVIO_AUX_INTR_EN, .bits = RW, .chips = AUX),
    REG(PNVIO_AUX_INTR, .w1c = RW, .flags = VOL, .chips = AUX),
    REG(PNVIO_GPIO_INTR_EN_1, .bits = RW, .chips = CHIPS_G94_UP),
    REG(PNVIO_GPIO_INTR_1, .w1c = RW, .flags = VOL, .chips = CHIPS_G94_UP),
    REG(PNVIO_TACH, .bits = RW, .chips = CHIPS_GT215_UP),
    REG(PNVIO_TACH_PERIOD, .bits = RW, .chips = CHIPS_GT215_UP),
    REG(PNVIO_TACH_PULSES, .flags = VOL, .read = lines_read_pulses, .chips = CHIPS_GT215_UP),
};
/* clang-format on */

const struct reg_block pclock_regs = { rows, ARRAY_SIZE(rows) };
