#include "suite/nv50/plain.h"

#define FRACTION 23
#define BIAS     (127 + FRACTION)

struct plain plain_of(uint32_t word)
{
    const uint32_t exponent = word >> FRACTION & 0xff;

    return (struct plain){ .minus = word >> 31,
                           .exponent = (int)exponent - BIAS,
                           .mantissa = exponent ? (word & 0x7fffff) | 0x800000 : 0 };
}

/* A mantissa of `bits` fewer bits. */
static uint64_t shortened(uint64_t mantissa, unsigned bits, bool cut)
{
    const uint64_t rest = mantissa & ((UINT64_C(1) << bits) - 1), half = UINT64_C(1) << (bits - 1);
    const uint64_t kept = mantissa >> bits;

    return kept + (!cut && (rest > half || (rest == half && (kept & 1))));
}

/* Rounding comes before the last shift, because it may carry into the next exponent. */
uint32_t plain_word(struct plain a, bool cut)
{
    unsigned top = FRACTION;

    if (!a.mantissa)
        return 0;
    while (a.mantissa >> (top + 1))
        top++;
    if (top > FRACTION) {
        a.mantissa = shortened(a.mantissa, top - FRACTION, cut);
        a.exponent += (int)(top - FRACTION);
    }
    for (; a.mantissa < 0x800000; a.exponent--)
        a.mantissa <<= 1;
    if (a.mantissa >> (FRACTION + 1)) {
        a.mantissa >>= 1;
        a.exponent++;
    }
    return (uint32_t)a.minus << 31 | (uint32_t)(a.exponent + BIAS) << FRACTION |
           (uint32_t)(a.mantissa & 0x7fffff);
}

struct plain plain_add(struct plain a, struct plain b)
{
    if (!a.mantissa || !b.mantissa)
        return a.mantissa ? a : b;
    if (a.exponent < b.exponent) {
        const struct plain other = a;
        a = b;
        b = other;
    }
    a.mantissa <<= a.exponent - b.exponent;
    a.exponent = b.exponent;
    if (a.minus == b.minus)
        a.mantissa += b.mantissa;
    else if (a.mantissa >= b.mantissa)
        a.mantissa -= b.mantissa;
    else
        a = (struct plain){ b.minus, b.exponent, b.mantissa - a.mantissa };
    return a;
}

struct plain plain_mul(struct plain a, struct plain b)
{
    return (struct plain){ a.minus != b.minus, a.exponent + b.exponent, a.mantissa * b.mantissa };
}

int32_t plain_whole(struct plain a)
{
    const uint64_t whole = a.exponent >= 0 ? a.mantissa << a.exponent
                           : a.exponent <= -60
                               ? 0
                               : shortened(a.mantissa, (unsigned)-a.exponent, false);

    return a.minus ? -(int32_t)whole : (int32_t)whole;
}

/* Signs and magnitudes are ordered as whole numbers are. */
bool plain_less(uint32_t a, uint32_t b)
{
    const int64_t x = a >> 31 ? -(int64_t)(a & 0x7fffffff) : (int64_t)a;
    const int64_t y = b >> 31 ? -(int64_t)(b & 0x7fffffff) : (int64_t)b;

    return x < y;
}

/* Numbers as a card may give them, so they can be too far apart for a sum. */
bool plain_near(struct plain a, struct plain b, unsigned bits)
{
    a = plain_of(plain_word(a, false));
    b = plain_of(plain_word(b, false));
    if (a.exponent + 1 < b.exponent || b.exponent + 1 < a.exponent)
        return false;
    b.minus = !b.minus;
    const struct plain apart = plain_add(a, b);

    return apart.mantissa <= b.mantissa << (apart.exponent < b.exponent) >> bits;
}
