#include "engines/nv50/identify.h"

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

/* Row f of devinit.md §3.2 for the older PLLs, row i for GT215's. */
static void read_memory_pll(struct card *card, struct posted_evidence *evidence)
{
    const bool gt215 = nv50_chip_of(card->chip)->features & FEATURE_PLL_GT215;
    const uint32_t control = card_read32(card, gt215 ? PCLOCK_GT215_MPLL : PCLOCK_MPLL);

    evidence->memory_pll = control & (gt215 ? PLL_GT215_ENABLE : PLL_CTRL_ENABLE);
    evidence->locked = evidence->memory_pll && (!gt215 || (control & PLL_GT215_LOCKED));
}

void card_posted(struct card *card, struct posted_evidence *evidence)
{
    const uint32_t enable = card_read32(card, PMC_ENABLE);
    struct memory_config config;

    *evidence = (struct posted_evidence){ .pfb_on = enable & PMC_ENABLE_PFB,
                                          .crtc_known = enable & PMC_ENABLE_PDISPLAY };
    read_memory_pll(card, evidence);
    if (!evidence->pfb_on) { /* devinit.md §3.3: PFB registers are not there */
        evidence->cold = !evidence->memory_pll;
        return;
    }
    card_memory_config(card, &config);
    evidence->mem_amount = card_read32(card, PFB_MEM_AMOUNT);
    evidence->size = config.size;
    evidence->cfg0 = card_read32(card, PFB_CFG0);
    evidence->cfg1 = card_read32(card, PFB_CFG1);
    evidence->size_agrees = config.size && config.size == config.predicted;
    evidence->refresh = card_read32(card, PFB_REFCTRL) & PFB_REFCTRL_AUTO;
    evidence->timings = card_read32(card, PFB_TIMINGS) != 0;
    if (evidence->crtc_known)
        read_crtc(card, evidence);
    /* VGA state is a heuristic about mode setting; memory decides when it is empty. */
    const bool vga = evidence->crtc_known && (evidence->crtc_00 || evidence->crtc_1a);
    const bool set_up = config.stolen || evidence->refresh || evidence->timings;
    const bool memory = evidence->size_agrees && set_up;

    evidence->posted = evidence->mem_amount && (vga || memory);
    evidence->cold = !evidence->mem_amount && !vga && !evidence->refresh && !evidence->timings &&
                     !evidence->memory_pll;
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

        config->subparts = FIELD_GET(PFB_SUBPART_ENABLE, subpart) == 3 ? 2 : 1;
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
