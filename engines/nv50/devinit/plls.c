/* Opcodes that set the coefficients of a PLL. They neither enable it nor switch to it: scripts do that
 * by writes of their own (devinit.md §4.5). */
#include "engines/nv50/devinit/pll.h"
#include "engines/nv50/devinit/state.h"
#include "hw/nv50/pclock.h"
#include "hw/nv50/pstraps.h"

/* Tables of versions 2.x know registers only: where the PLL with that id is, 0: nowhere (§5.1). */
static uint32_t fixed_register(const struct nv50_chip *chip, uint32_t id)
{
    const bool old = chip->layout == CHANNEL_LAYOUT_G80;

    switch (id) {
    case PLL_ID_CORE:
        return PCLOCK_NVPLL;
    case PLL_ID_SHADER:
        return PCLOCK_SPLL;
    case PLL_ID_MEMORY:
        return PCLOCK_MPLL;
    case PLL_ID_VIDEO:
        return old ? 0 : PCLOCK_XTPLL;
    case PLL_ID_VPLL:
    case PLL_ID_VPLL + 1:
        return PCLOCK_VPLL + (id - PLL_ID_VPLL) * PCLOCK_VPLL_STRIDE;
    default:
        return 0;
    }
}

static enum err find_limits(struct devinit *d, uint32_t which, struct pll_limits *limits)
{
    const bool by_register = rom_u8(&d->v->image, d->v->pll_limits) < 0x30;

    if (which <= PLL_ID_MAX && by_register)
        which = fixed_register(d->chip, which);
    const enum err e = which ? pll_limits(d->v, which, limits) : ERR_NOT_FOUND;
    if (e == OK && !limits->ref_khz)
        limits->ref_khz = pll_crystal_khz(devinit_read(d, PSTRAPS_0_PRIMARY));
    return e;
}

static bool is_vpll(const struct pll_limits *limits)
{
    return limits->id >= PLL_ID_VPLL || (limits->reg & ~PCLOCK_VPLL_STRIDE) == PCLOCK_VPLL;
}

static void write_vpll(struct devinit *d, uint32_t reg, const struct pll_setting *pll)
{
    devinit_write(d, reg, VPLL_CTRL_ON);
    devinit_mask(d, reg + VPLL_STAGE_1, ~(VPLL_1_M | VPLL_1_N),
                 FIELD_PUT(VPLL_1_M, pll->m[0]) | FIELD_PUT(VPLL_1_N, pll->n[0]));
    devinit_mask(d, reg + VPLL_STAGE_2, ~(VPLL_2_P | VPLL_2_CLEARED | VPLL_2_M | VPLL_2_N),
                 FIELD_PUT(VPLL_2_P, pll->p) | FIELD_PUT(VPLL_2_M, pll->m[1]) |
                     FIELD_PUT(VPLL_2_N, pll->n[1]));
}

static void write_vpll_gt215(struct devinit *d, uint32_t reg, const struct pll_setting *pll)
{
    devinit_write(d, reg, VPLL_GT215_CTRL_ON);
    devinit_mask(d, reg + VPLL_STAGE_1, ~(VPLL_GT215_P | VPLL_GT215_N | VPLL_GT215_M),
                 FIELD_PUT(VPLL_GT215_P, pll->p) | FIELD_PUT(VPLL_GT215_N, pll->n[0]) |
                     FIELD_PUT(VPLL_GT215_M, pll->m[0]));
    devinit_write(d, reg + VPLL_STAGE_2, pll->fraction);
}

static void write_pll(struct devinit *d, const struct pll_limits *limits,
                      const struct pll_setting *pll)
{
    if (limits->id == PLL_ID_MEMORY || limits->reg == PCLOCK_MPLL)
        devinit_mask(d, limits->reg, ~(PLL_CTRL_MEMORY_P | PLL_CTRL_MEMORY_BIAS | PLL_CTRL_P),
                     FIELD_PUT(PLL_CTRL_MEMORY_P, pll->p) |
                         FIELD_PUT(PLL_CTRL_MEMORY_BIAS, limits->bias) |
                         FIELD_PUT(PLL_CTRL_P, pll->p));
    else
        devinit_mask(d, limits->reg, ~PLL_CTRL_P, FIELD_PUT(PLL_CTRL_P, pll->p));
    devinit_write(d, limits->reg + PLL_COEFFICIENTS,
                  FIELD_PUT(PLL_COEFFICIENT_N, pll->n[0]) |
                      FIELD_PUT(PLL_COEFFICIENT_M, pll->m[0]));
}

/* On GT215 and later no source says how any but a head's PLL is set from a frequency: scripts there
 * write coefficients themselves (§5.5). */
void devinit_set_pll(struct devinit *d, uint32_t which, uint32_t khz)
{
    const bool gt215 = d->chip->features & FEATURE_PLL_GT215;
    struct pll_setting setting;
    struct pll_limits limits;
    enum err e = find_limits(d, which, &limits);

    if (e == OK && gt215)
        e = is_vpll(&limits) ? pll_gt215(&limits, khz, true, &setting) : ERR_UNSUPPORTED;
    else if (e == OK && is_vpll(&limits) && limits.stage[1].vco.max)
        e = pll_double(&limits, khz, &setting);
    else if (e == OK)
        e = pll_single(&limits, khz, &setting);
    if (e != OK) {
        devinit_fail(d, DEVINIT_PLL, which);
        d->end.expected = khz;
        d->end.error = e;
    } else if (is_vpll(&limits)) {
        gt215 ? write_vpll_gt215(d, limits.reg, &setting) : write_vpll(d, limits.reg, &setting);
    } else {
        write_pll(d, &limits, &setting);
    }
}

void op_pll32(struct devinit *d)
{
    devinit_set_pll(d, arg32(d, 1), arg32(d, 5));
}

void op_pllid(struct devinit *d)
{
    devinit_set_pll(d, arg8(d, 1), arg32(d, 2));
}

void op_pll(struct devinit *d)
{
    devinit_set_pll(d, arg32(d, 1), arg16(d, 5) * 10u);
}

/* From a VGA register to an entry of the list of frequencies; `which` 0 means no write. */
static void pll_by_port(struct devinit *d, uint32_t which, uint32_t values)
{
    const unsigned masked = devinit_index_read(d, arg16(d, 1), arg8(d, 3)) & arg8(d, 4);
    const unsigned index = arg8(d, 5) < 32 ? masked >> arg8(d, 5) : 0;

    if (index >= arg8(d, 6))
        devinit_warn(d, DEVINIT_WARN_INDEX, index);
    else if (which)
        devinit_set_pll(d, which, arg32(d, values + 4 * index));
}

void op_io_restrict_pll32(struct devinit *d)
{
    pll_by_port(d, arg32(d, 7), 11);
}

void op_io_restrict_pllid(struct devinit *d)
{
    pll_by_port(d, arg8(d, 7), 8);
}
