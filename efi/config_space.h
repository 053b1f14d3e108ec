/* efi/config_space.h: PCI configuration space through the root bridges that the firmware has.
 *
 * Shape   one entry for each root bridge; the buses are those that the firmware numbered.
 * Errors  a function on no known bus reads as all ones, a write there is dropped. */
#ifndef EFI_CONFIG_SPACE_H
#define EFI_CONFIG_SPACE_H

#include <stddef.h>
#include <stdint.h>

#include "efi/uefi.h"
#include "pci/bus.h"

#define ROOT_BRIDGES_MAX 64

struct root_bridge {
    EFI_PCI_ROOT_BRIDGE_IO_PROTOCOL *io;
    struct pci_segment buses;
};

struct config_space {
    size_t count;
    struct root_bridge bridges[ROOT_BRIDGES_MAX];
};

void config_space_open(struct config_space *space, EFI_BOOT_SERVICES *boot);
uint32_t config_space_read(struct config_space *space, struct pci_function at, uint16_t offset,
                           uint8_t size);
void config_space_write(struct config_space *space, struct pci_function at, uint16_t offset,
                        uint8_t size, uint32_t value);

#endif
