/* The registers of clocks and PLLs as a table: devinit.md §3.2, §5, board.md §6. */
#include "hw/nv50/registers.h"

#include "hw/nv50/pclock.h"
#include "hw/nv50/register_rows.h"

static const struct field_value source_kinds[] = {
    { SOURCE_GT215_CRYSTAL, "CRYSTAL", ALL },
    { SOURCE_GT215_FIXED, "FIXED", ALL },
    { SOURCE_GT215_DIVIDED, "DIVIDED", ALL },
};
static const struct field_value core_sources[] = {
    { MASTER_CORE_CRYSTAL, "CRYSTAL", ALL },
    { MASTER_CORE_SPLL, "SPLL", ALL },
    { MASTER_CORE_NVPLL, "NVPLL", ALL },
};
static const struct field_value shader_sources[] = {
    { MASTER_SHADER_NVPLL, "NVPLL", ALL },
    { MASTER_SHADER_SPLL, "SPLL", ALL },
};
static const struct field pll_fields[] = {
    { "ENABLE", ALL, 0, PLAIN, { { 0, PLL_CTRL_ENABLE } } },
    { "TWO_STAGES", ALL, 0, PLAIN, { { 0, PLL_CTRL_TWO_STAGES } } },
    { "STAGES_8", ALL, 0, PLAIN, { { 0, BIT(8) } } },
    { "P", ALL, 0, PLAIN, { { 0, PLL_CTRL_P } } },
};
static const struct field mpll_fields[] = {
    { "ENABLE", ALL, 0, PLAIN, { { 0, PLL_CTRL_ENABLE } } },
    { "TWO_STAGES", ALL, 0, PLAIN, { { 0, PLL_CTRL_TWO_STAGES } } },
    { "STAGES_8", ALL, 0, PLAIN, { { 0, BIT(8) } } },
    { "BYPASS", ALL, 0, PLAIN, { { 0, PLL_CTRL_MEMORY_BYPASS } } },
    { "P", ALL, 0, PLAIN, { { 0, PLL_CTRL_P } } },
    { "BIAS", ALL, 0, PLAIN, { { 0, PLL_CTRL_MEMORY_BIAS } } },
    { "MEMORY_P", ALL, 0, PLAIN, { { 0, PLL_CTRL_MEMORY_P } } },
};
static const struct field coefficient_fields[] = {
    { "M", ALL, 0, PLAIN, { { 0, PLL_COEFFICIENT_M } } },
    { "N", ALL, 0, PLAIN, { { 0, PLL_COEFFICIENT_N } } },
    { "M2", ALL, 0, PLAIN, { { 0, PLL_COEFFICIENT_M2 } } },
    { "N2", ALL, 0, PLAIN, { { 0, PLL_COEFFICIENT_N2 } } },
};
static const struct field status_fields[] = {
    { "NVPLL_LOCKED", ALL, 0, PLAIN, { { 0, PCLOCK_STATUS_NVPLL_LOCKED } } },
    { "NVPLL_ENABLED", ALL, 0, PLAIN, { { 0, PCLOCK_STATUS_NVPLL_ENABLED } } },
};
static const struct field gt215_pll_fields[] = {
    { "ENABLE", ALL, 0, PLAIN, { { 0, PLL_GT215_ENABLE } } },
    { "POWER_OFF", ALL, 0, PLAIN, { { 0, PLL_GT215_POWER_OFF } } },
    { "BYPASS", ALL, 0, PLAIN, { { 0, PLL_GT215_BYPASS } } },
    { "UNWATCHED", ALL, 0, PLAIN, { { 0, PLL_GT215_UNWATCHED } } },
    { "LOCKED", ALL, 0, PLAIN, { { 0, PLL_GT215_LOCKED } } },
};
static const struct field gt215_coefficient_fields[] = {
    { "M", ALL, 0, PLAIN, { { 0, PLL_GT215_M } } },
    { "N", ALL, 0, PLAIN, { { 0, PLL_GT215_N } } },
    { "P", ALL, 0, PLAIN, { { 0, PLL_GT215_P } } },
};
static const struct field gt215_source_fields[] = {
    { "DIVIDER_ON", ALL, 0, PLAIN, { { 0, SOURCE_GT215_DIVIDER_ON } } },
    { "ROOT", ALL, 0, PLAIN, { { 0, SOURCE_GT215_ROOT } } },
    { "FIXED_108", ALL, 0, PLAIN, { { 0, SOURCE_GT215_FIXED_108 } } },
    { "ON", ALL, 0, PLAIN, { { 0, SOURCE_GT215_ON } } },
    { "NO_CRYSTAL", ALL, 0, PLAIN, { { 0, SOURCE_GT215_NO_CRYSTAL } } },
    { "108_MHZ", ALL, 0, PLAIN, { { 0, SOURCE_GT215_108_MHZ } } },
    { "KIND", ALL, 0, NAMED(source_kinds), { { 0, SOURCE_GT215_KIND } } },
    { "DIVIDER", ALL, 0, PLAIN, { { 0, SOURCE_GT215_DIVIDER } } },
};
static const struct field master_fields[] = {
    { "CORE", ALL, 0, NAMED(core_sources), { { 0, MASTER_CORE } } },
    { "SHADER", ALL, 0, NAMED(shader_sources), { { 0, MASTER_SHADER } } },
    { "SHADER_HOST", ALL, 0, PLAIN, { { 0, MASTER_SHADER_HOST } } },
    { "MEMORY", ALL, 0, PLAIN, { { 0, MASTER_MEMORY } } },
    { "MEMORY_HREF", ALL, 0, PLAIN, { { 0, MASTER_MEMORY_HREF } } },
    { "CORE_DIRECT", ALL, 0, PLAIN, { { 0, MASTER_CORE_DIRECT } } },
    { "CORE_HREF", ALL, 0, PLAIN, { { 0, MASTER_CORE_HREF } } },
    { "SHADER_HREF", ALL, 0, PLAIN, { { 0, MASTER_SHADER_HREF } } },
};
static const struct field master_root_fields[] = {
    { "SHADER", ALL, 0, PLAIN, { { 0, MASTER_ROOT_SHADER } } },
    { "MEMORY", ALL, 0, PLAIN, { { 0, MASTER_ROOT_MEMORY } } },
    { "CORE", ALL, 0, PLAIN, { { 0, MASTER_ROOT_CORE } } },
};
static const struct field root_select_fields[] = {
    { "OTHERS", ALL, 0, PLAIN, { { 0, ROOT_SELECT_OTHERS } } },
    { "MEMORY", ALL, 0, PLAIN, { { 0, ROOT_SELECT_MEMORY } } },
};
static const struct field root_coef_fields[] = {
    { "M", ALL, 0, PLAIN, { { 0, PLL_COEFFICIENT_M } } },
    { "N", ALL, 0, PLAIN, { { 0, PLL_COEFFICIENT_N } } },
    { "P", ALL, 0, PLAIN, { { 0, ROOT_COEF_P } } },
    { "HALF", CHIP_BIT(CHIP_G80) | CHIP_BIT(CHIP_G200), 0, PLAIN, { { 0, ROOT_G80_HALF } } },
};
static const struct field vpll_1_fields[] = {
    { "N", ALL, 0, PLAIN, { { 0, VPLL_1_N } } },
    { "M", ALL, 0, PLAIN, { { 0, VPLL_1_M } } },
};
static const struct field vpll_2_fields[] = {
    { "N", ALL, 0, PLAIN, { { 0, VPLL_2_N } } },
    { "M", ALL, 0, PLAIN, { { 0, VPLL_2_M } } },
    { "CLEARED", ALL, 0, PLAIN, { { 0, VPLL_2_CLEARED } } },
    { "P", ALL, 0, PLAIN, { { 0, VPLL_2_P } } },
};
static const struct field gt215_vpll_fields[] = {
    { "N", ALL, 0, PLAIN, { { 0, VPLL_GT215_N } } },
    { "M", ALL, 0, PLAIN, { { 0, VPLL_GT215_M } } },
    { "P", ALL, 0, PLAIN, { { 0, VPLL_GT215_P } } },
};

