#include "model/nv50/card/pmc.h"

#include "hw/nv50/pmc.h"
#include "model/nv50/base/card.h"
#include "model/nv50/card/units.h"
#include "model/nv50/vm/alias.h"
#include "model/nv50/vm/pfb.h"

#define STEPPING          0xa2
#define POSTED_PMC_ENABLE UINT32_MAX

/* docs/hardware/tesla-mmio.md §3.1: before G92 four low bits of the device id, then five. */
static uint32_t read_boot_0(struct nv50 *card, uint32_t offset, uint32_t stored)
{
    (void)offset, (void)stored;
    const uint32_t low = config_device_id(card) & ((1u << card->chip->device_id_bits) - 1);
    uint32_t value = FIELD_PUT(PMC_BOOT_0_CHIPSET, (uint32_t)card->chip->chip.id) | STEPPING;

    value |= card->chip->device_id_bits == 4 ? FIELD_PUT(PMC_BOOT_0_DEVID_G80, low)
                                             : FIELD_PUT(PMC_BOOT_0_DEVID_G92, low);
    if (card->broken[DEFECT_PMC_BOOT0_WRONG])
        value ^= FIELD_PUT(PMC_BOOT_0_CHIPSET, 0x0cu);
    return value;
}

static uint32_t read_new_id(struct nv50 *card, uint32_t offset, uint32_t stored)
{
    (void)offset, (void)stored;
    return FIELD_PUT(PMC_NEW_ID_CHIPSET, (uint32_t)card->chip->chip.id) |
           FIELD_PUT(PMC_NEW_ID_STEPPING, STEPPING) |
           FIELD_PUT(PMC_NEW_ID_DEVID, (uint32_t)config_device_id(card));
}

static uint32_t read_boot_1(struct nv50 *card, uint32_t offset, uint32_t stored)
{
    (void)offset;
    return card->broken[DEFECT_PMC_BIG_ENDIAN] ? PMC_BOOT_1_BIG : stored;
}

static uint32_t read_intr_host(struct nv50 *card, uint32_t offset, uint32_t stored)
{
    (void)offset, (void)stored;
    ptimer_poll(card);
    return irq_lines(card);
}

static uint32_t read_line_host(struct nv50 *card, uint32_t offset, uint32_t stored)
{
    (void)offset, (void)stored;
    return irq_is_asserted(card) ? 0 : 1;
}

static void write_intr(struct nv50 *card, uint32_t offset, uint32_t value)
{
    (void)offset, (void)value;
    irq_update(card);
}

static void write_enable(struct nv50 *card, uint32_t offset, uint32_t value)
{
    (void)offset, (void)value;
    const uint32_t before = card->regs.enable_seen;
    uint32_t now = reg_get(card, PMC_ENABLE);

    if (card->broken[DEFECT_PMC_ENABLE_STUCK] && !(before & PMC_ENABLE_PGRAPH))
        now &= ~PMC_ENABLE_PGRAPH;
    reg_set(card, PMC_ENABLE, now);
    card->regs.enable_seen = now;
    units_reset(card, before & ~now);
    pfb_refresh(card);
}

void pmc_power_on(struct nv50 *card)
{
    if (!card->cold)
        reg_set(card, PMC_ENABLE, POSTED_PMC_ENABLE);
    card->regs.enable_seen = reg_get(card, PMC_ENABLE);
}

static uint32_t read_hide_low(struct nv50 *card, uint32_t offset, uint32_t stored)
{
    (void)offset;
    return card->broken[DEFECT_WINDOW_HIDE_STUCK] ? stored | PMC_VRAM_HIDE_ENABLE : stored;
}

static void write_hide(struct nv50 *card, uint32_t offset, uint32_t value)
{
    (void)offset, (void)value;
    alias_drop_all(card);
}

#define ALL CHIPS_ALL

/* clang-format off */
static const struct reg_row rows[] = {
    { PMC_BOOT_0, "PMC_BOOT_0", 0, 0, 0, ALL, 1, read_boot_0, 0 },
    { PMC_BOOT_1, "PMC_BOOT_1", 0, 0, 0, ALL, 1, read_boot_1, 0 }, /* little endian, hardwired */
    { PMC_BOOT_2, "PMC_BOOT_2", 0, 0, 0, CHIPS_G92_UP, 1, 0, 0 },
    { PMC_INTR_HOST, "PMC_INTR_HOST", PMC_INTR_HOST_SOFTWARE, 0, 0, ALL, 1, read_intr_host, write_intr },
    { PMC_INTR_EN_HOST, "PMC_INTR_EN_HOST", BITS(1, 0), 0, 0, ALL, 1, 0, write_intr },
    { PMC_INTR_LINE_HOST, "PMC_INTR_LINE_HOST", 0, 0, 0, ALL, 1, read_line_host, 0 },
    { PMC_ENABLE, "PMC_ENABLE", BITS(31, 0), 0x40110011, 0, ALL, 1, 0, write_enable },
    { PMC_VRAM_HIDE_LOW, "PMC_VRAM_HIDE_LOW", PMC_VRAM_HIDE_ADDRESS | PMC_VRAM_HIDE_ENABLE, 0, 0, ALL, 1, read_hide_low, write_hide },
    { PMC_VRAM_HIDE_HIGH, "PMC_VRAM_HIDE_HIGH", PMC_VRAM_HIDE_ADDRESS, 0, 0, ALL, 1, 0, write_hide },
    { PMC_INTR_MASK_HOST, "PMC_INTR_MASK_HOST", BITS(31, 0), UINT32_MAX, 0, CHIPS_GT215_UP, 1, 0, write_intr },
    { PMC_NEW_ID, "PMC_NEW_ID", 0, 0, 0, CHIPS_G94_UP, 1, read_new_id, 0 },
};
/* clang-format on */

const struct reg_block pmc_regs = { rows, ARRAY_SIZE(rows) };
