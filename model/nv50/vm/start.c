#include "model/nv50/vm/start.h"

#include "hw/nv50/pclock.h"
#include "hw/nv50/pfb.h"
#include "hw/nv50/pnvio.h"
#include "model/nv50/base/card.h"
#include "model/nv50/vm/board.h"
#include "model/nv50/vm/pfb.h"

#define VOLTAGE_SHIFT (BOARD_VOLTAGE_LINE % GPIO_LINES_EACH * 4)

unsigned start_strap(const struct nv50 *card)
{
    if (card->broken[DEFECT_POST_STRAP_UNKNOWN])
        return 15;
    return card->broken[DEFECT_POST_STRAP_WRONG] ? 3 - card->strap : card->strap;
}

static bool is_gt215(const struct nv50 *card)
{
    return card->chip->features & FEATURE_PLL_GT215;
}

/* The kind of memory that is on the board, whatever a strap may say. */
static void wanted(const struct nv50 *card, struct board_memory *memory)
{
    board_memory(card, board_column(card->strap), memory);
}

static bool has_locked(const struct nv50 *card, uint64_t since_ns)
{
    return !card->broken[DEFECT_POST_PLL_NO_LOCK] &&
           shell_now_ns(&card->shell) >= since_ns + PLL_LOCK_NS;
}

/* A board whose ROM was lent: which frequencies, timings and lines its memory needs only that ROM knows. So any that
 * make sense will do (devinit.md §7.2). */
static bool is_given(const struct nv50 *card)
{
    return card->board_is_given;
}

static bool has_coefficients(uint32_t word)
{
    return (word & 0xff) && (word >> 8 & 0xff);
}

static bool core_is_set(const struct nv50 *card)
{
    if (is_given(card) && !is_gt215(card))
        return (reg_get(card, PCLOCK_NVPLL) & PLL_CTRL_ENABLE) &&
               has_coefficients(reg_get(card, PCLOCK_NVPLL_COEF));
    if (is_gt215(card))
        return (reg_get(card, PCLOCK_GT215_NVPLL) &
                (PLL_GT215_ENABLE | PLL_GT215_POWER_OFF | PLL_GT215_BYPASS)) == PLL_GT215_ENABLE &&
               reg_get(card, PCLOCK_GT215_NVPLL_COEF) == BOARD_GT215_CORE;
    const uint32_t control = reg_get(card, PCLOCK_NVPLL);
    return (control & PLL_CTRL_ENABLE) && FIELD_GET(PLL_CTRL_P, control) == BOARD_CORE_P &&
           reg_get(card, PCLOCK_NVPLL_COEF) == BOARD_CORE_COEF;
}

bool start_core_locked(const struct nv50 *card)
{
    return core_is_set(card) && has_locked(card, card->start->core_ns);
}

static bool memory_is_set(const struct nv50 *card)
{
    struct board_memory memory;

    if (is_given(card) && !is_gt215(card))
        return (reg_get(card, PCLOCK_MPLL) & (PLL_CTRL_ENABLE | PLL_CTRL_MEMORY_BYPASS)) ==
                   PLL_CTRL_ENABLE &&
               has_coefficients(reg_get(card, PCLOCK_MPLL_COEF));
    wanted(card, &memory);
    if (is_gt215(card))
        return (reg_get(card, PCLOCK_GT215_MPLL) &
                (PLL_GT215_ENABLE | PLL_GT215_POWER_OFF | PLL_GT215_BYPASS)) == PLL_GT215_ENABLE &&
               reg_get(card, PCLOCK_GT215_MPLL_COEF) == memory.coef;
    const uint32_t control = reg_get(card, PCLOCK_MPLL);
    return (control & PLL_CTRL_ENABLE) && !(control & PLL_CTRL_MEMORY_BYPASS) &&
           FIELD_GET(PLL_CTRL_P, control) == memory.p &&
           reg_get(card, PCLOCK_MPLL_COEF) == memory.coef;
}

bool start_memory_locked(const struct nv50 *card)
{
    return memory_is_set(card) && has_locked(card, card->start->memory_ns);
}

