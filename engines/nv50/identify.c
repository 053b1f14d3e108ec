#include "engines/nv50/identify.h"

#include "engines/window.h"
#include "hw/nv50/pbus.h"
#include "hw/nv50/pclock.h"
#include "hw/nv50/pdisplay.h"
#include "hw/nv50/pfb.h"
#include "hw/nv50/pmc.h"

static uint8_t crtc_read(struct card *card, uint8_t index)
{
    card_write8(card, PRMIO_CRTC_INDEX, index);
    return card_read8(card, PRMIO_CRTC_DATA);
}

static void read_crtc(struct card *card, struct posted_evidence *evidence)
{
    const uint8_t index = card_read8(card, PRMIO_CRTC_INDEX);

    evidence->crtc_00 = crtc_read(card, CRTC_HORIZONTAL_TOTAL);
    evidence->crtc_1a = crtc_read(card, CRTC_REPAINT_1);
    card_write8(card, PRMIO_CRTC_INDEX, index);
}

/* Size from MEM_AMOUNT: bit 0 is bit 32 (tesla-vm.md §1.11, K21). */
static uint64_t mem_amount_size(uint32_t word)
{
    return (word & PFB_MEM_AMOUNT_LOW) | (uint64_t)(word & PFB_MEM_AMOUNT_4GIB) << 32;
}

/* Row f of devinit.md §3.2: a PLL with coefficients, which is not bypassed. */
static void read_clock(struct card *card, struct posted_evidence *evidence)
{
    const uint32_t control = card_read32(card, PCLOCK_MPLL);
    const uint32_t coefficients = card_read32(card, PCLOCK_MPLL_COEF);

    evidence->memory_pll = control & PLL_CTRL_ENABLE;
    evidence->clocked = evidence->memory_pll && !(control & PLL_CTRL_MEMORY_BYPASS) &&
                        FIELD_GET(PLL_COEFFICIENT_N, coefficients) &&
                        FIELD_GET(PLL_COEFFICIENT_M, coefficients);
}

/* Row i: a PLL that has locked, or whose lock is not watched; or the clock that bypasses it. */
static void read_clock_gt215(struct card *card, struct posted_evidence *evidence)
{
    const uint32_t control = card_read32(card, PCLOCK_GT215_MPLL);
    const uint32_t past = card_read32(card, PCLOCK_GT215_MPLL_PAST);

    evidence->memory_pll = control & PLL_GT215_ENABLE;
    evidence->clocked =
        control & PLL_GT215_BYPASS
            ? past & SOURCE_GT215_ON
            : evidence->memory_pll && (control & (PLL_GT215_LOCKED | PLL_GT215_UNWATCHED));
}

/* ---- the memory itself ----------------------------------------------------------------------- */

/* Words are tried this far apart: 0xa9 blocks of 256 bytes, plus 4 bytes, which go to the other half of the lanes. With
 * two partitions or more that is another partition; with one it is another bank, and the other half of a partition that
 * is split. So one dead chip, bank or partition does not look like memory that nobody started. */
#define PROBE_APART UINT64_C(0xa904)
#define PROBE_END   UINT64_C(0x20000) /* before the end of the memory */

static const uint32_t probe_patterns[] = { 0x55aa33cc, 0xaa55cc33 };

static bool any_byte_is_right(uint32_t wrong)
{
    return !(wrong & 0xff) || !(wrong & 0xff00) || !(wrong & 0xff0000) || !(wrong & 0xff000000);
}

/* Each of two words gets two patterns in turn. The two never hold the same pattern, and each is once the first to be
 * written, because a bus that merely repeats the last word sent must not pass for memory. Both get their old values
 * back. */
static bool two_words_hold(struct card *card, uint64_t from)
{
    const linear_addr at[2] = { { from, TARGET_VRAM }, { from + PROBE_APART, TARGET_VRAM } };
    uint32_t before[2], wrong[2] = { 0, 0 };

    for (unsigned i = 0; i < 2; i++)
        before[i] = pmem_read32(card, at[i]);
    for (unsigned turn = 0; turn < 2; turn++) {
        for (unsigned i = 0; i < 2; i++)
            pmem_write32(card, at[turn ^ i], probe_patterns[i]);
        for (unsigned i = 0; i < 2; i++)
            wrong[i] |= pmem_read32(card, at[i]) ^ probe_patterns[turn ^ i];
    }
    for (unsigned i = 0; i < 2; i++)
        pmem_write32(card, at[i], before[i]);
    return any_byte_is_right(wrong[0]) || any_byte_is_right(wrong[1]);
}

