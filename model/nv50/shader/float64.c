/* model/nv50/shader/float64.c: as float32.c. A product and its addend lie in 128 bits, of which GUARD are below the
 * last bit of the result. */
#include "model/nv50/shader/float64.h"

#define BIAS      1023
#define FRACTION  52
#define HIDDEN    (UINT64_C(1) << FRACTION)
#define EXPONENTS 2047
#define INFINITE  (UINT64_C(0x7ff) << FRACTION)

/* Where a sum of products has its highest bit, and how far the result is below it. */
#define TOP   109
#define GUARD (TOP - FRACTION)

__extension__ typedef unsigned __int128 u128;

struct parts {
    bool negative;
    int exponent; /* with bias; 1 of a denormal */
    uint64_t mantissa;
};

static struct parts take_apart(uint64_t a)
{
    const int exponent = (int)(a >> FRACTION & 0x7ff);

    return (struct parts){ .negative = a >> 63,
                           .exponent = exponent ? exponent : 1,
                           .mantissa = (a & (HIDDEN - 1)) | (exponent ? HIDDEN : 0) };
}

bool double_is_nan(uint64_t a)
{
    return (a & ~DOUBLE_SIGN) > INFINITE;
}

static bool is_infinite(uint64_t a)
{
    return (a & ~DOUBLE_SIGN) == INFINITE;
}

static uint64_t with_sign(bool negative, uint64_t magnitude)
{
    return magnitude | (negative ? DOUBLE_SIGN : 0);
}

/* A mantissa of 53 bits, or rounded up to 2^53, or less at exponent 1. */
static uint64_t put_together(bool negative, int exponent, uint64_t mantissa, enum rounding rounding)
{
    if (mantissa == 2 * HIDDEN) {
        mantissa = HIDDEN;
        exponent++;
    }
    if (mantissa < HIDDEN)
        return with_sign(negative, mantissa);
    if (exponent < EXPONENTS)
        return with_sign(negative, (uint64_t)exponent << FRACTION | (mantissa - HIDDEN));
    rounding = rounding_of_magnitude(rounding, negative);
    return with_sign(negative,
                     rounding == ROUND_ZERO || rounding == ROUND_DOWN ? INFINITE - 1 : INFINITE);
}

static int top_bit(u128 value)
{
    const uint64_t high = (uint64_t)(value >> 64);

    return high ? 127 - __builtin_clzll(high) : 63 - __builtin_clzll((uint64_t)value);
}

static u128 shift_sticky(u128 value, int by)
{
    if (by >= 128)
        return value != 0;
    return value >> by | ((value & (((u128)1 << by) - 1)) != 0);
}

static uint64_t round_guard(u128 value, enum rounding rounding)
{
    const uint64_t kept = (uint64_t)(value >> GUARD);
    const u128 rest = value & (((u128)1 << GUARD) - 1), half = (u128)1 << (GUARD - 1);

    if (rounding == ROUND_UP)
        return kept + (rest != 0);
    if (rounding == ROUND_NEAREST)
        return kept + (rest > half || (rest == half && (kept & 1)));
    return kept;
}

/* A sum at an exponent: normalised; one that is too small for that is cut, not rounded, to the places of a denormal and
 * then rounded. */
static uint64_t pack(bool negative, int exponent, u128 sum, enum rounding rounding)
{
    const int up = TOP - top_bit(sum);

    sum <<= up;
    exponent -= up;
    if (exponent < 1) {
        sum >>= 1 - exponent;
        exponent = 1;
    }
    return put_together(negative, exponent,
                        round_guard(sum, rounding_of_magnitude(rounding, negative)), rounding);
}

/* An exact zero: of two of one sign that sign, else + unless it is rounded down. */
static uint64_t zero(bool a, bool b, enum rounding rounding)
{
    return with_sign(a == b ? a : rounding == ROUND_DOWN, 0);
}

/* Both with TOP - 1 as their highest bit at most, at one exponent. */
static uint64_t add_wide(bool a_negative, u128 a, bool b_negative, u128 b, int exponent,
                         enum rounding rounding)
{
    if (a_negative == b_negative)
        return a + b ? pack(a_negative, exponent, a + b, rounding)
                     : zero(a_negative, b_negative, rounding);
    if (a == b)
        return zero(a_negative, b_negative, rounding);
    return a > b ? pack(a_negative, exponent, a - b, rounding)
                 : pack(b_negative, exponent, b - a, rounding);
}

uint64_t double_add(uint64_t a, uint64_t b, enum rounding rounding)
{
    const struct parts x = take_apart(a), y = take_apart(b);
    const int exponent = (x.exponent > y.exponent ? x.exponent : y.exponent) + 1;

    if (double_is_nan(b))
        return b;
    if (double_is_nan(a))
        return a;
    if (is_infinite(a))
        return is_infinite(b) && a != b ? DOUBLE_NAN : a;
    if (is_infinite(b))
        return b;
    return add_wide(x.negative, shift_sticky((u128)x.mantissa << GUARD, exponent - x.exponent),
                    y.negative, shift_sticky((u128)y.mantissa << GUARD, exponent - y.exponent),
                    exponent, rounding);
}

/* Of operands of which one is infinite and none a NaN. */
static uint64_t fma_infinite(struct parts x, struct parts y, uint64_t c, bool product_infinite)
{
    const bool negative = x.negative != y.negative;

    if (!product_infinite)
        return c;
    if (!x.mantissa || !y.mantissa || (is_infinite(c) && c >> 63 != negative))
        return DOUBLE_NAN;
    return with_sign(negative, INFINITE);
}

