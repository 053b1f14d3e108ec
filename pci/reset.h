/* pci/reset.h: a card that hangs is reset by the port above it.
 *
 * Shape   the configuration that a reset clears is read while the card still answers: pci_reset_prepare at the
 *         takeover. pci_port_reset resets all that is below the port (a secondary bus reset), waits for the card and
 *         puts that back. Its VBIOS has not run then, and the contents of its memory are lost.
 * Units   microseconds.
 * Errors  pci_port_reset: ERR_UNSUPPORTED if no port is above the card, or something else is below it too;
 *         ERR_DEAD if the card does not come back.
 * Source  PCI-to-PCI Bridge 1.2 §3.2.5.18, PCI Express Base 2.0 §6.6.1; docs/hardware/uefi-on-machines.md §3.6. */
#ifndef PCI_RESET_H
#define PCI_RESET_H

#include "pci/path.h"

#define PCI_FUNCTIONS    8
#define PCI_HEADER_WORDS 16

struct pci_saved_function {
    bool present;
    uint32_t header[PCI_HEADER_WORDS];
};

struct pci_saved {
    struct pci_saved_function
        functions[PCI_FUNCTIONS]; /* of the card's device: sound is one of them */
    uint16_t express;             /* of function 0; 0: not PCI Express */
    uint16_t device_control, link_control;
};

void pci_reset_prepare(struct bus *bus, struct pci_function card, struct pci_saved *saved);
enum err pci_port_reset(struct bus *bus, struct pci_function card, const struct pci_path *path,
                        const struct pci_saved *saved) MUST_CHECK;

#endif
