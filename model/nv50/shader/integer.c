/* model/nv50/shader/integer.c: integers, of 32 bits or 16 (tesla-isa.md §6). Long, short and immediate forms have their
 * modifiers in different places, and compute the same. */
#include "hw/nv50/shader.h"
#include "model/nv50/base/card.h"
#include "model/nv50/shader/warp.h"

static bool has_second(const struct step *s)
{
    return s->in.is_long && !s->in.is_immediate;
}

static uint32_t cut(uint32_t value, bool half)
{
    return half ? value & 0xffff : value;
}

static int64_t valued(uint32_t value, bool half, bool is_signed)
{
    if (half)
        return is_signed ? (int16_t)value : (int64_t)(value & 0xffff);
    return is_signed ? (int32_t)value : (int64_t)value;
}

enum sum { SUM_ADD, SUM_SUB, SUM_SUBR, SUM_ADDC };

/* a + b, a - b, b - a, a + b + carry; gives the flags. A subtraction adds the complement and one. */
static uint8_t sum_of(enum sum kind, uint32_t a, uint32_t b, bool carry, bool half, bool saturates,
                      uint32_t *out)
{
    const unsigned top = half ? 15 : 31;

    if (kind == SUM_SUB)
        b = cut(~b, half);
    if (kind == SUM_SUBR)
        a = cut(~a, half);
    const uint64_t sum = (uint64_t)a + b + (kind == SUM_ADDC ? carry : kind != SUM_ADD);
    uint32_t result = cut((uint32_t)sum, half);
    const bool over = a >> top == b >> top && a >> top != result >> top;

    if (saturates && over)
        result = result >> top ? (UINT32_C(1) << top) - 1 : UINT32_C(1) << top;
    *out = result;
    return (uint8_t)(flags_of(result, half) | (sum >> (top + 1) & 1 ? SHADER_CARRY : 0) |
                     (over ? SHADER_OVERFLOW : 0));
}

static bool carry_of(const struct step *s, unsigned lane)
{
    return s->warp->c[has_second(s) ? bits(s->in.second, 12, 2) : 0][lane] & SHADER_CARRY;
}

static bool add(const struct step *s)
{
    const bool wide = has_second(s);
    const bool half = !(wide ? bits(s->in.second, 26, 1) : bits(s->in.first, 15, 1));
    const bool saturates = wide ? bits(s->in.second, 27, 1) : bits(s->in.first, 8, 1);
    const enum sum kind = (enum sum)(bits(s->in.first, 22, 1) | bits(s->in.first, 28, 1) << 1);

    EACH_LANE(lane, s->mask)
    {
        uint32_t a, b, result;

        if (!operand(s, 1, half, lane, &a) || !operand(s, wide ? 3 : 2, half, lane, &b))
            return false;
        uint8_t flags = sum_of(kind, a, b, carry_of(s, lane), half, saturates, &result);
        if (core_broken(s->block, DEFECT_SHADER_ADDER) && (a & b & BIT(6)))
            result ^= BIT(7);
        if (core_broken(s->block, DEFECT_SHADER_OVERFLOW))
            flags &= (uint8_t)~SHADER_OVERFLOW;
        put_flags(s, lane, flags);
        put_result(s, lane, result, half);
    }
    return true;
}

/* ---- products ---- */

static uint32_t product_16(uint32_t a, uint32_t b, bool a_signed, bool b_signed)
{
    return (uint32_t)(valued(a, true, a_signed) * valued(b, true, b_signed));
}

/* Of the lower 24 bits of each: the lower 32 bits, or bits 47:16. */
static uint32_t product_24(uint32_t a, uint32_t b, bool is_signed, bool high)
{
    const int64_t x = is_signed ? (int32_t)(a << 8) >> 8 : (int32_t)(a & 0xffffff);
    const int64_t y = is_signed ? (int32_t)(b << 8) >> 8 : (int32_t)(b & 0xffffff);
    const uint64_t product = (uint64_t)(x * y);

    return (uint32_t)(product >> (high ? 16 : 0));
}

static bool multiply(const struct step *s)
{
    const bool wide = has_second(s);
    const bool is_24 = wide ? bits(s->in.second, 16, 1) : bits(s->in.first, 22, 1);
    const bool one = wide ? bits(s->in.second, 15, 1) : bits(s->in.first, 15, 1);
    const bool other = wide ? bits(s->in.second, 14, 1) : bits(s->in.first, 8, 1);

    EACH_LANE(lane, s->mask)
    {
        uint32_t a, b;

        if (!operand(s, 1, !is_24, lane, &a) || !operand(s, 2, !is_24, lane, &b))
            return false;
        uint32_t result = is_24 ? product_24(a, b, one, other) : product_16(a, b, one, other);
        if (core_broken(s->block, DEFECT_SHADER_MULTIPLIER))
            result &= ~BIT(20);
        put_flags(s, lane, flags_of(result, false));
        put_result(s, lane, result, false);
    }
    return true;
}

