/* linux/bus.h: struct bus on Linux.
 *
 * Shape   the cards are opened before the run begins (bus_open_card), so that the guardian has them open too when the
 *         run's process dies; `take` only says which of them is driven from then on. Only cards that were opened can
 *         be found on the bus: the others are the kernel's.
 * Errors  bus_open_card: false and a sentence. */
#ifndef LINUX_BUS_H
#define LINUX_BUS_H

#include "linux/compare.h"
#include "linux/dma.h"
#include "linux/hold.h"
#include "linux/vfio_card.h"
#include "linux/window.h"
#include "pci/find.h"

struct pci_access;

struct bus_card {
    struct linux_card card;
    struct hold hold;
    enum reach reach;
    struct vfio vfio;
    struct windows windows;
    struct dma dma;
    uint32_t
        bars[PCI_BAR_COUNT]; /* as configuration space has shown them, where it is not VFIO's */
    bool open;
};

struct linux_bus {
    struct bus bus; /* first: the operations get this one's address */
    const struct roots *roots;
    struct pci_access *access;
    const char *roms; /* a folder of VBIOS files; null: none */
    void (*log)(void *opaque, const char *line);
    void *opaque;
    unsigned count;
    struct bus_card cards[CARDS_MAX];
    struct bus_card *taken;      /* null: none */
    char not_back[SENTENCE_MAX]; /* settings that bus_close could not put back; empty: none */
    bool alone;                  /* processors=1: one thread alone compares */
    struct comparers *comparers; /* of the process that runs the tests; null: it is alone */
};

void bus_open(struct linux_bus *bus, const struct roots *roots, struct pci_access *access);
bool bus_open_card(struct linux_bus *bus, const struct linux_card *card, enum reach reach,
                   char sentence[SENTENCE_MAX]);
/* All cards go back to the kernel. */
void bus_close(struct linux_bus *bus);

#endif
