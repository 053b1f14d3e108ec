/* pci/place.h: whether a card's BARs lie where nothing else lies.
 *
 * Shape   the address in a BAR is not believed unchecked: a firmware that counts wrong, or a person who has changed it,
 *         may have put it over the machine's memory, over another BAR of the card, or where a bridge above the card
 *         passes nothing on, so that another device answers. Stores there would destroy memory that is in use, and by
 *         the reads a good card would be called bad. So this is asked before the first access.
 * Errors  none.
 * Source  PCI-to-PCI Bridge Architecture 1.2 §3.2.5.6 to §3.2.5.10; UEFI 2.10 §7.2.3 (memory types). */
#ifndef PCI_PLACE_H
#define PCI_PLACE_H

#include "pci/path.h"

enum pci_place_fault {
    PCI_PLACE_FINE,
    PCI_PLACE_MEMORY, /* the machine's own memory is there */
    PCI_PLACE_BAR,    /* another BAR of the card is */
    PCI_PLACE_BRIDGE, /* a bridge above the card does not pass accesses there on */
};

struct pci_place {
    enum pci_place_fault fault; /* the first that was found */
    unsigned bar, other;        /* `other`: of PCI_PLACE_BAR */
    struct pci_function bridge; /* of PCI_PLACE_BRIDGE */
};

/* Of BARs that are assigned and decode memory. */
struct pci_place pci_place(struct bus *bus, const struct pci_card *card,
                           const struct pci_path *path);

#endif
