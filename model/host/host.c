#include "model/host/host.h"

#include <assert.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "hw/pci.h"
#include "model/host/assign.h"
#include "model/host/bars.h"
#include "model/host/machine.h"

#define CARD_BUS      1
#define BRIDGE_DEVICE 1
#define BAR_BASE      UINT64_C(0xc0000000)
#define BAR_BASE_HIGH UINT64_C(0x100000000)
#define ARENA_BASE    UINT64_C(0xa0000000)
#define HIGH_BASE     UINT64_C(0x120000000) /* for requests for memory above 4 GiB */
#define HIGH_SIZE     (UINT64_C(1) << 20)
#define ARENA_SIZE    (UINT64_C(16) << 20)

/* Virtual time (that of accesses to memory: bars.c). */
#define CONFIG_NS 1000
#define LOOK_NS   500 /* of asking for the time: loops that only look get on, too */

/* ---- configuration space --------------------------------------------------------------------- */

static enum err segment(struct bus *bus, unsigned index, struct pci_segment *out)
{
    (void)bus;
    if (index != 0)
        return ERR_NOT_FOUND;
    *out = (struct pci_segment){ 0, 0, CARD_BUS };
    return OK;
}

/* A card is function 0, and its sound function 1. */
static struct slot *slot_with(struct host_bus *host, struct pci_function at, unsigned function)
{
    if (at.segment != 0 || at.bus != CARD_BUS || at.function != function ||
        at.device < host->first || at.device - host->first >= (int)host->count)
        return NULL;
    return &host->slots[at.device - host->first];
}

static struct slot *slot_at(struct host_bus *host, struct pci_function at)
{
    return slot_with(host, at, 0);
}

static bool is_bridge(struct pci_function at)
{
    return at.segment == 0 && at.bus == 0 && at.device == BRIDGE_DEVICE && at.function == 0;
}

/* Where the card's memory BARs are decoded by now. */
static void update_bars(struct slot *slot)
{
    const bool there = model_config_read(slot->card, PCI_VENDOR_ID, 2) != PCI_VENDOR_NONE;
    const uint32_t command = there ? model_config_read(slot->card, PCI_COMMAND, 2) : 0;

    for (unsigned i = 0; i < PCI_BAR_COUNT; i++) {
        const unsigned at = PCI_BAR0 + 4 * i;
        struct model_bar bar;

        slot->bar_size[i] = 0;
        if (!(command & PCI_COMMAND_MEMORY) || !model_bar(slot->card, i, &bar) || bar.io)
            continue;
        slot->bar[i] = model_config_read(slot->card, at, 4) & PCI_BAR_MEM_ADDRESS;
        if (bar.wide)
            slot->bar[i] |= (uint64_t)model_config_read(slot->card, at + 4, 4) << 32;
        if (slot->bar[i])
            slot->bar_size[i] = bar.size;
    }
}

/* The caller's duties by pci/bus.h. */
static void check_place(uint16_t offset, unsigned size)
{
    assert((size == 1 || size == 2 || size == 4) && offset % size == 0 && offset < 0x1000);
}

static uint32_t config_read(struct bus *bus, struct pci_function at, uint16_t offset, uint8_t size)
{
    struct host_bus *host = host_of(bus);
    const struct slot *slot = slot_at(host, at), *const sound = slot_with(host, at, 1);

    check_place(offset, size);
    host->now_ns += CONFIG_NS;
    if (is_bridge(at))
        return bridge_read(&host->bridge, offset, size);
    if (host->bridge.dead || bridge_resets(&host->bridge))
        return ones(size);
    if (sound)
        return model_sound_read(sound->card, offset, size);
    return slot ? model_config_read(slot->card, offset, size) : ones(size);
}

static void write_bridge(struct host_bus *host, uint16_t offset, uint8_t size, uint32_t value)
{
    const bool reset_before = bridge_resets(&host->bridge);

    bridge_write(&host->bridge, offset, value, size);
    for (unsigned i = 0; i < host->count && host->bridge.retrained; i++)
        model_retrain(host->slots[i].card, bridge_speed(&host->bridge));
    if (reset_before || !bridge_resets(&host->bridge))
        return;
    for (unsigned i = 0; i < host->count; i++) {
        model_hot_reset(host->slots[i].card);
        update_bars(&host->slots[i]);
    }
}

static void config_write(struct bus *bus, struct pci_function at, uint16_t offset, uint8_t size,
                         uint32_t value)
{
    struct host_bus *host = host_of(bus);
    struct slot *slot = slot_at(host, at), *const sound = slot_with(host, at, 1);

    check_place(offset, size);
    host->now_ns += CONFIG_NS;
    if (is_bridge(at))
        write_bridge(host, offset, size, value);
    if (sound && !bridge_resets(&host->bridge))
        model_sound_write(sound->card, offset, value, size);
    if (!slot || bridge_resets(&host->bridge))
        return;
    model_config_write(slot->card, offset, value, size);
    update_bars(slot);
}

static enum err set_caching(struct bus *bus, bus_addr at, size_t size, enum bus_caching caching)
{
    (void)bus, (void)at, (void)size, (void)caching;
    return OK;
}

/* ---- system memory, time, log ---------------------------------------------------------------- */

static enum err take(struct bus *bus, struct pci_function at, bool keep_drivers)
{
    struct host_bus *const host = host_of(bus);

    if (host->driver_stays && !keep_drivers)
        return ERR_RIG;
    host->taken = slot_at(host, at);
    return OK;
}

static void give_back(struct bus *bus, struct pci_function at)
{
    (void)at;
    host_of(bus)->taken = NULL;
}

