/* model/nv50/shader/float32.c: each operation takes its operands apart, computes in integers that are wide enough, and rounds
 * once. No floating point of the host is used, so that its rounding and its denormals cannot matter. */
#include "model/nv50/shader/float32.h"

#define BIAS      127
#define FRACTION  23
#define HIDDEN    (1u << FRACTION)
#define EXPONENTS 255
#define GUARD                                                                                      \
    3 /* bits below a sum's last one: two to round by, one that says whether there was more */

struct parts {
    bool negative;
    int exponent;      /* of the mantissa's bit FRACTION, with bias */
    uint32_t mantissa; /* with its hidden bit; 0: zero */
};

static struct parts take_apart(uint32_t a)
{
    const int exponent = (int)(a >> FRACTION & 0xff);

    return (struct parts){ .negative = a >> 31,
                           .exponent = exponent ? exponent : 1,
                           .mantissa = exponent ? (a & (HIDDEN - 1)) | HIDDEN : 0 };
}

bool float_is_nan(uint32_t a)
{
    return (a & ~FLOAT_SIGN) > FLOAT_INFINITY;
}

static bool is_infinite(uint32_t a)
{
    return (a & ~FLOAT_SIGN) == FLOAT_INFINITY;
}

static uint32_t with_sign(bool negative, uint32_t magnitude)
{
    return magnitude | (negative ? FLOAT_SIGN : 0);
}

enum rounding rounding_of_magnitude(enum rounding rounding, bool negative)
{
    if (negative && rounding == ROUND_DOWN)
        return ROUND_UP;
    if (negative && rounding == ROUND_UP)
        return ROUND_DOWN;
    return rounding;
}

uint64_t shift_rounded(uint64_t value, unsigned by, enum rounding rounding)
{
    if (by == 0)
        return value;
    if (by > 64)
        return rounding == ROUND_UP && value != 0;
    const uint64_t kept = by < 64 ? value >> by : 0;
    const uint64_t rest = by < 64 ? value & ((UINT64_C(1) << by) - 1) : value;
    const uint64_t half = UINT64_C(1) << (by - 1);

    if (rounding == ROUND_UP)
        return kept + (rest != 0);
    if (rounding == ROUND_NEAREST)
        return kept + (rest > half || (rest == half && (kept & 1)));
    return kept;
}

/* A number of 24 bits, or 25 if rounding has carried, at its exponent. Too small is 0, too large infinite or the largest. */
uint32_t float_assemble(bool negative, int exponent, uint32_t mantissa, enum rounding rounding)
{
    if (mantissa == 2 * HIDDEN) {
        mantissa = HIDDEN;
        exponent++;
    }
    if (mantissa < HIDDEN || exponent <= 0)
        return with_sign(negative, 0);
    if (exponent < EXPONENTS)
        return with_sign(negative, (uint32_t)exponent << FRACTION | (mantissa - HIDDEN));
    rounding = rounding_of_magnitude(rounding, negative);
    return with_sign(negative, rounding == ROUND_ZERO || rounding == ROUND_DOWN ? FLOAT_INFINITY - 1
                                                                                : FLOAT_INFINITY);
}

static int top_bit(uint64_t value)
{
    return 63 - __builtin_clzll(value);
}

uint32_t float_pack(bool negative, int exponent, uint64_t mantissa, enum rounding rounding)
{
    if (!mantissa)
        return with_sign(negative, 0);
    const int top = top_bit(mantissa), down = top - FRACTION;

    mantissa = down > 0 ? shift_rounded(mantissa, (unsigned)down,
                                        rounding_of_magnitude(rounding, negative))
                        : mantissa << -down;
    return float_assemble(negative, exponent + top + BIAS, (uint32_t)mantissa, rounding);
}

/* `value` / 2^by, its last bit set if anything was lost: it then rounds as the whole would. */
static uint64_t shift_sticky(uint64_t value, int by)
{
    if (by >= 64)
        return value != 0;
    return value >> by | ((value & ((UINT64_C(1) << by) - 1)) != 0);
}

/* ---- sums ---- */

/* Both with GUARD bits, at the larger one's exponent, which is given back. */
static int64_t sum_of(struct parts a, struct parts b, int *exponent)
{
    const int at = a.exponent > b.exponent ? a.exponent : b.exponent;
    const int64_t x = (int64_t)shift_sticky((uint64_t)a.mantissa << GUARD, at - a.exponent);
    const int64_t y = (int64_t)shift_sticky((uint64_t)b.mantissa << GUARD, at - b.exponent);

    *exponent = at - BIAS - FRACTION - GUARD;
    return (a.negative ? -x : x) + (b.negative ? -y : y);
}

