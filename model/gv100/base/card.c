#include "model/gv100/base/card.h"

#include <stdarg.h>
#include <stdio.h>

#include "model/common/power_on_noise.h"

uint64_t gv_now_ns(const struct gv100 *card)
{
    return card->host.clock_ns(card->host.opaque);
}

uint32_t gv_undefined(const struct gv100 *card, uint32_t place)
{
    uint64_t state = card->seed << 32 ^ place;

    return (uint32_t)noise_next(&state);
}

void gv_trace(struct gv100 *card, const char *format, ...)
{
    char line[160];
    va_list arguments;

    if (!card->traced)
        return;
    va_start(arguments, format);
    vsnprintf(line, sizeof(line), format, arguments);
    va_end(arguments);
    card->host.trace(card->host.opaque, line);
}

void gv_wake_after(struct gv100 *card, uint64_t ns)
{
    const uint64_t at = gv_now_ns(card) + ns;

    if (card->wake_ns && card->wake_ns <= at)
        return;
    card->wake_ns = at;
    if (card->host.wake)
        card->host.wake(card->host.opaque, at);
}
