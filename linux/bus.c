#include "linux/bus.h"

#include <errno.h>
#include <fcntl.h>
#include <immintrin.h>
#include <pci/pci.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/mman.h>
#include <time.h>
#include <unistd.h>

#include "linux/rom.h"

#define SEGMENTS_MAX 16
#define CACHE_LINE   64

static struct linux_bus *self(struct bus *bus)
{
    return (struct linux_bus *)bus;
}

/* ---- configuration space --------------------------------------------------------------------- */

/* Of each segment the buses that have a device. */
static enum err bus_segment(struct bus *bus, unsigned index, struct pci_segment *out)
{
    bool known[SEGMENTS_MAX] = { 0 };
    unsigned seen = 0;

    *out = (struct pci_segment){ .first_bus = UINT8_MAX };
    for (unsigned segment = 0; segment < SEGMENTS_MAX; segment++)
        for (const struct pci_dev *d = self(bus)->access->devices; d; d = d->next)
            known[segment] |= d->domain == (int)segment;
    for (unsigned segment = 0; segment < SEGMENTS_MAX; segment++)
        if (known[segment] && seen++ == index) {
            out->segment = (uint16_t)segment;
            for (const struct pci_dev *d = self(bus)->access->devices; d; d = d->next) {
                if (d->domain != (int)segment)
                    continue;
                out->first_bus = d->bus < out->first_bus ? d->bus : out->first_bus;
                out->last_bus = d->bus > out->last_bus ? d->bus : out->last_bus;
            }
            return OK;
        }
    return ERR_NOT_FOUND;
}

static struct bus_card *card_at(struct linux_bus *bus, struct pci_function at)
{
    for (unsigned i = 0; i < bus->count; i++) {
        const struct pci_function *const here = &bus->cards[i].card.at;

        if (here->segment == at.segment && here->bus == at.bus && here->device == at.device &&
            here->function == at.function)
            return &bus->cards[i];
    }
    return NULL;
}

/* A card that was not opened is nobody's to look at. Null: nothing is there, or it is such a card. */
static struct pci_dev *device_at(struct linux_bus *bus, struct pci_function at)
{
    for (struct pci_dev *d = bus->access->devices; d; d = d->next)
        if (d->domain == at.segment && d->bus == at.bus && d->dev == at.device &&
            d->func == at.function)
            return d->vendor_id == PCI_VENDOR_NVIDIA &&
                           d->device_class >> 8 == PCI_CLASS_BASE_DISPLAY && !card_at(bus, at)
                       ? NULL
                       : d;
    return NULL;
}

/* The BARs of a card that no IOMMU is in front of stay as the kernel has them: their sizes are known. */
static bool is_own_bar(const struct bus_card *card, uint16_t offset)
{
    return card && card->reach != REACH_VFIO && offset >= PCI_BAR0 &&
           offset < PCI_BAR0 + 4 * PCI_BAR_COUNT && offset % 4 == 0;
}

static uint32_t bus_config_read(struct bus *bus, struct pci_function at, uint16_t offset,
                                uint8_t size)
{
    const uint32_t ones = UINT32_MAX >> (32 - 8 * size);
    struct pci_dev *const device = device_at(self(bus), at);
    const struct bus_card *const card = card_at(self(bus), at);
    uint32_t value = 0;

    if (!device)
        return ones;
    if (card && card->open && card->reach == REACH_VFIO)
        return vfio_config_read(&card->vfio, offset, size);
    if (!pci_read_block(device, offset, (u8 *)&value, size))
        return ones;
    return is_own_bar(card, offset) && size == 4 ? card->bars[(offset - PCI_BAR0) / 4] : value;
}

/* What a BAR reads after ones were written to it: its size, and the bits that say what it is. */
static void write_own_bar(struct bus_card *card, unsigned index, uint32_t value)
{
    const bool upper = index && card->card.bars[index - 1].size &&
                       (card->bars[index - 1] & PCI_BAR_TYPE) == PCI_BAR_TYPE_64 << 1;
    const uint64_t size = card->card.bars[upper ? index - 1 : index].size;
    const uint32_t mask = (uint32_t)(upper ? ~(size - 1) >> 32 : ~(size - 1));

    if (value != UINT32_MAX)
        card->bars[index] = value;
    else
        card->bars[index] =
            (size ? mask & ~(upper ? 0u : 15u) : 0) | (upper ? 0 : card->bars[index] & 15);
}

