#include "engines/nv50/media.h"

#include "hw/nv50/falcon.h"
#include "hw/nv50/pbus.h"
#include "hw/nv50/pmc.h"
#include "hw/nv50/slots.h"

static bool fuse_shows(struct card *card, uint32_t reg, uint32_t bits)
{
    return (card_read32(card, reg) & bits) == bits;
}

bool media_present(struct card *card, const struct media_unit *unit)
{
    if (!(unit->chips & chip_bit(card->chip)))
        return false;
    if (!fuse_shows(card, PBUS_HWUNITS_0, unit->fuse[0]))
        return false;
    return !(nv50_chip_of(card->chip)->features & FEATURE_HWUNITS_1) ||
           fuse_shows(card, PBUS_HWUNITS_1, unit->fuse[1]);
}

static void switch_bits(struct card *card, uint32_t reg, uint32_t bits, bool on)
{
    const uint32_t before = card_read32(card, reg);

    card_set32(card, reg, on ? before | bits : before & ~bits);
    card_read32(card, reg); /* posts the write */
}

static void power(struct card *card, const struct media_unit *unit, bool on)
{
    if (unit->enable)
        switch_bits(card, PMC_ENABLE, unit->enable, on);
    else
        switch_bits(card, PDAEMON_RESET, PDAEMON_RESET_RUN, on);
}

void media_stop(struct card *card, const struct media_unit *unit)
{
    power(card, unit, false);
}

void media_restart(struct card *card, const struct media_unit *unit)
{
    power(card, unit, false);
    power(card, unit, true);
}

uint16_t media_context(const struct card *card, const struct media_unit *unit)
{
    for (unsigned i = 0; i < VM_CONTEXT_COUNT; i++)
        if (vm_contexts[i].engine == unit->engine && (vm_contexts[i].chips & chip_bit(card->chip)))
            return vm_contexts[i].selector;
    return 0;
}
