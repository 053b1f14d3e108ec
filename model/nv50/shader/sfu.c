#include "model/nv50/shader/sfu.h"

#include "model/nv50/shader/float32.h"

#define BIAS     127
#define FRACTION 23
#define HIDDEN   (1u << FRACTION)

/* A prepared NaN or infinity; both in bits 30:23. */
#define PREPARED_NAN      0x40000000u
#define PREPARED_INFINITE 0x40800000u

static uint32_t mantissa_of(uint32_t a)
{
    return (a >> FRACTION & 0xff) == 0 ? 0 : (a & (HIDDEN - 1)) | HIDDEN;
}

static int exponent_of(uint32_t a)
{
    return (int)(a >> FRACTION & 0xff);
}

/* The square of 17 bits as the unit has it: each partial product is cut before they are added. */
static uint32_t square(uint32_t a)
{
    uint32_t sum = 0;

    for (unsigned i = 0; i < 17; i++)
        if (a >> i & 1)
            sum += a >> (18 - i);
    return sum >> 1;
}

/* A piece at the place x, whose square is given; each table has its own place of the point. */
static int64_t piece(const int32_t *of, unsigned value_shift, uint32_t x, uint32_t x2,
                     unsigned curve_shift)
{
    return ((int64_t)of[0] * (INT64_C(1) << value_shift)) + (int64_t)of[1] * x +
           (int64_t)of[2] * x2 * (INT64_C(1) << curve_shift);
}

uint32_t sfu_rcp(uint32_t a)
{
    const uint32_t mantissa = mantissa_of(a), x = mantissa & 0xffff, sign = a & FLOAT_SIGN;

    if (float_is_nan(a))
        return FLOAT_NAN;
    if ((a & ~FLOAT_SIGN) == FLOAT_INFINITY)
        return sign;
    if (!mantissa)
        return sign | FLOAT_INFINITY;
    const int64_t sum = piece(sfu_reciprocal[mantissa >> 16 & 0x7f], 13, x, square(x << 1), 0);
    return float_assemble(sign, 2 * BIAS - exponent_of(a) - 1, (uint32_t)((sum + 0x47e7) >> 15),
                          ROUND_NEAREST);
}

/* An even and an odd exponent have half of the table each. */
uint32_t sfu_rsqrt(uint32_t a)
{
    const uint32_t mantissa = mantissa_of(a), sign = a & FLOAT_SIGN;

    if (float_is_nan(a) || (mantissa && sign))
        return FLOAT_NAN;
    if (!mantissa)
        return sign | FLOAT_INFINITY;
    if (a == FLOAT_INFINITY)
        return 0;
    const int exponent = exponent_of(a) - BIAS;
    const int half = (exponent - (exponent & 1)) / 2;
    const uint32_t place = (mantissa - HIDDEN) | (uint32_t)(exponent & 1) << FRACTION;
    const uint32_t x = place & 0x1ffff;

    if (!place)
        return float_assemble(false, BIAS - half, HIDDEN, ROUND_NEAREST);
    const int64_t sum = piece(sfu_root[place >> 17], 14, x, square(x), 2);
    return float_assemble(false, BIAS - half - 1, (uint32_t)((sum + 0x7fff) >> 16), ROUND_NEAREST);
}

/* The logarithm of the mantissa with 36 bits after the point, and the exponent before it. */
uint32_t sfu_lg2(uint32_t a)
{
    const uint32_t mantissa = mantissa_of(a), x = mantissa & 0x1ffff;
    int64_t sum = 0;

    if (float_is_nan(a))
        return FLOAT_NAN;
    if (!mantissa)
        return FLOAT_SIGN | FLOAT_INFINITY;
    if (a & FLOAT_SIGN)
        return FLOAT_NAN;
    if (a == FLOAT_INFINITY)
        return a;
    if (a != FLOAT_ONE)
        sum = (piece(sfu_logarithm[mantissa >> 17 & 0x3f], 12, x, square(x), 1) + 0x3345) >> 2;
    sum += (int64_t)(exponent_of(a) - BIAS) * (INT64_C(1) << 36);
    const bool negative = sum < 0;
    if (negative)
        sum = ~sum;
    return float_pack(negative, -36, (uint64_t)sum, ROUND_ZERO);
}

/* presin divides by a quarter turn first and keeps four of them. */
static uint32_t fixed_of(uint32_t mantissa, int exponent, bool sine)
{
    if (sine) {
        mantissa = (uint32_t)((uint64_t)mantissa * 0xa2f983 >> 16);
        exponent -= 8;
        if (exponent >= 32)
            mantissa = 0;
        else
            mantissa = exponent >= 0
                           ? mantissa << exponent
                           : (uint32_t)shift_rounded(mantissa, (unsigned)-exponent, ROUND_ZERO);
        return mantissa & 0x1ffffff;
    }
    if (exponent >= 7)
        return PREPARED_INFINITE;
    return exponent >= 0 ? mantissa << exponent
                         : (uint32_t)shift_rounded(mantissa, (unsigned)-exponent, ROUND_ZERO);
}

uint32_t sfu_prepare(uint32_t a, bool sine)
{
    const uint32_t sign = a & FLOAT_SIGN;
    const int exponent = exponent_of(a) ? exponent_of(a) : 1;

    if (float_is_nan(a))
        return sign | PREPARED_NAN;
    if ((a & ~FLOAT_SIGN) == FLOAT_INFINITY)
        return sign | PREPARED_INFINITE;
    return sign | fixed_of(mantissa_of(a), exponent - BIAS, sine);
}

/* Every second quarter is mirrored, and the sign changes every two. */
uint32_t sfu_sin(uint32_t a, bool cosine)
{
    const uint32_t quarter = (a >> FRACTION & 0xff) + cosine;
    const bool negative = ((a >> 31) && !cosine) != (quarter >> 1 & 1);
    const uint32_t place = quarter & 1 ? ~a : a, x = place & 0x1ffff;

    if (a & PREPARED_NAN)
        return FLOAT_NAN;
    return float_pack(negative, -37,
                      (uint64_t)piece(sfu_sine[place >> 17 & 0x3f], 11, x, square(x), 0),
                      ROUND_ZERO);
}

/* Of a negative number the fraction counts from the next lower whole number. */
uint32_t sfu_ex2(uint32_t a)
{
    int exponent = exponent_of(a);
    uint32_t fraction = a & (HIDDEN - 1);

    if ((a & PREPARED_INFINITE) == PREPARED_INFINITE)
        return a & FLOAT_SIGN ? 0 : FLOAT_INFINITY;
    if (a & PREPARED_NAN)
        return FLOAT_NAN;
    if (a & FLOAT_SIGN) {
        exponent = fraction ? -exponent - 1 : -exponent;
        fraction = fraction ? ~fraction : 0;
    }
    const uint32_t x = fraction & 0x1ffff;
    const int64_t sum = piece(sfu_power[fraction >> 17 & 0x3f], 13, x, square(x), 0);
    return float_assemble(false, exponent + BIAS, (uint32_t)((sum + 0x77e2) >> 15), ROUND_NEAREST);
}
