#include "pci/conflict.h"

struct range {
    uint64_t from, last;
};

static uint32_t read(struct bus *bus, struct pci_function at, uint16_t offset, uint8_t size)
{
    return bus->ops->config_read(bus, at, offset, size);
}

static struct range range_of(const struct pci_bar *bar)
{
    return (struct range){ bar->at.v, bar->at.v + bar->size - 1 };
}

static bool is_inside(struct range inner, struct range outer)
{
    return inner.from >= outer.from && inner.last <= outer.last;
}

static bool counts(const struct pci_bar *bar)
{
    return bar->size && bar->assigned && !bar->io;
}

/* Base and limit of 16 bits each have address bits 31:20; a base above the limit is a closed window. */
static struct range window(struct bus *bus, struct pci_function at)
{
    const uint32_t both = read(bus, at, PCI_BRIDGE_MEMORY, 4);

    return (struct range){ (uint64_t)(both & PCI_BRIDGE_WINDOW_BASE) << 16,
                           (both & PCI_BRIDGE_WINDOW_LIMIT) | 0xfffff };
}

/* The prefetchable one may have upper halves. */
static struct range prefetchable(struct bus *bus, struct pci_function at)
{
    const uint32_t both = read(bus, at, PCI_BRIDGE_PREFETCH, 4);
    struct range range = { (uint64_t)(both & PCI_BRIDGE_WINDOW_BASE) << 16,
                           (both & PCI_BRIDGE_WINDOW_LIMIT) | 0xfffff };

    if (both & PCI_BRIDGE_PREFETCH_64BIT) {
        range.from |= (uint64_t)read(bus, at, PCI_BRIDGE_PREFETCH_BASE_HIGH, 4) << 32;
        range.last |= (uint64_t)read(bus, at, PCI_BRIDGE_PREFETCH_LIMIT_HIGH, 4) << 32;
    }
    return range;
}

static bool passes_on(struct bus *bus, struct pci_function at, struct range bar)
{
    const uint32_t both = read(bus, at, PCI_BRIDGE_MEMORY, 4);

    /* One that does not answer, or that nobody has set up, says nothing; others see to those. */
    if (both == UINT32_MAX || (!both && !read(bus, at, PCI_BRIDGE_PREFETCH, 4)) ||
        FIELD_GET(PCI_CLASS_CODE, read(bus, at, PCI_CLASS, 4)) == PCI_CLASS_SUBTRACTIVE)
        return true;
    return is_inside(bar, window(bus, at)) || is_inside(bar, prefetchable(bus, at));
}

/* Memory is checked first, because stores there do the most harm. A BAR is compared only with those before it, so
 * that a pair is reported once. */
static struct pci_conflict conflict_of(struct bus *bus, const struct pci_card *card,
                                       const struct pci_path *path, unsigned n)
{
    const struct range here = range_of(&card->bars[n]);
    struct pci_conflict conflict = { .bar = n };

    if (bus->ops->is_memory && bus->ops->is_memory(bus, card->bars[n].at, card->bars[n].size))
        conflict.kind = PCI_CONFLICT_MEMORY;
    for (unsigned i = 0; i < n && conflict.kind == PCI_CONFLICT_NONE; i++) {
        const struct range there = range_of(&card->bars[i]);

        if (!counts(&card->bars[i]) || there.last < here.from || there.from > here.last)
            continue;
        conflict.kind = PCI_CONFLICT_BAR;
        conflict.other = i;
    }
    for (unsigned i = 0; i < path->count && conflict.kind == PCI_CONFLICT_NONE; i++)
        if (!passes_on(bus, path->bridges[i].at, here)) {
            conflict.kind = PCI_CONFLICT_BRIDGE;
            conflict.bridge = path->bridges[i].at;
        }
    return conflict;
}

struct pci_conflict pci_conflict(struct bus *bus, const struct pci_card *card,
                                 const struct pci_path *path)
{
    for (unsigned n = 0; n < PCI_BAR_COUNT; n++) {
        if (!counts(&card->bars[n]))
            continue;
        const struct pci_conflict conflict = conflict_of(bus, card, path, n);

        if (conflict.kind != PCI_CONFLICT_NONE)
            return conflict;
    }
    return (struct pci_conflict){ .kind = PCI_CONFLICT_NONE };
}
