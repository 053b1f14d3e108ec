/* engines/nv50/devinit/pll.h: from a frequency to the coefficients of a PLL, by the board's table of
 * limits. Pure.
 *
 * Units   kHz.
 * Errors  pll_limits: ERR_NOT_FOUND, no such table or no such PLL in it; ERR_UNSUPPORTED, a version that
 *         no card of the family has. The searches: ERR_RANGE, no coefficients within the limits.
 * Source  docs/hardware/devinit.md §5. */
#ifndef ENGINES_NV50_DEVINIT_PLL_H
#define ENGINES_NV50_DEVINIT_PLL_H

#include "engines/nv50/devinit/vbios.h"

struct pll_range {
    uint32_t min, max;
};

struct pll_stage {
    struct pll_range vco;   /* its output */
    struct pll_range input; /* its input, after the divider M */
    struct pll_range n, m;
};

struct pll_limits {
    uint8_t id;       /* PLL_ID_..., 0: a table that knows registers only */
    uint32_t reg;     /* control register */
    uint32_t ref_khz; /* 0: the crystal */
    struct pll_stage stage[2];
    struct pll_range p;
    uint8_t bias;
};

struct pll_setting {
    uint32_t n[2], m[2], p;
    uint16_t fraction; /* GT215 VPLLs */
    uint32_t khz;      /* the resulting clock */
};

/* Frequency of the board's crystal, by the primary straps. */
uint32_t pll_crystal_khz(uint32_t straps);

/* By id, or by control register if `which` is above PLL_ID_MAX. */
enum err pll_limits(const struct vbios *v, uint32_t which, struct pll_limits *out) MUST_CHECK;

/* With limits whose ref_khz is known. P counts halvings: the result is VCO >> P. */
enum err pll_single(const struct pll_limits *limits, uint32_t khz,
                    struct pll_setting *out) MUST_CHECK;
enum err pll_double(const struct pll_limits *limits, uint32_t khz,
                    struct pll_setting *out) MUST_CHECK;
/* GT215 and later: P divides; with `fractional` N has a fraction of 13 bits. */
enum err pll_gt215(const struct pll_limits *limits, uint32_t khz, bool fractional,
                   struct pll_setting *out) MUST_CHECK;

#endif