static void bus_config_write(struct bus *bus, struct pci_function at, uint16_t offset, uint8_t size,
                             uint32_t value)
{
    struct pci_dev *const device = device_at(self(bus), at);
    struct bus_card *const card = card_at(self(bus), at);

    if (!device)
        return;
    if (card && card->open && card->reach == REACH_VFIO)
        vfio_config_write(&card->vfio, offset, size, value);
    else if (is_own_bar(card, offset))
        write_own_bar(card, (offset - PCI_BAR0) / 4u, value);
    else if (card && card->reach == REACH_NO_DMA &&
             offset == PCI_COMMAND) /* nobody has lent it memory */
        pci_write_word(device, PCI_COMMAND, (u16)(value & ~PCI_COMMAND_MASTER));
    else
        pci_write_block(device, offset, (u8 *)&value, size);
}

/* ---- taking ---------------------------------------------------------------------------------- */

static enum err bus_take(struct bus *bus, struct pci_function at, bool keep_drivers)
{
    struct bus_card *const card = card_at(self(bus), at);

    (void)keep_drivers;
    if (!card || !card->open)
        return ERR_RIG;
    self(bus)->taken = card;
    window_guard(&card->windows);
    return OK;
}

static void bus_give_back(struct bus *bus, struct pci_function at)
{
    (void)at;
    self(bus)->taken = NULL;
    window_guard(NULL);
}

static void bus_enable(struct bus *bus, struct pci_function at, uint16_t bits)
{
    (void)bus;
    (void)at;
    (void)bits;
}

/* ---- memory behind BARs ---------------------------------------------------------------------- */

/* Cards that are only looked at are never taken. */
static uint8_t *find(struct bus *bus, bus_addr at, size_t size)
{
    struct linux_bus *const here = self(bus);
    uint8_t *found = here->taken ? window_find(&here->taken->windows, at, size) : NULL;

    for (unsigned i = 0; !here->taken && !found && i < here->count; i++)
        if (here->cards[i].reach == REACH_LOOK)
            found = window_find(&here->cards[i].windows, at, size);
    return found;
}

static uint64_t bus_read(struct bus *bus, bus_addr at, uint8_t size)
{
    const volatile void *const from = find(bus, at, size);

    if (!from)
        return UINT64_MAX >> (64 - 8 * size);
    switch (size) {
    case 1:
        return *(const volatile uint8_t *)from;
    case 2:
        return *(const volatile uint16_t *)from;
    case 4:
        return *(const volatile uint32_t *)from;
    default:
        return *(const volatile uint64_t *)from;
    }
}

static void bus_write(struct bus *bus, bus_addr at, uint8_t size, uint64_t value)
{
    volatile void *const to = find(bus, at, size);

    if (!to)
        return;
    switch (size) {
    case 1:
        *(volatile uint8_t *)to = (uint8_t)value;
        break;
    case 2:
        *(volatile uint16_t *)to = (uint16_t)value;
        break;
    case 4:
        *(volatile uint32_t *)to = (uint32_t)value;
        break;
    default:
        *(volatile uint64_t *)to = value;
        break;
    }
}

static void bus_read_block(struct bus *bus, bus_addr at, void *bytes, size_t size)
{
    const volatile uint64_t *const from = (const volatile void *)find(bus, at, size);
    uint64_t *const to = bytes;

    for (size_t i = 0; i < size / 8; i++)
        to[i] = from ? from[i] : UINT64_MAX;
}

static void bus_write_block(struct bus *bus, bus_addr at, const void *bytes, size_t size)
{
    volatile uint64_t *const to = (volatile void *)find(bus, at, size);
    const uint64_t *const from = bytes;

    for (size_t i = 0; to && i < size / 8; i++)
        to[i] = from[i];
}

static void bus_fill_block(struct bus *bus, bus_addr at, uint64_t word, size_t size)
{
    volatile uint64_t *const to = (volatile void *)find(bus, at, size);

    for (size_t i = 0; to && i < size / 8; i++)
        to[i] = word;
}

static void bus_read_words(struct bus *bus, bus_addr at, uint32_t *words, size_t count)
{
    const volatile uint32_t *const from = (const volatile void *)find(bus, at, 4 * count);

    for (size_t i = 0; i < count; i++)
        words[i] = from ? from[i] : UINT32_MAX;
}

static void bus_write_words(struct bus *bus, bus_addr at, const uint32_t *words, size_t count)
{
    volatile uint32_t *const to = (volatile void *)find(bus, at, 4 * count);

    for (size_t i = 0; to && i < count; i++)
        to[i] = words[i];
}

