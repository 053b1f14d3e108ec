/* hw/bits.h: fields as masks.
 *
 * Shape   a field is the mask of its bits, so it works in expressions and in constant tables.
 * Units   bit numbers as the manual counts them, bit 0 lowest; BITS(hi, lo) holds both ends.
 * Errors  none: FIELD_PUT drops bits that do not fit; ask FIELD_FITS first where it matters. */
#ifndef HW_BITS_H
#define HW_BITS_H

#include <stdint.h>

#define BIT(n)         (UINT32_C(1) << (n))
#define BITS(hi, lo)   ((UINT32_C(0xffffffff) >> (31 - (hi))) & (UINT32_C(0xffffffff) << (lo)))
#define BIT64(n)       (UINT64_C(1) << (n))
#define BITS64(hi, lo) ((UINT64_MAX >> (63 - (hi))) & (UINT64_MAX << (lo)))

#define FIELD_LOWEST(mask)    ((mask) & (~(mask) + 1))
#define FIELD_MAX(mask)       ((mask) / FIELD_LOWEST(mask))
#define FIELD_GET(mask, word) (((word) & (mask)) / FIELD_LOWEST(mask))
#define FIELD_PUT(mask, v)    (((v)*FIELD_LOWEST(mask)) & (mask))
#define FIELD_FITS(mask, v)   ((uint64_t)(v) <= (uint64_t)FIELD_MAX(mask))

/* How many bits of a mask are set. The compiler's own calls a library that firmware does not have. */
static inline unsigned bits_count(uint64_t mask)
{
    unsigned count = 0;

    for (; mask; mask &= mask - 1)
        count++;
    return count;
}

#define ARRAY_SIZE(a) (sizeof(a) / sizeof((a)[0]))

#endif
