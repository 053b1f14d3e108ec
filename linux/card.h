/* linux/card.h: a card as the kernel describes it, before anybody touches it.
 *
 * Shape   libpci finds the cards; the rest is read from the device's folder in sysfs.
 * Errors  cards_find: how many there are, at most CARDS_MAX. */
#ifndef LINUX_CARD_H
#define LINUX_CARD_H

#include <stdbool.h>
#include <stdint.h>

#include "hw/pci.h"
#include "linux/files.h"
#include "pci/bus.h"

#define CARDS_MAX     8
#define FUNCTIONS_MAX 8

/* One function of a card. Other functions in the slot, its sound say, go with the graphics. */
struct function {
    struct pci_function at;
    char name[16];   /* "0000:01:00.0" */
    char driver[32]; /* that is bound to it; empty: none */
};

struct framebuffer_holder {
    char driver[32],
        device[32]; /* of the platform bus, "efi-framebuffer", "efi-framebuffer.0"; empty: none */
};

struct linux_card {
    struct pci_function at;
    char name[16];
    unsigned function_count;
    struct function functions[FUNCTIONS_MAX]; /* the first is the card itself */
    char group[16];                           /* IOMMU group; empty: there is no IOMMU */
    char company[16]; /* a device of that group that is not the card's; empty: there is none */
    char power[16];   /* "D0", "D3hot"; empty: the kernel does not say */
    bool console;     /* a console is drawn on it */
    struct framebuffer_holder framebuffer;
    struct {
        uint64_t at, size; /* size 0: the BAR is none, or has no address */
        bool prefetchable;
    } bars[PCI_BAR_COUNT];
};

struct pci_access;

/* All NVIDIA display functions that libpci sees, in the order of their addresses. */
unsigned cards_find(const struct roots *roots, struct pci_access *access,
                    struct linux_card cards[CARDS_MAX]);
/* "01:00.0", "0000:01:00.0"; false: it is no address. */
bool function_parse(const char *text, char name[16]);

#endif