/* Both operands are numbers, and the sum is not 0 unless both are: an exact 0 is positive, unless both are negative. */
static uint32_t round_sum(struct parts a, struct parts b, enum rounding rounding)
{
    int exponent;
    const int64_t sum = sum_of(a, b, &exponent);

    if (!sum)
        return with_sign(a.negative && b.negative, 0);
    return float_pack(sum < 0, exponent, (uint64_t)(sum < 0 ? -sum : sum), rounding);
}

uint32_t float_add(uint32_t a, uint32_t b, enum rounding rounding)
{
    if (float_is_nan(a) || float_is_nan(b) || (is_infinite(a) && is_infinite(b) && a != b))
        return FLOAT_NAN;
    if (is_infinite(a))
        return a;
    if (is_infinite(b))
        return b;
    return round_sum(take_apart(a), take_apart(b), rounding);
}

/* ---- products ---- */

/* Of two that are not both numbers. */
static uint32_t product_of_specials(uint32_t a, uint32_t b, bool negative)
{
    const bool zero = !take_apart(a).mantissa || !take_apart(b).mantissa;

    return float_is_nan(a) || float_is_nan(b) || zero ? FLOAT_NAN
                                                      : with_sign(negative, FLOAT_INFINITY);
}

static bool is_special(uint32_t a)
{
    return (a & FLOAT_INFINITY) == FLOAT_INFINITY;
}

uint32_t float_mul(uint32_t a, uint32_t b, enum rounding rounding, bool zero_wins)
{
    const struct parts x = take_apart(a), y = take_apart(b);
    const bool negative = x.negative != y.negative;

    if (zero_wins && (!x.mantissa || !y.mantissa))
        return 0;
    if (is_special(a) || is_special(b))
        return product_of_specials(a, b, negative);
    return float_pack(negative, x.exponent + y.exponent - 2 * (BIAS + FRACTION),
                      (uint64_t)x.mantissa * y.mantissa, rounding);
}

/* The product of two numbers cut to 24 bits; its exponent has no end here. */
static struct parts cut_product(struct parts a, struct parts b)
{
    const uint64_t whole = (uint64_t)a.mantissa * b.mantissa;
    const int down = top_bit(whole) - FRACTION;

    return (struct parts){ .negative = a.negative != b.negative,
                           .exponent = a.exponent + b.exponent - BIAS - FRACTION + down,
                           .mantissa = (uint32_t)(whole >> down) };
}

/* A sum below the smallest number is first cut to the places that a denormal has, and becomes the smallest number if it
 * then rounds up to that, else 0. */
static uint32_t round_mad(struct parts product, struct parts c)
{
    int exponent;
    const int64_t sum = sum_of(product, c, &exponent);
    uint64_t magnitude = (uint64_t)(sum < 0 ? -sum : sum);

    if (!sum)
        return 0; /* of two signs, because neither of them is 0 */
    const int top = top_bit(magnitude), biased = exponent + top + BIAS;
    magnitude <<= FRACTION + GUARD + 1 - top;
    if (biased >= 1)
        return float_assemble(sum < 0, biased,
                              (uint32_t)shift_rounded(magnitude, GUARD + 1, ROUND_NEAREST),
                              ROUND_NEAREST);
    magnitude >>= 1 - biased;
    return float_assemble(sum < 0, 1, (uint32_t)shift_rounded(magnitude, GUARD + 1, ROUND_NEAREST),
                          ROUND_NEAREST);
}

static bool mad_is_nan(uint32_t a, uint32_t b, uint32_t c)
{
    return float_is_nan(a) || float_is_nan(b) || float_is_nan(c);
}

/* Zeros, infinities and NaNs are answered first, because the cut product below has no form for them. */
uint32_t float_mad(uint32_t a, uint32_t b, uint32_t c, bool zero_wins)
{
    const struct parts x = take_apart(a), y = take_apart(b), z = take_apart(c);
    const bool negative = x.negative != y.negative;

    if (zero_wins && (!x.mantissa || !y.mantissa))
        return float_add(c, 0, ROUND_NEAREST);
    if (mad_is_nan(a, b, c))
        return FLOAT_NAN;
    if (is_special(a) || is_special(b)) {
        if (is_infinite(c) && z.negative != negative)
            return FLOAT_NAN;
        return product_of_specials(a, b, negative);
    }
    if (is_infinite(c))
        return c;
    if (!x.mantissa || !y.mantissa || !z.mantissa)
        return float_add(float_mul(a, b, ROUND_NEAREST, zero_wins), c, ROUND_NEAREST);
    return round_mad(cut_product(x, y), z);
}

/* ---- choices and comparisons ---- */

uint32_t float_saturate(uint32_t a)
{
    if (float_is_nan(a))
        return FLOAT_NAN;
    if (a & FLOAT_SIGN)
        return 0;
    return a >= FLOAT_ONE ? FLOAT_ONE : a;
}

