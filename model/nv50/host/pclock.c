#include "model/nv50/host/pclock.h"

#include "hw/nv50/ptherm.h"
#include "model/nv50/base/card.h"
#include "model/nv50/host/ptherm.h"

#define ALL CHIPS_ALL
#define OLD CHIPS_PRE_GT215
#define NEW CHIPS_GT215_UP
#define RW  BITS(31, 0)

#define MPLL (OLD & CHIPS_DISCRETE)
#define G92  (CHIP_BIT(CHIP_G92) | CHIP_BIT(CHIP_G94) | CHIP_BIT(CHIP_G96))
#define RPLL (NEW & CHIPS_DISCRETE)
#define OWN  (OLD & ~CHIPS_IGP) /* clocks of its own, before GT215 */
#define G94  (CHIP_BIT(CHIP_G94) | CHIP_BIT(CHIP_G96) | CHIP_BIT(CHIP_G98))
#define MCP7 (CHIPS_IGP & OLD)
#define AUX  (CHIPS_G94_UP & ~CHIP_BIT(CHIP_G200)) /* DisplayPort's side channel */

static const uint32_t pll_controls[] = { 0x004000, 0x004008, 0x004020, 0x004028, 0x00c040 };

void pclock_power_on(struct nv50 *card)
{
    for (unsigned i = 0; card->cold && i < ARRAY_SIZE(pll_controls); i++)
        reg_set(card, pll_controls[i], 0);
}

static uint32_t temperature(struct nv50 *card, uint32_t offset, uint32_t stored)
{
    (void)offset;
    return card->broken[DEFECT_BOARD_HOT] ? ptherm_celsius(card) : stored;
}

/* Clocks, temperature and fuses: stored words that reports read (docs/hardware/board.md §4, §6).
 * The values are those of a posted card, 0 where no example is known. */
