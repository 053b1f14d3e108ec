#include "engines/past_deadline.h"

/* `interrupted` is null meanwhile, because an abort must not cut `work` off. A loss of the card that `work` notices
 * stays. */
void card_past_deadline(struct card *card, uint64_t us, void (*work)(void *opaque), void *opaque)
{
    bool (*const interrupted)(void *) = card->interrupted;
    const uint64_t deadline_us = card->deadline_us;
    const bool expired = card_expired(card);

    card->interrupted = NULL;
    card_deadline(card, us);
    work(opaque);
    card->interrupted = interrupted;
    card->deadline_us = deadline_us;
    card->expired = expired || card->loss != CARD_ANSWERS;
}