/* The line drives 1, and nothing else has it. */
static bool has_supply(const struct nv50 *card)
{
    const uint32_t nibble = reg_get(card, PNVIO_GPIO_0) >> VOLTAGE_SHIFT;
    const uint32_t special = (BIT(0) | BIT(16)) << BOARD_VOLTAGE_LINE;

    if (is_given(card))
        return true;
    return (nibble & GPIO_NIBBLE_DRIVE) && (nibble & GPIO_NIBBLE_OUT) &&
           !(reg_get(card, PNVIO_GPIO_MODE_0) & special);
}

static bool has_clocks(const struct nv50 *card)
{
    return start_core_locked(card) && start_memory_locked(card) &&
           (is_gt215(card) ||
            (is_given(card) ? (reg_get(card, PCLOCK_MASTER) & BOARD_MASTER) == BOARD_MASTER
                            : reg_get(card, PCLOCK_MASTER) == BOARD_MASTER));
}

/* Of a given board's words: those bits that give the size and type of its memory. */
static uint32_t checked_bits(const struct nv50 *card, uint32_t offset)
{
    if (!is_given(card))
        return UINT32_MAX;
    switch (offset) {
    case PFB_CFG0:
        return PFB_CFG0_TWO_RANKS;
    case PFB_CFG1:
        return PFB_CFG1_COLUMN_BITS | PFB_CFG1_ROW_BITS_A | PFB_CFG1_BANK_BITS;
    case PFB_BANKCFG:
        return PFB_BANKCFG_TIMES3;
    case PFB_RAM_TYPE:
        return PFB_RAM_TYPE_CODE;
    case PFB_REFCTRL:
        return PFB_REFCTRL_AUTO;
    default:
        return 0;
    }
}

/* Geometry, timings and type as the chips on the board want them. */
static bool is_configured(const struct nv50 *card)
{
    struct pfb_setting settings[PFB_SETTINGS_MAX];
    const unsigned count = pfb_settings(card, settings);

    for (unsigned i = 0; i < count; i++)
        if ((reg_get(card, settings[i].offset) ^ settings[i].value) &
            checked_bits(card, settings[i].offset))
            return false;
    return !is_given(card) || reg_get(card, PFB_TIMINGS) != 0;
}

void start_power_on(struct nv50 *card)
{
    *card->start =
        (struct start){ .awake = !card->shell.cold && !card->broken[DEFECT_HALF_MEMORY] };
}

void start_command(struct nv50 *card, uint32_t offset, uint32_t value)
{
    struct start *const start = card->start;

    if (!has_supply(card) || !has_clocks(card))
        return;
    if (offset == PFB_PRECHARGE)
        start->precharges++;
    else if (offset == PFB_REFRESH)
        start->refreshes += start->precharges ? 1 : 0;
    else if ((start->refreshes >= 2 || is_given(card)) && offset < PFB_MODE_REGS + 8)
        start->modes[(offset - PFB_MODE_REGS) / 4] = value;
    pfb_refresh(card);
}

void start_pll_changed(struct nv50 *card, uint32_t offset, uint32_t value)
{
    (void)value;
    const bool core = offset == PCLOCK_NVPLL || offset == PCLOCK_NVPLL_COEF ||
                      offset == PCLOCK_GT215_NVPLL || offset == PCLOCK_GT215_NVPLL_COEF;

    *(core ? &card->start->core_ns : &card->start->memory_ns) = shell_now_ns(&card->shell);
    pfb_refresh(card);
}

/* The settings of chips and PFB are lost with PFB. */
void start_pfb_switched(struct nv50 *card, bool on)
{
    struct start *const start = card->start;

    if (start->awake)
        return;
    start->reset_seen |= on;
    start->precharges = start->refreshes = 0;
    start->modes[0] = start->modes[1] = 0;
}

void start_update(struct nv50 *card)
{
    struct start *const start = card->start;
    struct board_memory memory;

    if (start->awake || card->broken[DEFECT_POST_MEMORY_SILENT] || card->broken[DEFECT_HALF_MEMORY])
        return;
    wanted(card, &memory);
    const bool has_modes =
        is_given(card) ? start->refreshes >= 2 && start->modes[0] && start->modes[1]
                       : start->modes[0] == memory.modes[0] && start->modes[1] == memory.modes[1];
    start->awake = start->reset_seen && has_supply(card) && has_clocks(card) &&
                   is_configured(card) && has_modes;
}

bool start_is_awake(const struct nv50 *card)
{
    return card->start->awake;
}
