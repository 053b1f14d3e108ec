/* The cards of the bus on Linux: taken from the kernel, their BARs mapped, their memory lent; and given back. */
#include "linux/config_space.h"

#include <errno.h>
#include <fcntl.h>
#include <pci/pci.h>
#include <stdio.h>
#include <string.h>
#include <sys/mman.h>
#include <unistd.h>

/* The kernel's file of a BAR; combined: one through which stores may be merged. Null: it does not let it be mapped. */
static void *map_file(const struct linux_bus *bus, const struct linux_card *card, unsigned index,
                      bool combined)
{
    char path[FILE_PATH_MAX];

    file_path(path, bus->roots->sys, "bus/pci/devices/%s/resource%u%s", card->name, index,
              combined ? "_wc" : "");
    const int file = open(path, O_RDWR | O_CLOEXEC);
    void *const memory =
        file < 0 ? MAP_FAILED
                 : mmap(NULL, card->bars[index].size, PROT_READ | PROT_WRITE, MAP_SHARED, file, 0);

    if (file >= 0)
        close(file);
    return memory == MAP_FAILED ? NULL : memory;
}

/* BAR1 is mapped write combined where the kernel offers it, because stores of single words to VRAM
 * are slow. */
static bool map_bars(struct linux_bus *bus, struct bus_card *card, char sentence[SENTENCE_MAX])
{
    for (unsigned i = 0; i < PCI_BAR_COUNT; i++) {
        const uint64_t size = card->card.bars[i].size;
        struct window *const window = &card->windows.all[i];
        uint8_t *memory = NULL;

        if (!size)
            continue;
        if (i == NV_BAR_VRAM && card->card.bars[i].prefetchable) {
            memory = map_file(bus, &card->card, i, true);
            card->windows.combined = memory != NULL;
        }
        if (!memory)
            memory = card->reach == REACH_VFIO ? vfio_map(&card->vfio, i, size)
                                               : map_file(bus, &card->card, i, false);
        if (!memory) {
            snprintf(sentence, SENTENCE_MAX, "%s: the kernel does not let BAR%u be mapped: %s",
                     card->card.name, i, strerror(errno));
            return false;
        }
        *window = (struct window){ .at = card->card.bars[i].at, .size = size, .memory = memory };
    }
    return true;
}

static void read_own_bars(struct linux_bus *bus, struct bus_card *card)
{
    struct pci_dev *const device = bus_device_at(bus, card->card.at);

    for (unsigned i = 0; device && i < PCI_BAR_COUNT; i++)
        card->bars[i] = pci_read_long(device, (int)(PCI_BAR0 + 4 * i));
}

static void close_card(struct linux_bus *bus, struct bus_card *card)
{
    dma_close(&card->dma);
    windows_close(&card->windows);
    if (card->reach == REACH_VFIO)
        vfio_close(&card->vfio, card->hold.roots, &card->card);
    hold_give_back(&card->hold, bus->not_back);
    card->open = false;
}

static bool open_dma(struct linux_bus *bus, struct bus_card *card, char sentence[SENTENCE_MAX])
{
    switch (card->reach) {
    case REACH_VFIO:
        return dma_open_vfio(&card->dma, &card->vfio, sentence);
    case REACH_DIRECT:
        return dma_open_direct(&card->dma, bus->roots, sentence);
    default:
        return dma_open_own(&card->dma, sentence);
    }
}

/* A driver that holds the card does not let its registers be mapped, and the document then has none. */
static void open_look(struct linux_bus *bus, struct bus_card *card)
{
    const uint64_t size = card->card.bars[NV_BAR_MMIO].size;
    void *const memory = size ? map_file(bus, &card->card, NV_BAR_MMIO, false) : NULL;

    if (memory)
        card->windows.all[NV_BAR_MMIO] = (struct window){ .at = card->card.bars[NV_BAR_MMIO].at,
                                                          .size = size,
                                                          .memory = memory };
    read_own_bars(bus, card);
    card->open = true;
}

/* The card is counted before its first change, and uncounted after close_card, so that an
 * interrupted start gives it back too. */
bool bus_open_card(struct linux_bus *bus, const struct linux_card *found, enum reach reach,
                   char sentence[SENTENCE_MAX])
{
    struct bus_card *const card = &bus->cards[bus->count];

    *card = (struct bus_card){ .card = *found, .reach = reach };
    if (reach == REACH_LOOK) {
        bus->count++;
        open_look(bus, card);
        return true;
    }
    if (!hold_take(&card->hold, bus->roots, found, reach == REACH_VFIO, sentence))
        return false;
    bus->count++;
    read_own_bars(bus, card);
    card->vfio =
        (struct vfio){ .container = -1, .group = -1, .device = -1, .wants_back = -1, .error = -1 };
    card->open = (reach != REACH_VFIO || vfio_open(&card->vfio, bus->roots, found, sentence)) &&
                 map_bars(bus, card, sentence) && open_dma(bus, card, sentence);
    if (card->open)
        return true;
    bus->count--;
    close_card(bus, card);
    return false;
}

void bus_close(struct linux_bus *bus)
{
    comparers_free(bus->comparers);
    bus->comparers = NULL;
    while (bus->count)
        close_card(bus, &bus->cards[--bus->count]);
}
