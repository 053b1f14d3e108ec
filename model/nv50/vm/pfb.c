#include "model/nv50/vm/pfb.h"

#include "hw/least.h"
#include "hw/nv50/pfb.h"
#include "hw/nv50/pgraph.h"

#include "hw/nv50/pbus.h"
#include "hw/nv50/pfifo.h"
#include "hw/nv50/pmc.h"
#include "hw/nv50/vm.h"
#include "hw/pci.h"
#include "model/nv50/base/card.h"
#include "model/nv50/vm/board.h"
#include "model/nv50/vm/fault.h"
#include "model/nv50/vm/start.h"
#include "model/nv50/vm/tlb.h"
#include "model/nv50/vram/vram.h"

#define GEOMETRY_BITS                                                                              \
    (PFB_CFG1_COLUMN_BITS | PFB_CFG1_ROW_BITS_A | PFB_CFG1_ROW_BITS_B | PFB_CFG1_BANK_BITS)

/* Tag cells less one. Cells of a partition, as boards were seen to have them, by chipset; of other chipsets 512, as
 * tesla-vm.md §5 has it (unverified E26). Six partitions of a G80 have 3142. */
static uint32_t max_tag(const struct nv50 *card)
{
    static const uint16_t cells[CHIP_COUNT] = {
        [CHIP_G84] = 946, [CHIP_G86] = 646, [CHIP_G94] = 512, [CHIP_G98] = 960, [CHIP_GT218] = 960
    };
    const unsigned parts = vram_geometry(card->vram)->parts;
    const unsigned each = cells[card->chip->chip.index];

    if (card->chip->features & FEATURE_IGP)
        return 0;
    if (card->chip_bit & CHIP_BIT(CHIP_G80))
        return 3142 * parts / 6 - 1;
    return (each ? each : 512) * parts - 1;
}

static uint32_t cfg1_of(const struct vram_geometry *g)
{
    return FIELD_PUT(PFB_CFG1_COLUMN_BITS, (uint32_t)g->column_bits) |
           FIELD_PUT(PFB_CFG1_ROW_BITS_A, (uint32_t)g->row_bits_a - PFB_CFG1_ROW_BITS_MIN) |
           FIELD_PUT(PFB_CFG1_ROW_BITS_B,
                     (uint32_t)(g->row_bits_b ? g->row_bits_b : g->row_bits_a) -
                         PFB_CFG1_ROW_BITS_MIN) |
           FIELD_PUT(PFB_CFG1_BANK_BITS, (uint32_t)g->bank_bits - PFB_CFG1_BANK_BITS_MIN);
}

static uint32_t amount_word(uint64_t size)
{
    return (uint32_t)(size & PFB_MEM_AMOUNT_LOW) | (size >> 32 ? PFB_MEM_AMOUNT_4GIB : 0);
}

static uint64_t amount_bytes(uint32_t word)
{
    return (word & PFB_MEM_AMOUNT_LOW) | (word & PFB_MEM_AMOUNT_4GIB ? BIT64(32) : 0);
}

/* The stolen memory of an IGP is kept in the model's own memory. The card reaches it as VRAM and on the
 * bus (memory.c); the CPU through the card alone, where a real one has it among its own memory too. */
static void fakefb_power_on(struct nv50 *card)
{
    const uint64_t size = vram_geometry(card->vram)->size;
    config_set_fakefb(card, card->shell.cold ? 0 : size);
    reg_fix(card, PFB_MEM_AMOUNT, card->shell.cold ? 0 : amount_word(size));
}

/* In the order in which a VBIOS writes them: geometry, timings, and last the refresh that makes memory usable. */
unsigned pfb_settings(const struct nv50 *card, struct pfb_setting *settings)
{
    const struct vram_geometry *g = vram_geometry(card->vram);
    struct board_memory memory;
    unsigned count = 0;

    if (card->chip->features & FEATURE_IGP)
        return 0;
    const struct pfb_setting fixed[] = {
        { PFB_CFG0, g->ranks == 2 ? PFB_CFG0_TWO_RANKS : 0 },
        { PFB_CFG1, cfg1_of(g) },
        { PFB_BANKCFG, g->times3 ? PFB_BANKCFG_TIMES3 : 0 },
        { PFB_RAM_TYPE, FIELD_PUT(PFB_RAM_TYPE_CODE, g->ram_type) },
    };
    for (unsigned i = 0; i < ARRAY_SIZE(fixed); i++)
        settings[count++] = fixed[i];
    board_memory(card, board_column(card->strap), &memory);
    for (uint32_t i = 0; i < PFB_TIMING_COUNT; i++)
        settings[count++] = (struct pfb_setting){ PFB_TIMINGS + 4 * i, memory.timings[i] };
    settings[count++] = (struct pfb_setting){ PFB_REFCTRL, PFB_REFCTRL_AUTO };
    if (card->chip->features & FEATURE_VRAM_LIMIT)
        settings[count++] = (struct pfb_setting){ PFB_VRAM_LIMIT, amount_word(g->size) };
    return count;
}

