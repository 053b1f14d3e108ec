#include "model/nv50/base/card.h"

#define COMPLETION_TIMEOUT_NS UINT64_C(50000000)

void card_time_out(struct nv50 *card)
{
    if (card->shell.host.stall)
        card->shell.host.stall(card->shell.host.opaque, COMPLETION_TIMEOUT_NS);
}

void card_unanswered(struct nv50 *card)
{
    if (card_knob(card, KNOB_UNANSWERED) == UNANSWERED_50_MS)
        card_time_out(card);
}