static uint32_t flushed(uint32_t a)
{
    return a & FLOAT_INFINITY ? a : a & FLOAT_SIGN;
}

enum order float_order(uint32_t a, uint32_t b)
{
    if (float_is_nan(a) || float_is_nan(b))
        return ORDER_NONE;
    a = flushed(a);
    b = flushed(b);
    if (a == b || !((a | b) & ~FLOAT_SIGN))
        return ORDER_EQUAL;
    if ((a ^ b) & FLOAT_SIGN)
        return a & FLOAT_SIGN ? ORDER_LESS : ORDER_GREATER;
    return (a < b) != (a >> 31) ? ORDER_LESS : ORDER_GREATER;
}

/* -0 counts as less than +0 here. */
static bool is_below(uint32_t a, uint32_t b)
{
    if ((a ^ b) & FLOAT_SIGN)
        return a >> 31;
    return (a >> 31) ? a > b : a < b;
}

static uint32_t chosen(uint32_t a, uint32_t b, bool least)
{
    if (float_is_nan(a) && float_is_nan(b))
        return FLOAT_NAN;
    if (float_is_nan(a))
        return flushed(b);
    if (float_is_nan(b))
        return flushed(a);
    a = flushed(a);
    b = flushed(b);
    return is_below(a, b) == least ? a : b;
}

uint32_t float_least(uint32_t a, uint32_t b)
{
    return chosen(a, b, true);
}

uint32_t float_most(uint32_t a, uint32_t b)
{
    return chosen(a, b, false);
}

/* ---- conversions ---- */

uint32_t float_whole(uint32_t a, enum rounding rounding)
{
    const struct parts x = take_apart(a);
    const int down = BIAS + FRACTION - x.exponent;

    if (float_is_nan(a))
        return FLOAT_NAN;
    if (is_infinite(a))
        return a;
    if (down <= 0)
        return a;
    return float_pack(
        x.negative, 0,
        shift_rounded(x.mantissa, (unsigned)down, rounding_of_magnitude(rounding, x.negative)),
        rounding);
}

#define HALF_BIAS     15
#define HALF_FRACTION 10
#define HALF_HIDDEN   (1u << HALF_FRACTION)
#define HALF_INFINITE 0x7c00u

uint32_t float_of_half(uint16_t half)
{
    const bool negative = half >> 15;
    const int exponent = half >> HALF_FRACTION & 0x1f;
    const uint32_t fraction = half & (HALF_HIDDEN - 1);

    if (exponent == 0x1f)
        return fraction ? FLOAT_NAN : with_sign(negative, FLOAT_INFINITY);
    return float_pack(negative, (exponent ? exponent : 1) - HALF_BIAS - HALF_FRACTION,
                      exponent ? fraction | HALF_HIDDEN : fraction, ROUND_NEAREST);
}

/* Half has denormals. A number below a quarter of the smallest is 0 however it is rounded. */
uint16_t half_of_float(uint32_t a, enum rounding rounding, bool cut)
{
    const struct parts x = take_apart(a);
    const uint16_t sign = (uint16_t)(x.negative << 15);
    int exponent = x.exponent - BIAS + HALF_BIAS;

    if (float_is_nan(a))
        return 0x7fff;
    if (is_infinite(a))
        return sign | HALF_INFINITE;
    if (x.exponent <= 0x5d)
        return sign;
    const int down = FRACTION - HALF_FRACTION + (exponent <= 0 ? 1 - exponent : 0);
    const enum rounding way = rounding_of_magnitude(rounding, x.negative);
    const uint32_t mantissa =
        (uint32_t)shift_rounded(x.mantissa, (unsigned)down, cut ? ROUND_ZERO : way);

    if (exponent <= 0)
        return (uint16_t)(sign |
                          mantissa); /* one that has rounded up to the smallest number is it */
    if (mantissa == 2 * HALF_HIDDEN)
        exponent++;
    if (exponent >= 0x1f)
        return sign | (way == ROUND_ZERO || way == ROUND_DOWN ? HALF_INFINITE - 1 : HALF_INFINITE);
    return (uint16_t)(sign | exponent << HALF_FRACTION | (mantissa & (HALF_HIDDEN - 1)));
}

uint32_t float_of_integer(uint64_t a, enum rounding rounding)
{
    return float_pack(false, 0, a, rounding);
}

uint64_t integer_of_float(uint32_t a, enum rounding rounding)
{
    const struct parts x = take_apart(a);
    const int up = x.exponent - BIAS - FRACTION;

    if (float_is_nan(a) || x.negative)
        return 0;
    if (is_infinite(a) || up > 40)
        return UINT64_MAX;
    return up >= 0 ? (uint64_t)x.mantissa << up
                   : shift_rounded(x.mantissa, (unsigned)-up, rounding);
}
