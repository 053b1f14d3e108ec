#include "engines/gv100/clock.h"

#include "hw/bits.h"
#include "hw/gv100/refusal.h"
#include "hw/gv100/unlisted.h"
#include "hw/gv100/usermode.h"

/* A low word that looks like a refusal does so for 65.5 us, as long as its upper half stays the same, and again no
 * sooner than 983 us later. So a second look after HALF_US tells a clock from a refusal. */
#define HALF_US 200u

static const struct {
    uint32_t low, high;
} clocks[] = {
    [CLOCK_PTIMER] = { PTIMER_TIME_LOW, PTIMER_TIME_HIGH },
    [CLOCK_USERMODE] = { USERMODE_TIME_0, USERMODE_TIME_1 },
};

bool clock_shows(uint32_t reg)
{
    for (unsigned i = 0; i < ARRAY_SIZE(clocks); i++)
        if (clocks[i].low == reg)
            return true;
    return false;
}

uint32_t clock_low(struct card *card, enum clock clock)
{
    const uint32_t reg = clocks[clock].low;
    uint32_t word = card_read32(card, reg);

    if (!is_refusal(word))
        return word;
    card->bus->ops->wait_us(card->bus, HALF_US);
    word = card_read32(card, reg);
    if (is_refusal(word))
        card_refuse(card, reg, word, refusal_words(word));
    return word;
}

uint32_t clock_high(struct card *card, enum clock clock)
{
    return card_read32(card, clocks[clock].high);
}

/* The low word carries into the high one between two reads once in 4.3 s: a card whose high word goes on changing has no
 * time. */
uint64_t clock_read(struct card *card, enum clock clock)
{
    for (unsigned i = 0; i < 4; i++) {
        const uint32_t high = clock_high(card, clock);
        const uint32_t low = clock_low(card, clock);

        if (clock_high(card, clock) == high)
            return (uint64_t)high << 32 | low;
    }
    return 0;
}