static void set_all(struct nv50 *card)
{
    struct pfb_setting settings[PFB_SETTINGS_MAX];
    const unsigned count = pfb_settings(card, settings);

    for (unsigned i = 0; i < count; i++)
        reg_set(card, settings[i].offset, settings[i].value);
}

/* Values that a G94's VBIOS leaves, in words of which the model needs other bits or none (devinit.md §3.5, [V]). */
static void set_seen(struct nv50 *card)
{
    static const uint32_t timings[PFB_TIMING_COUNT] = { 0x0c1e362c, 0x0f010b0c, 0x010a0a0e,
                                                        0x1f160a0a, 0x30040808, 0x360e0d0c,
                                                        0x00330137, 0x040a0202, 0x110f0309,
                                                        0x00000186 };

    if (!(card->chip_bit & CHIP_BIT(CHIP_G94)) || card->board_is_given)
        return;
    reg_set(card, PFB_CFG0, reg_get(card, PFB_CFG0) | BIT(12));
    reg_set(card, PFB_REFCTRL, reg_get(card, PFB_REFCTRL) | BIT(0));
    reg_set(card, PFB_RAM_TYPE, reg_get(card, PFB_RAM_TYPE) | 0x00033220);
    for (unsigned i = 0; i < PFB_TIMING_COUNT; i++)
        reg_set(card, PFB_TIMINGS + 4 * i, timings[i]);
    reg_set(card, PFB_TIMINGS_10, 0x110f0309);
    reg_set(card, PFB_MODE_REGS, 0x432);
    reg_set(card, PFB_MODE_REGS + 4, 0x100208);
}

/* A start that was begun and not ended, or not ended well. */
static void break_start(struct nv50 *card, const struct vram_geometry *g)
{
    if (card->broken[DEFECT_POST_HALF])
        reg_set(card, PFB_CFG1, cfg1_of(g));
    if (card->broken[DEFECT_HALF_REFRESH]) {
        reg_set(card, PFB_REFCTRL, 0);
        for (unsigned i = 0; i < PFB_TIMING_COUNT; i++)
            reg_set(card, PFB_TIMINGS + 4 * i, 0);
    }
}

/* Fixed words first; then memory is configured as a VBIOS leaves it, unless the card is cold. */
void pfb_power_on(struct nv50 *card)
{
    const struct vram_geometry *g = vram_geometry(card->vram);

    reg_fix(card, PFB_COMP_MAX_TAG, max_tag(card));
    vram_set_parts(card->vram, g->part_mask);
    if (card->chip->features & FEATURE_SUBPARTITIONS)
        vram_set_subparts(card->vram, g->subparts == 2 ? 3 : 1, g->select_mask);
    start_power_on(card);
    card->pfb->flush_hangs = false;
    if (card->chip->features & FEATURE_IGP) {
        fakefb_power_on(card);
    } else if (!card->shell.cold) {
        set_all(card);
        set_seen(card);
        reg_set(card, PFB_MEM_AMOUNT, amount_word(g->size));
    }
    break_start(card, g);
    if (!card->shell.cold)
        reg_set(card, PFB_VRAM_LIMIT, reg_get(card, PFB_MEM_AMOUNT));
    reg_fix(card, PFB_SUBPART,
            FIELD_PUT(PFB_SUBPART_SELECT, (uint32_t)g->select_mask) |
                FIELD_PUT(PFB_SUBPART_ENABLE, g->subparts == 2 ? 3u : 1u));
    pfb_refresh(card);
}

static bool memory_usable(const struct nv50 *card)
{
    if (!(reg_get(card, PMC_ENABLE) & PMC_ENABLE_PFB))
        return false;
    if (card->chip->features & FEATURE_IGP)
        return reg_get(card, PFB_MEM_AMOUNT) != 0;
    return start_is_awake(card) && (reg_get(card, PFB_REFCTRL) & PFB_REFCTRL_AUTO) &&
           reg_get(card, PFB_CFG1) != 0;
}

