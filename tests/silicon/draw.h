/* tests/silicon/draw.h: random numbers of a seed. */
#pragma once

#include <stdbool.h>
#include <stdint.h>

#include "model/common/power_on_noise.h"

struct draw {
    uint64_t state;
};

/* From 0 on, below `end`. */
static inline uint64_t draw_below(struct draw *draw, uint64_t end)
{
    return (noise_next(&draw->state) >> 11) % end;
}

static inline bool draw_chance(struct draw *draw, unsigned percent)
{
    return draw_below(draw, 100) < percent;
}
