/* model/nv50/shader/floats.c: single precision and special functions (tesla-isa.md §4, §6). */
#include "hw/nv50/pgraph.h"
#include "hw/nv50/shader.h"
#include "model/nv50/base/card.h"
#include "model/nv50/shader/float32.h"
#include "model/nv50/shader/sfu.h"
#include "model/nv50/shader/warp.h"

static bool has_second(const struct step *s)
{
    return s->in->is_long && !s->in->is_immediate;
}

static uint32_t signed_by(uint32_t value, bool negated, bool absolute)
{
    if (absolute)
        value &= ~FLOAT_SIGN;
    return negated ? value ^ FLOAT_SIGN : value;
}

/* The order of zero and of a comparison's outcome are the same numbers as $c has. */
static uint8_t flags_of_float(uint32_t value)
{
    static const uint8_t flags[] = { [ORDER_GREATER] = 0,
                                     [ORDER_EQUAL] = SHADER_ZERO,
                                     [ORDER_LESS] = SHADER_SIGN,
                                     [ORDER_NONE] = SHADER_ZERO | SHADER_SIGN };

    return flags[float_order(value, 0)];
}

/* Where the signs and saturation of add, mul and multiply-add stand: of a long one in the second word. */
struct signs {
    bool one, other, saturates;
};

static struct signs signs_of(const struct step *s)
{
    if (has_second(s))
        return (struct signs){ bits(s->in->second, 26, 1), bits(s->in->second, 27, 1),
                               bits(s->in->second, 29, 1) };
    return (struct signs){ bits(s->in->first, 15, 1), bits(s->in->first, 22, 1),
                           bits(s->in->first, 8, 1) };
}

/* The flag came with G200; MCP77 and MCP79 take it without effect (hwtest, g80_fp). */
uint32_t shader_saturate(const struct block *block, uint32_t value)
{
    const uint32_t chips = CHIP_BIT(CHIP_G200) | CHIPS_GT215_UP;

    return float_is_nan(value) && (block->flags & PGRAPH_MP_FLAGS_NAN_OFF) &&
                   (block->card->chip_bit & chips)
               ? 0
               : float_saturate(value);
}

/* G200 makes 0 of a NaN only if it came in as one, in sums and products. */
static uint32_t saturate_sum(const struct step *s, uint32_t sum, bool nan_in)
{
    return nan_in || s->block->card->chip_bit != CHIP_BIT(CHIP_G200)
               ? shader_saturate(s->block, sum)
               : float_saturate(sum);
}

static void put_float(const struct step *s, unsigned lane, uint32_t value)
{
    if (lane == 5 && core_broken(s->block, DEFECT_SHADER_LANE_FLOATS))
        value ^= BIT(10);
    put_flags(s, lane, flags_of_float(value));
    put_result(s, lane, value, false);
}

static bool add(const struct step *s)
{
    const struct signs signs = signs_of(s);
    const enum rounding rounding =
        has_second(s) ? (enum rounding)bits(s->in->first, 16, 2) : ROUND_NEAREST;

    EACH_LANE(lane, s->mask)
    {
        uint32_t a, b;

        if (!operand(s, 1, false, lane, &a) || !operand(s, has_second(s) ? 3 : 2, false, lane, &b))
            return false;
        const uint32_t sum =
            float_add(signed_by(a, signs.one, false), signed_by(b, signs.other, false), rounding);
        put_float(s, lane,
                  signs.saturates ? saturate_sum(s, sum, float_is_nan(a) || float_is_nan(b)) : sum);
    }
    return true;
}

static bool zero_wins(const struct step *s)
{
    return s->block->flags & PGRAPH_MP_FLAGS_ZERO;
}

/* Saturation of products came with G200. */
static bool multiply(const struct step *s)
{
    const struct signs signs = signs_of(s);
    const bool saturates = (s->block->card->chip_bit & CHIPS_G200_UP) &&
                           (has_second(s) ? bits(s->in->second, 20, 1) : signs.saturates);
    const enum rounding rounding =
        core_broken(s->block, DEFECT_SHADER_ROUNDING) ||
                card_knob(s->block->card, KNOB_COMPUTE_PRODUCT) == COMPUTE_PRODUCT_CUT
            ? ROUND_ZERO
        : has_second(s) ? (enum rounding)bits(s->in->second, 14, 2)
                        : ROUND_NEAREST;

    EACH_LANE(lane, s->mask)
    {
        uint32_t a, b;

        if (!operand(s, 1, false, lane, &a) || !operand(s, 2, false, lane, &b))
            return false;
        const uint32_t product =
            float_mul(signed_by(a, signs.one, false), signed_by(b, signs.other, false), rounding,
                      zero_wins(s));
        put_float(s, lane,
                  saturates ? saturate_sum(s, product, float_is_nan(a) || float_is_nan(b))
                            : product);
    }
    return true;
}

