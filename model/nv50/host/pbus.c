#include "model/nv50/host/pbus.h"

#include "hw/nv50/pbus.h"
#include "hw/nv50/pmc.h"
#include "hw/nv50/ptimer.h"
#include "hw/pci.h"
#include "model/nv50/base/card.h"
#include "model/nv50/count/pcounter.h"
#include "model/nv50/host/peephole.h"
#include "model/nv50/host/windows.h"
#include "model/nv50/vm/pfb.h"
#include "model/nv50/vram/vram.h"

#define SCRATCH_STUCK_BIT BIT(13)

/* The model runs no microcode, and a driver would wait for engines that never answer: they are fused off unless the
 * configuration asks for them. HWUNITS_0 keeps its video bit, because no driver looks at that one alone. */
#define HWUNITS_1_ALWAYS PBUS_HWUNITS_1_PDISPLAY
#define HWUNITS_1_MEDIA  (PBUS_HWUNITS_1_PBSP | PBUS_HWUNITS_1_PCIPHER | PBUS_HWUNITS_1_PCOPY)

void pbus_power_on(struct nv50 *card)
{
    const struct nv50_chip *chip = card->chip;
    const uint32_t parts = vram_geometry(card->vram)->part_mask;

    reg_set(card, PBUS_HWUNITS_0,
            FIELD_PUT(PBUS_HWUNITS_0_TPCS, card->tpcs) | FIELD_PUT(PBUS_HWUNITS_0_PARTS, parts) |
                FIELD_PUT(PBUS_HWUNITS_0_MPS, (1u << chip->max_mps) - 1) | PBUS_HWUNITS_0_KEEP |
                PBUS_HWUNITS_0_VDEC);
    /* On real boards scripts write the word, so before that it must not tell the true counts (devinit.md §3.2). */
    if (card->shell.cold && card->board_is_given)
        reg_set(card, PBUS_HWUNITS_0,
                FIELD_PUT(PBUS_HWUNITS_0_TPCS, card->tpcs & -card->tpcs) |
                    FIELD_PUT(PBUS_HWUNITS_0_MPS, 1u) |
                    FIELD_PUT(PBUS_HWUNITS_0_PARTS, parts & -parts) | PBUS_HWUNITS_0_KEEP);
    if (card_knob(card, KNOB_REMAP_POSTED) == REMAP_POSTED_SET)
        for (unsigned i = 0; i < PBUS_REMAP_COUNT; i++)
            reg_set(card, PBUS_REMAP + 4 * i, BIT(i));
    reg_set(card, PBUS_HWUNITS_1, HWUNITS_1_ALWAYS | (card->media ? HWUNITS_1_MEDIA : 0));
}

static void tell(struct nv50 *card)
{
    irq_follow(card, PMC_INTR_PBUS, PBUS_INTR, PBUS_INTR_EN);
}

void pbus_raise(struct nv50 *card, uint32_t bits)
{
    reg_set(card, PBUS_INTR, reg_get(card, PBUS_INTR) | bits);
    tell(card);
}

/* tesla-mmio.md §3.1, §3.5: PTIMER keeps where it was, PBUS tells of it. */
void pbus_refused(struct nv50 *card, uint32_t offset, bool write, uint32_t value)
{
    reg_set(card, PTIMER_MMIO_FAULT_ADDR, (offset & ~3u) | (write ? 2 : 0));
    reg_set(card, PTIMER_MMIO_FAULT_DATA, value);
    pbus_raise(card, PBUS_INTR_MMIO_FAULT);
}

static void write_intr(struct nv50 *card, uint32_t offset, uint32_t value)
{
    (void)offset, (void)value;
    tell(card);
}

static void write_user0_trigger(struct nv50 *card, uint32_t offset, uint32_t value)
{
    (void)offset, (void)value;
    pbus_raise(card, PBUS_INTR_USER0);
}

static uint32_t read_scratch(struct nv50 *card, uint32_t offset, uint32_t stored)
{
    (void)offset;
    return card->broken[DEFECT_PMC_SCRATCH_STUCK] ? stored & ~SCRATCH_STUCK_BIT : stored;
}

