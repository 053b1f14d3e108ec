/* linux/config_space.h: configuration space of the bus on Linux: through libpci, or through VFIO where that has the
 * card.
 *
 * Shape   operations of struct bus_ops (pci/bus.h). Cards that were not opened are not to be seen. The BARs of a card
 *         that VFIO does not have stay as the kernel has them; writes to them are only remembered.
 * Errors  all ones where nothing is. */
#ifndef LINUX_CONFIG_SPACE_H
#define LINUX_CONFIG_SPACE_H

#include "linux/bus.h"

struct pci_dev;

static inline struct linux_bus *linux_bus_of(struct bus *bus)
{
    return (struct linux_bus *)bus;
}

/* Null: none that was opened. */
struct bus_card *bus_card_at(struct linux_bus *bus, struct pci_function at);
struct pci_dev *bus_device_at(struct linux_bus *bus, struct pci_function at);

enum err bus_segment(struct bus *bus, unsigned index, struct pci_segment *out);
uint32_t bus_config_read(struct bus *bus, struct pci_function at, uint16_t offset, uint8_t size);
void bus_config_write(struct bus *bus, struct pci_function at, uint16_t offset, uint8_t size,
                      uint32_t value);

#endif
