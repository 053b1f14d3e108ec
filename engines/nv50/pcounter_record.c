#include "engines/nv50/pcounter_record.h"

#include "hw/nv50/pcounter_record.h"

#define PERIOD_1K 1u
#define PACKET_US 1000

static uint32_t periodic_signal(const struct card *card)
{
    for (unsigned i = 0; i < PCOUNTER_TRAILERS; i++)
        if (pcounter_trailers[i].chips & chip_bit(card->chip))
            return pcounter_trailers[i].first + PCOUNTER_PERIODIC;
    return 0;
}

uint32_t pcounter_record(struct card *card, uint32_t descriptor, uint16_t selector, uint32_t at)
{
    const uint32_t ctrl = FIELD_PUT(PCOUNTER_CTRL_MODE, PCOUNTER_RECORD) | PCOUNTER_CTRL_SHORT |
                          FIELD_PUT(PCOUNTER_CTRL_PERIOD, PERIOD_1K);

    card_set32(card, PCOUNTER_RECORD_DMA, selector);
    card_set32(card, PCOUNTER_RECORD_CHAN, descriptor | PCOUNTER_CHAN_VALID);
    card_set32(card, PCOUNTER_RECORD_LIMIT, at); /* one packet is written whatever the limit */
    card_set32(card, PCOUNTER_STOP_SRC, periodic_signal(card));
    card_set32(card, PCOUNTER_STOP_OP, PCOUNTER_OP_FIRST);
    card_set32(card, PCOUNTER_CTRL, ctrl);
    card_write32(card, PCOUNTER_RECORD_START, at);
    card->bus->ops->wait_us(card->bus, PACKET_US);
    return card_read32(card, PCOUNTER_RECORD_STATUS);
}
