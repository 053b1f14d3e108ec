/* model/nv50/shader/sfu.h: the special functions of the shader cores, to the bit.
 *
 * Shape   a function is a table of pieces; inside one it is a polynomial of second degree in the bits that are left.
 * Source  docs/hardware/tesla-isa.md §6. */
#ifndef MODEL_NV50_SHADER_SFU_H
#define MODEL_NV50_SHADER_SFU_H

#include <stdbool.h>
#include <stdint.h>

extern const int32_t sfu_reciprocal[128][3], sfu_root[128][3], sfu_sine[64][3], sfu_power[64][3],
    sfu_logarithm[64][3];

uint32_t sfu_rcp(uint32_t a);
uint32_t sfu_rsqrt(uint32_t a);
uint32_t sfu_lg2(uint32_t a);
/* A number as presin, with `sine`, or preex2 prepares it: fixed point with 23 bits after the point, sign in bit 31. */
uint32_t sfu_prepare(uint32_t a, bool sine);
/* Of such a fixed-point number, in quarters of a turn. */
uint32_t sfu_sin(uint32_t a, bool cosine);
uint32_t sfu_ex2(uint32_t a);

#endif
