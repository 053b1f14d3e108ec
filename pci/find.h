/* pci/find.h: NVIDIA display functions on every segment and bus, and their BARs.
 *
 * Units   bytes.
 * Errors  pci_find_next: ERR_NOT_FOUND past the last one. pci_read_bars never fails: a BAR that is
 *         absent or not assigned says so.
 * Source  PCI Local Bus 3.0 §6.1, §6.2.5; docs/hardware/tesla-mmio.md §1. */
#ifndef PCI_FIND_H
#define PCI_FIND_H

#include "hw/pci.h"
#include "pci/bus.h"

struct pci_bar {
    bus_addr at;
    uint64_t size; /* 0: there is no such BAR */
    bool io, is_64bit, prefetchable;
    bool assigned; /* has an address, and one that fits */
};

struct pci_card {
    struct pci_function at;
    uint16_t vendor, device;
    uint32_t class_code; /* 24 bits */
    uint8_t revision;
    uint32_t subsystem;
    uint16_t command; /* as found */
    struct pci_bar bars[PCI_BAR_COUNT];
};

/* Where the search stands; start with all zero. */
struct pci_search {
    unsigned segment_index;
    bool inside;
    struct pci_function next;
};

enum err pci_find_next(struct bus *bus, struct pci_search *search,
                       struct pci_card *found) MUST_CHECK;

/* A value that will be written back one day: read until two reads agree, because a card may drop off the bus for just
 * one, and ones or a flipped bit would be put back. Ones: no device answers. */
uint32_t pci_read_kept(struct bus *bus, struct pci_function at, uint16_t offset, uint8_t size);

/* Fills card->bars. Each BAR is written with ones and put back while decoding is off; one that reads as
 * ones is left alone. */
void pci_read_bars(struct bus *bus, struct pci_card *card);

/* Sets and clears bits of the command register; pci_restore puts the whole of it back. */
void pci_command(struct bus *bus, const struct pci_card *card, uint16_t set, uint16_t clear);
void pci_restore(struct bus *bus, const struct pci_card *card);

/* Sets bits of any function's command register: through the surroundings first, then by hand the bits that they left
 * clear. */
void pci_enable(struct bus *bus, struct pci_function at, uint16_t bits);

/* Offset of a capability in configuration space; ERR_NOT_FOUND if the list has none, ERR_RANGE if
 * the list has no end. */
enum err pci_capability(struct bus *bus, struct pci_function at, uint8_t id,
                        uint16_t *offset) MUST_CHECK;

/* Offset of an extended capability, of a function that has a PCI Express capability; 0: it has none. */
uint16_t pci_extended(struct bus *bus, struct pci_function at, uint16_t id);
/* The function's device serial number (PCI Express Base 2.0 §7.12); 0: it does not say one. */
uint64_t pci_serial(struct bus *bus, struct pci_function at);

/* The bridge whose secondary bus the function is on; ERR_NOT_FOUND on a root bus. */
enum err pci_upstream(struct bus *bus, struct pci_function at,
                      struct pci_function *bridge) MUST_CHECK;

#endif
