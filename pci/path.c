#include "pci/path.h"

static uint16_t command_of(struct bus *bus, struct pci_function at)
{
    return (uint16_t)bus->ops->config_read(bus, at, PCI_COMMAND, 2);
}

static bool silent(struct bus *bus, struct pci_function at)
{
    return bus->ops->config_read(bus, at, PCI_VENDOR_ID, 2) == PCI_VENDOR_NONE;
}

void pci_path_find(struct bus *bus, struct pci_function card, struct pci_path *path)
{
    struct pci_function at = card, above;

    *path = (struct pci_path){ 0 };
    while (pci_upstream(bus, at, &above) == OK) {
        path->longer = path->count == PCI_PATH_MAX;
        if (path->longer)
            return;
        path->bridges[path->count++] =
            (struct pci_bridge){ .at = above, .command = command_of(bus, above) };
        at = above;
    }
}

static bool passes(struct bus *bus, struct pci_function at, uint16_t bits)
{
    return !silent(bus, at) && (command_of(bus, at) & bits) == bits;
}

enum err pci_path_open(struct bus *bus, struct pci_path *path, uint16_t bits,
                       struct pci_function *shut)
{
    for (unsigned i = path->count; i-- > 0;) {
        struct pci_bridge *const bridge = &path->bridges[i];

        if (passes(bus, bridge->at, bits))
            continue;
        pci_enable(bus, bridge->at, bits);
        if (!passes(bus, bridge->at, bits)) {
            *shut = bridge->at;
            return ERR_RIG;
        }
        bridge->opened = true;
    }
    return OK;
}

enum pci_path_state pci_path_state(struct bus *bus, const struct pci_path *path, uint16_t bits,
                                   struct pci_function *bridge)
{
    for (unsigned i = path->count; i-- > 0;) {
        *bridge = path->bridges[i].at;
        if (silent(bus, *bridge))
            return PCI_PATH_SILENT;
        if ((command_of(bus, *bridge) & bits) != bits)
            return PCI_PATH_SHUT;
    }
    return PCI_PATH_OPEN;
}

void pci_path_restore(struct bus *bus, const struct pci_path *path)
{
    for (unsigned i = 0; i < path->count; i++)
        if (command_of(bus, path->bridges[i].at) != path->bridges[i].command)
            bus->ops->config_write(bus, path->bridges[i].at, PCI_COMMAND, 2,
                                   path->bridges[i].command);
}
