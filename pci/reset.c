#include "pci/reset.h"

#include "pci/find.h"

#define HOLD_US    100000  /* at least 1 ms */
#define SETTLE_US  100000  /* before the first access to a device that was reset */
#define RETURN_US  1000000 /* until it must answer */
#define POLL_US    1000
#define DEVICES    32
#define NOT_YET    0x0001 /* a vendor id that says: ask again */
#define FIRST_BAR  (PCI_BAR0 / 4)
#define COMMAND    (PCI_COMMAND / 4)
#define LAST_BAR   (FIRST_BAR + PCI_BAR_COUNT)
#define CACHE_LINE 0x0c
#define INTERRUPT  0x3c

static uint32_t read(struct bus *bus, struct pci_function at, unsigned offset, uint8_t size)
{
    return bus->ops->config_read(bus, at, (uint16_t)offset, size);
}

static void write(struct bus *bus, struct pci_function at, unsigned offset, uint8_t size,
                  uint32_t value)
{
    bus->ops->config_write(bus, at, (uint16_t)offset, size, value);
}

static bool answers(struct bus *bus, struct pci_function at)
{
    const uint32_t vendor = read(bus, at, PCI_VENDOR_ID, 2);

    return vendor != PCI_VENDOR_NONE && vendor != NOT_YET;
}

static struct pci_function function_of(struct pci_function card, unsigned number)
{
    card.function = (uint8_t)number;
    return card;
}

void pci_reset_prepare(struct bus *bus, struct pci_function card, struct pci_saved *saved)
{
    *saved = (struct pci_saved){ 0 };
    for (unsigned i = 0; i < PCI_FUNCTIONS; i++) {
        const struct pci_function at = function_of(card, i);

        saved->functions[i].present = answers(bus, at);
        for (unsigned w = 0; saved->functions[i].present && w < PCI_HEADER_WORDS; w++)
            saved->functions[i].header[w] = pci_read_kept(bus, at, (uint16_t)(4 * w), 4);
    }
    if (pci_capability(bus, card, PCI_CAP_ID_PCIE, &saved->express) != OK)
        return;
    saved->device_control = (uint16_t)read(bus, card, saved->express + PCIE_DEVICE_STATUS, 2);
    saved->link_control = (uint16_t)read(bus, card, saved->express + PCIE_LINK_STATUS, 2);
}

/* Whether any device but the card's is on its bus. */
static bool has_company(struct bus *bus, struct pci_function card)
{
    for (unsigned device = 0; device < DEVICES; device++) {
        struct pci_function at = function_of(card, 0);

        at.device = (uint8_t)device;
        if (device != card.device && answers(bus, at))
            return true;
    }
    return false;
}

static void hold(struct bus *bus, struct pci_function port)
{
    const uint32_t control = read(bus, port, PCI_BRIDGE_CONTROL, 2);

    write(bus, port, PCI_BRIDGE_CONTROL, 2, control | PCI_BRIDGE_CONTROL_RESET);
    bus->ops->wait_us(bus, HOLD_US);
    write(bus, port, PCI_BRIDGE_CONTROL, 2, control & ~(uint32_t)PCI_BRIDGE_CONTROL_RESET);
    bus->ops->wait_us(bus, SETTLE_US);
}

static bool comes_back(struct bus *bus, struct pci_function card)
{
    const uint64_t give_up = bus->ops->time_us(bus) + RETURN_US;

    while (!answers(bus, card)) {
        if (bus->ops->time_us(bus) >= give_up)
            return false;
        bus->ops->wait_us(bus, POLL_US);
    }
    return true;
}

/* Command comes last, when everything has its address again. */
static void put_back(struct bus *bus, struct pci_function at,
                     const struct pci_saved_function *saved)
{
    for (unsigned w = FIRST_BAR; w < LAST_BAR; w++)
        write(bus, at, 4 * w, 4, saved->header[w]);
    write(bus, at, PCI_ROM_BAR, 4, saved->header[PCI_ROM_BAR / 4]);
    write(bus, at, CACHE_LINE, 2, saved->header[CACHE_LINE / 4] & 0xffff);
    write(bus, at, INTERRUPT, 1, saved->header[INTERRUPT / 4] & 0xff);
    write(bus, at, PCI_COMMAND, 2, saved->header[COMMAND] & 0xffff);
}

enum err pci_port_reset(struct bus *bus, struct pci_function card, const struct pci_path *path,
                        const struct pci_saved *saved)
{
    if (path->count == 0 || has_company(bus, card))
        return ERR_UNSUPPORTED;
    hold(bus, path->bridges[0].at);
    if (!comes_back(bus, card))
        return ERR_DEAD;
    if (saved->express) {
        write(bus, card, saved->express + PCIE_DEVICE_STATUS, 2, saved->device_control);
        write(bus, card, saved->express + PCIE_LINK_STATUS, 2, saved->link_control);
    }
    for (unsigned i = 0; i < PCI_FUNCTIONS; i++)
        if (saved->functions[i].present)
            put_back(bus, function_of(card, i), &saved->functions[i]);
    return OK;
}
