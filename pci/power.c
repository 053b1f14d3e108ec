#include "pci/power.h"

#include "hw/bits.h"

static uint16_t read_control(struct bus *bus, struct pci_function at, const struct pci_power *power)
{
    return (uint16_t)bus->ops->config_read(bus, at, power->at, 2);
}

/* An event is cleared by the code that waits for it, not here. */
static void write_control(struct bus *bus, struct pci_function at, const struct pci_power *power,
                          uint32_t control)
{
    bus->ops->config_write(bus, at, power->at, 2, control & ~(uint32_t)PCI_PM_EVENT);
    bus->ops->wait_us(bus, PCI_PM_WAKE_US);
}

/* The Command register, whose word also has the status, comes last: decoding begins with all BARs in place. */
static void put_header(struct bus *bus, struct pci_function at, const uint32_t *words)
{
    for (unsigned i = PCI_POWER_HEADER / 4; i-- > PCI_COMMAND / 4 + 1;)
        if (bus->ops->config_read(bus, at, (uint16_t)(4 * i), 4) != words[i])
            bus->ops->config_write(bus, at, (uint16_t)(4 * i), 4, words[i]);
    bus->ops->config_write(bus, at, PCI_COMMAND, 2, words[PCI_COMMAND / 4] & 0xffff);
}

bool pci_asleep(struct bus *bus, struct pci_function at, struct pci_power *power)
{
    uint16_t cap;

    *power = (struct pci_power){ 0 };
    if (pci_capability(bus, at, PCI_CAP_ID_PM, &cap) != OK)
        return false;
    power->at = (uint16_t)(cap + PCI_PM_CONTROL);
    power->control = read_control(bus, at, power);
    return power->control != UINT16_MAX && (power->control & PCI_PM_STATE);
}

enum err pci_wake(struct bus *bus, struct pci_function at, struct pci_power *power)
{
    uint32_t words[PCI_POWER_HEADER / 4];

    for (unsigned i = 0; i < ARRAY_SIZE(words); i++)
        words[i] = bus->ops->config_read(bus, at, (uint16_t)(4 * i), 4);
    power->woken = true;
    write_control(bus, at, power, power->control & ~(uint32_t)PCI_PM_STATE);
    if (read_control(bus, at, power) & PCI_PM_STATE)
        return ERR_DEAD;
    if (!(power->control & PCI_PM_NO_SOFT_RESET))
        put_header(bus, at, words);
    return OK;
}

void pci_sleep(struct bus *bus, struct pci_function at, struct pci_power *power)
{
    if (power->woken)
        write_control(bus, at, power, power->control);
    power->woken = false;
}