/* A NaN counts as one here also where it was multiplied by a 0 that wins. */
static uint32_t saturate_mad(const struct step *s, uint32_t sum, uint32_t a, uint32_t b, uint32_t c)
{
    const bool nan = float_is_nan(a) || float_is_nan(b);

    if (nan && shader_saturate(s->block, FLOAT_NAN) == 0)
        return 0;
    return saturate_sum(s, sum, nan || float_is_nan(c));
}

static bool multiply_add(const struct step *s)
{
    const struct signs signs = signs_of(s);

    EACH_LANE(lane, s->mask)
    {
        uint32_t a, b, c;

        if (!operand(s, 1, false, lane, &a) || !operand(s, 2, false, lane, &b) ||
            !operand(s, 3, false, lane, &c))
            return false;
        const uint32_t sum = float_mad(signed_by(a, signs.one, false), b,
                                       signed_by(c, signs.other, false), zero_wins(s)) ^
                             (s->block->card->broken[DEFECT_SHADER_ALL_MADS] ? BIT(3) : 0);
        put_float(s, lane, signs.saturates ? saturate_mad(s, sum, a, b, c) : sum);
    }
    return true;
}

/* Two operands with sign and absolute value of their own. */
static bool pair(const struct step *s, unsigned lane, uint32_t *a, uint32_t *b)
{
    if (!operand(s, 1, false, lane, a) || !operand(s, 2, false, lane, b))
        return false;
    *a = signed_by(*a, bits(s->in->second, 26, 1), bits(s->in->second, 20, 1));
    *b = signed_by(*b, bits(s->in->second, 27, 1), bits(s->in->second, 19, 1));
    return true;
}

static bool compare(const struct step *s)
{
    static const uint8_t where[] = {
        [ORDER_GREATER] = 16, [ORDER_EQUAL] = 15, [ORDER_LESS] = 14, [ORDER_NONE] = 17
    };

    EACH_LANE(lane, s->mask)
    {
        uint32_t a, b;

        if (!pair(s, lane, &a, &b))
            return false;
        const uint32_t result = bits(s->in->second, where[float_order(a, b)], 1) ? UINT32_MAX : 0;
        put_flags(s, lane, flags_of(result, false));
        put_result(s, lane, result, false);
    }
    return true;
}

static bool choose(const struct step *s)
{
    EACH_LANE(lane, s->mask)
    {
        uint32_t a, b;

        if (!pair(s, lane, &a, &b))
            return false;
        if (core_broken(s->block, DEFECT_SHADER_FLOAT_SIGN))
            b &= ~FLOAT_SIGN;
        put_float(s, lane, s->in->secondary == 5 ? float_least(a, b) : float_most(a, b));
    }
    return true;
}

/* The first if the third is not below 0; -0 counts as zero in the flags. */
static bool select_by_sign(const struct step *s)
{
    EACH_LANE(lane, s->mask)
    {
        uint32_t a, b, c;

        if (!operand(s, 1, false, lane, &a) || !operand(s, 2, false, lane, &b) ||
            !operand(s, 3, false, lane, &c))
            return false;
        const enum order order = float_order(signed_by(c, bits(s->in->second, 29, 1), false), 0);
        const uint32_t result = order == ORDER_GREATER || order == ORDER_EQUAL ? a : b;
        put_flags(s, lane, result & ~FLOAT_SIGN ? flags_of(result, false) : SHADER_ZERO);
        put_result(s, lane, result, false);
    }
    return true;
}

/* Which thread of the quad the first operand comes from; dx and dy give a fixed number outside of fragment programs. */
static uint32_t from_quad(const struct step *s, unsigned lane)
{
    const unsigned which = bits(s->in->first, 16, 3), number = bits(s->in->first, 9, 7);

    return lane_register(s, number, (lane & ~3u) | (which & 3));
}

/* All results are computed before the first is stored, because a thread reads registers of its neighbours. */
static bool quad(const struct step *s)
{
    const unsigned operations[4] = { bits(s->in->second, 26, 2), bits(s->in->second, 24, 2),
                                     bits(s->in->second, 22, 2), bits(s->in->first, 20, 2) };
    uint32_t results[WARP_LANES];

    EACH_LANE(lane, s->mask)
    {
        const unsigned operation = operations[lane & 3];
        const uint32_t a = from_quad(s, lane),
                       b = lane_register(s, bits(s->in->second, 14, 7), lane);

        results[lane] = operation == 3
                            ? float_add(b, 0, ROUND_NEAREST)
                            : float_add(signed_by(a, operation == 1, false),
                                        signed_by(b, operation == 2, false), ROUND_NEAREST);
        if (bits(s->in->first, 18, 1))
            results[lane] = s->block->flags & PGRAPH_MP_FLAGS_INF ? FLOAT_INFINITY : 0;
    }
    EACH_LANE(lane, s->mask)
    put_float(s, lane, results[lane]);
    return true;
}

