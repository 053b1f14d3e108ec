#include "model/nv50/card/pmc.h"

#include "hw/nv50/pmc.h"
#include "model/nv50/base/card.h"
#include "model/nv50/card/units.h"
#include "model/nv50/vm/pfb.h"
#include "model/nv50/vm/start.h"

/* The usual foundry and stepping of a chipset, the bits of BOOT_0 beside chipset and device: seen on boards of it
 * (tesla-mmio.md §1.2). */
static uint32_t usual_boot_0(const struct nv50 *card)
{
    switch (card->chip->chip.index) {
    case CHIP_G80:
        return FIELD_PUT(PMC_BOOT_0_FOUNDRY, 2u) | 0xa2;
    case CHIP_G98:
        return FIELD_PUT(PMC_BOOT_0_FOUNDRY, 1u) | 0xa2;
    case CHIP_G94:
    case CHIP_G96:
        return 0xa1;
    case CHIP_GT218:
    case CHIP_MCP79:
        return 0xb1;
    default:
        return 0xa2;
    }
}

static uint32_t stepping(const struct nv50 *card)
{
    return (card->boot_0 ? card->boot_0 : usual_boot_0(card)) & PMC_BOOT_0_STEPPING;
}

/* Read of one under a driver that writes ones, all of a day: bits without a unit are 0. */
#define ENABLE_OF_MCP79 0xdff3d113u
/* The best guess: the units that a tool leaves on which resets all others (unverified tesla-mmio.md §3.1). No source
 * names bit 0. */
#define ENABLE_AFTER_RESET                                                                         \
    (PMC_ENABLE_PDISPLAY | PMC_ENABLE_PFB | PMC_ENABLE_PTIMER | PMC_ENABLE_PMEDIA | BIT(0))

/* A G94's scripts leave it so: PGRAPH is off, PFIFO on. Of other chipsets it is inferred. */
#define POSTED_PMC_ENABLE 0xc0110111u

/* docs/hardware/tesla-mmio.md §3.1: before G92 four low bits of the device id, then five. */
static uint32_t read_boot_0(struct nv50 *card, uint32_t offset, uint32_t stored)
{
    (void)offset, (void)stored;
    const uint32_t low = config_device_id(card) & ((1u << card->chip->device_id_bits) - 1);
    uint32_t value = FIELD_PUT(PMC_BOOT_0_CHIPSET, (uint32_t)card->chip->chip.id) |
                     ((card->boot_0 ? card->boot_0 : usual_boot_0(card)) &
                      (PMC_BOOT_0_FOUNDRY | PMC_BOOT_0_STEPPING));

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
           FIELD_PUT(PMC_NEW_ID_STEPPING, stepping(card)) |
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
    const uint32_t before = card->enable_seen;
    uint32_t now = reg_get(card, PMC_ENABLE);

    if (card->broken[DEFECT_PMC_ENABLE_STUCK] && !(before & PMC_ENABLE_PGRAPH))
        now &= ~PMC_ENABLE_PGRAPH;
    reg_set(card, PMC_ENABLE, now);
    card->enable_seen = now;
    units_reset(card, before & ~now);
    if ((before ^ now) & PMC_ENABLE_PFB) {
        start_pfb_switched(card, now & PMC_ENABLE_PFB);
        pfb_refresh(card);
    }
}

void pmc_power_on(struct nv50 *card)
{
    if (!card->shell.cold)
        reg_set(card, PMC_ENABLE,
                POSTED_PMC_ENABLE & ~(card->broken[DEFECT_HALF_PFB] ? PMC_ENABLE_PFB : 0));
    card->enable_seen = reg_get(card, PMC_ENABLE);
}

static uint32_t read_hide_low(struct nv50 *card, uint32_t offset, uint32_t stored)
{
    (void)offset;
    return card->broken[DEFECT_WINDOW_HIDE_STUCK] ? stored | PMC_VRAM_HIDE_ENABLE : stored;
}

static void write_hide(struct nv50 *card, uint32_t offset, uint32_t value)
{
    (void)offset, (void)value;
    aliases_drop_all(&card->shell.aliases);
}

/* clang-format off */
static const struct reg_row rows[] = {
    REG(PMC_BOOT_0, .read = read_boot_0),
    REG(PMC_BOOT_1, .read = read_boot_1), /* little endian, hardwired */
    REG(PMC_BOOT_2, .chips = CHIPS_G92_UP),
    REG(PMC_INTR_HOST, .bits = PMC_INTR_HOST_SOFTWARE, .read = read_intr_host, .write = write_intr),
    REG(PMC_INTR_EN_HOST, .bits = BITS(1, 0), .write = write_intr),
    REG(PMC_INTR_LINE_HOST, .read = read_line_host),
    REG(PMC_ENABLE, .bits = RW, .reset = ENABLE_AFTER_RESET, .write = write_enable, .chips = CHIPS_ALL & ~CHIP_BIT(CHIP_MCP79)),
    REG(PMC_ENABLE, .bits = ENABLE_OF_MCP79, .reset = ENABLE_AFTER_RESET & ENABLE_OF_MCP79, .write = write_enable, .chips = CHIP_BIT(CHIP_MCP79)),
    REG(PMC_VRAM_HIDE_LOW, .bits = PMC_VRAM_HIDE_ADDRESS | PMC_VRAM_HIDE_ENABLE, .read = read_hide_low, .write = write_hide),
    REG(PMC_VRAM_HIDE_HIGH, .bits = PMC_VRAM_HIDE_ADDRESS, .write = write_hide),
    REG(PMC_INTR_MASK_HOST, .bits = RW, .reset = UINT32_MAX, .write = write_intr, .chips = CHIPS_GT215_UP),
    REG(PMC_NEW_ID, .read = read_new_id, .chips = CHIPS_G94_UP),
};
/* clang-format on */

const struct reg_block pmc_regs = { rows, ARRAY_SIZE(rows) };