/* The nine kinds of products of a long one; a short one can have the first four. A long one of primary opcode 7 with a secondary
 * one above 0 is u24. */
#define U24 3
static const struct product {
    bool is_24, is_signed, high, saturates;
} products[] = {
    { false, false, false, false }, { false, true, false, false }, { false, true, false, true },
    { true, false, false, false },  { true, true, false, false },  { true, true, false, true },
    { true, false, true, false },   { true, true, true, false },   { true, true, true, true },
};

/* Short and long instructions are decoded apart, because they have kind and sum in different bits. */
static bool multiply_add(const struct step *s)
{
    const bool wide = has_second(s);
    const unsigned kind = wide ? s->in.secondary + (s->in.primary == 7 ? 8 : 0)
                               : bits(s->in.first, 8, 1) | bits(s->in.first, 15, 1) << 1;
    const enum sum sum = wide
                             ? (enum sum)bits(s->in.second, 26, 2)
                             : (enum sum)(bits(s->in.first, 22, 1) | bits(s->in.first, 28, 1) << 1);

    const struct product p = products[kind < sizeof(products) / sizeof(*products) ? kind : U24];
    EACH_LANE(lane, s->mask)
    {
        uint32_t a, b, c, result;

        if (!operand(s, 1, !p.is_24, lane, &a) || !operand(s, 2, !p.is_24, lane, &b) ||
            !operand(s, 3, false, lane, &c))
            return false;
        if (core_broken(s->block, DEFECT_SHADER_MAD_OPERAND))
            c &= 0xffff;
        const uint32_t product = p.is_24 ? product_24(a, b, p.is_signed, p.high)
                                         : product_16(a, b, p.is_signed, p.is_signed);
        put_flags(s, lane, sum_of(sum, product, c, carry_of(s, lane), false, p.saturates, &result));
        put_result(s, lane, result, false);
    }
    return true;
}

/* ---- differences, comparisons, shifts ---- */

/* |a - b| + c; flags as of the sum. */
static bool sad(const struct step *s)
{
    const bool wide = has_second(s);
    const bool half = !(wide ? bits(s->in.second, 26, 1) : bits(s->in.first, 15, 1));
    const bool is_signed = wide ? bits(s->in.second, 27, 1) : bits(s->in.first, 8, 1);

    EACH_LANE(lane, s->mask)
    {
        uint32_t a, b, c, result;

        if (!operand(s, 1, half, lane, &a) || !operand(s, 2, half, lane, &b) ||
            !operand(s, 3, false, lane, &c))
            return false;
        const int64_t difference = valued(a, half, is_signed) - valued(b, half, is_signed);
        const uint32_t apart = (uint32_t)(difference < 0 ? -difference : difference);
        put_flags(s, lane, sum_of(SUM_ADD, apart, c, false, false, false, &result));
        put_result(s, lane, result, false);
    }
    return true;
}

static bool compare(const struct step *s, bool half, bool is_signed)
{
    EACH_LANE(lane, s->mask)
    {
        uint32_t a, b;

        if (!operand(s, 1, half, lane, &a) || !operand(s, 2, half, lane, &b))
            return false;
        const int64_t x = valued(a, half, is_signed), y = valued(b, half, is_signed);
        const unsigned which = x < y ? 14 : x == y ? 15 : 16;
        const uint32_t result = bits(s->in.second, which, 1) ? cut(UINT32_MAX, half) : 0;
        put_flags(s, lane, flags_of(result, half));
        put_result(s, lane, result, half);
    }
    return true;
}

static bool choose(const struct step *s, bool half, bool is_signed)
{
    const bool least = s->in.secondary == 5;

    EACH_LANE(lane, s->mask)
    {
        uint32_t a, b;

        if (!operand(s, 1, half, lane, &a) || !operand(s, 2, half, lane, &b))
            return false;
        const bool below = valued(a, half, is_signed) < valued(b, half, is_signed);
        const uint32_t result =
            below == (core_broken(s->block, DEFECT_SHADER_CHOICE) ? !least : least) ? a : b;
        put_flags(s, lane, flags_of(result, half));
        put_result(s, lane, result, half);
    }
    return true;
}