static bool memory_holds(struct card *card, uint64_t size)
{
    const unsigned mark = card->change_count;
    const bool first = two_words_hold(card, 0);
    const bool last = size > PROBE_END && two_words_hold(card, size - PROBE_END);

    card_undo(card, mark);
    return first || last;
}

/* ---- the rule -------------------------------------------------------------------------------- */

static bool shows_vga(const struct posted_evidence *evidence)
{
    return evidence->crtc_known && (evidence->crtc_00 || evidence->crtc_1a);
}

/* §3.3. An integrated chipset's memory is the system's (§3.4). */
static bool is_set_up(const struct posted_evidence *evidence, const struct memory_config *config)
{
    if (!evidence->mem_amount)
        return false;
    if (config->stolen)
        return !evidence->not_set_aside;
    return (evidence->size_agrees || evidence->size_excused) &&
           (evidence->refresh || evidence->timings) && evidence->clocked;
}

static void read_pfb(struct card *card, struct posted_evidence *evidence)
{
    evidence->mem_amount = card_read32(card, PFB_MEM_AMOUNT);
    evidence->cfg0 = card_read32(card, PFB_CFG0);
    evidence->cfg1 = card_read32(card, PFB_CFG1);
    evidence->refresh = card_read32(card, PFB_REFCTRL) & PFB_REFCTRL_AUTO;
    evidence->timings = card_read32(card, PFB_TIMINGS) != 0;
}

/* Once a VGA mode is set, or our own scripts have run, a size that differs from the geometry's is no obstacle:
 * drivers warn and go on. */
static void look(struct card *card, bool scripts_ran, struct posted_evidence *evidence)
{
    const uint32_t enable = card_read32(card, PMC_ENABLE);
    struct memory_config config;

    *evidence = (struct posted_evidence){ .pfb_on = enable & PMC_ENABLE_PFB,
                                          .crtc_known = enable & PMC_ENABLE_PDISPLAY };
    if (nv50_chip_of(card->chip)->features & FEATURE_PLL_GT215)
        read_clock_gt215(card, evidence);
    else if (!(nv50_chip_of(card->chip)->features &
               FEATURE_IGP)) /* which has no MPLL (board.md §6.1) */
        read_clock(card, evidence);
    if (!evidence->pfb_on) { /* devinit.md §3.3: PFB registers are not there */
        evidence->cold = !evidence->memory_pll;
        return;
    }
    read_pfb(card, evidence);
    card_memory_config(card, &config);
    evidence->size = config.size;
    evidence->size_agrees = config.size && config.size == config.predicted;
    evidence->not_set_aside = config.stolen && (!config.predicted || !config.stolen_at);
    if (evidence->crtc_known)
        read_crtc(card, evidence);
    evidence->size_excused = scripts_ran || shows_vga(evidence);
    evidence->set_up = is_set_up(evidence, &config);
    evidence->holds = evidence->set_up && memory_holds(card, evidence->size);
    evidence->posted = evidence->holds;
    evidence->cold = !evidence->mem_amount && !shows_vga(evidence) && !evidence->refresh &&
                     !evidence->timings && !evidence->memory_pll;
}

void card_posted(struct card *card, struct posted_evidence *evidence)
{
    look(card, false, evidence);
}

void card_posted_by_scripts(struct card *card, struct posted_evidence *evidence)
{
    look(card, true, evidence);
}

/* The cause comes before its effects: a controller that is off explains all that follows, and is the one thing
 * that a person can act on. */
