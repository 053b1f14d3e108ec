/* pci/path.h: the bridges between a card and the processor, and whether they pass its accesses on.
 *
 * Shape   a bridge passes the processor's accesses down while its Command register allows memory, and
 *         the card's own accesses (DMA) up while it allows bus mastering. Firmware may have left either
 *         shut where no driver asked for it. A card below a shut bridge looks dead, and is not.
 * Errors  pci_path_open: ERR_RIG, and the bridge that stays shut.
 * Source  PCI-to-PCI Bridge 1.2 §3.2.4.3; docs/hardware/uefi-on-machines.md §1.2. */
#ifndef PCI_PATH_H
#define PCI_PATH_H

#include "pci/find.h"

#define PCI_PATH_MAX                                                                               \
    32 /* bridges; a chain of six docks behind a switch has 15, and there are 255 buses */

struct pci_bridge {
    struct pci_function at;
    uint16_t command; /* as found */
    bool opened;      /* it was shut, and pci_path_open has opened it */
};

struct pci_path {
    unsigned count;
    bool longer;                             /* more stand above them, which are left as they are */
    struct pci_bridge bridges[PCI_PATH_MAX]; /* the one above the card first */
};

enum pci_path_state {
    PCI_PATH_OPEN,
    PCI_PATH_SILENT, /* a bridge's configuration space reads all ones */
    PCI_PATH_SHUT,   /* a bridge does not pass on a kind of access that was asked for */
};

void pci_path_find(struct bus *bus, struct pci_function card, struct pci_path *path);

/* Sets bits (PCI_COMMAND_MEMORY, PCI_COMMAND_MASTER) in the Command registers of the bridges. */
enum err pci_path_open(struct bus *bus, struct pci_path *path, uint16_t bits,
                       struct pci_function *shut) MUST_CHECK;

/* How the path is now, and the bridge that is the reason. */
enum pci_path_state pci_path_state(struct bus *bus, const struct pci_path *path, uint16_t bits,
                                   struct pci_function *bridge);

/* Puts back the Command registers of the bridges. */
void pci_path_restore(struct bus *bus, const struct pci_path *path);

#endif
