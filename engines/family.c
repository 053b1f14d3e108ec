#include "engines/family.h"

enum err card_flush(struct card *card)
{
    return card->family->flush(card);
}

enum err card_celsius(struct card *card, unsigned *out)
{
    return card->family->celsius ? card->family->celsius(card, out) : ERR_UNSUPPORTED;
}

unsigned card_max_celsius(const struct card *card, unsigned asked)
{
    return asked ? asked : card->family->max_celsius;
}
