/* pci/conflict.h: BARs that lie where something else lies.
 *
 * Shape   the address in a BAR is not believed unchecked: a firmware that counts wrong, or a person who has changed it,
 *         may have put it over the machine's memory, over another BAR of the card, or where a bridge above the card
 *         passes nothing on, so that another device answers. Stores there would destroy memory that is in use, and by
 *         the reads a good card would be called bad. So this is asked before the first access.
 * Errors  none.
 * Source  PCI-to-PCI Bridge Architecture 1.2 §3.2.5.6 to §3.2.5.10; UEFI 2.10 §7.2.3 (memory types). */
#ifndef PCI_CONFLICT_H
#define PCI_CONFLICT_H

#include "pci/path.h"

enum pci_conflict_kind {
    PCI_CONFLICT_NONE,
    PCI_CONFLICT_MEMORY, /* the machine's own memory is there */
    PCI_CONFLICT_BAR,    /* another BAR of the card is */
    PCI_CONFLICT_BRIDGE, /* a bridge above the card does not pass accesses there on */
};

struct pci_conflict {
    enum pci_conflict_kind kind; /* the first that was found */
    unsigned bar, other;         /* `other`: of PCI_CONFLICT_BAR */
    struct pci_function bridge;  /* of PCI_CONFLICT_BRIDGE */
};

/* Of BARs that are assigned and decode memory. */
struct pci_conflict pci_conflict(struct bus *bus, const struct pci_card *card,
                                 const struct pci_path *path);

#endif