static unsigned parts_now(const struct nv50 *card)
{
    return bits_count(FIELD_GET(PBUS_HWUNITS_0_PARTS, reg_get(card, PBUS_HWUNITS_0)));
}

/* Size as CFG0 and CFG1 have it, R << rows for each rank (tesla-vm.md §6.1). */
static uint64_t configured_size(const struct nv50 *card)
{
    const uint32_t cfg1 = reg_get(card, PFB_CFG1);
    const unsigned bits = FIELD_GET(PFB_CFG1_COLUMN_BITS, cfg1) +
                          FIELD_GET(PFB_CFG1_BANK_BITS, cfg1) + PFB_CFG1_BANK_BITS_MIN + 3;
    const uint64_t row = (uint64_t)parts_now(card) << bits;
    uint64_t size = row << (FIELD_GET(PFB_CFG1_ROW_BITS_A, cfg1) + PFB_CFG1_ROW_BITS_MIN);

    if (reg_get(card, PFB_CFG0) & PFB_CFG0_TWO_RANKS)
        size += row << (FIELD_GET(PFB_CFG1_ROW_BITS_B, cfg1) + PFB_CFG1_ROW_BITS_MIN);
    return size;
}

/* MEM_AMOUNT follows the partitions that are left, and the values that scripts write to CFG0 and
 * CFG1 (devinit.md §7.2; unverified tesla-vm.md §6.6 B). */
static uint64_t mem_amount(const struct nv50 *card)
{
    const struct vram_geometry *g = vram_geometry(card->vram);

    if (card->chip->features & FEATURE_IGP)
        return amount_bytes(reg_get(card, PFB_MEM_AMOUNT));
    const uint32_t cfg1 = reg_get(card, PFB_CFG1);
    if (cfg1 == 0)
        return 0;
    if ((cfg1 & GEOMETRY_BITS) == cfg1_of(g))
        return g->size / g->parts * parts_now(card);
    return configured_size(card);
}

static uint64_t vram_limit(const struct nv50 *card)
{
    const uint64_t limit = LEAST(mem_amount(card), vram_geometry(card->vram)->size);

    if (card->chip->features & FEATURE_VRAM_LIMIT)
        return LEAST(amount_bytes(reg_get(card, PFB_VRAM_LIMIT)), limit);
    return limit;
}

void pfb_refresh(struct nv50 *card)
{
    aliases_drop_all(&card->shell.aliases);
    start_update(card);
    card->pfb->usable = memory_usable(card);
    card->pfb->limit = vram_limit(card);
}

bool pfb_memory_usable(const struct nv50 *card)
{
    return card->pfb->usable;
}

uint64_t pfb_vram_limit(const struct nv50 *card)
{
    return card->pfb->limit;
}

uint32_t pfb_pd_offset(const struct nv50 *card)
{
    uint32_t offset = card->chip->pd_offset;

    if ((card->chip->features & FEATURE_PD_OFFSET_REG) && card_knob(card, KNOB_PD_OFFSET_REG) == 0)
        offset = reg_get(card, PFB_PD_OFFSET) & ~7u;
    if (card->broken[DEFECT_VM_PD_OFFSET_WRONG])
        offset = card->chip->layout == CHANNEL_LAYOUT_G80 ? CHANNEL_G84_PD : CHANNEL_G80_PD;
    return offset;
}

unsigned pfb_shown_parts(const struct nv50 *card, unsigned mask)
{
    if (card->broken[DEFECT_PFB_PARTS_SHIFTED])
        return mask << 1;
    if (!card->broken[DEFECT_PFB_PARTS_FEWER] || !(mask & (mask - 1)))
        return mask;
    unsigned last = 0x80;
    while (!(mask & last))
        last >>= 1;
    return mask & ~last;
}

static uint32_t read_mem_amount(struct nv50 *card, uint32_t offset, uint32_t stored)
{
    const unsigned parts = parts_now(card);

    (void)offset, (void)stored;
    if (card->broken[DEFECT_HALF_SIZE])
        return 0;
    if (card->broken[DEFECT_PFB_PARTS_FEWER] && parts > 1)
        return amount_word(mem_amount(card) / parts * (parts - 1));
    return amount_word(mem_amount(card));
}

