#include "model/nv50/media/media.h"

#include "hw/addr.h"
#include "hw/nv50/pcipher.h"
#include "hw/nv50/pfifo.h"
#include "hw/nv50/pmpeg.h"
#include "hw/nv50/slots.h"
#include "hw/nv50/vm.h"
#include "hw/nv50/xtensa.h"
#include "model/nv50/base/card.h"
#include "model/nv50/vm/vm_user.h"

const struct media_unit *media_unit_of(const struct nv50 *card, uint8_t kind, uint32_t base)
{
    for (unsigned i = 0; i < MEDIA_UNIT_COUNT; i++)
        if (media_units[i].kind == kind && media_units[i].base == base &&
            (media_units[i].chips & card->chip_bit))
            return &media_units[i];
    return NULL;
}

void media_users(const struct media_unit *unit, struct vm_user *users, unsigned count)
{
    for (unsigned i = 0; i < count; i++)
        users[i] =
            (struct vm_user){ .engine = unit->engine,
                              .read_client = unit->client,
                              .write_client = unit->client,
                              .slot = (uint8_t)i,
                              .channel = FIELD_PUT(CHANNEL_DESC_TARGET, (uint32_t)TARGET_INVALID) };
}

uint16_t media_context_selector(const struct nv50 *card, uint8_t engine)
{
    for (unsigned i = 0; i < VM_CONTEXT_COUNT; i++)
        if (vm_contexts[i].engine == engine && (vm_contexts[i].chips & card->chip_bit))
            return vm_contexts[i].selector;
    return 0;
}

void media_power_on(struct nv50 *card)
{
    xtensa_power_on(card);
    pcipher_power_on(card);
    pmpeg_power_on(card);
}

void media_reset_units(struct nv50 *card, uint32_t bits)
{
    static void (*const resets[])(struct nv50 * card) = { [MEDIA_XTENSA] = xtensa_power_on,
                                                          [MEDIA_PCIPHER] = pcipher_power_on,
                                                          [MEDIA_PMPEG] = pmpeg_power_on };

    for (unsigned i = 0; i < MEDIA_UNIT_COUNT; i++)
        if ((media_units[i].chips & card->chip_bit) && (media_units[i].enable & bits) &&
            resets[media_units[i].kind]) {
            resets[media_units[i].kind](card);
            media_tell(card, media_units[i].kind, media_units[i].base);
        }
}

/* Status and enable register of each kind, from the unit's base. */
static const struct {
    uint16_t status, enable;
} interrupts[] = {
    [MEDIA_XTENSA] = { XTENSA_INTR, XTENSA_INTR_EN },
    [MEDIA_PCIPHER] = { PCIPHER_INTR, PCIPHER_INTR_EN },
    [MEDIA_PMPEG] = { PMPEG_INTR, PMPEG_INTR_EN },
};

void media_tell(struct nv50 *card, uint8_t kind, uint32_t base)
{
    const struct media_unit *unit = media_unit_of(card, kind, base);

    if (unit)
        irq_follow(card, unit->line, base + interrupts[kind].status,
                   base + interrupts[kind].enable);
}

/* ---- methods of PFIFO ---- */

static const struct {
    uint32_t engine, base;
    uint8_t kind;
    bool (*method)(struct nv50 *card, uint32_t channel, uint32_t method, uint32_t data);
} takers[] = {
    { PFIFO_ENGINE_PMPEG, PMPEG_BASE, MEDIA_PMPEG, pmpeg_method },
    { PFIFO_ENGINE_PCIPHER, PCIPHER_BASE, MEDIA_PCIPHER, pcipher_method },
};

bool media_answers(const struct nv50 *card, uint32_t engine)
{
    for (unsigned i = 0; i < ARRAY_SIZE(takers); i++)
        if (takers[i].engine == engine)
            return media_unit_of(card, takers[i].kind, takers[i].base);
    return false;
}

/* A unit in reset answers nothing. */
bool media_method(struct nv50 *card, uint32_t engine, uint32_t channel, uint32_t method,
                  uint32_t data)
{
    for (unsigned i = 0; i < ARRAY_SIZE(takers); i++)
        if (takers[i].engine == engine)
            return gate_is_open(card, takers[i].base) &&
                   takers[i].method(card, channel, method, data);
    return false;
}

#define EFFORT_METHOD 100
#define EFFORT_JOB    (3u << 20)

/* A job of PMPEG is bounded, a copy of PCIPHER takes as long as it is. */
uint64_t media_effort(const struct nv50 *card, uint32_t engine, uint32_t method)
{
    if (engine == PFIFO_ENGINE_PMPEG && method == PMPEG_EXEC)
        return EFFORT_JOB;
    if (engine == PFIFO_ENGINE_PCIPHER && method == PCIPHER_METHOD_LAUNCH)
        return EFFORT_METHOD + 4 * (uint64_t)reg_get(card, PCIPHER_BASE + PCIPHER_LENGTH);
    return EFFORT_METHOD;
}
