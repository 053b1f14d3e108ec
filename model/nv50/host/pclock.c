#include "model/nv50/host/pclock.h"

#include "hw/nv50/pclock.h"
#include "hw/nv50/pnvio.h"
#include "model/nv50/base/card.h"

#define MPLL (CHIPS_PRE_GT215 & CHIPS_DISCRETE)
#define G92  (CHIP_BIT(CHIP_G92) | CHIP_BIT(CHIP_G94) | CHIP_BIT(CHIP_G96))
#define RPLL (CHIPS_GT215_UP & CHIPS_DISCRETE)
#define OWN  (CHIPS_PRE_GT215 & ~CHIPS_IGP) /* clocks of its own, before GT215 */
#define G94  (CHIP_BIT(CHIP_G94) | CHIP_BIT(CHIP_G96) | CHIP_BIT(CHIP_G98))
#define MCP7 (CHIPS_IGP & CHIPS_PRE_GT215)
#define AUX  (CHIPS_G94_UP & ~CHIP_BIT(CHIP_G200)) /* DisplayPort's side channel */

static const uint32_t pll_controls[] = { PCLOCK_GT215_MPLL, PCLOCK_MPLL, PCLOCK_SPLL, PCLOCK_NVPLL,
                                         PCLOCK_MASTER };

void pclock_power_on(struct nv50 *card)
{
    for (unsigned i = 0; card->cold && i < ARRAY_SIZE(pll_controls); i++)
        reg_set(card, pll_controls[i], 0);
}

/* Clocks: stored words that reports read (docs/hardware/board.md §6).
 * The values are those of a posted card, 0 where no example is known. */
/* clang-format off */
static const struct reg_row rows[] = {
    REG(PCLOCK_GT215_MPLL, .bits = RW, .reset = 0x00020001, .chips = CHIPS_GT215_UP),
    REG(PCLOCK_GT215_MPLL_COEF, .bits = RW, .reset = 0x00031e01, .chips = CHIPS_GT215_UP),
    REG(PCLOCK_MPLL, .bits = RW, .reset = 0x80000000, .chips = MPLL),
    REG(PCLOCK_MPLL_COEF, .bits = RW, .reset = 0x00001412, .chips = MPLL),
    REG(PCLOCK_SPLL, .bits = RW, .reset = 0x80000000, .chips = CHIPS_PRE_GT215),
    REG(PCLOCK_SPLL_COEF, .bits = RW, .reset = 0x00001b12, .chips = CHIPS_PRE_GT215),
    REG(PCLOCK_NVPLL, .bits = RW, .reset = 0x80010000, .chips = CHIPS_PRE_GT215),
    REG(PCLOCK_NVPLL_COEF, .bits = RW, .reset = 0x00001612, .chips = CHIPS_PRE_GT215),
    REG(PCLOCK_GT215_MPLL_SOURCE, .bits = RW, .reset = 0x00000100, .chips = CHIPS_GT215_UP),
    REG(PCLOCK_GT215_SOURCE_94, .bits = RW, .chips = CHIPS_GT215_UP),
    REG(PCLOCK_GT215_SOURCE_A0, .bits = RW, .chips = CHIPS_GT215_UP),
    REG(PCLOCK_GT215_SOURCE_A4, .bits = RW, .chips = CHIPS_GT215_UP),
    REG(PCLOCK_GT215_NVPLL, .bits = RW, .chips = CHIPS_GT215_UP),
    REG(PCLOCK_GT215_SPLL, .bits = RW, .chips = CHIPS_GT215_UP),
    REG(PCLOCK_VDEC_DIV, .bits = RW, .chips = MCP7),
    REG(PCLOCK_DOM6_DIV, .bits = RW, .chips = OWN & ~G92),
    REG(PCLOCK_DOM6_DIV_G92, .bits = RW, .chips = G92),
    REG(PCLOCK_MASTER, .bits = RW, .reset = 0x00000033),
    REG(PCLOCK_MASTER_ROOT, .bits = RW, .chips = G94),
    REG(PCLOCK_MASTER_MCP77, .bits = RW, .chips = MCP7),
    REG(PCLOCK_ROOT_SELECT, .bits = RW, .chips = OWN),
    REG(PCLOCK_ROOT_COEF, .bits = RW, .reset = 0x00001e01, .chips = CHIPS_PRE_GT215),
    REG(PCLOCK_ROOT_COEF_1, .bits = RW, .chips = G94),
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
    REG(PNVIO_TACH_PULSES, .flags = VOL, .chips = CHIPS_GT215_UP),
};
/* clang-format on */

const struct reg_block pclock_regs = { rows, ARRAY_SIZE(rows) };
