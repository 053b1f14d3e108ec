#include "model/gv100/base/card.h"

#include "model/common/power_on_noise.h"

uint32_t gv_undefined(const struct gv100 *card, uint32_t place)
{
    uint64_t state = card->shell.seed << 32 ^ place;

    return (uint32_t)noise_next(&state);
}