/* This machine has no firmware that one could ask. */
static void enable(struct bus *bus, struct pci_function at, uint16_t bits)
{
    (void)bus, (void)at, (void)bits;
}

static enum err take_from(struct arena *arena, size_t size, struct dma_memory *out)
{
    struct dma_memory memory = { .size = size };

    if (!arena_alloc(arena, size, &memory.cpu, &memory.bus.v))
        return ERR_NO_MEMORY;
    *out = memory;
    return OK;
}

static enum err dma_alloc(struct bus *bus, size_t size, struct dma_memory *out)
{
    return take_from(&host_of(bus)->arena, size, out);
}

static enum err dma_alloc_high(struct bus *bus, size_t size, struct dma_memory *out)
{
    return take_from(&host_of(bus)->high, size, out);
}

static void dma_free(struct bus *bus, struct dma_memory *memory)
{
    arena_release(&host_of(bus)->arena, memory->bus.v, memory->size);
    arena_release(&host_of(bus)->high, memory->bus.v, memory->size);
    *memory = (struct dma_memory){ 0 };
}

static size_t find_other(struct bus *bus, const uint64_t *words, uint64_t expected, size_t size)
{
    (void)bus;
    for (size_t i = 0; i < size / 8; i++)
        if (words[i] != expected)
            return 8 * i;
    return size;
}

static size_t find_difference(struct bus *bus, const uint64_t *words, const uint64_t *expected,
                              size_t size)
{
    (void)bus;
    for (size_t i = 0; i < size / 8; i++)
        if (words[i] != expected[i])
            return 8 * i;
    return size;
}

static void cache_flush(struct bus *bus, const void *bytes, size_t size)
{
    (void)bus, (void)bytes, (void)size; /* one process: there is one copy */
}

static void barrier(struct bus *bus)
{
    (void)bus;
}

static uint64_t time_us(struct bus *bus)
{
    struct host_bus *host = host_of(bus);
    host->now_ns += LOOK_NS;
    machine_wake_cards(host);
    return host->now_ns / 1000;
}

static void wait_us(struct bus *bus, uint64_t us)
{
    host_of(bus)->now_ns += us * 1000;
    machine_wake_cards(host_of(bus));
}

static void log_line(struct bus *bus, const char *line)
{
    const struct host_bus *host = host_of(bus);
    if (host->log)
        host->log(host->opaque, line);
}

static const struct bus_ops operations = {
    .segment = segment,
    .config_read = config_read,
    .config_write = config_write,
    .read = bars_read,
    .write = bars_write,
    .read_block = bars_read_block,
    .write_block = bars_write_block,
    .fill_block = bars_fill_block,
    .read_words = bars_read_words,
    .write_words = bars_write_words,
    .march = bars_march,
    .set_caching = set_caching,
    .take = take,
    .give_back = give_back,
    .enable = enable,
    .dma_alloc = dma_alloc,
    .dma_alloc_high = dma_alloc_high,
    .dma_free = dma_free,
    .find_other = find_other,
    .find_difference = find_difference,
    .cache_flush = cache_flush,
    .barrier = barrier,
    .time_us = time_us,
    .wait_us = wait_us,
    .log = log_line,
};

/* ---- putting it together --------------------------------------------------------------------- */

static void boot(struct host_bus *host, const struct host_bus_config *config)
{
    const uint64_t base = config->bar_base ? config->bar_base : BAR_BASE;
    uint64_t low = base < BAR_BASE_HIGH ? base : BAR_BASE;
    uint64_t high = base;

    bridge_init(&host->bridge, CARD_BUS, config->bridge);
    for (unsigned i = 0; i < host->count; i++) {
        if (!config->bars_unassigned)
            assign_bars(host->slots[i].card, &low, base < BAR_BASE_HIGH ? &low : &high);
        update_bars(&host->slots[i]);
        model_note(host->slots[i].card);
    }
}

/* The machine first, then its cards, then its firmware's work on them; on any failure all of it is freed. */
struct host_bus *host_bus_new(const struct host_bus_config *config, char *error, size_t error_size)
{
    struct host_bus *host = calloc(1, sizeof(*host));

    if (!host ||
        !arena_init(&host->arena, ARENA_BASE,
                    config->system_memory ? config->system_memory : ARENA_SIZE) ||
        !arena_init(&host->high, HIGH_BASE, HIGH_SIZE)) {
        snprintf(error, error_size, "no memory for the machine's own");
        host_bus_free(host);
        return NULL;
    }
    host->bus.ops = &operations;
    host->first = config->first;
    host->dead = config->dead;
    host->hang = config->hang;
    host->driver_stays = config->driver_stays;
    host->slow = config->slow ? config->slow : 1;
    host->bulk_slow = config->bulk_slow ? config->bulk_slow : 1;
    host->log = config->log;
    host->opaque = config->opaque;
    if (!machine_add_cards(host, config, error, error_size)) {
        host_bus_free(host);
        return NULL;
    }
    boot(host, config);
    return host;
}

void host_bus_free(struct host_bus *host)
{
    if (!host)
        return;
    for (unsigned i = 0; i < host->count; i++)
        model_free(host->slots[i].card);
    arena_free(&host->arena);
    arena_free(&host->high);
    free(host);
}

struct bus *host_bus(struct host_bus *host)
{
    return &host->bus;
}

unsigned host_bus_strays(const struct host_bus *host)
{
    return host->strays;
}

struct model *host_bus_card(struct host_bus *host, unsigned index)
{
    return index < host->count ? host->slots[index].card : NULL;
}