const struct nv50_register nv50_pclock_registers[] = {
    { "PCLOCK_MPLL", PCLOCK_MPLL, 0, 0, CHIPS_PRE_GT215, WITH(mpll_fields) },
    { "PCLOCK_MPLL_COEF", PCLOCK_MPLL_COEF, 0, 0, CHIPS_PRE_GT215, WITH(coefficient_fields) },
    { "PCLOCK_SPLL", PCLOCK_SPLL, 0, 0, CHIPS_PRE_GT215, WITH(pll_fields) },
    { "PCLOCK_SPLL_COEF", PCLOCK_SPLL_COEF, 0, 0, CHIPS_PRE_GT215, WITH(coefficient_fields) },
    { "PCLOCK_NVPLL", PCLOCK_NVPLL, 0, 0, CHIPS_PRE_GT215, WITH(pll_fields) },
    { "PCLOCK_NVPLL_COEF", PCLOCK_NVPLL_COEF, 0, 0, CHIPS_PRE_GT215, WITH(coefficient_fields) },
    { "PCLOCK_XTPLL", PCLOCK_XTPLL, 0, 0, CHIPS_PRE_GT215, BARE },
    { "PCLOCK_STATUS", PCLOCK_STATUS, 0, 0, CHIPS_PLL_STATUS, WITH(status_fields) },
    { "PCLOCK_GT215_MPLL", PCLOCK_GT215_MPLL, 0, 0, CHIPS_GT215_UP, WITH(gt215_pll_fields) },
    { "PCLOCK_GT215_MPLL_COEF", PCLOCK_GT215_MPLL_COEF, 0, 0, CHIPS_GT215_UP,
      WITH(gt215_coefficient_fields) },
    { "PCLOCK_GT215_NVPLL_SOURCE", PCLOCK_GT215_NVPLL_SOURCE, 0, 0, CHIPS_GT215_UP,
      WITH(gt215_source_fields) },
    { "PCLOCK_GT215_SPLL_SOURCE", PCLOCK_GT215_SPLL_SOURCE, 0, 0, CHIPS_GT215_UP,
      WITH(gt215_source_fields) },
    { "PCLOCK_GT215_MPLL_SOURCE", PCLOCK_GT215_MPLL_SOURCE, 0, 0, CHIPS_GT215_UP,
      WITH(gt215_source_fields) },
    { "PCLOCK_GT215_MPLL_PAST", PCLOCK_GT215_MPLL_PAST, 0, 0, CHIPS_GT215_UP,
      WITH(gt215_source_fields) },
    { "PCLOCK_GT215_SOURCE_94", PCLOCK_GT215_SOURCE_94, 0, 0, CHIPS_GT215_UP,
      WITH(gt215_source_fields) },
    { "PCLOCK_GT215_SOURCE_A0", PCLOCK_GT215_SOURCE_A0, 0, 0, CHIPS_GT215_UP,
      WITH(gt215_source_fields) },
    { "PCLOCK_GT215_SOURCE_A4", PCLOCK_GT215_SOURCE_A4, 0, 0, CHIPS_GT215_UP,
      WITH(gt215_source_fields) },
    { "PCLOCK_GT215_NVPLL_PAST", PCLOCK_GT215_NVPLL_SOURCE + PCLOCK_GT215_BYPASS, 0, 0,
      CHIPS_GT215_UP, WITH(gt215_source_fields) },
    { "PCLOCK_GT215_SPLL_PAST", PCLOCK_GT215_SPLL_SOURCE + PCLOCK_GT215_BYPASS, 0, 0,
      CHIPS_GT215_UP, WITH(gt215_source_fields) },
    { "PCLOCK_GT215_NVPLL", PCLOCK_GT215_NVPLL, 0, 0, CHIPS_GT215_UP, WITH(gt215_pll_fields) },
    { "PCLOCK_GT215_NVPLL_COEF", PCLOCK_GT215_NVPLL_COEF, 0, 0, CHIPS_GT215_UP,
      WITH(gt215_coefficient_fields) },
    { "PCLOCK_GT215_SPLL", PCLOCK_GT215_SPLL, 0, 0, CHIPS_GT215_UP, WITH(gt215_pll_fields) },
    { "PCLOCK_GT215_SPLL_COEF", PCLOCK_GT215_SPLL_COEF, 0, 0, CHIPS_GT215_UP,
      WITH(gt215_coefficient_fields) },
    { "PCLOCK_VDEC_DIV", PCLOCK_VDEC_DIV, 0, 0, CHIP_BIT(CHIP_MCP77) | CHIP_BIT(CHIP_MCP79), BARE },
    { "PCLOCK_DOM6_DIV", PCLOCK_DOM6_DIV, 0, 0, CHIPS_PRE_GT215, BARE },
    { "PCLOCK_DOM6_DIV_G92", PCLOCK_DOM6_DIV_G92, 0, 0,
      CHIP_BIT(CHIP_G92) | CHIP_BIT(CHIP_G94) | CHIP_BIT(CHIP_G96), BARE },
    { "PCLOCK_MASTER", PCLOCK_MASTER, 0, 0, CHIPS_PRE_GT215, WITH(master_fields) },
    { "PCLOCK_MASTER_ROOT", PCLOCK_MASTER_ROOT, 0, 0,
      CHIP_BIT(CHIP_G94) | CHIP_BIT(CHIP_G96) | CHIP_BIT(CHIP_G98), WITH(master_root_fields) },
    { "PCLOCK_MASTER_MCP77", PCLOCK_MASTER_MCP77, 0, 0, CHIP_BIT(CHIP_MCP77) | CHIP_BIT(CHIP_MCP79),
      BARE },
    { "PCLOCK_ROOT_SELECT", PCLOCK_ROOT_SELECT, 0, 0, ALL, WITH(root_select_fields) },
    { "PCLOCK_ROOT_COEF", PCLOCK_ROOT_COEF, 0, 0, CHIPS_PRE_GT215, WITH(root_coef_fields) },
    { "PCLOCK_ROOT_DIV", PCLOCK_ROOT_DIV, 0, 0,
      CHIP_BIT(CHIP_G94) | CHIP_BIT(CHIP_G96) | CHIP_BIT(CHIP_G98), BARE },
    { "PCLOCK_ROOT_COEF_1", PCLOCK_ROOT_COEF_1, 0, 0,
      CHIP_BIT(CHIP_G94) | CHIP_BIT(CHIP_G96) | CHIP_BIT(CHIP_G98), WITH(root_coef_fields) },
    { "PCLOCK_ROOT_DIV_1", PCLOCK_ROOT_DIV_1, 0, 0,
      CHIP_BIT(CHIP_G94) | CHIP_BIT(CHIP_G96) | CHIP_BIT(CHIP_G98), BARE },
    { "PCLOCK_GT215_ROOT", PCLOCK_GT215_ROOT, 0, 0, CHIPS_GT215_UP, WITH(gt215_pll_fields) },
    { "PCLOCK_GT215_ROOT_COEF", PCLOCK_GT215_ROOT_COEF, 0, 0, CHIPS_GT215_UP,
      WITH(gt215_coefficient_fields) },
    { "PCLOCK_GT215_ROOT_2", PCLOCK_GT215_ROOT_2, 0, 0, CHIPS_GT215_UP, BARE },
    { "PCLOCK_VPLL", PCLOCK_VPLL, PCLOCK_VPLL_STRIDE, 2, ALL, BARE },
    { "PCLOCK_VPLL_STAGE_1", PCLOCK_VPLL + VPLL_STAGE_1, PCLOCK_VPLL_STRIDE, 2, CHIPS_PRE_GT215,
      WITH(vpll_1_fields) },
    { "PCLOCK_VPLL_STAGE_1", PCLOCK_VPLL + VPLL_STAGE_1, PCLOCK_VPLL_STRIDE, 2, CHIPS_GT215_UP,
      WITH(gt215_vpll_fields) },
    { "PCLOCK_VPLL_STAGE_2", PCLOCK_VPLL + VPLL_STAGE_2, PCLOCK_VPLL_STRIDE, 2, CHIPS_PRE_GT215,
      WITH(vpll_2_fields) },
    { "PCLOCK_VPLL_STAGE_2", PCLOCK_VPLL + VPLL_STAGE_2, PCLOCK_VPLL_STRIDE, 2, CHIPS_GT215_UP,
      BARE },
    { 0 },
};
