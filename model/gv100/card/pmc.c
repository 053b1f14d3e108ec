#include "model/gv100/card/pmc.h"

#include "hw/chip.h"
#include "hw/gv100/pmc.h"
#include "model/gv100/base/card.h"
#include "model/gv100/card/units.h"

#define ENABLE_PBS BITS(13, 0)

/* Measured (§1.3): the existing bits, and those that are on after a reset. */
#define ENABLE_BITS        0x5fecdff1u
#define ENABLE_AFTER_RESET (PMC_ENABLE_PRIV_RING | PMC_ENABLE_PDISP)

static uint32_t identity(const struct gv100 *card)
{
    return FIELD_PUT(BOOT_0_CHIPSET, (uint32_t)card->chip->chip.id);
}

static uint32_t read_boot_0(struct gv100 *card, uint32_t offset, uint32_t stored)
{
    (void)offset, (void)stored;
    return identity(card) | gv_knob(card, KNOB_REVISION);
}

static uint32_t read_boot_42(struct gv100 *card, uint32_t offset, uint32_t stored)
{
    const uint32_t revision = gv_knob(card, KNOB_REVISION);
    uint32_t value = identity(card) | FIELD_PUT(PMC_BOOT_42_MAJOR_REVISION, revision >> 4) |
                     FIELD_PUT(PMC_BOOT_42_MINOR_REVISION, revision & 0xf);

    (void)offset, (void)stored;
    if (card->broken[DEFECT_PMC_BOOT0_WRONG])
        value ^= FIELD_PUT(PMC_BOOT_42_IMPLEMENTATION, 2u);
    return value;
}

static unsigned tree_at(uint32_t offset, uint32_t first)
{
    return (offset - first) / 4;
}

static uint32_t read_intr(struct gv100 *card, uint32_t offset, uint32_t stored)
{
    (void)stored;
    gv_units_poll(card);
    return gv_irq_lines(card, tree_at(offset, PMC_INTR(0)));
}

static uint32_t read_enabled(struct gv100 *card, uint32_t offset, uint32_t stored)
{
    (void)stored;
    return card->irq.enabled[tree_at(offset, PMC_INTR_EN(0))];
}

static void write_set(struct gv100 *card, uint32_t offset, uint32_t value)
{
    gv_irq_enable(card, tree_at(offset, PMC_INTR_EN_SET(0)), value, true);
}

static void write_clear(struct gv100 *card, uint32_t offset, uint32_t value)
{
    if (!card->broken[DEFECT_PMC_INTR_CLEAR_IGNORED])
        gv_irq_enable(card, tree_at(offset, PMC_INTR_EN_CLEAR(0)), value, false);
}

static void write_software(struct gv100 *card, uint32_t offset, uint32_t value)
{
    (void)offset, (void)value;
    gv_irq_update(card);
}

/* A bit that goes to 0 resets its unit. */
static void write_enable(struct gv100 *card, uint32_t offset, uint32_t value)
{
    const uint32_t before = card->enable_seen;
    uint32_t now = gv_reg(card, PMC_ENABLE);

    (void)offset, (void)value;
    if (card->broken[DEFECT_PMC_ENABLE_STUCK])
        now |= before & PMC_ENABLE_PFIFO;
    gv_set_reg(card, PMC_ENABLE, now);
    card->enable_seen = now;
    gv_units_reset(card, before & ~now);
}

static void write_enable_pbs(struct gv100 *card, uint32_t offset, uint32_t value)
{
    (void)offset, (void)value;
    gv_units_reset_pbdmas(card, ~gv_reg(card, PMC_ENABLE_PB) & ENABLE_PBS);
}

void gv_pmc_power_on(struct gv100 *card)
{
    card->enable_seen = gv_reg(card, PMC_ENABLE);
}

/* clang-format off */
static const struct reg_row rows[] = {
    REG(PMC_BOOT_0, .read = read_boot_0),
    REG(PMC_BOOT_1),
    REG(PMC_BOOT_2),
    REG(PMC_BOOT_42, .read = read_boot_42),
    MANY(PMC_INTR, 4, .flags = VOL, .read = read_intr),
    MANY(PMC_INTR_MODE, 4),
    MANY(PMC_INTR_EN, 4, .read = read_enabled),
    MANY(PMC_INTR_EN_SET, 4, .write = write_set),
    MANY(PMC_INTR_EN_CLEAR, 4, .write = write_clear),
    MANY(PMC_INTR_SW, 4, .bits = PMC_INTR_SW_ASSERT, .write = write_software),
    REG(PMC_INTR_LTC),
    REG(PMC_INTR_FBPA),
    REG(PMC_ENABLE, .bits = ENABLE_BITS, .reset = ENABLE_AFTER_RESET, .write = write_enable),
    REG(PMC_ENABLE_PB, .bits = ENABLE_PBS, .reset = ENABLE_PBS, .write = write_enable_pbs, .chips = CHIPS_VOLTA),
};
/* clang-format on */

const struct reg_block gv_pmc_regs = { rows, ARRAY_SIZE(rows) };
