/* suite/nv50/plain.h: single precision by integers, for the results that shader cores must give. Freestanding code has no floats.
 *
 * Shape   a number is mantissa * 2^exponent with a sign; sums and products are exact as long as their operands' exponents lie
 *         within 16 of each other and mantissas have 24 bits. Rounding comes once, at the end.
 * Source  docs/hardware/tesla-isa.md §6. */
#ifndef SUITE_NV50_PLAIN_H
#define SUITE_NV50_PLAIN_H

#include <stdbool.h>
#include <stdint.h>

struct plain {
    bool minus;
    int exponent;
    uint64_t mantissa;
};

/* Of a normal number or zero; back with the nearest (even of two), or cut towards zero. */
struct plain plain_of(uint32_t word);
uint32_t plain_word(struct plain a, bool cut);
struct plain plain_add(struct plain a, struct plain b);
struct plain plain_mul(struct plain a, struct plain b);
/* The nearest whole number; of two the even one. Below 2^31. */
int32_t plain_whole(struct plain a);
bool plain_less(uint32_t a, uint32_t b);
/* |a - b| <= b / 2^bits */
bool plain_near(struct plain a, struct plain b, unsigned bits);

#endif