static uint32_t read_remap(struct nv50 *card, uint32_t offset, uint32_t stored)
{
    return card->broken[DEFECT_WINDOW_REMAP_SET] && offset == PBUS_REMAP ? stored | BIT(0) : stored;
}

static uint32_t read_hwunits_0(struct nv50 *card, uint32_t offset, uint32_t stored)
{
    (void)offset;
    if (card->broken[DEFECT_PMC_PARTS_MISMATCH]) {
        const uint32_t parts = FIELD_GET(PBUS_HWUNITS_0_PARTS, stored);
        stored |= FIELD_PUT(PBUS_HWUNITS_0_PARTS, (parts + 1) & ~parts);
    }
    if (card->broken[DEFECT_PFB_PARTS_FEWER] || card->broken[DEFECT_PFB_PARTS_SHIFTED])
        stored = (stored & ~PBUS_HWUNITS_0_PARTS) |
                 FIELD_PUT(PBUS_HWUNITS_0_PARTS,
                           pfb_shown_parts(card, FIELD_GET(PBUS_HWUNITS_0_PARTS, stored)));
    return stored;
}

/* Clearing bit 28 kills the card (docs/hardware/tesla-vm.md §6.1). Partitions that the board does
 * not have cannot be switched on. */
static void write_hwunits_0(struct nv50 *card, uint32_t offset, uint32_t value)
{
    (void)offset;
    const unsigned fitted = vram_geometry(card->vram)->part_mask;
    value = reg_get(card, PBUS_HWUNITS_0);
    const uint32_t parts = FIELD_GET(PBUS_HWUNITS_0_PARTS, value) & fitted;

    card->dead = !(value & PBUS_HWUNITS_0_KEEP);
    reg_set(card, PBUS_HWUNITS_0,
            (value & ~PBUS_HWUNITS_0_PARTS) | FIELD_PUT(PBUS_HWUNITS_0_PARTS, parts));
    pfb_refresh(card);
    if (parts)
        vram_set_parts(card->vram, parts);
}

/* The flush is done at once: everything that went through a window is in memory already. */
static uint32_t read_host_flush(struct nv50 *card, uint32_t offset, uint32_t stored)
{
    (void)offset, (void)stored;
    if (card->broken[DEFECT_WINDOW_FLUSH_NEVER_DONE])
        return HOST_FLUSH_BUSY | HOST_FLUSH_TRIGGER;
    return card_knob(card, KNOB_HOST_FLUSH_WORD) == HOST_FLUSH_WORD_TRIGGER ? HOST_FLUSH_TRIGGER
                                                                            : 0;
}

static void write_host_flush(struct nv50 *card, uint32_t offset, uint32_t value)
{
    (void)offset;
    if (!(value & HOST_FLUSH_TRIGGER))
        return;
    strict_flushed(&card->shell.strict);
    pcounter_flush(card);
}

static void write_remap(struct nv50 *card, uint32_t offset, uint32_t value)
{
    (void)offset, (void)value;
    aliases_drop_bar(&card->shell.aliases, NV_BAR_VRAM);
}

static void write_channel(struct nv50 *card, uint32_t offset, uint32_t value)
{
    (void)offset;
    windows_set_channel(card, value);
}

static void write_window(struct nv50 *card, uint32_t offset, uint32_t value)
{
    (void)value;
    windows_bind(card, offset);
}

static void write_pmem_control(struct nv50 *card, uint32_t offset, uint32_t value)
{
    (void)offset, (void)value;
    pmem_moved(card);
}

#define WINDOW_BITS (PBUS_WINDOW_SELECTOR | PBUS_WINDOW_DMAOBJ)
#define INTR_BITS   (PBUS_INTR_MMIO_FAULT | PBUS_INTR_PEEPHOLE_PAIR | PBUS_INTR_USER0)
#define INTR_G84    (INTR_BITS | PBUS_INTR_THERM_ALARM)
#define INTR_G80    (INTR_G84 | PBUS_INTR_THERM_LOW | PBUS_INTR_THERM_HIGH)

