#include "model/host/assign.h"

#include "hw/pci.h"

#define IO_BASE 0x2000

/* Size by writing ones, as the PCI specification has it. */
static uint64_t probe_size(struct model *card, unsigned at, bool wide)
{
    const uint64_t kind = model_config_read(card, at, 4) & 15;

    model_config_write(card, at, UINT32_MAX, 4);
    if (wide)
        model_config_write(card, at + 4, UINT32_MAX, 4);
    uint64_t mask = model_config_read(card, at, 4) & ~kind;
    mask |= (uint64_t)(wide ? model_config_read(card, at + 4, 4) : UINT32_MAX) << 32;
    return ~mask + 1;
}

static uint64_t place(uint64_t *next, uint64_t size)
{
    const uint64_t at = (*next + size - 1) & ~(size - 1);
    *next = at + size;
    return at;
}

/* BARs in the order of their registers. One whose size cannot be read stays at address 0, where nothing
 * decodes it. */
void assign_bars(struct model *card, uint64_t *next_low, uint64_t *next_wide)
{
    for (unsigned i = 0; i < PCI_BAR_COUNT; i++) {
        const unsigned at = PCI_BAR0 + 4 * i;
        struct model_bar bar;

        if (!model_bar(card, i, &bar))
            continue;
        if (bar.io) {
            model_config_write(card, at, IO_BASE, 4);
            continue;
        }
        const uint64_t size = probe_size(card, at, bar.wide);
        const bool sane = size && size <= UINT64_C(1) << 40; /* else nothing can be placed */
        const uint64_t base = sane ? place(bar.wide ? next_wide : next_low, size) : 0;
        model_config_write(card, at, (uint32_t)base, 4);
        if (bar.wide)
            model_config_write(card, at + 4, (uint32_t)(base >> 32), 4);
    }
    model_config_write(card, PCI_COMMAND, PCI_COMMAND_MEMORY, 2);
}
