#include "linux/config_space.h"

#include <pci/pci.h>

#define SEGMENTS_MAX 16

/* Of each segment the buses that have a device. */
enum err bus_segment(struct bus *bus, unsigned index, struct pci_segment *out)
{
    bool known[SEGMENTS_MAX] = { 0 };
    unsigned seen = 0;

    *out = (struct pci_segment){ .first_bus = UINT8_MAX };
    for (unsigned segment = 0; segment < SEGMENTS_MAX; segment++)
        for (const struct pci_dev *d = linux_bus_of(bus)->access->devices; d; d = d->next)
            known[segment] |= d->domain == (int)segment;
    for (unsigned segment = 0; segment < SEGMENTS_MAX; segment++)
        if (known[segment] && seen++ == index) {
            out->segment = (uint16_t)segment;
            for (const struct pci_dev *d = linux_bus_of(bus)->access->devices; d; d = d->next) {
                if (d->domain != (int)segment)
                    continue;
                out->first_bus = d->bus < out->first_bus ? d->bus : out->first_bus;
                out->last_bus = d->bus > out->last_bus ? d->bus : out->last_bus;
            }
            return OK;
        }
    return ERR_NOT_FOUND;
}

struct bus_card *bus_card_at(struct linux_bus *bus, struct pci_function at)
{
    for (unsigned i = 0; i < bus->count; i++) {
        const struct pci_function *const here = &bus->cards[i].card.at;

        if (here->segment == at.segment && here->bus == at.bus && here->device == at.device &&
            here->function == at.function)
            return &bus->cards[i];
    }
    return NULL;
}

/* A card that was not opened is hidden. Null: nothing is there, or it is such a card. */
struct pci_dev *bus_device_at(struct linux_bus *bus, struct pci_function at)
{
    for (struct pci_dev *d = bus->access->devices; d; d = d->next)
        if (d->domain == at.segment && d->bus == at.bus && d->dev == at.device &&
            d->func == at.function)
            return d->vendor_id == PCI_VENDOR_NVIDIA &&
                           d->device_class >> 8 == PCI_CLASS_BASE_DISPLAY && !bus_card_at(bus, at)
                       ? NULL
                       : d;
    return NULL;
}

/* The BARs of a card that no IOMMU is in front of stay as the kernel has them: their sizes are known. */
static bool is_own_bar(const struct bus_card *card, uint16_t offset)
{
    return card && card->reach != REACH_VFIO && offset >= PCI_BAR0 &&
           offset < PCI_BAR0 + 4 * PCI_BAR_COUNT && offset % 4 == 0;
}

/* VFIO answers for a card's ids itself, also when the card has fallen off the bus. */
static bool is_by_vfio(const struct bus_card *card, uint16_t offset)
{
    return card && card->open && card->reach == REACH_VFIO && offset > PCI_DEVICE_ID;
}

uint32_t bus_config_read(struct bus *bus, struct pci_function at, uint16_t offset, uint8_t size)
{
    const uint32_t ones = UINT32_MAX >> (32 - 8 * size);
    struct pci_dev *const device = bus_device_at(linux_bus_of(bus), at);
    const struct bus_card *const card = bus_card_at(linux_bus_of(bus), at);
    uint32_t value = 0;

    if (!device)
        return ones;
    if (is_by_vfio(card, offset))
        return vfio_config_read(&card->vfio, offset, size);
    if (!pci_read_block(device, offset, (u8 *)&value, size))
        return ones;
    return is_own_bar(card, offset) && size == 4 ? card->bars[(offset - PCI_BAR0) / 4] : value;
}

/* A BAR reads, after ones were written to it, its size and the bits of its type. */
static void write_own_bar(struct bus_card *card, unsigned index, uint32_t value)
{
    const bool upper = index && card->card.bars[index - 1].size &&
                       (card->bars[index - 1] & PCI_BAR_TYPE) == PCI_BAR_TYPE_64 << 1;
    const uint64_t size = card->card.bars[upper ? index - 1 : index].size;
    const uint32_t mask = (uint32_t)(upper ? ~(size - 1) >> 32 : ~(size - 1));

    if (value != UINT32_MAX)
        card->bars[index] = value;
    else
        card->bars[index] =
            (size ? mask & ~(upper ? 0u : 15u) : 0) | (upper ? 0 : card->bars[index] & 15);
}

void bus_config_write(struct bus *bus, struct pci_function at, uint16_t offset, uint8_t size,
                      uint32_t value)
{
    struct pci_dev *const device = bus_device_at(linux_bus_of(bus), at);
    struct bus_card *const card = bus_card_at(linux_bus_of(bus), at);

    if (!device)
        return;
    if (is_by_vfio(card, offset))
        vfio_config_write(&card->vfio, offset, size, value);
    else if (is_own_bar(card, offset))
        write_own_bar(card, (offset - PCI_BAR0) / 4u, value);
    else if (card && card->reach == REACH_NO_DMA &&
             offset == PCI_COMMAND) /* no memory is lent to it */
        pci_write_word(device, PCI_COMMAND, (u16)(value & ~PCI_COMMAND_MASTER));
    else
        pci_write_block(device, offset, (u8 *)&value, size);
}
