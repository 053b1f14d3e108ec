#include "engines/nv50/clocks.h"

#include "engines/nv50/devinit/pll.h"
#include "hw/nv50/chip.h"
#include "hw/nv50/pclock.h"
#include "hw/nv50/pstraps.h"

#define CHIPS_G80_ROOT (CHIP_BIT(CHIP_G80) | CHIP_BIT(CHIP_G200))
#define CHIPS_G94_ROOT (CHIP_BIT(CHIP_G94) | CHIP_BIT(CHIP_G96) | CHIP_BIT(CHIP_G98))

enum clock { CLOCK_CORE, CLOCK_SHADER, CLOCK_MEMORY };

static uint32_t crystal(struct card *card)
{
    return pll_crystal_khz(card_read32(card, PSTRAPS_0_PRIMARY));
}

static uint32_t scaled(uint32_t khz, uint32_t by, uint32_t divisor)
{
    const uint64_t result = divisor ? (uint64_t)khz * by / divisor : 0;

    return result > UINT32_MAX ? UINT32_MAX : (uint32_t)result;
}

static uint32_t by_coefficients(uint32_t khz, uint32_t coef)
{
    return scaled(khz, FIELD_GET(PLL_COEFFICIENT_N, coef), FIELD_GET(PLL_COEFFICIENT_M, coef));
}

/* ---- G80 to G200 */

static uint32_t root_g80(struct card *card, enum clock clock)
{
    const uint32_t select = card_read32(card, PCLOCK_ROOT_SELECT);
    const bool second = select & (clock == CLOCK_MEMORY ? ROOT_SELECT_MEMORY : ROOT_SELECT_OTHERS);
    const uint32_t coef = card_read32(card, PCLOCK_ROOT_COEF + (second ? ROOT_G80_STRIDE : 0));
    const uint32_t ref = crystal(card) * (coef & ROOT_G80_HALF ? 2 : 4);
    const uint32_t n = FIELD_GET(PLL_COEFFICIENT_N, coef), m = FIELD_GET(PLL_COEFFICIENT_M, coef);

    return scaled(ref, n + 1, m + 1) >> FIELD_GET(ROOT_COEF_P, coef);
}

static uint32_t root_g94(struct card *card, enum clock clock)
{
    const uint32_t word = card_read32(card, PCLOCK_MASTER_ROOT);
    const uint32_t select = clock == CLOCK_CORE     ? FIELD_GET(MASTER_ROOT_CORE, word)
                            : clock == CLOCK_SHADER ? FIELD_GET(MASTER_ROOT_SHADER, word)
                                                    : FIELD_GET(MASTER_ROOT_MEMORY, word);
    const uint32_t at = select == 0 ? PCLOCK_ROOT_STRIDE : 0;

    if (select == 1)
        return crystal(card);
    if (select == 2)
        return HREF_KHZ;
    const uint32_t coef = card_read32(card, PCLOCK_ROOT_COEF + at);
    const uint32_t more = FIELD_GET(ROOT_COEF_P, card_read32(card, PCLOCK_ROOT_DIV + at));
    return by_coefficients(crystal(card), coef) >> (FIELD_GET(ROOT_COEF_P, coef) + more);
}

/* The reference clock that a PLL multiplies. */
static uint32_t reference(struct card *card, enum clock clock)
{
    static const uint32_t href[] = { MASTER_CORE_HREF, MASTER_SHADER_HREF, MASTER_MEMORY_HREF };

    if (card_read32(card, PCLOCK_MASTER) & href[clock])
        return HREF_KHZ;
    if (chip_bit(card->chip) & CHIPS_G80_ROOT)
        return root_g80(card, clock);
    if (chip_bit(card->chip) & CHIPS_G94_ROOT)
        return root_g94(card, clock);
    const uint32_t coef = card_read32(card, PCLOCK_ROOT_COEF);
    return by_coefficients(crystal(card), coef) >> FIELD_GET(ROOT_COEF_P, coef);
}

static uint32_t pll(struct card *card, uint32_t control_at, enum clock clock)
{
    const uint32_t control = card_read32(card, control_at);
    const uint32_t coef = card_read32(card, control_at + PLL_COEFFICIENTS);

    if (!(control & PLL_CTRL_ENABLE))
        return 0;
    const uint32_t khz = by_coefficients(reference(card, clock), coef);
    if ((control & PLL_CTRL_STAGES) != PLL_CTRL_TWO_STAGES)
        return khz;
    return scaled(khz, FIELD_GET(PLL_COEFFICIENT_N2, coef), FIELD_GET(PLL_COEFFICIENT_M2, coef));
}

static uint32_t halvings(struct card *card, uint32_t control_at)
{
    return FIELD_GET(PLL_CTRL_P, card_read32(card, control_at));
}

static uint32_t memory(struct card *card)
{
    const uint32_t source = FIELD_GET(MASTER_MEMORY, card_read32(card, PCLOCK_MASTER));
    uint32_t khz = source >= 2 ? HREF_KHZ : source == 1 ? 0 : crystal(card);

    if (!(card_read32(card, PCLOCK_MPLL) & PLL_CTRL_MEMORY_BYPASS))
        khz = pll(card, PCLOCK_MPLL, CLOCK_MEMORY);
    return khz >> halvings(card, PCLOCK_MPLL);
}

