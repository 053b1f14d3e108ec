#include "engines/gv100/bar.h"

#include "engines/gv100/generation.h"
#include "hw/gv100/pbus.h"
#include "hw/gv100/places.h"
#include "hw/pci.h"

#define BIND_TIMEOUT_US 2000000 /* as drivers wait */

static const struct {
    const char *name;
    uint32_t pending; /* bits of BIND_STATUS */
    uint8_t pci_bar;
} bars[BAR_COUNT] = {
    [BAR1] = { "BAR1", PBUS_BIND_STATUS_BAR1_PENDING | PBUS_BIND_STATUS_BAR1_OUTSTANDING,
               NV_BAR_VRAM },
    [BAR2] = { "BAR2", PBUS_BIND_STATUS_BAR2_PENDING | PBUS_BIND_STATUS_BAR2_OUTSTANDING,
               NV_BAR_RAMIN },
};

static uint32_t block_of(const struct card *card, enum bar bar)
{
    const struct gv100_places *const places = gv100_places_of(card->chip);

    return bar == BAR1 ? places->bar1_block : places->bar2_block;
}

const char *bar_name(enum bar bar)
{
    return bars[bar].name;
}

uint16_t bar_engine(const struct card *card, enum bar bar)
{
    const struct gv100_places *const places = gv100_places_of(card->chip);

    return bar == BAR1 ? places->bar1_engine : places->bar2_engine;
}

uint64_t bar_size(const struct card *card, enum bar bar)
{
    return card->pci.bars[bars[bar].pci_bar].size;
}

enum err bar_settled(struct card *card, enum bar bar)
{
    return card_wait(card, gv100_places_of(card->chip)->bind_status, bars[bar].pending, 0,
                     BIND_TIMEOUT_US);
}

/* BAR1's and BAR2's registers have the same fields. */
enum err bar_bind(struct card *card, enum bar bar, linear_addr instance)
{
    const uint32_t word = FIELD_PUT(PBUS_BAR1_BLOCK_PTR, (uint32_t)(instance.v >> 12)) |
                          FIELD_PUT(PBUS_BAR1_BLOCK_TARGET, (uint32_t)instance.target) |
                          PBUS_BAR1_BLOCK_MODE;
    const enum err e = generation_set(card, block_of(card, bar), word);

    return e == OK ? bar_settled(card, bar) : e;
}

enum err bar_unbind(struct card *card, enum bar bar)
{
    const uint32_t word = card_read32(card, block_of(card, bar)) & ~PBUS_BAR1_BLOCK_MODE;
    const enum err e = card_set32(card, block_of(card, bar), word);

    return e == OK ? bar_settled(card, bar) : e;
}

enum err bar_rebind(struct card *card, enum bar bar)
{
    card_write32(card, block_of(card, bar), card_read32(card, block_of(card, bar)));
    return bar_settled(card, bar);
}

bool bar_of_register(const struct card *card, uint32_t reg, enum bar *out)
{
    for (unsigned i = 0; i < BAR_COUNT; i++)
        if (block_of(card, (enum bar)i) == reg) {
            *out = (enum bar)i;
            return true;
        }
    return false;
}

uint32_t bar_read32(struct card *card, enum bar bar, virtual_addr at)
{
    return (uint32_t)card_bar_read(card, bars[bar].pci_bar, at.v, 4);
}

void bar_write32(struct card *card, enum bar bar, virtual_addr at, uint32_t value)
{
    card_bar_write(card, bars[bar].pci_bar, at.v, 4, value);
}
