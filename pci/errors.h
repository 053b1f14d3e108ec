/* pci/errors.h: errors that the two ends of a card's link have noticed.
 *
 * Shape   while a card is tested, errors of its link must not reach the machine's firmware as system errors
 *         or interrupts: it knows no better than to stop. Both ends are silenced at the takeover, and every
 *         bridge above them, because it is the root port that notices when the card does not answer; errors from before
 *         are read and cleared, so that those found later came from the tests. An end notices errors in its Device
 *         Status; one with Advanced Error Reporting says which they were.
 * Errors  none: an end without the capability, or a card on a root bus, has `present` false.
 * Source  PCI Express Base 2.0 §6.2, §7.8.5, §7.8.12, §7.10; docs/hardware/uefi-on-machines.md §3.4, §3.5. */
#ifndef PCI_ERRORS_H
#define PCI_ERRORS_H

#include "pci/path.h"

/* The errors that one end has noticed: bits of PCIE_ERROR_…, of the AER registers (0 without
 * AER). */
struct pci_noticed {
    uint32_t device, uncorrectable, correctable;
};

struct pci_link_end {
    bool present;
    struct pci_function at;
    uint16_t express, aer; /* offsets of the capabilities; aer 0: none */
    bool port; /* a bridge: it has a Bridge Control register, and may have a Root Control */
    bool root;
    struct pci_noticed before; /* noticed before the takeover, since the machine was switched on */
    /* As found. */
    uint16_t command, bridge_control, root_control;
    uint32_t uncorrect_mask, correct_mask, root_command;
};

struct pci_link {
    struct pci_link_end card, port;
    struct pci_link_end above[PCI_PATH_MAX - 1]; /* bridges above the port, up to the root port */
    unsigned above_count;
};

void pci_link_silence(struct bus *bus, struct pci_function card, const struct pci_path *path,
                      struct pci_link *link);
/* The bridges above a card alone, which other cards may share. */
void pci_path_silence(struct bus *bus, const struct pci_path *path, struct pci_link *link);
/* The errors that an end has noticed since it was silenced. */
struct pci_noticed pci_link_noticed(struct bus *bus, const struct pci_link_end *end);
/* Clears the noticed errors and lets new ones through again, as far as they were let through
 * before. */
void pci_link_restore(struct bus *bus, const struct pci_link *link);

#endif
