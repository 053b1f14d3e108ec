/* model/nv50/shader/doubles.c: double precision, which G200 alone has, and conversions to and from it and integers of 64 bits
 * (tesla-isa.md §4.3, §6). A double is a pair of registers, the lower word first. */
#include "hw/least.h"
#include "hw/nv50/shader.h"
#include "model/nv50/base/card.h"
#include "model/nv50/shader/float64.h"
#include "model/nv50/shader/warp.h"

#define BIT_OF(s, n) bits((s)->in->second, n, 1)

static bool is_there(const struct step *s)
{
    return s->block->card->chip_bit == CHIP_BIT(CHIP_G200);
}

static uint64_t pair(const struct step *s, unsigned number, unsigned lane)
{
    return lane_register(s, number, lane) | (uint64_t)lane_register(s, number + 1, lane) << 32;
}

static uint64_t source(const struct step *s, unsigned which, unsigned lane)
{
    return pair(
        s, which == 3 ? bits(s->in->second, 14, 7) : bits(s->in->first, which == 1 ? 9 : 16, 7),
        lane);
}

static void put_pair(const struct step *s, unsigned lane, uint64_t value)
{
    const unsigned number = bits(s->in->first, 2, 7);

    set_register(s, number, lane, (uint32_t)value);
    set_register(s, number + 1, lane, (uint32_t)(value >> 32));
}

static const uint8_t flags_by_order[] = { [ORDER_GREATER] = 0,
                                          [ORDER_EQUAL] = SHADER_ZERO,
                                          [ORDER_LESS] = SHADER_SIGN,
                                          [ORDER_NONE] = SHADER_ZERO | SHADER_SIGN };

static void put_double(const struct step *s, unsigned lane, uint64_t value)
{
    put_flags(s, lane, flags_by_order[double_order(value, 0)]);
    put_pair(s, lane, value);
}

/* A NaN keeps its sign, and is quiet from then on. */
static uint64_t with_signs(uint64_t a, bool negated, bool absolute)
{
    if (double_is_nan(a))
        return a | DOUBLE_QUIET;
    if (absolute)
        a &= ~DOUBLE_SIGN;
    return negated ? a ^ DOUBLE_SIGN : a;
}

/* ---- arithmetic ---- */

/* Minimum and maximum have their sign bits at other places than sums and products, hence `choice`. */
static uint64_t result_of(const struct step *s, unsigned lane)
{
    const bool choice = s->in->secondary >= 5;
    const uint64_t a = with_signs(source(s, 1, lane), BIT_OF(s, 26), choice && BIT_OF(s, 20));
    const uint64_t b =
        with_signs(source(s, 2, lane), choice && BIT_OF(s, 27), choice && BIT_OF(s, 19));
    const uint64_t c = with_signs(source(s, 3, lane), BIT_OF(s, 27), false);

    switch (s->in->secondary) {
    case 2:
        return double_fma(a, b, c, (enum rounding)bits(s->in->second, 22, 2));
    case 3:
        return double_add(a, c, (enum rounding)bits(s->in->first, 16, 2));
    case 4:
        return double_mul(a, b, (enum rounding)bits(s->in->second, 17, 2));
    case 5:
        return double_least(a, b);
    default:
        return double_most(a, b);
    }
}

static bool compare(const struct step *s)
{
    static const uint8_t where[] = {
        [ORDER_GREATER] = 16, [ORDER_EQUAL] = 15, [ORDER_LESS] = 14, [ORDER_NONE] = 17
    };

    EACH_LANE(lane, s->mask)
    {
        const uint64_t a = with_signs(source(s, 1, lane), BIT_OF(s, 26), BIT_OF(s, 20));
        const uint64_t b = with_signs(source(s, 2, lane), BIT_OF(s, 27), BIT_OF(s, 19));
        const uint32_t result = bits(s->in->second, where[double_order(a, b)], 1) ? UINT32_MAX : 0;

        put_flags(s, lane, flags_of(result, false));
        put_result(s, lane, result, false);
    }
    return true;
}

bool step_double(const struct step *s)
{
    if (!is_there(s))
        return decode_trap(s, DECODE_ILLEGAL_OPCODE);
    if (s->in->secondary == 7)
        return compare(s);
    EACH_LANE(lane, s->mask)
    put_double(s, lane, result_of(s, lane));
    return true;
}

/* ---- conversions ---- */

/* Bits of the second word: 14 the source has 64 bits, 26 the result; else both have 32. */
#define FROM_WIDE(s) BIT_OF(s, 14)
#define TO_WIDE(s)   BIT_OF(s, 26)
#define ROUNDING(s)  ((enum rounding)bits((s)->in->second, 17, 2))