/* ---- special functions ---- */

/* The result where an entry of a table is broken, which serves a range of operands between two powers of two. */
static uint32_t entry_broken(const struct step *s, uint32_t a, uint32_t result)
{
    static const struct {
        unsigned defect, secondary, entry;
        uint32_t bits;
    } entries[] = { { DEFECT_SHADER_RCP_ENTRY, 0, 17, BIT(8) },
                    { DEFECT_SHADER_RSQRT_ENTRY, 2, 3, BIT(1) },
                    { DEFECT_SHADER_LG2_ENTRY, 3, 90, BIT(9) },
                    { DEFECT_SHADER_EX2_ENTRY, 6, 40, BIT(9) } };
    const unsigned secondary = has_second(s) ? s->in->secondary : 0;

    for (unsigned i = 0; i < ARRAY_SIZE(entries); i++)
        if (entries[i].secondary == secondary && (a >> 16 & 0x7f) == entries[i].entry &&
            core_broken(s->block, entries[i].defect))
            result ^= entries[i].bits;
    if (secondary == 5 && core_broken(s->block, DEFECT_SHADER_COSINE))
        result &= ~FLOAT_SIGN;
    return result;
}

static uint32_t special(const struct step *s, uint32_t a)
{
    switch (has_second(s) ? s->in->secondary : 0) {
    case 2:
        return sfu_rsqrt(a);
    case 3:
        return sfu_lg2(a);
    case 4:
        return sfu_sin(a, false);
    case 5:
        return sfu_sin(a, true);
    case 6:
        return bits(s->in->second, 27, 1) ? shader_saturate(s->block, sfu_ex2(a)) : sfu_ex2(a);
    default:
        return sfu_rcp(a);
    }
}

/* Of each time that an instruction comes again, so that the model does not spend the test's time with it. */
#define EFFORT_NEVER (1u << 24)

static bool nine(const struct step *s)
{
    const bool wide = has_second(s), takes_sign = !wide || s->in->secondary < 4;
    const bool negated =
        takes_sign && (wide ? bits(s->in->second, 26, 1) : bits(s->in->first, 22, 1));
    const bool absolute =
        takes_sign && (wide ? bits(s->in->second, 20, 1) : bits(s->in->first, 15, 1));

    if (wide && (s->in->secondary == 1 || s->in->secondary == 7))
        return decode_trap(s, DECODE_ILLEGAL_OPCODE);
    if (core_broken(s->block, DEFECT_SHADER_HANGS) && wide && s->in->secondary == 3) {
        s->warp->pc -= 8; /* it comes again, and never to its end */
        s->block->owed += EFFORT_NEVER;
    }
    EACH_LANE(lane, s->mask)
    {
        const uint32_t a = lane_register(s, bits(s->in->first, 9, wide ? 7 : 6), lane);

        put_result(s, lane, entry_broken(s, a, special(s, signed_by(a, negated, absolute))), false);
    }
    return true;
}

static bool prepare(const struct step *s)
{
    EACH_LANE(lane, s->mask)
    {
        uint32_t a;

        if (!operand(s, 1, false, lane, &a))
            return false;
        a = signed_by(a, bits(s->in->second, 26, 1), bits(s->in->second, 20, 1));
        put_result(s, lane, sfu_prepare(a, !bits(s->in->second, 14, 1)), false);
    }
    return true;
}

static bool eleven(const struct step *s)
{
    if (!has_second(s) || s->in->secondary < 2)
        return add(s);
    switch (s->in->secondary) {
    case 3:
        return compare(s);
    case 4:
    case 5:
        return choose(s);
    case 6:
        return prepare(s);
    default:
        return decode_trap(s, DECODE_ILLEGAL_OPCODE);
    }
}

static bool twelve(const struct step *s)
{
    if (!has_second(s) || s->in->secondary == 0)
        return multiply(s);
    switch (s->in->secondary) {
    case 2:
    case 3:
        return select_by_sign(s);
    case 4:
        return quad(s);
    default:
        return decode_trap(s, DECODE_ILLEGAL_OPCODE);
    }
}

bool step_float(const struct step *s)
{
    switch (s->in->primary) {
    case 9:
        return s->in->is_immediate ? decode_trap(s, DECODE_ILLEGAL_OPCODE) : nine(s);
    case 0xb:
        return eleven(s);
    case 0xc:
        return twelve(s);
    default:
        return has_second(s) && s->in->secondary > 1 ? step_double(s) : multiply_add(s);
    }
}