/* clang-format off */
static const struct reg_row rows[] = {
    { 0x004000, "PCLOCK_MPLL_CTRL", RW, 0x00020001, 0, NEW, 1, 0, 0 },
    { 0x004004, "PCLOCK_MPLL_COEF", RW, 0x00031e01, 0, NEW, 1, 0, 0 },
    { 0x004008, "PCLOCK_MPLL_CTRL", RW, 0x80000000, 0, MPLL, 1, 0, 0 },
    { 0x00400c, "PCLOCK_MPLL_COEF", RW, 0x00001412, 0, MPLL, 1, 0, 0 },
    { 0x004020, "PCLOCK_SPLL_CTRL", RW, 0x80000000, 0, OLD, 1, 0, 0 },
    { 0x004024, "PCLOCK_SPLL_COEF", RW, 0x00001b12, 0, OLD, 1, 0, 0 },
    { 0x004028, "PCLOCK_NVPLL_CTRL", RW, 0x80010000, 0, OLD, 1, 0, 0 },
    { 0x00402c, "PCLOCK_NVPLL_COEF", RW, 0x00001612, 0, OLD, 1, 0, 0 },
    { 0x004128, "PCLOCK_MPLL_SOURCE", RW, 0x00000100, 0, NEW, 1, 0, 0 },
    { 0x004194, "PCLOCK_SOURCE_194", RW, 0, 0, NEW, 1, 0, 0 },
    { 0x0041a0, "PCLOCK_SOURCE_1A0", RW, 0, 0, NEW, 2, 0, 0 },
    { 0x004200, "PCLOCK_NVPLL_CTRL", RW, 0, 0, NEW, 1, 0, 0 },
    { 0x004220, "PCLOCK_SPLL_CTRL", RW, 0, 0, NEW, 1, 0, 0 },
    { 0x004600, "PCLOCK_VDEC_DIV", RW, 0, 0, MCP7, 1, 0, 0 },
    { 0x004700, "PCLOCK_DOM6_DIV", RW, 0, 0, OWN & ~G92, 1, 0, 0 },
    { 0x004800, "PCLOCK_DOM6_DIV_G92", RW, 0, 0, G92, 1, 0, 0 },
    { 0x00c040, "PCLOCK_MASTER", RW, 0x00000033, 0, ALL, 1, 0, 0 },
    { 0x00c050, "PCLOCK_MASTER_ROOT", RW, 0, 0, G94, 1, 0, 0 },
    { 0x00c054, "PCLOCK_MASTER_MCP77", RW, 0, 0, MCP7, 1, 0, 0 },
    { 0x00e18c, "PCLOCK_ROOT_SELECT", RW, 0, 0, OWN, 1, 0, 0 },
    { 0x00e81c, "PCLOCK_ROOT_COEF", RW, 0x00001e01, 0, OLD, 1, 0, 0 },
    { 0x00e844, "PCLOCK_ROOT_COEF_1", RW, 0, 0, G94, 1, 0, 0 },
    { 0x00e84c, "PCLOCK_ROOT_DIV_1", RW, 0, 0, G94, 1, 0, 0 },
    { 0x00e820, "PCLOCK_ROOT_CTRL", RW, 0x00000001, 0, RPLL, 1, 0, 0 },
    { 0x00e824, "PCLOCK_ROOT_COEF", RW, 0x00011e01, 0, RPLL, 1, 0, 0 },
    { 0x020008, "PTHERM_SENSOR", RW, BIT(31), 0, CHIPS_G84_UP, 1, 0, 0 },
    { 0x020010, "PTHERM_RAW_CONFIG", RW, 0, 0, CHIPS_VP1, 1, 0, 0 },
    { 0x020014, "PTHERM_RAW", 0, 0, REG_VOLATILE, ALL, 1, 0, 0 },
    { PTHERM_TEMPERATURE, "PTHERM_TEMPERATURE", 0, 45, REG_VOLATILE, CHIPS_G84_UP, 1, temperature, 0 },
    { 0x020444, "PTHERM_HALF_DEGREE", 0, 0, REG_VOLATILE, CHIPS_G84_UP, 1, 0, 0 },
    { 0x00e050, "PNVIO_GPIO_INTR_EN", RW, 0, 0, ALL, 1, 0, 0 },
    { 0x00e054, "PNVIO_GPIO_INTR", RW, 0, REG_VOLATILE | REG_W1C, ALL, 1, 0, 0 },
    { 0x00e068, "PNVIO_AUX_INTR_EN", RW, 0, 0, AUX, 1, 0, 0 },
    { 0x00e06c, "PNVIO_AUX_INTR", RW, 0, REG_VOLATILE | REG_W1C, AUX, 1, 0, 0 },
    { 0x00e070, "PNVIO_GPIO_INTR_EN_1", RW, 0, 0, CHIPS_G94_UP, 1, 0, 0 },
    { 0x00e074, "PNVIO_GPIO_INTR_1", RW, 0, REG_VOLATILE | REG_W1C, CHIPS_G94_UP, 1, 0, 0 },
    { 0x00e720, "PNVIO_PWM_COUNT", RW, 0, 0, NEW, 1, 0, 0 },
    { 0x00e728, "PNVIO_PWM_VALUE", 0, 0, REG_VOLATILE, NEW, 1, 0, 0 },
    { 0x020000, "PTHERM_INTR_EN", RW, 0, 0, CHIPS_G84_UP, 1, 0, 0 },
    { 0x02000c, "PTHERM_SENSOR_CONFIG", RW, 0, 0, CHIPS_G84_UP, 1, 0, 0 },
    { 0x020100, "PTHERM_INTR", RW, 0, REG_VOLATILE | REG_W1C, CHIPS_G84_UP, 1, 0, 0 },
    { 0x020414, "PTHERM_THRESHOLD", RW, 0, 0, CHIPS_G84_UP, 1, 0, 0 },
    { 0x020480, "PTHERM_THRESHOLD_1", RW, 0, 0, CHIPS_G84_UP, 2, 0, 0 },
    { 0x0204c0, "PTHERM_THRESHOLD_2", RW, 0, 0, CHIPS_G84_UP, 2, 0, 0 },
    { 0x0211a8, "PFUSE_SENSOR_CALIBRATED", 0, 1, 0, CHIPS_G84_UP, 1, 0, 0 },
};
/* clang-format on */

const struct reg_block pclock_regs = { rows, ARRAY_SIZE(rows) };
