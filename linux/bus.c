#include "linux/bus.h"

#include <errno.h>
#include <immintrin.h>
#include <time.h>

#include "linux/config_space.h"
#include "linux/rom.h"

#define CACHE_LINE 64

/* ---- taking ---------------------------------------------------------------------------------- */

static enum err bus_take(struct bus *bus, struct pci_function at, bool keep_drivers)
{
    struct bus_card *const card = bus_card_at(linux_bus_of(bus), at);

    (void)keep_drivers;
    if (!card || !card->open)
        return ERR_RIG;
    linux_bus_of(bus)->taken = card;
    window_guard(&card->windows);
    return OK;
}

static void bus_give_back(struct bus *bus, struct pci_function at)
{
    (void)at;
    linux_bus_of(bus)->taken = NULL;
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
    struct linux_bus *const here = linux_bus_of(bus);
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

/* One store of the asked width, because a register takes effect once for each access. */
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

/* Whole lines of 64 bytes, where the mapping is write combined. A line from an earlier load may be older than the
 * card's memory, so it is dropped first. */
__attribute__((target("sse4.1"))) static void stream_in(uint8_t *to, uint8_t *from, size_t size)
{
    _mm_mfence();
    for (size_t i = 0; i < size; i += CACHE_LINE)
        for (unsigned j = 0; j < CACHE_LINE; j += sizeof(__m128i))
            _mm_storeu_si128((void *)(to + i + j), _mm_stream_load_si128((void *)(from + i + j)));
}

static void bus_read_block(struct bus *bus, bus_addr at, void *bytes, size_t size)
{
    uint8_t *const memory = find(bus, at, size);
    const volatile uint64_t *const from = (const volatile void *)memory;
    uint64_t *const to = bytes;

    if (memory && ((uintptr_t)memory | size) % CACHE_LINE == 0 &&
        __builtin_cpu_supports("sse4.1")) {
        stream_in(bytes, memory, size);
        return;
    }
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
    const struct bus_card *const card = linux_bus_of(bus)->taken;

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
    struct bus_card *const card = linux_bus_of(bus)->taken;

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
    return linux_bus_of(bus)->taken ? dma_take(&linux_bus_of(bus)->taken->dma, false, size, out)
                                    : ERR_RIG;
}

static void bus_dma_free(struct bus *bus, struct dma_memory *memory)
{
    struct bus_card *const card = linux_bus_of(bus)->taken;

    if (card)
        dma_give(&card->dma, memory);
}

static struct comparers *comparers_of(struct bus *bus)
{
    if (!linux_bus_of(bus)->comparers && !linux_bus_of(bus)->alone)
        linux_bus_of(bus)->comparers = comparers_new();
    return linux_bus_of(bus)->comparers;
}

static size_t bus_find_other(struct bus *bus, const uint64_t *words, uint64_t expected, size_t size)
{
    return comparers_compare(comparers_of(bus), words, NULL, expected, size);
}

static size_t bus_find_difference(struct bus *bus, const uint64_t *words, const uint64_t *expected,
                                  size_t size)
{
    return comparers_compare(comparers_of(bus), words, expected, 0, size);
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
    /* Index 0 would be the kernel's read of the card's own ROM, which Barecard reads itself. */
    if (index == 0 || !linux_bus_of(bus)->roms)
        return 0;
    return rom_file(linux_bus_of(bus)->roms, ids, index - 1, bytes, size, name);
}

static uint64_t bus_time_us(struct bus *bus)
{
    struct timespec now;

    (void)bus;
    clock_gettime(CLOCK_MONOTONIC, &now);
    return (uint64_t)now.tv_sec * 1000000 + (uint64_t)now.tv_nsec / 1000;
}

/* The kernel's sleep takes some 50 us more, which short waits cannot spare. It is told when to end, not how long it is to
 * be, because a difference of two times is huge when the first has passed meanwhile. */
static void bus_wait_us(struct bus *bus, uint64_t us)
{
    const uint64_t end = bus_time_us(bus) + us, wakes = end - 100;
    const struct timespec at = { .tv_sec = (time_t)(wakes / 1000000),
                                 .tv_nsec = (long)(wakes % 1000000 * 1000) };

    while (us >= 200 && clock_nanosleep(CLOCK_MONOTONIC, TIMER_ABSTIME, &at, NULL) == EINTR)
        ;
    while (bus_time_us(bus) < end)
        _mm_pause();
}

static void bus_log(struct bus *bus, const char *line)
{
    if (linux_bus_of(bus)->log)
        linux_bus_of(bus)->log(linux_bus_of(bus)->opaque, line);
}

/* Makes a bus without cards; these are added one by one, because each may fail by itself. */
void bus_open(struct linux_bus *bus, const struct roots *roots, struct pci_access *access)
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

    *bus = (struct linux_bus){ .bus = { .ops = &ops }, .roots = roots, .access = access };
}
