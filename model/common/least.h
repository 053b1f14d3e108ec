/* model/common/least.h: the smaller of two numbers. */
#ifndef MODEL_COMMON_LEAST_H
#define MODEL_COMMON_LEAST_H

#include <stdint.h>

static inline uint64_t least(uint64_t a, uint64_t b)
{
    return a < b ? a : b;
}

static inline uint32_t least32(uint32_t a, uint32_t b)
{
    return a < b ? a : b;
}

#endif
