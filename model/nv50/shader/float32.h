/* model/nv50/shader/float32.h: the shader cores' arithmetic in single precision, to the bit.
 *
 * Shape   numbers are words as they lie in registers. Denormals count as zeros of their sign, and none comes out; every NaN
 *         that comes out is FLOAT_NAN.
 * Source  docs/hardware/tesla-isa.md §6. */
#ifndef MODEL_NV50_SHADER_FLOAT32_H
#define MODEL_NV50_SHADER_FLOAT32_H

#include <stdbool.h>
#include <stdint.h>

#define FLOAT_NAN      0x7fffffffu
#define FLOAT_INFINITY 0x7f800000u
#define FLOAT_SIGN     0x80000000u
#define FLOAT_ONE      0x3f800000u

/* As instructions encode it. */
enum rounding { ROUND_NEAREST = 0, ROUND_DOWN = 1, ROUND_UP = 2, ROUND_ZERO = 3 };

enum order { ORDER_GREATER, ORDER_EQUAL, ORDER_LESS, ORDER_NONE };

bool float_is_nan(uint32_t a);
/* `zero_wins`: 0 times anything is +0 (the MP's flag MUL_ZERO_WINS). */
uint32_t float_add(uint32_t a, uint32_t b, enum rounding rounding);
uint32_t float_mul(uint32_t a, uint32_t b, enum rounding rounding, bool zero_wins);
/* The product is cut to 24 bits before it is added. */
uint32_t float_mad(uint32_t a, uint32_t b, uint32_t c, bool zero_wins);
uint32_t float_saturate(uint32_t a);
uint32_t float_least(uint32_t a, uint32_t b);
uint32_t float_most(uint32_t a, uint32_t b);
enum order float_order(uint32_t a, uint32_t b);
/* To a whole number. */
uint32_t float_whole(uint32_t a, enum rounding rounding);

uint32_t float_of_half(uint16_t half);
/* `cut`: bits that do not fit are dropped whatever the rounding says, which then is that of whole numbers. */
uint16_t half_of_float(uint32_t a, enum rounding rounding, bool cut);
/* Of a positive integer; and the magnitude of one that is not negative, UINT64_MAX if it does not fit. */
uint32_t float_of_integer(uint64_t a, enum rounding rounding);
uint64_t integer_of_float(uint32_t a, enum rounding rounding);

/* The magnitude `mantissa` times 2 to the power of `exponent` rounded to 24 bits and its range. */
uint32_t float_pack(bool negative, int exponent, uint64_t mantissa, enum rounding rounding);
/* Of a mantissa with its hidden bit in bit 23, or rounded up to 2^24, and an exponent with its bias of 127. */
uint32_t float_assemble(bool negative, int exponent, uint32_t mantissa, enum rounding rounding);
/* The rounding of a magnitude: a negative number's is the other way round. */
enum rounding rounding_of_magnitude(enum rounding rounding, bool negative);
/* `value` / 2^by, rounded. */
uint64_t shift_rounded(uint64_t value, unsigned by, enum rounding rounding);

#endif
