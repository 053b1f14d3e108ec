#include "model/nv50/host/ptherm.h"

#include "model/nv50/base/card.h"

#define HOT         101 /* above every limit that drivers use but the critical one (board.md §4) */
#define MILLI_IDLE  UINT64_C(40000)
#define MILLI_MOST  UINT64_C(139000)    /* what a sensor can credibly say */
#define STILL_BUSY  UINT64_C(100000000) /* ns after an access */
#define NS_OF_MILLI UINT64_C(1000000)   /* of a degree each second */

static uint64_t given(const struct nv50 *card, const char *key, uint64_t fallback)
{
    const struct defect *defect = options_defect(&card->options, "board-hot", 0);
    return defect ? defect_parameter(defect, key, fallback) : fallback;
}

static uint64_t now(const struct nv50 *card)
{
    return card_now_ns(card);
}

static uint64_t least(uint64_t a, uint64_t b)
{
    return a < b ? a : b;
}

static void advance(struct nv50 *card)
{
    struct thermal *thermal = card->thermal;
    const uint64_t at = now(card), busy_until = least(at, thermal->loaded_ns + STILL_BUSY);
    const uint64_t busy = busy_until > thermal->at_ns ? busy_until - thermal->at_ns : 0;
    const uint64_t up = given(card, "rise", 0) * busy / NS_OF_MILLI;
    const uint64_t down = given(card, "fall", 0) * (at - thermal->at_ns - busy) / NS_OF_MILLI;

    /* Less than a thousandth of a degree is left for the next time. */
    if (at - thermal->at_ns < NS_OF_MILLI)
        return;
    thermal->milli = least(thermal->milli + up, MILLI_MOST);
    if (thermal->milli > MILLI_IDLE)
        thermal->milli -= least(down, thermal->milli - MILLI_IDLE);
    thermal->at_ns = at;
}

void ptherm_power_on(struct nv50 *card)
{
    *card->thermal =
        (struct thermal){ .milli = given(card, "start", HOT) * 1000, .at_ns = now(card) };
}

void ptherm_load(struct nv50 *card)
{
    advance(card);
    card->thermal->loaded_ns = now(card);
}

uint32_t ptherm_celsius(struct nv50 *card)
{
    advance(card);
    return (uint32_t)(card->thermal->milli / 1000);
}