static uint32_t shifted(uint32_t a, uint32_t by, bool left, bool fill, bool half)
{
    const unsigned size = half ? 16 : 32;

    if (left)
        return by < size ? cut(a << by, half) : 0;
    const uint32_t ones = fill && a >> (size - 1) ? cut(UINT32_MAX, half) : 0;
    if (by >= size)
        return ones;
    return a >> by | (by ? cut(ones << (size - by), half) : 0);
}

/* The carry is the last bit that was shifted out; a count of the size or more shifts out none. */
static bool carry_of_shift(uint32_t a, uint32_t by, bool left, bool half)
{
    const unsigned size = half ? 16 : 32;

    if (by == 0 || by >= size)
        return false;
    return a >> (left ? size - by : by - 1) & 1;
}

/* Overflow is told at a shift by one alone, where it means that the top bit has changed. */
static bool shift(const struct step *s, bool half, bool is_signed)
{
    const bool left = s->in.secondary == 6;
    const unsigned top = half ? 15 : 31;

    EACH_LANE(lane, s->mask)
    {
        uint32_t a, by = bits(s->in.first, 16, 7);

        if (!operand(s, 1, half, lane, &a) ||
            (!bits(s->in.second, 20, 1) && !operand(s, 2, half, lane, &by)))
            return false;
        const uint32_t result =
            shifted(a, by, left, is_signed && !core_broken(s->block, DEFECT_SHADER_SHIFTER), half);
        put_flags(s, lane,
                  (uint8_t)(flags_of(result, half) |
                            (carry_of_shift(a, by, left, half) ? SHADER_CARRY : 0) |
                            (by == 1 && a >> top != result >> top ? SHADER_OVERFLOW : 0)));
        put_result(s, lane, result, half);
    }
    return true;
}

static bool three(const struct step *s)
{
    const bool half = !bits(s->in.second, 26, 1), is_signed = bits(s->in.second, 27, 1);

    switch (s->in.secondary) {
    case 0:
        return add(s);
    case 3:
        return compare(s, half, is_signed);
    case 4:
    case 5:
        return choose(s, half, is_signed);
    case 6:
    case 7:
        return shift(s, half, is_signed);
    default:
        return decode_trap(s, DECODE_ILLEGAL_OPCODE);
    }
}

/* ---- logic ---- */

static uint32_t logic_of(unsigned operation, uint32_t a, uint32_t b)
{
    switch (operation) {
    case 0:
        return a & b;
    case 1:
        return a | b;
    case 2:
        return a ^ b;
    default:
        return b;
    }
}

static bool logic(const struct step *s)
{
    const bool wide = has_second(s), half = wide && !bits(s->in.second, 26, 1);
    const unsigned operation =
        wide ? bits(s->in.second, 14, 2) : bits(s->in.first, 8, 1) | bits(s->in.first, 15, 1) << 1;
    const bool not_a = wide ? bits(s->in.second, 16, 1) : bits(s->in.first, 22, 1);
    const bool not_b = wide && bits(s->in.second, 17, 1);

    EACH_LANE(lane, s->mask)
    {
        uint32_t a, b;

        if (!operand(s, 1, half, lane, &a) || !operand(s, 2, half, lane, &b))
            return false;
        if (core_broken(s->block, DEFECT_SHADER_LOGIC) && operation == 0)
            b |= BIT(30);
        const uint32_t result = cut(logic_of(operation, not_a ? ~a : a, not_b ? ~b : b), half);
        put_flags(s, lane, flags_of(result, half));
        put_result(s, lane, result, half);
    }
    return true;
}

/* add $a: $a plus 16 bits. */
static bool add_address(const struct step *s)
{
    const unsigned from = bits(s->in.first, 26, 2) | bits(s->in.second, 2, 1) << 2;
    const unsigned to = bits(s->in.first, 2, 3);

    EACH_LANE(lane, s->mask)
    if (to)
        s->warp->a[to][lane] = (uint16_t)(s->warp->a[from][lane] + bits(s->in.first, 9, 16));
    return true;
}

bool step_integer(const struct step *s)
{
    switch (s->in.primary) {
    case 2:
        return add(s);
    case 3:
        return has_second(s) ? three(s) : add(s);
    case 4:
        return multiply(s);
    case 5:
        return s->in.is_immediate ? decode_trap(s, DECODE_ILLEGAL_OPCODE) : sad(s);
    case 6:
    case 7:
        return multiply_add(s);
    default:
        return has_second(s) && s->in.secondary == 1 ? add_address(s) : logic(s);
    }
}