static uint32_t read_cfg0(struct nv50 *card, uint32_t offset, uint32_t stored)
{
    (void)offset;
    return card->broken[DEFECT_PFB_RANKS_WRONG] ? stored ^ PFB_CFG0_TWO_RANKS : stored;
}

static uint32_t read_cfg1(struct nv50 *card, uint32_t offset, uint32_t stored)
{
    const uint32_t column = FIELD_LOWEST(PFB_CFG1_COLUMN_BITS);
    const uint32_t bank = FIELD_LOWEST(PFB_CFG1_BANK_BITS);
    const uint32_t row = FIELD_LOWEST(PFB_CFG1_ROW_BITS_A) | FIELD_LOWEST(PFB_CFG1_ROW_BITS_B);

    (void)offset;
    if (!stored)
        return 0;
    if (card->broken[DEFECT_PFB_BANKS_WRONG])
        stored = (stored & bank ? stored + column : stored - column) ^ bank;
    if (card->broken[DEFECT_PFB_COLUMNS_WRONG])
        stored += row - column;
    if (card->broken[DEFECT_PFB_ROWS_WRONG] || card->broken[DEFECT_HALF_GEOMETRY])
        stored += row;
    return stored;
}

static uint32_t read_subpart(struct nv50 *card, uint32_t offset, uint32_t stored)
{
    (void)offset;
    if (card->broken[DEFECT_PFB_SUBPARTS_INVALID])
        return (stored & ~PFB_SUBPART_ENABLE) | FIELD_PUT(PFB_SUBPART_ENABLE, 2u);
    return card->broken[DEFECT_PFB_SUBPARTS_WRONG] ? stored ^ FIELD_PUT(PFB_SUBPART_ENABLE, 2u)
                                                   : stored;
}

static uint32_t read_ram_type(struct nv50 *card, uint32_t offset, uint32_t stored)
{
    (void)offset;
    return card->broken[DEFECT_PFB_RAM_TYPE_WRONG]
               ? (stored & ~PFB_RAM_TYPE_CODE) | FIELD_PUT(PFB_RAM_TYPE_CODE, RAM_TYPE_GDDR5)
               : stored;
}

static uint32_t read_chips_ready(struct nv50 *card, uint32_t offset, uint32_t stored)
{
    (void)offset;
    return stored | (!card->shell.cold || start_memory_locked(card) ? PFB_CHIPS_READY_NOW : 0);
}

static void write_memory_config(struct nv50 *card, uint32_t offset, uint32_t value)
{
    (void)offset, (void)value;
    pfb_refresh(card);
}

/* A refresh that is asked for and does not come on. */
static void write_refctrl(struct nv50 *card, uint32_t offset, uint32_t value)
{
    (void)offset, (void)value;
    if (card->broken[DEFECT_POST_REFRESH_OFF])
        reg_set(card, PFB_REFCTRL, reg_get(card, PFB_REFCTRL) & ~PFB_REFCTRL_AUTO);
    vram_set_refresh(card->vram, reg_get(card, PFB_REFCTRL) & PFB_REFCTRL_AUTO);
    pfb_refresh(card);
}

static void write_subpart(struct nv50 *card, uint32_t offset, uint32_t value)
{
    (void)offset, (void)value;
    const uint32_t now = reg_get(card, PFB_SUBPART);
    aliases_drop_all(&card->shell.aliases);
    vram_set_subparts(card->vram, FIELD_GET(PFB_SUBPART_ENABLE, now),
                      FIELD_GET(PFB_SUBPART_SELECT, now));
}

static uint32_t read_tlb_flush(struct nv50 *card, uint32_t offset, uint32_t stored)
{
    (void)offset;
    return card->broken[DEFECT_TLB_FLUSH_NEVER_ENDS] || card->pfb->flush_hangs
               ? stored | PFB_MMU_TLB_FLUSH_TRIGGER
               : stored;
}

/* Engines whose TLB no driver of the last years flushes; bits 2, 3 and 15 have no name
 * (docs/hardware/silicon-sequences.md §4). */
#define NEVER_FLUSHED                                                                              \
    (BIT(2) | BIT(3) | BIT(VM_ENGINE_PEEPHOLE) | BIT(VM_ENGINE_PME) | BIT(VM_ENGINE_PCOUNTER) |    \
     BIT(VM_ENGINE_PFIFO_BG) | BIT(VM_ENGINE_PDAEMON) | BIT(15))
