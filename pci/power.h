/* pci/power.h: a card that the machine's firmware has left asleep.
 *
 * Shape   in D3hot a function answers in configuration space alone: its BARs read all ones, as if it were dead. It is
 *         woken by a write to its power management capability, and put back as it was found when the tests are over. A
 *         function that does not say that it keeps its configuration then gets it back from here.
 * Units   bytes, microseconds.
 * Errors  pci_wake: ERR_DEAD, it stays asleep.
 * Source  PCI Bus Power Management 1.2 §3.2.4, §5.4.1, §5.6.1. */
#ifndef PCI_POWER_H
#define PCI_POWER_H

#include "pci/find.h"

#define PCI_POWER_HEADER 0x40 /* bytes of configuration space that are kept */

struct pci_power {
    bool woken;       /* and is put back by pci_sleep */
    uint16_t at;      /* offset of the control register */
    uint16_t control; /* as found */
};

/* Fills `power`. A function without the capability is awake. */
bool pci_asleep(struct bus *bus, struct pci_function at, struct pci_power *power);
/* A function that pci_asleep has found so. */
enum err pci_wake(struct bus *bus, struct pci_function at, struct pci_power *power) MUST_CHECK;
/* Back into the state in which pci_wake found it. */
void pci_sleep(struct bus *bus, struct pci_function at, struct pci_power *power);

#endif