static size_t bus_march(struct bus *bus, bus_addr at, size_t size, bool down, uint64_t expect,
                        uint64_t next, uint64_t *seen)
{
    volatile uint64_t *const words = (volatile void *)find(bus, at, size);

    *seen = UINT64_MAX;
    for (size_t i = 0; words && i < size / 8; i++) {
        const size_t word = down ? size / 8 - 1 - i : i;
        const uint64_t found = words[word];

        if (found != expect) {
            *seen = found;
            return 8 * word;
        }
        if (next != expect)
            words[word] = next;
    }
    return words ? size : 0;
}

/* How BAR1 is mapped was settled when the card was opened. */
static enum err bus_set_caching(struct bus *bus, bus_addr at, size_t size, enum bus_caching caching)
{
    const struct bus_card *const card = self(bus)->taken;

    (void)size;
    if (caching == BUS_UNCACHED)
        return OK;
    return card && card->windows.combined &&
                   at.v - card->windows.all[NV_BAR_VRAM].at < card->windows.all[NV_BAR_VRAM].size
               ? OK
               : ERR_UNSUPPORTED;
}

/* ---- system memory --------------------------------------------------------------------------- */

static enum err allocate(struct bus *bus, bool high, size_t size, struct dma_memory *out)
{
    struct bus_card *const card = self(bus)->taken;

    if (!card || card->reach == REACH_NO_DMA)
        return card ? ERR_NO_DMA : ERR_RIG;
    return dma_take(&card->dma, high, size, out);
}

static enum err bus_dma_alloc(struct bus *bus, size_t size, struct dma_memory *out)
{
    return allocate(bus, false, size, out);
}

static enum err bus_dma_alloc_high(struct bus *bus, size_t size, struct dma_memory *out)
{
    return allocate(bus, true, size, out);
}

static enum err bus_ram_alloc(struct bus *bus, size_t size, struct dma_memory *out)
{
    return self(bus)->taken ? dma_take(&self(bus)->taken->dma, false, size, out) : ERR_RIG;
}

static void bus_dma_free(struct bus *bus, struct dma_memory *memory)
{
    struct bus_card *const card = self(bus)->taken;

    if (card)
        dma_give(&card->dma, memory);
}

static struct crew *crew_of(struct bus *bus)
{
    if (!self(bus)->crew)
        self(bus)->crew = crew_new();
    return self(bus)->crew;
}

static size_t bus_find_other(struct bus *bus, const uint64_t *words, uint64_t expected, size_t size)
{
    return crew_compare(crew_of(bus), words, NULL, expected, size);
}

static size_t bus_find_difference(struct bus *bus, const uint64_t *words, const uint64_t *expected,
                                  size_t size)
{
    return crew_compare(crew_of(bus), words, expected, 0, size);
}

static void bus_cache_flush(struct bus *bus, const void *bytes, size_t size)
{
    const uint8_t *const end = (const uint8_t *)bytes + size;

    (void)bus;
    for (const uint8_t *line = (const uint8_t *)bytes - (uintptr_t)bytes % CACHE_LINE; line < end;
         line += CACHE_LINE)
        _mm_clflush(line);
    _mm_mfence();
}

static void bus_barrier(struct bus *bus)
{
    (void)bus;
    _mm_mfence();
}

/* ---- the rest -------------------------------------------------------------------------------- */

static size_t bus_rom(struct bus *bus, struct pci_function at, unsigned index, void *bytes,
                      size_t size, char name[BUS_ROM_NAME_MAX])
{
    const uint16_t ids[4] = {
        (uint16_t)bus_config_read(bus, at, PCI_VENDOR_ID, 2),
        (uint16_t)bus_config_read(bus, at, PCI_DEVICE_ID, 2),
        (uint16_t)bus_config_read(bus, at, PCI_SUBSYSTEM, 2),
        (uint16_t)bus_config_read(bus, at, PCI_SUBSYSTEM + 2, 2),
    };

    name[0] = '\0';
    /* What the kernel would read from the card is what Barecard reads from it itself. */
    if (index == 0 || !self(bus)->roms)
        return 0;
    return rom_file(self(bus)->roms, ids, index - 1, bytes, size, name);
}

static uint64_t bus_time_us(struct bus *bus)
{
    struct timespec now;

    (void)bus;
    clock_gettime(CLOCK_MONOTONIC, &now);
    return (uint64_t)now.tv_sec * 1000000 + (uint64_t)now.tv_nsec / 1000;
}

