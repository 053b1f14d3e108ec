/* efi/pci_io.h: a PCI function as the machine's firmware holds it: by EFI_PCI_IO_PROTOCOL.
 *
 * Shape   a function is taken once: the firmware's drivers are stopped, the protocol is opened for us
 *         alone, and its enabled attributes are remembered. Giving it back disables those that were not enabled before;
 *         drivers are not started again, because a card whose engines were reset may hang them.
 * Errors  pci_io_take: ERR_NOT_FOUND if the firmware has no protocol for that function (it did not
 *         configure it); ERR_RIG if a driver does not let go of it, and a comment in the report names it.
 * Source  UEFI 2.10 §7.3.9, §7.3.13, §14.4; docs/hardware/uefi-on-machines.md §1. */
#ifndef EFI_PCI_IO_H
#define EFI_PCI_IO_H

#include "efi/serial_tap.h"
#include "efi/uefi.h"
#include "pci/bus.h"

struct pci_io {
    EFI_BOOT_SERVICES *boot;
    EFI_HANDLE image; /* ours: the firmware wants to know who opens */
    struct tap *tap;
    EFI_HANDLE handle;       /* of the function taken; null: none */
    EFI_PCI_IO_PROTOCOL *io; /* null: none */
    UINT64 attributes;       /* enabled before we took it */
    bool exclusive;
};

void pci_io_open(struct pci_io *taken, EFI_BOOT_SERVICES *boot, EFI_HANDLE image, struct tap *tap);

/* keep_drivers: the console is drawn on this card, so its driver goes on. */
enum err pci_io_take(struct pci_io *taken, struct pci_function at, bool keep_drivers) MUST_CHECK;
/* Its own driver is connected, which may start it, and disconnected again. ERR_NOT_FOUND: no driver wants it, or the
 * function is not ours alone; ERR_RIG: the driver does not let go. */
enum err pci_io_connect(struct pci_io *taken) MUST_CHECK;
void pci_io_give_back(struct pci_io *taken);

/* Asks the firmware to set bits of a function's Command register (PCI_COMMAND_MEMORY, _MASTER); it may
 * have reasons of its own to open bridges with it. Nothing happens where it has no protocol. */
void pci_io_enable(const struct pci_io *taken, struct pci_function at, uint16_t bits);

/* Where the firmware has put a memory BAR of a function, by its index; false: it does not say, or there is none. */
bool pci_io_bar(EFI_BOOT_SERVICES *boot, struct pci_function at, uint8_t index, uint64_t *base,
                uint64_t *size);

#endif
