#include "engines/nv50/pcounter.h"

#include "engines/nv50/reset.h"
#include "hw/nv50/pfb.h"
#include "hw/nv50/pgraph.h"

static void set(struct card *card, uint32_t reg, unsigned domain, uint32_t value)
{
    card_set32(card, reg + 4 * domain, value);
}

static uint32_t get(struct card *card, uint32_t reg, unsigned domain)
{
    return card_read32(card, reg + 4 * domain);
}

/* CTRL is the first to be changed, so the last to be put back: that ends whatever counts. */
static void set_mode(struct card *card, unsigned domain, enum pcounter_mode mode)
{
    set(card, PCOUNTER_CTRL, domain, FIELD_PUT(PCOUNTER_CTRL_MODE, (uint32_t)mode));
    set(card, PCOUNTER_SETFLAG_OP, domain, PCOUNTER_OP_NEVER);
    set(card, PCOUNTER_CLRFLAG_OP, domain, PCOUNTER_OP_NEVER);
}

void counter_single(struct card *card, unsigned domain, uint8_t signal, uint32_t op)
{
    set_mode(card, domain, PCOUNTER_SINGLE);
    set(card, PCOUNTER_EVENT_SRC, domain, signal);
    set(card, PCOUNTER_EVENT_OP, domain, op);
    set(card, PCOUNTER_START_SRC, domain, 0);
    set(card, PCOUNTER_START_OP, domain, PCOUNTER_OP_ALWAYS);
    set(card, PCOUNTER_STOP_SRC, domain, 0);
    set(card, PCOUNTER_STOP_OP, domain, PCOUNTER_OP_NEVER);
    set(card, PCOUNTER_PRE_SRC, domain, 0);
    card_write32(card, PCOUNTER_CTR_PRE + 4 * domain, 0);
    card_write32(card, PCOUNTER_CTR_STOP + 4 * domain, 0);
    set(card, PCOUNTER_PRE_OP, domain, PCOUNTER_OP_ALWAYS);
}

void counter_single_take(struct card *card, unsigned domain, uint32_t *events, uint32_t *cycles)
{
    set(card, PCOUNTER_STOP_SRC, domain, 0);
    *events = get(card, PCOUNTER_CTR_EVENT, domain);
    *cycles = get(card, PCOUNTER_CTR_CYCLES, domain);
}

static bool swaps_by_register(const struct card *card)
{
    return nv50_chip_of(card->chip)->features & PCOUNTER_FEATURE_SWAP;
}

/* Ends the period that counts and begins the next one. */
static void swap(struct card *card, unsigned domain)
{
    set(card, PCOUNTER_PRE_OP, domain, PCOUNTER_OP_FIRST);
    if (!swaps_by_register(card))
        card_write32(card, PGRAPH_DEBUG_1, PGRAPH_DEBUG_1_PM_TRIGGER);
}

void counter_quad(struct card *card, unsigned domain, const uint8_t signals[COUNTER_SIGNALS])
{
    set_mode(card, domain, PCOUNTER_QUAD);
    set(card, PCOUNTER_PRE_SRC, domain, signals[0]);
    set(card, PCOUNTER_START_SRC, domain, signals[1]);
    set(card, PCOUNTER_EVENT_SRC, domain, signals[2]);
    set(card, PCOUNTER_STOP_SRC, domain, signals[3]);
    set(card, PCOUNTER_START_OP, domain, PCOUNTER_OP_FIRST);
    set(card, PCOUNTER_EVENT_OP, domain, PCOUNTER_OP_FIRST);
    set(card, PCOUNTER_STOP_OP, domain, PCOUNTER_OP_FIRST);
    swap(card, domain);
}

void counter_quad_take(struct card *card, unsigned domain, uint32_t counts[COUNTER_SIGNALS])
{
    swap(card, domain);
    counts[0] = get(card, PCOUNTER_CTR_PRE, domain);
    counts[1] = get(card, PCOUNTER_CTR_START, domain);
    counts[2] = get(card, PCOUNTER_CTR_EVENT, domain);
    counts[3] = get(card, PCOUNTER_CTR_STOP, domain);
    card_write32(card, PCOUNTER_QUAD_ACK + 4 * domain, PCOUNTER_QUAD_ACK_ONE);
}

void counter_select(struct card *card, unsigned hardware, uint32_t client)
{
    const bool wide = nv50_chip_of(card->chip)->features & FEATURE_PART_PM_7BIT;
    const uint32_t word = wide ? FIELD_PUT(PART_PM_SEL_CLIENT_NEW, client) | PART_PM_SEL_ENABLE_NEW
                               : FIELD_PUT(PART_PM_SEL_CLIENT, client) | PART_PM_SEL_ENABLE;

    card_set32(card, PFB_PART_PM_SEL + 4 * hardware, word);
}

void counter_unselect(struct card *card, unsigned hardware)
{
    card_set32(card, PFB_PART_PM_SEL + 4 * hardware, 0);
}