/* clang-format off */
static const struct reg_row rows[] = {
    REG(PBUS_DEBUG_1, .bits = RW),
    REG(PBUS_DEBUG_6, .bits = RW),
    REG(PBUS_INTR, .w1c = INTR_G80, .flags = VOL, .chips = CHIPS_VP1, .write = write_intr),
    REG(PBUS_INTR, .w1c = INTR_G84, .flags = VOL, .chips = CHIPS_G84_UP, .write = write_intr),
    REG(PBUS_INTR_EN, .bits = INTR_G80, .chips = CHIPS_VP1, .write = write_intr),
    REG(PBUS_INTR_EN, .bits = INTR_G84, .chips = CHIPS_G84_UP, .write = write_intr), /* GT215+ has the alarm's too */
    REG(PBUS_USER0_TRIGGER, .write = write_user0_trigger),
    REG(PBUS_SCRATCH, .bits = RW, .count = PBUS_SCRATCH_COUNT, .read = read_scratch),
    REG(PBUS_CLOCK_MISC, .bits = RW),
    REG(PBUS_HWUNITS_0, .bits = RW, .read = read_hwunits_0, .write = write_hwunits_0),
    REG(PBUS_HWUNITS_1, .bits = RW, .chips = CHIPS_G84_UP),
    REG(PEEPHOLE_W_CTRL, .bits = PEEPHOLE_W_CTRL_FREEFORM, .write = peephole_write_ctrl),
    REG(PEEPHOLE_W_ADDR_G80, .bits = BITS(31, 2), .flags = VOL, .write = peephole_write_address, .chips = CHIPS_VP1),
    REG(PEEPHOLE_W_DATA_G80, .bits = RW, .flags = VOL, .write = peephole_write_data, .chips = CHIPS_VP1),
    REG(PEEPHOLE_RW_ADDR_G80, .bits = BITS(31, 2), .flags = VOL, .chips = CHIPS_VP1),
    REG(PEEPHOLE_RW_DATA_G80, .flags = VOL, .read = peephole_rw_read, .write = peephole_rw_write, .chips = CHIPS_VP1),
    REG(PEEPHOLE_W_ADDR_G84, .bits = BITS(31, 2), .flags = VOL, .write = peephole_write_address, .chips = CHIPS_G84_UP),
    REG(PEEPHOLE_W_DATA_G84, .bits = RW, .flags = VOL, .write = peephole_write_data, .chips = CHIPS_G84_UP),
    REG(PEEPHOLE_RW_ADDR_G84, .bits = BITS(31, 2), .flags = VOL, .chips = CHIPS_G84_UP),
    REG(PEEPHOLE_RW_DATA_G84, .flags = VOL, .read = peephole_rw_read, .write = peephole_rw_write, .chips = CHIPS_G84_UP),
    REG(PBUS_CLOCK_GATE_0, .bits = RW),
    REG(PBUS_CLOCK_GATE_1, .bits = RW),
    REG(PBUS_PMEM, .bits = PBUS_PMEM_ADDRESS | PBUS_PMEM_TARGET, .write = write_pmem_control),
    REG(PBUS_CHANNEL, .bits = RW, .flags = VOL, .write = write_channel),
    REG(PBUS_BAR1, .bits = WINDOW_BITS, .write = write_window),
    REG(PBUS_BAR3, .bits = WINDOW_BITS, .write = write_window),
    REG(PBUS_PEEPHOLE, .bits = WINDOW_BITS, .write = write_window),
    REG(PBUS_REMAP, .bits = RW, .count = PBUS_REMAP_COUNT, .read = read_remap, .write = write_remap),
    REG(PBUS_IBUS_TIMEOUT, .bits = RW, .chips = CHIPS_GT215_UP),
    REG(HOST_FLUSH_G80, .read = read_host_flush, .write = write_host_flush, .chips = CHIPS_VP1),
    REG(HOST_FLUSH_G84, .read = read_host_flush, .write = write_host_flush, .chips = CHIPS_G84_UP),
};
/* clang-format on */

const struct reg_block pbus_regs = { rows, ARRAY_SIZE(rows) };
