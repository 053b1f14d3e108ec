#include "model/host/assign.h"

#include "hw/pci.h"

#define IO_BASE 0x2000

/* Size by writing ones, as the PCI specification has it. */
static uint64_t probe_size(struct nv50 *card, unsigned at, bool wide)
{
    const uint64_t kind = nv50_config_read(card, at, 4) & 15;

    nv50_config_write(card, at, UINT32_MAX, 4);
    if (wide)
        nv50_config_write(card, at + 4, UINT32_MAX, 4);
    uint64_t mask = nv50_config_read(card, at, 4) & ~kind;
    mask |= (uint64_t)(wide ? nv50_config_read(card, at + 4, 4) : UINT32_MAX) << 32;
    return ~mask + 1;
}

static uint64_t place(uint64_t *next, uint64_t size)
{
    const uint64_t at = (*next + size - 1) & ~(size - 1);
    *next = at + size;
    return at;
}

void assign_bars(struct nv50 *card, uint64_t *next_low, uint64_t *next_wide)
{
    for (unsigned i = 0; i < PCI_BAR_COUNT; i++) {
        const unsigned at = PCI_BAR0 + 4 * i;
        const bool wide = nv50_bar_is_64bit(card, i);
        if (nv50_bar_size(card, i) == 0)
            continue;
        if (nv50_bar_is_io(card, i)) {
            nv50_config_write(card, at, IO_BASE, 4);
            continue;
        }
        const uint64_t size = probe_size(card, at, wide);
        const bool sane = size && size <= UINT64_C(1) << 40; /* else nothing can be placed */
        const uint64_t base = sane ? place(wide ? next_wide : next_low, size) : 0;
        nv50_config_write(card, at, (uint32_t)base, 4);
        if (wide)
            nv50_config_write(card, at + 4, (uint32_t)(base >> 32), 4);
    }
    nv50_config_write(card, PCI_COMMAND, PCI_COMMAND_MEMORY, 2);
}
