/* model/nv50/shader/quad.h: the values of four threads at once, as wide as all processors of the host's kind have and compilers know by
 * themselves.
 *
 * Shape   threads i to i + 3, or four registers of one thread in memory, the lowest byte first. */
#ifndef MODEL_NV50_SHADER_QUAD_H
#define MODEL_NV50_SHADER_QUAD_H

#include <stdint.h>
#include <string.h>

_Static_assert(__BYTE_ORDER__ == __ORDER_LITTLE_ENDIAN__,
               "words of the card's memory are the host's");

typedef uint32_t quad __attribute__((vector_size(16)));

#define EACH_QUAD(i) for (unsigned i = 0; i < WARP_LANES; i += 4)

static inline quad quad_at(const void *from)
{
    quad q;

    memcpy(&q, from, sizeof(q));
    return q;
}

static inline void put_quad(void *to, quad q)
{
    memcpy(to, &q, sizeof(q));
}

/* Rows become columns. */
static inline void turn_quads(quad q[4])
{
    const quad low_01 = __builtin_shufflevector(q[0], q[1], 0, 4, 1, 5);
    const quad high_01 = __builtin_shufflevector(q[0], q[1], 2, 6, 3, 7);
    const quad low_23 = __builtin_shufflevector(q[2], q[3], 0, 4, 1, 5);
    const quad high_23 = __builtin_shufflevector(q[2], q[3], 2, 6, 3, 7);

    q[0] = __builtin_shufflevector(low_01, low_23, 0, 1, 4, 5);
    q[1] = __builtin_shufflevector(low_01, low_23, 2, 3, 6, 7);
    q[2] = __builtin_shufflevector(high_01, high_23, 0, 1, 4, 5);
    q[3] = __builtin_shufflevector(high_01, high_23, 2, 3, 6, 7);
}

#endif