/* The kernel's sleep takes some 50 us more, which short waits cannot spare. */
static void bus_wait_us(struct bus *bus, uint64_t us)
{
    const uint64_t end = bus_time_us(bus) + us;

    while (us >= 200 && bus_time_us(bus) + 100 < end) {
        const uint64_t left = end - bus_time_us(bus) - 100;
        const struct timespec time = { .tv_sec = (time_t)(left / 1000000),
                                       .tv_nsec = (long)(left % 1000000 * 1000) };

        nanosleep(&time, NULL);
    }
    while (bus_time_us(bus) < end)
        _mm_pause();
}

static void bus_log(struct bus *bus, const char *line)
{
    if (self(bus)->log)
        self(bus)->log(self(bus)->opaque, line);
}

void bus_open(struct linux_bus *bus, const struct places *places, struct pci_access *access)
{
    static const struct bus_ops ops = {
        .segment = bus_segment,
        .config_read = bus_config_read,
        .config_write = bus_config_write,
        .take = bus_take,
        .give_back = bus_give_back,
        .enable = bus_enable,
        .read = bus_read,
        .write = bus_write,
        .read_block = bus_read_block,
        .write_block = bus_write_block,
        .fill_block = bus_fill_block,
        .read_words = bus_read_words,
        .write_words = bus_write_words,
        .march = bus_march,
        .set_caching = bus_set_caching,
        .dma_alloc = bus_dma_alloc,
        .dma_alloc_high = bus_dma_alloc_high,
        .ram_alloc = bus_ram_alloc,
        .dma_free = bus_dma_free,
        .find_other = bus_find_other,
        .find_difference = bus_find_difference,
        .cache_flush = bus_cache_flush,
        .barrier = bus_barrier,
        .rom = bus_rom,
        .time_us = bus_time_us,
        .wait_us = bus_wait_us,
        .log = bus_log,
    };

    *bus = (struct linux_bus){ .bus = { .ops = &ops }, .places = places, .access = access };
}

/* ---- opening a card -------------------------------------------------------------------------- */

/* The kernel's file of a BAR; combined: one through which stores may be merged. Null: it does not let it be mapped. */
static void *map_file(const struct linux_bus *bus, const struct linux_card *card, unsigned index,
                      bool combined)
{
    char path[PLACE_MAX];

    file_path(path, bus->places->sys, "bus/pci/devices/%s/resource%u%s", card->name, index,
              combined ? "_wc" : "");
    const int file = open(path, O_RDWR | O_CLOEXEC);
    void *const memory =
        file < 0 ? MAP_FAILED
                 : mmap(NULL, card->bars[index].size, PROT_READ | PROT_WRITE, MAP_SHARED, file, 0);

    if (file >= 0)
        close(file);
    return memory == MAP_FAILED ? NULL : memory;
}

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
    struct pci_dev *const device = device_at(bus, card->card.at);

    for (unsigned i = 0; device && i < PCI_BAR_COUNT; i++)
        card->bars[i] = pci_read_long(device, (int)(PCI_BAR0 + 4 * i));
}

static void close_card(struct bus_card *card)
{
    dma_close(&card->dma);
    windows_close(&card->windows);
    if (card->reach == REACH_VFIO)
        vfio_close(&card->vfio, card->hold.places, &card->card);
    hold_give_back(&card->hold);
    card->open = false;
}

static bool open_dma(struct linux_bus *bus, struct bus_card *card, char sentence[SENTENCE_MAX])
{
    switch (card->reach) {
    case REACH_VFIO:
        return dma_open_vfio(&card->dma, &card->vfio, sentence);
    case REACH_DIRECT:
        return dma_open_direct(&card->dma, bus->places, sentence);
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
    if (!hold_take(&card->hold, bus->places, found, reach == REACH_VFIO, sentence))
        return false;
    bus->count++;
    read_own_bars(bus, card);
    card->vfio =
        (struct vfio){ .container = -1, .group = -1, .device = -1, .wants_back = -1, .error = -1 };
    card->open = (reach != REACH_VFIO || vfio_open(&card->vfio, bus->places, found, sentence)) &&
                 map_bars(bus, card, sentence) && open_dma(bus, card, sentence);
    if (card->open)
        return true;
    bus->count--;
    close_card(card);
    return false;
}

void bus_close(struct linux_bus *bus)
{
    crew_free(bus->crew);
    bus->crew = NULL;
    while (bus->count)
        close_card(&bus->cards[--bus->count]);
}
