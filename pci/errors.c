#include "pci/errors.h"

static uint32_t read(struct bus *bus, const struct pci_link_end *end, unsigned offset, uint8_t size)
{
    return bus->ops->config_read(bus, end->at, (uint16_t)offset, size);
}

static void write(struct bus *bus, const struct pci_link_end *end, unsigned offset, uint8_t size,
                  uint32_t value)
{
    bus->ops->config_write(bus, end->at, (uint16_t)offset, size, value);
}

struct pci_noticed pci_link_noticed(struct bus *bus, const struct pci_link_end *end)
{
    struct pci_noticed noticed = { 0 };

    if (!end->present)
        return noticed;
    noticed.device =
        FIELD_GET(PCIE_DEVICE_STATUS_ERRORS, read(bus, end, end->express + PCIE_DEVICE_STATUS, 4));
    if (end->aer) {
        noticed.uncorrectable = read(bus, end, end->aer + PCIE_AER_UNCORRECTABLE, 4);
        noticed.correctable = read(bus, end, end->aer + PCIE_AER_CORRECTABLE, 4);
    }
    return noticed;
}

static void clear(struct bus *bus, const struct pci_link_end *end,
                  const struct pci_noticed *noticed)
{
    if (end->aer) {
        write(bus, end, end->aer + PCIE_AER_UNCORRECTABLE, 4, noticed->uncorrectable);
        write(bus, end, end->aer + PCIE_AER_CORRECTABLE, 4, noticed->correctable);
    }
    write(bus, end, end->express + PCIE_DEVICE_STATUS + 2, 2, noticed->device);
}

static bool is_root_port(struct bus *bus, const struct pci_link_end *end)
{
    return FIELD_GET(PCIE_CAPS_TYPE, read(bus, end, end->express + PCIE_CAPS, 2)) ==
           PCIE_CAPS_TYPE_ROOT_PORT;
}

static void save(struct bus *bus, struct pci_link_end *end)
{
    end->command = (uint16_t)read(bus, end, PCI_COMMAND, 2);
    if (end->port)
        end->bridge_control = (uint16_t)read(bus, end, PCI_BRIDGE_CONTROL, 2);
    if (end->root)
        end->root_control = (uint16_t)read(bus, end, end->express + PCIE_ROOT_CONTROL, 2);
    if (!end->aer)
        return;
    end->uncorrect_mask = read(bus, end, end->aer + PCIE_AER_UNCORRECT_MASK, 4);
    end->correct_mask = read(bus, end, end->aer + PCIE_AER_CORRECT_MASK, 4);
    if (end->root)
        end->root_command = read(bus, end, end->aer + PCIE_AER_ROOT_COMMAND, 4);
}

static void put_controls(struct bus *bus, const struct pci_link_end *end, bool silent)
{
    const uint32_t command = read(bus, end, PCI_COMMAND, 2) & ~(uint32_t)PCI_COMMAND_SERR;

    write(bus, end, PCI_COMMAND, 2, silent ? command : command | (end->command & PCI_COMMAND_SERR));
    if (end->port)
        write(bus, end, PCI_BRIDGE_CONTROL, 2,
              silent ? end->bridge_control & ~(uint32_t)PCI_BRIDGE_CONTROL_SERR
                     : end->bridge_control);
    if (end->root)
        write(bus, end, end->express + PCIE_ROOT_CONTROL, 2,
              silent ? end->root_control & ~(uint32_t)PCIE_ROOT_CONTROL_SERR : end->root_control);
    if (end->aer && end->root)
        write(bus, end, end->aer + PCIE_AER_ROOT_COMMAND, 4,
              silent ? end->root_command & ~(uint32_t)PCIE_AER_ROOT_INTERRUPTS : end->root_command);
}

static void put_masks(struct bus *bus, const struct pci_link_end *end, bool silent)
{
    const uint32_t uncorrectable = PCIE_AER_LINK_ERRORS | PCIE_AER_ACCESS_ERRORS;

    if (!end->aer)
        return;
    write(bus, end, end->aer + PCIE_AER_UNCORRECT_MASK, 4,
          silent ? end->uncorrect_mask | uncorrectable : end->uncorrect_mask);
    write(bus, end, end->aer + PCIE_AER_CORRECT_MASK, 4,
          silent ? end->correct_mask | PCIE_AER_CORRECTED_LINK : end->correct_mask);
}

static void silence(struct bus *bus, struct pci_function at, bool port, struct pci_link_end *end)
{
    *end = (struct pci_link_end){ .at = at, .port = port };
    end->present = pci_capability(bus, at, PCI_CAP_ID_PCIE, &end->express) == OK;
    if (!end->present)
        return;
    end->aer = pci_extended(bus, end->at, PCIE_EXTENDED_ID_AER);
    end->root = port && is_root_port(bus, end);
    save(bus, end);
    end->before = pci_link_noticed(bus, end);
    put_masks(bus, end, true);
    put_controls(bus, end, true);
    clear(bus, end, &end->before);
}

void pci_path_silence(struct bus *bus, const struct pci_path *path, struct pci_link *link)
{
    *link = (struct pci_link){ 0 };
    if (path->count)
        silence(bus, path->bridges[0].at, true, &link->port);
    for (unsigned i = 1; i < path->count; i++)
        silence(bus, path->bridges[i].at, true, &link->above[link->above_count++]);
}

void pci_link_silence(struct bus *bus, struct pci_function card, const struct pci_path *path,
                      struct pci_link *link)
{
    pci_path_silence(bus, path, link);
    silence(bus, card, false, &link->card);
}

static void restore(struct bus *bus, const struct pci_link_end *end)
{
    const struct pci_noticed noticed = pci_link_noticed(bus, end);

    if (!end->present)
        return;
    clear(bus, end, &noticed);
    put_controls(bus, end, false);
    put_masks(bus, end, false);
}

void pci_link_restore(struct bus *bus, const struct pci_link *link)
{
    restore(bus, &link->card);
    restore(bus, &link->port);
    for (unsigned i = 0; i < link->above_count; i++)
        restore(bus, &link->above[i]);
}