#define MEDIA                                                                                      \
    (BIT(VM_ENGINE_PVP) | BIT(VM_ENGINE_PMPEG) | BIT(VM_ENGINE_PBSP) | BIT(VM_ENGINE_PCIPHER) |    \
     BIT(VM_ENGINE_PCOPY))

/* Whether software has set the engine up since its reset. The media units need a program, of which the model
 * knows nothing. */
static bool is_set_up(const struct nv50 *card, unsigned engine)
{
    if (engine == VM_ENGINE_PGRAPH)
        return card->hooks->graph_is_set_up(card);
    if (engine == VM_ENGINE_PFIFO)
        return (reg_get(card, PFIFO_PUSH0) & PFIFO_PUSH0_ACCESS) &&
               (reg_get(card, PFIFO_PULL0) & PFIFO_PULL0_ACCESS);
    return !(MEDIA >> engine & 1);
}

enum flush_end { FLUSH_ENDS, FLUSH_IS_LOST, FLUSH_TAKES_ALL };

/* Knobs flush_unused and flush_in_reset. */
static enum flush_end end_of_flush(const struct nv50 *card, unsigned engine)
{
    const uint32_t unused = card_knob(card, KNOB_FLUSH_UNUSED);
    const uint32_t in_reset = card_knob(card, KNOB_FLUSH_IN_RESET);

    if (unused != FLUSH_UNUSED_ENDS && (NEVER_FLUSHED >> engine & 1))
        return unused == FLUSH_UNUSED_HANGS ? FLUSH_TAKES_ALL : FLUSH_IS_LOST;
    if (in_reset != FLUSH_IN_RESET_ENDS && !gate_of_engine_is_open(card, engine))
        return FLUSH_TAKES_ALL;
    return in_reset == FLUSH_HANGS_UNTIL_SET_UP && !is_set_up(card, engine) ? FLUSH_TAKES_ALL
                                                                            : FLUSH_ENDS;
}

/* Those whose TLB of PGRAPH drivers flush with care (§8.5). */
#define CHIPS_GUARDED (CHIPS_ALL & ~(CHIP_BIT(CHIP_G80) | CHIP_BIT(CHIP_MCP79)))

static void judge_flush(struct nv50 *card, unsigned engine, uint32_t value)
{
    if (engine == VM_ENGINE_PGRAPH && (card->chip_bit & CHIPS_GUARDED) && card->shell.strict.on &&
        (reg_get(card, PGRAPH_FIFO_CONTROL) & PGRAPH_FIFO_CONTROL_PULL))
        strict_note(&card->shell.strict, STRICT_NOT_QUIET, engine,
                    "w %06x %08x while PGRAPH's fetch is on (0x400500 bit 0)", PFB_MMU_TLB_FLUSH,
                    value);
}

/* Done at once, so the trigger reads 0 again, except where the flush locks up (tesla-vm.md §8.5) or a knob lets
 * it hang (silicon-sequences.md §15). */
static void write_tlb_flush(struct nv50 *card, uint32_t offset, uint32_t value)
{
    (void)offset;
    const unsigned engine = FIELD_GET(PFB_MMU_TLB_FLUSH_ENGINE, value);

    if (!(value & PFB_MMU_TLB_FLUSH_TRIGGER))
        return;
    judge_flush(card, engine, value);
    const enum flush_end end = end_of_flush(card, engine);
    card->pfb->flush_hangs |= end == FLUSH_TAKES_ALL;
    if (end != FLUSH_ENDS || card->pfb->flush_hangs || !card->hooks->flush_allowed(card, engine))
        return;
    tlb_flush(card, engine);
    reg_set(card, PFB_MMU_TLB_FLUSH, value & ~PFB_MMU_TLB_FLUSH_TRIGGER);
}

static uint32_t read_fakefb(struct nv50 *card, uint32_t offset, uint32_t stored)
{
    (void)stored;
    const uint32_t at = offset == PFB_FAKEFB_BASE ? PCI_NV_FAKEFB_BASE : PCI_NV_FAKEFB_SIZE;
    return config_read(card, at, 4);
}

/* On MCP89 no unit takes a write to it, and the bus records that (tesla-mmio.md §3.6.5). */
static void refuse(struct nv50 *card, uint32_t offset, uint32_t value)
{
    card->hooks->refused(card, offset, true, value);
}

#define POLLER  (CHIPS_IGP & CHIPS_PRE_GT215)
#define PART_PM (CHIPS_G84_UP & CHIPS_DISCRETE)
#define FAKEFB                                                                                     \
    (CHIPS_IGP | CHIPS_GT215_UP) /* stolen memory: discrete chipsets may have it too (§6.7) */
