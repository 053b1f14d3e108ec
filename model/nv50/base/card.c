#include "model/nv50/base/card.h"

#include <stdarg.h>
#include <stdio.h>

#define COMPLETION_TIMEOUT_NS UINT64_C(50000000)

uint64_t card_now_ns(const struct nv50 *card)
{
    return card->host.clock_ns(card->host.opaque);
}

void card_trace(struct nv50 *card, const char *format, ...)
{
    if (!card->traced)
        return;
    char line[192];
    va_list arguments;
    va_start(arguments, format);
    vsnprintf(line, sizeof(line), format, arguments);
    va_end(arguments);
    card->host.trace(card->host.opaque, line);
}

void card_time_out(struct nv50 *card)
{
    if (card->host.stall)
        card->host.stall(card->host.opaque, COMPLETION_TIMEOUT_NS);
}

void card_unanswered(struct nv50 *card)
{
    if (card_knob(card, KNOB_UNANSWERED) == UNANSWERED_50_MS)
        card_time_out(card);
}

void card_wake_after(struct nv50 *card, uint64_t ns)
{
    const uint64_t at = card_now_ns(card) + ns;

    if (card->wake_ns && card->wake_ns <= at)
        return;
    card->wake_ns = at;
    if (card->host.wake)
        card->host.wake(card->host.opaque, at);
}