uint64_t double_fma(uint64_t a, uint64_t b, uint64_t c, enum rounding rounding)
{
    const struct parts x = take_apart(a), y = take_apart(b), z = take_apart(c);
    u128 product = (u128)x.mantissa * y.mantissa;
    int exponent = x.exponent + y.exponent - BIAS + 1;

    if (double_is_nan(b))
        return b;
    if (double_is_nan(c))
        return c;
    if (double_is_nan(a))
        return a;
    if (is_infinite(a) || is_infinite(b) || is_infinite(c))
        return fma_infinite(x, y, c, is_infinite(a) || is_infinite(b));
    if (product) {
        const int up = TOP - 1 - top_bit(product);

        product <<= up;
        exponent -=
            up -
            3; /* of two numbers the highest bit is 105, which stands for twice their exponent */
    } else {
        exponent = z.exponent;
    }
    const int at = (exponent > z.exponent ? exponent : z.exponent) + 1;
    return add_wide(x.negative != y.negative, shift_sticky(product, at - 1 - exponent), z.negative,
                    shift_sticky((u128)z.mantissa << GUARD, at - z.exponent), at, rounding);
}

/* The addend is a zero that changes nothing, not even the sign. */
uint64_t double_mul(uint64_t a, uint64_t b, enum rounding rounding)
{
    return double_fma(a, b, rounding == ROUND_DOWN ? 0 : DOUBLE_SIGN, rounding);
}

/* ---- choices and comparisons ---- */

static bool is_below(uint64_t a, uint64_t b)
{
    if ((a ^ b) & DOUBLE_SIGN)
        return a >> 63;
    return (a >> 63) ? a > b : a < b;
}

static uint64_t chosen(uint64_t a, uint64_t b, bool least)
{
    if (double_is_nan(a))
        return b;
    if (double_is_nan(b))
        return a;
    return is_below(a, b) == least ? a : b;
}

uint64_t double_least(uint64_t a, uint64_t b)
{
    return chosen(a, b, true);
}

uint64_t double_most(uint64_t a, uint64_t b)
{
    return chosen(a, b, false);
}

enum order double_order(uint64_t a, uint64_t b)
{
    if (double_is_nan(a) || double_is_nan(b))
        return ORDER_NONE;
    if (a == b || !((a | b) & ~DOUBLE_SIGN))
        return ORDER_EQUAL;
    return is_below(a, b) ? ORDER_LESS : ORDER_GREATER;
}

/* ---- conversions ---- */

uint64_t double_whole(uint64_t a, enum rounding rounding)
{
    const struct parts x = take_apart(a);
    const int down = BIAS + FRACTION - x.exponent;

    if (double_is_nan(a) || is_infinite(a) || down <= 0)
        return a;
    const uint64_t whole =
        shift_rounded(x.mantissa, (unsigned)down, rounding_of_magnitude(rounding, x.negative));
    return with_sign(x.negative, double_of_integer(whole, ROUND_ZERO));
}

/* A NaN keeps its payload; a denormal becomes a normal number. */
uint64_t double_of_float(uint32_t a)
{
    const bool negative = a >> 31;
    const uint32_t fraction = a & 0x7fffff;
    const int exponent = (int)(a >> 23 & 0xff);

    if (exponent == 255)
        return with_sign(negative,
                         INFINITE | (fraction ? (uint64_t)fraction << 29 | DOUBLE_QUIET : 0));
    const uint64_t mantissa = fraction | (exponent ? 0x800000 : 0);
    if (!mantissa)
        return with_sign(negative, 0);
    const int up = FRACTION - top_bit(mantissa);
    return put_together(negative, (exponent ? exponent : 1) - 127 + BIAS + 29 - up, mantissa << up,
                        ROUND_NEAREST);
}

uint32_t float_of_double(uint64_t a, enum rounding rounding)
{
    const struct parts x = take_apart(a);
    const uint32_t sign = x.negative ? FLOAT_SIGN : 0;
    int exponent = x.exponent - BIAS + 127;

    if (double_is_nan(a))
        return sign | FLOAT_INFINITY | (uint32_t)((a & (HIDDEN - 1)) >> 29) | 1u << 22;
    if (is_infinite(a))
        return sign | FLOAT_INFINITY;
    const unsigned down = 29 + (unsigned)(exponent <= 0 ? 1 - exponent : 0);
    const uint32_t mantissa =
        (uint32_t)shift_rounded(x.mantissa, down, rounding_of_magnitude(rounding, x.negative));
    if (exponent <= 0)
        return sign | mantissa; /* one that has rounded up to the smallest number is it */
    return float_assemble(x.negative, exponent, mantissa, rounding);
}

uint64_t double_of_integer(uint64_t a, enum rounding rounding)
{
    if (!a)
        return 0;
    const int down = top_bit(a) - FRACTION;
    return put_together(false, BIAS + top_bit(a),
                        down > 0 ? shift_rounded(a, (unsigned)down, rounding) : a << -down,
                        rounding);
}

static uint64_t whole_of(struct parts x, int up, int most, enum rounding rounding)
{
    if (x.negative)
        return 0;
    if (up > most)
        return UINT64_MAX;
    return up >= 0 ? x.mantissa << up : shift_rounded(x.mantissa, (unsigned)-up, rounding);
}

uint64_t integer_of_double(uint64_t a, enum rounding rounding)
{
    const struct parts x = take_apart(a);

    if (double_is_nan(a))
        return 0;
    return whole_of(x, is_infinite(a) ? EXPONENTS : x.exponent - BIAS - FRACTION, 11, rounding);
}

uint64_t integer_of_single(uint32_t a, enum rounding rounding)
{
    return integer_of_double(double_of_float(a), rounding);
}
