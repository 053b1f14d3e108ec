#include "suite/report/record.h"

#include "engines/text.h"

struct card_key card_key_of(const struct pci_card *card)
{
    struct card_key key = { 0 };
    struct text at = text_in(key.at, sizeof(key.at));
    struct text id = text_in(key.id, sizeof(key.id));

    text_format(&at, "%04x:%02x:%02x.%u", (unsigned)card->at.segment, (unsigned)card->at.bus,
                (unsigned)card->at.device, (unsigned)card->at.function);
    text_format(&id, "%04x:%04x %04x:%04x %02x", (unsigned)card->vendor, (unsigned)card->device,
                card->subsystem & 0xffff, card->subsystem >> 16, (unsigned)card->revision);
    return key;
}

bool card_key_equal(const struct card_key *a, const struct card_key *b)
{
    return string_equal(a->at, b->at) && string_equal(a->id, b->id);
}
