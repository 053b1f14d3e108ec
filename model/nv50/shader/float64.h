/* model/nv50/shader/float64.h: double precision of G200, to the bit: IEEE with denormals.
 *
 * Shape   a NaN that comes in goes out; one that is made is DOUBLE_NAN.
 * Source  docs/hardware/tesla-isa.md §6. */
#ifndef MODEL_NV50_SHADER_FLOAT64_H
#define MODEL_NV50_SHADER_FLOAT64_H

#include "model/nv50/shader/float32.h"

#define DOUBLE_SIGN  (UINT64_C(1) << 63)
#define DOUBLE_QUIET (UINT64_C(1) << 51)
#define DOUBLE_NAN   UINT64_C(0xfff8000000000000)

bool double_is_nan(uint64_t a);
uint64_t double_add(uint64_t a, uint64_t b, enum rounding rounding);
uint64_t double_mul(uint64_t a, uint64_t b, enum rounding rounding);
/* a * b + c, rounded once. */
uint64_t double_fma(uint64_t a, uint64_t b, uint64_t c, enum rounding rounding);
uint64_t double_least(uint64_t a, uint64_t b);
uint64_t double_most(uint64_t a, uint64_t b);
enum order double_order(uint64_t a, uint64_t b);

uint64_t double_whole(uint64_t a, enum rounding rounding);
uint64_t double_of_float(uint32_t a);
uint32_t float_of_double(uint64_t a, enum rounding rounding);
/* As float_of_integer and integer_of_float. */
uint64_t double_of_integer(uint64_t a, enum rounding rounding);
uint64_t integer_of_double(uint64_t a, enum rounding rounding);
/* A single with its denormals, which conversions of this unit keep. */
uint64_t integer_of_single(uint32_t a, enum rounding rounding);

#endif