static uint32_t core(struct card *card)
{
    const uint32_t master = card_read32(card, PCLOCK_MASTER);
    const bool direct = master & MASTER_CORE_DIRECT;
    const bool from_video = direct && chip_bit(card->chip) != CHIP_BIT(CHIP_G200);
    uint32_t khz = 0;

    if (FIELD_GET(MASTER_CORE, master) == MASTER_CORE_CRYSTAL)
        khz = crystal(card);
    else if (FIELD_GET(MASTER_CORE, master) == MASTER_CORE_SPLL)
        khz = pll(card, PCLOCK_SPLL, CLOCK_SHADER);
    else if (FIELD_GET(MASTER_CORE, master) == MASTER_CORE_NVPLL && !from_video)
        khz = pll(card, PCLOCK_NVPLL, CLOCK_CORE);
    return khz >> (direct ? 0 : halvings(card, PCLOCK_NVPLL));
}

static uint32_t shader(struct card *card)
{
    const uint32_t master = card_read32(card, PCLOCK_MASTER);
    uint32_t khz = 0;

    if (FIELD_GET(MASTER_SHADER, master) == MASTER_SHADER_SPLL)
        khz = pll(card, PCLOCK_SPLL, CLOCK_SHADER);
    else if (FIELD_GET(MASTER_SHADER, master) == MASTER_SHADER_NVPLL)
        khz = pll(card, PCLOCK_NVPLL, CLOCK_CORE);
    else if (!FIELD_GET(MASTER_SHADER, master) && !(master & MASTER_SHADER_HOST))
        khz = crystal(card);
    return khz >> halvings(card, PCLOCK_SPLL);
}

/* ---- GT215 and later */

static uint32_t root_gt215(struct card *card, uint32_t select)
{
    const uint32_t at = select == 2 ? PCLOCK_GT215_ROOT : PCLOCK_GT215_ROOT_2;

    if (select == 0)
        return crystal(card);
    if (select == 1 || !(card_read32(card, at) & PLL_GT215_ENABLE))
        return 0;
    return by_coefficients(crystal(card), card_read32(card, at + PLL_COEFFICIENTS));
}

/* Which of the fixed clocks a source of GT215 and later gives, in kHz; 0 where the word says
 * nothing that is known. */
static uint32_t source_gt215(struct card *card, uint32_t at)
{
    const uint32_t word = card_read32(card, at);

    if (!(word & SOURCE_GT215_ON))
        return 0;
    if (word & SOURCE_GT215_108_MHZ)
        return 108000;
    switch (FIELD_GET(SOURCE_GT215_KIND, word)) {
    case SOURCE_GT215_CRYSTAL:
        return word & SOURCE_GT215_NO_CRYSTAL ? 0 : crystal(card);
    case SOURCE_GT215_FIXED:
        return word & SOURCE_GT215_FIXED_108 ? 108000 : 100000;
    case SOURCE_GT215_DIVIDED:
        if (!(word & SOURCE_GT215_DIVIDER_ON))
            return 0;
        return scaled(root_gt215(card, FIELD_GET(SOURCE_GT215_ROOT, word)), 2,
                      FIELD_GET(SOURCE_GT215_DIVIDER, word) + 2);
    default:
        return 0;
    }
}

static uint32_t clock_gt215(struct card *card, uint32_t control_at, uint32_t source_at)
{
    const uint32_t control = card_read32(card, control_at);
    const uint32_t coef = card_read32(card, control_at + PLL_COEFFICIENTS);

    if (control & PLL_GT215_BYPASS)
        return source_gt215(card, source_at + PCLOCK_GT215_BYPASS);
    if (!(control & PLL_GT215_ENABLE))
        return 0;
    return scaled(source_gt215(card, source_at), FIELD_GET(PLL_GT215_N, coef),
                  FIELD_GET(PLL_GT215_M, coef) * FIELD_GET(PLL_GT215_P, coef));
}

void card_clocks(struct card *card, struct clocks *clocks)
{
    const uint32_t features = nv50_chip_of(card->chip)->features;

    *clocks = (struct clocks){ 0 };
    if (features & FEATURE_IGP)
        return;
    if (features & FEATURE_PLL_GT215)
        *clocks = (struct clocks){
            .core_khz = clock_gt215(card, PCLOCK_GT215_NVPLL, PCLOCK_GT215_NVPLL_SOURCE),
            .shader_khz = clock_gt215(card, PCLOCK_GT215_SPLL, PCLOCK_GT215_SPLL_SOURCE),
            .memory_khz = clock_gt215(card, PCLOCK_GT215_MPLL, PCLOCK_GT215_MPLL_SOURCE),
        };
    else
        *clocks = (struct clocks){ .core_khz = core(card),
                                   .shader_khz = shader(card),
                                   .memory_khz = memory(card) };
}