static bool any_source(const struct step *s, unsigned lane, uint64_t *value)
{
    uint32_t word = 0;

    if (FROM_WIDE(s)) {
        *value = source(s, 1, lane);
        return true;
    }
    const bool good = operand(s, 1, false, lane, &word);
    *value = word;
    return good;
}

static void put_float(const struct step *s, unsigned lane, uint32_t value)
{
    put_flags(s, lane,
              flags_by_order[float_is_nan(value)      ? ORDER_NONE
                             : !(value & ~FLOAT_SIGN) ? ORDER_EQUAL
                             : value >> 31            ? ORDER_LESS
                                                      : ORDER_GREATER]);
    put_result(s, lane, value, false);
}

/* The rounding turns with the sign where the integer may have one. */
static void float_of_whole(const struct step *s, unsigned lane, uint64_t a)
{
    const bool is_signed = BIT_OF(s, 16);
    const uint64_t value = !FROM_WIDE(s) && is_signed ? (uint64_t)(int64_t)(int32_t)a : a;
    const bool below = is_signed && value >> 63;
    const bool negative = (below && !BIT_OF(s, 20)) != BIT_OF(s, 29);
    const uint64_t magnitude = below ? 0 - value : value;
    const enum rounding rounding =
        is_signed ? rounding_of_magnitude(ROUNDING(s), negative) : ROUNDING(s);

    if (TO_WIDE(s))
        put_double(s, lane, double_of_integer(magnitude, rounding) ^ (negative ? DOUBLE_SIGN : 0));
    else
        put_float(s, lane, float_of_integer(magnitude, rounding) ^ (negative ? FLOAT_SIGN : 0));
}

struct whole {
    uint64_t value;
    bool over;
};

static struct whole clamped(const struct step *s, uint64_t magnitude, bool negative)
{
    const unsigned width = TO_WIDE(s) ? 64 : 32;
    const uint64_t limit = UINT64_C(1) << (width - 1);

    if (BIT_OF(s, 27)) {
        if (negative)
            return (struct whole){ 0 - LEAST(magnitude, limit), magnitude > limit };
        return (struct whole){ LEAST(magnitude, limit - 1), magnitude >= limit };
    }
    if (negative)
        return (struct whole){ 0, magnitude != 0 };
    if (width == 32 && magnitude > UINT32_MAX)
        return (struct whole){ UINT32_MAX, true };
    return (struct whole){ magnitude, false };
}

/* Of a NaN the lowest integer. */
static void whole_of_float(const struct step *s, unsigned lane, uint64_t a)
{
    const uint64_t sign = FROM_WIDE(s) ? DOUBLE_SIGN : FLOAT_SIGN;
    const unsigned top = TO_WIDE(s) ? 63 : 31;
    struct whole whole = { UINT64_C(1) << top, true };

    if (BIT_OF(s, 20))
        a &= ~sign;
    if (BIT_OF(s, 29))
        a ^= sign;
    const bool negative = a & sign;
    const enum rounding rounding = rounding_of_magnitude(ROUNDING(s), negative);
    a &= ~sign;
    if (FROM_WIDE(s) ? !double_is_nan(a) : !float_is_nan((uint32_t)a))
        whole = clamped(s,
                        FROM_WIDE(s) ? integer_of_double(a, rounding)
                                     : integer_of_single((uint32_t)a, rounding),
                        negative);
    if (!TO_WIDE(s))
        whole.value &= UINT32_MAX;
    put_flags(s, lane,
              (uint8_t)((whole.value ? 0 : SHADER_ZERO) |
                        (whole.value >> top & 1 ? SHADER_SIGN : 0) |
                        (whole.over ? SHADER_OVERFLOW : 0)));
    if (TO_WIDE(s))
        put_pair(s, lane, whole.value);
    else
        put_result(s, lane, (uint32_t)whole.value, false);
}

static void float_of_float(const struct step *s, unsigned lane, uint64_t a)
{
    uint64_t value =
        with_signs(FROM_WIDE(s) ? a : double_of_float((uint32_t)a), BIT_OF(s, 29), BIT_OF(s, 20));

    if (BIT_OF(s, 27) && TO_WIDE(s) && FROM_WIDE(s))
        value = double_whole(value, ROUNDING(s));
    if (TO_WIDE(s))
        put_double(s, lane, value);
    else
        put_float(s, lane, float_of_double(value, ROUNDING(s)));
}

bool step_double_convert(const struct step *s)
{
    if (!is_there(s))
        return decode_trap(s, DECODE_ILLEGAL_OPCODE);
    EACH_LANE(lane, s->mask)
    {
        uint64_t a;

        if (!any_source(s, lane, &a))
            return false;
        if (s->in->secondary < 4)
            float_of_whole(s, lane, a);
        else if (s->in->secondary < 6)
            whole_of_float(s, lane, a);
        else
            float_of_float(s, lane, a);
    }
    return true;
}