#define FLUSH (PFB_MMU_TLB_FLUSH_TRIGGER | PFB_MMU_TLB_FLUSH_ENGINE)

/* The memory's configuration survives a reset of PFB (unverified tesla-mmio.md §3.1). */
/* clang-format off */
static const struct reg_row rows[] = {
    REG(PFB_PM_CG_SEL, .bits = RW),
    REG(PFB_PART_PM_SEL, .bits = RW, .count = 8, .chips = PART_PM),
    REG(PFB_CFG0, .bits = RW, .flags = KEEP, .read = read_cfg0, .write = write_memory_config),
    REG(PFB_CFG1, .bits = RW, .flags = KEEP, .read = read_cfg1, .write = write_memory_config),
    REG(PFB_DBI, .bits = RW, .flags = KEEP),
    REG(PFB_MEM_AMOUNT, .flags = KEEP, .read = read_mem_amount),
    REG(PFB_REFCTRL, .bits = RW, .flags = KEEP, .write = write_refctrl),
    REG(PFB_TIMINGS, .bits = RW, .count = PFB_TIMING_COUNT, .flags = KEEP, .write = write_memory_config),
    REG(PFB_TIMINGS_10, .bits = RW, .flags = KEEP, .chips = CHIPS_G94_UP),
    REG(PFB_BANKCFG, .bits = RW, .flags = KEEP, .write = write_memory_config),
    REG(PFB_SUBPART, .bits = PFB_SUBPART_SELECT | BITS(17, 16) | PFB_SUBPART_ENABLE, .flags = KEEP, .read = read_subpart, .write = write_subpart, .chips = CHIPS_GT215_UP),
    REG(PFB_MODE_REGS, .bits = RW, .count = PFB_MODE_REG_COUNT, .flags = KEEP, .write = start_command),
    REG(PFB_REFRESH, .bits = RW, .flags = VOL, .write = start_command),
    REG(PFB_PRECHARGE, .bits = RW, .flags = VOL, .write = start_command),
    REG(PFB_COMP_MAX_TAG, .flags = KEEP, .chips = CHIPS_DISCRETE),
    REG(PFB_RAM_TYPE, .bits = RW, .flags = KEEP, .read = read_ram_type, .write = write_memory_config),
    REG(PFB_CHIPS_READY, .read = read_chips_ready, .chips = CHIPS_DISCRETE),
    REG(PFB_SCRATCH_PAGE, .bits = RW),
    REG(PFB_NISO_PM, .bits = RW),
    REG(PFB_POLLER_CFG, .bits = RW, .chips = POLLER),
    REG(PFB_POLLER_DNISO, .bits = RW, .chips = POLLER),
    REG(PFB_POLLER_DNISO, .write = refuse, .chips = CHIP_BIT(CHIP_MCP89)),
    REG(PFB_POLLER_HOSTNB, .bits = RW, .chips = POLLER),
    REG(PFB_POLLER_HOSTNB, .write = refuse, .chips = CHIP_BIT(CHIP_MCP89)),
    REG(PFB_POLLER_FLUSH, .bits = RW, .chips = POLLER),
    REG(PFB_MMU_TLB_FLUSH, .bits = FLUSH, .flags = VOL, .read = read_tlb_flush, .write = write_tlb_flush),
    REG(PFB_VM_FAULT, .bits = PFB_VM_FAULT_ENABLE, .read = fault_read_control, .write = fault_write_control),
    REG(PFB_VM_FAULT_DATA, .flags = VOL, .read = fault_read_data),
    REG(PFB_PD_OFFSET, .bits = RW, .reset = CHANNEL_G84_PD, .chips = CHIPS_G84_UP),
    REG(PFB_FAKEFB_BASE, .flags = KEEP, .read = read_fakefb, .chips = FAKEFB),
    REG(PFB_FAKEFB_SIZE, .flags = KEEP, .read = read_fakefb, .chips = FAKEFB),
    REG(PFB_VRAM_LIMIT, .bits = PFB_MEM_AMOUNT_LOW | PFB_MEM_AMOUNT_4GIB, .flags = KEEP, .write = write_memory_config, .chips = CHIPS_GT215_UP),
    REG(PFB_SYSRAM_HIGH, .bits = BITS(23, 0)),
};
/* clang-format on */

const struct reg_block pfb_regs = { rows, ARRAY_SIZE(rows) };
