#include "hw/nv50/pmc.h"

#include "hw/nv50/pbus.h"
#include "hw/nv50/pfifo.h"
#include "hw/nv50/pgraph.h"
#include "hw/nv50/ptimer.h"
#include "model/nv50/base/card.h"
#include "model/nv50/fifo/pfifo.h"
#include "model/nv50/graph/pgraph.h"
#include "model/nv50/host/pdisplay.h"
#include "model/nv50/media/falcon.h"
#include "model/nv50/media/media.h"
#include "model/nv50/vm/alias.h"
#include "model/nv50/vm/fault.h"
#include "model/nv50/vm/pfb.h"
#include "model/nv50/vm/tlb.h"

#define STEPPING 0xa2

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

static uint32_t leaf(const struct nv50 *card, uint32_t status, uint32_t enable, uint32_t line)
{
    return (reg_get(card, status) & reg_get(card, enable)) ? line : 0;
}

/* The live levels of the units (§6.1). */
static uint32_t lines(struct nv50 *card)
{
    uint32_t up = leaf(card, PFIFO_INTR, PFIFO_INTR_EN, PMC_INTR_PFIFO) |
                  leaf(card, PGRAPH_INTR, PGRAPH_INTR_EN, PMC_INTR_PGRAPH) |
                  leaf(card, PTIMER_INTR, PTIMER_INTR_EN, PMC_INTR_PTIMER) |
                  leaf(card, PBUS_INTR, PBUS_INTR_EN, PMC_INTR_PBUS);

    up |= falcon_lines(card) | media_lines(card);
    if (card->broken[DEFECT_PMC_INTERRUPT_DEAD])
        up &= ~PMC_INTR_PFIFO;
    up |= reg_get(card, PMC_INTR_HOST) & PMC_INTR_HOST_SOFTWARE;
    if (card->chip->features & FEATURE_INTR_MASK)
        up &= reg_get(card, PMC_INTR_MASK_HOST);
    return up;
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
    return lines(card);
}

static bool line_asserted(struct nv50 *card)
{
    const uint32_t enable = reg_get(card, PMC_INTR_EN_HOST);

    if (!enable) /* asked after every write of a register */
        return false;
    const uint32_t up = lines(card);
    return ((enable & PMC_INTR_EN_HARDWARE) && (up & ~PMC_INTR_HOST_SOFTWARE)) ||
           ((enable & PMC_INTR_EN_SOFTWARE) && (up & PMC_INTR_HOST_SOFTWARE));
}

static uint32_t read_line_host(struct nv50 *card, uint32_t offset, uint32_t stored)
{
    (void)offset, (void)stored;
    return line_asserted(card) ? 0 : 1;
}

/* With INTA the line is followed as it is. With MSI a message goes out when the line rises, and
 * none again before the re-arming write (§6.2). */
void card_update_interrupt(struct nv50 *card)
{
    const bool level = line_asserted(card), msi = config_msi_enabled(card);

    if (level == card->interrupt_asserted || (level && msi && card->msi_sent))
        return;
    card->interrupt_asserted = level;
    if (level)
        card->msi_sent = msi;
    if (card->host.interrupt)
        card->host.interrupt(card->host.opaque, level);
}

void card_rearm_msi(struct nv50 *card)
{
    card->msi_sent = false;
    if (card->interrupt_asserted && card->host.interrupt)
        card->host.interrupt(card->host.opaque, false);
    card->interrupt_asserted = false;
    card_update_interrupt(card);
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
    regs_reset_units(card, before & ~now);
    falcon_reset_units(card, before & ~now);
    media_reset_units(card, before & ~now);
    if (before & ~now & PMC_ENABLE_PFB) {
        tlb_drop_all(card);
        fault_reset(card);
    }
    if (before & ~now & PMC_ENABLE_PFIFO)
        pfifo_reset(card);
    if (before & ~now & PMC_ENABLE_PGRAPH)
        pgraph_reset(card);
    if (before & ~now & PMC_ENABLE_PDISPLAY)
        pdisplay_reset(card);
    pfb_refresh(card);
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
    { PMC_INTR_HOST, "PMC_INTR_HOST", PMC_INTR_HOST_SOFTWARE, 0, 0, ALL, 1, read_intr_host, 0 },
    { PMC_INTR_EN_HOST, "PMC_INTR_EN_HOST", BITS(1, 0), 0, 0, ALL, 1, 0, 0 },
    { PMC_INTR_LINE_HOST, "PMC_INTR_LINE_HOST", 0, 0, 0, ALL, 1, read_line_host, 0 },
    { PMC_ENABLE, "PMC_ENABLE", BITS(31, 0), 0x40110011, 0, ALL, 1, 0, write_enable },
    { PMC_VRAM_HIDE_LOW, "PMC_VRAM_HIDE_LOW", PMC_VRAM_HIDE_ADDRESS | PMC_VRAM_HIDE_ENABLE, 0, 0, ALL, 1, read_hide_low, write_hide },
    { PMC_VRAM_HIDE_HIGH, "PMC_VRAM_HIDE_HIGH", PMC_VRAM_HIDE_ADDRESS, 0, 0, ALL, 1, 0, write_hide },
    { PMC_INTR_MASK_HOST, "PMC_INTR_MASK_HOST", BITS(31, 0), UINT32_MAX, 0, CHIPS_GT215_UP, 1, 0, 0 },
    { PMC_NEW_ID, "PMC_NEW_ID", 0, 0, 0, CHIPS_G94_UP, 1, read_new_id, 0 },
};
/* clang-format on */

const struct reg_block pmc_regs = { rows, ARRAY_SIZE(rows) };