const char *posted_missing(const struct posted_evidence *evidence)
{
    if (!evidence->pfb_on)
        return "the memory controller is off in PMC_ENABLE";
    if (!evidence->mem_amount)
        return "the memory has no size (0x10020c is 0)";
    if (evidence->not_set_aside)
        return "the system's firmware set no memory aside for it (0x100e10 or 0x100e14 is 0)";
    if (!evidence->size_agrees && !evidence->size_excused)
        return "the memory's size does not agree with its geometry";
    if (!evidence->refresh && !evidence->timings)
        return "refresh is off (0x100210 bit 31) and timings are 0";
    if (!evidence->clocked)
        return "the memory's clock is not set up";
    if (!evidence->refresh)
        return "refresh is off (0x100210 bit 31), and none of four words of the memory keeps a "
               "byte that is "
               "written to it";
    return "none of four words of the memory keeps a byte that is written to it";
}

bool card_display_on(struct card *card, const struct posted_evidence *evidence)
{
    if (!evidence->crtc_known)
        return false;
    bool on = evidence->crtc_00 || evidence->crtc_1a;
    for (unsigned i = 0; i < PDISPLAY_CHANNELS_WITH_MEMORY; i++)
        on |= (card_read32(card, PDISPLAY_CHANNEL + i * PDISPLAY_CHANNEL_STRIDE) &
               (PDISPLAY_CHANNEL_ENABLE | PDISPLAY_CHANNEL_STATE)) != 0;
    return on;
}

static struct dram_geometry read_geometry(struct card *card)
{
    const uint32_t cfg1 = card_read32(card, PFB_CFG1);
    uint32_t bank_bits = FIELD_GET(PFB_CFG1_BANK_BITS, cfg1);

    if (!(nv50_chip_of(card->chip)->features & FEATURE_BANK_BITS_2))
        bank_bits &= 1; /* tesla-vm.md K23 */
    return (struct dram_geometry){
        .column_bits = (uint8_t)FIELD_GET(PFB_CFG1_COLUMN_BITS, cfg1),
        .bank_bits = (uint8_t)(bank_bits + PFB_CFG1_BANK_BITS_MIN),
        .row_bits_a = (uint8_t)(FIELD_GET(PFB_CFG1_ROW_BITS_A, cfg1) + PFB_CFG1_ROW_BITS_MIN),
        .row_bits_b = (uint8_t)(FIELD_GET(PFB_CFG1_ROW_BITS_B, cfg1) + PFB_CFG1_ROW_BITS_MIN),
        .two_ranks = card_read32(card, PFB_CFG0) & PFB_CFG0_TWO_RANKS,
        .times3 = card_read32(card, PFB_BANKCFG) & PFB_BANKCFG_TIMES3,
    };
}

void card_memory_config(struct card *card, struct memory_config *config)
{
    const uint32_t mask = FIELD_GET(PBUS_HWUNITS_0_PARTS, card_read32(card, PBUS_HWUNITS_0));

    *config = (struct memory_config){
        .size = mem_amount_size(card_read32(card, PFB_MEM_AMOUNT)),
        .part_mask = (uint8_t)mask,
        .parts = (uint8_t)bits_count(mask),
        .subparts = 1,
        .ram_type = (uint8_t)FIELD_GET(PFB_RAM_TYPE_CODE, card_read32(card, PFB_RAM_TYPE)),
        .dram = read_geometry(card),
    };
    if (nv50_chip_of(card->chip)->features & FEATURE_SUBPARTITIONS) {
        const uint32_t subpart = card_read32(card, PFB_SUBPART);

        const uint32_t enabled = FIELD_GET(PFB_SUBPART_ENABLE, subpart);

        config->subparts = enabled == 3 ? 2 : 1;
        config->subparts_odd = enabled != 1 && enabled != 3;
        config->select_mask = (uint8_t)FIELD_GET(PFB_SUBPART_SELECT, subpart);
    }
    if (nv50_chip_of(card->chip)->features & FEATURE_IGP) { /* tesla-vm.md §6.7 */
        config->stolen = true;
        config->stolen_at = (uint64_t)card_read32(card, PFB_FAKEFB_BASE) << 12;
        config->predicted = (uint64_t)card_read32(card, PFB_FAKEFB_SIZE) << 12;
        return;
    }
    config->predicted = dram_size(&config->dram, config->parts);
    /* The formula counts 8-byte columns; one 32-bit subpartition has half (tesla-vm.md §6.1, E22). */
    if ((nv50_chip_of(card->chip)->features & FEATURE_SUBPARTITIONS) && config->subparts == 1)
        config->predicted /= 2;
}
