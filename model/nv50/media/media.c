#include "model/nv50/media/media.h"

#include "hw/addr.h"
#include "hw/nv50/pcipher.h"
#include "hw/nv50/pmpeg.h"
#include "hw/nv50/slots.h"
#include "hw/nv50/vm.h"
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
    pcounter_record_power_on(card);
}

void media_reset_units(struct nv50 *card, uint32_t bits)
{
    static void (*const resets[])(struct nv50 * card) = { [MEDIA_XTENSA] = xtensa_power_on,
                                                          [MEDIA_PCIPHER] = pcipher_power_on,
                                                          [MEDIA_PMPEG] = pmpeg_power_on };

    for (unsigned i = 0; i < MEDIA_UNIT_COUNT; i++)
        if ((media_units[i].chips & card->chip_bit) && (media_units[i].enable & bits) &&
            resets[media_units[i].kind])
            resets[media_units[i].kind](card);
}

static uint32_t line_of(const struct nv50 *card, const struct media_unit *unit, uint32_t status,
                        uint32_t enable)
{
    return reg_get(card, unit->base + status) & reg_get(card, unit->base + enable) ? unit->line : 0;
}

uint32_t media_lines(const struct nv50 *card)
{
    uint32_t up = 0;

    for (unsigned i = 0; i < MEDIA_UNIT_COUNT; i++) {
        const struct media_unit *unit = &media_units[i];

        if (!(unit->chips & card->chip_bit))
            continue;
        if (unit->kind == MEDIA_XTENSA)
            up |= line_of(card, unit, XTENSA_INTR, XTENSA_INTR_EN);
        else if (unit->kind == MEDIA_PCIPHER)
            up |= line_of(card, unit, PCIPHER_INTR, PCIPHER_INTR_EN);
        else if (unit->kind == MEDIA_PMPEG)
            up |= line_of(card, unit, PMPEG_INTR, PMPEG_INTR_EN);
    }
    return up;
}
