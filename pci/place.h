/* pci/place.h: whether a card's BARs lie where nothing else is.
 *
 * Shape   what stands in a BAR is believed only so far: a firmware that counts wrong, or a person who has changed it,
 *         may have put it over the machine's memory, over another BAR of the card, or where a bridge above the card
 *         passes nothing on, so that somebody else answers. Stores there would destroy what is in use, and reads would
 *         call a good card bad. So this is asked before the first access.
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
