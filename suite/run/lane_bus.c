/* The bus of a card that a worker drives. Memory behind BARs, time and comparing are the worker's own; calls of the
 * machine's firmware, and all that concerns the whole machine (configuration space, taking and giving back, DMA memory,
 * caching, files), are the boot processor's. */
#include "suite/run/lane.h"

static struct lane *lane_of(struct bus *bus)
{
    return (struct lane *)(void *)((uint8_t *)bus - offsetof(struct lane, bus));
}

static struct bus *direct(struct bus *bus)
{
    return lane_of(bus)->direct;
}

/* The arguments of any operation, and its result. */
struct call {
    struct bus *bus;
    struct pci_function at;
    uint16_t offset;
    uint8_t width;
    bool flag;
    unsigned index;
    uint32_t word;
    bus_addr place;
    uint64_t size;
    void *bytes;
    char *name;
    struct dma_memory *memory;
    enum err e;
    size_t count;
};

static enum err ask(struct bus *bus, void (*what)(void *of), struct call *call)
{
    call->bus = direct(bus);
    errand_ask(&lane_of(bus)->errand, what, call);
    return call->e;
}

/* ---- by the boot processor ---------------------------------------------------------------------- */

static void do_segment(void *of)
{
    struct call *const c = of;

    c->e = c->bus->ops->segment(c->bus, c->index, c->bytes);
}

static enum err bus_segment(struct bus *bus, unsigned index, struct pci_segment *out)
{
    return ask(bus, do_segment, &(struct call){ .index = index, .bytes = out });
}

static void do_config_read(void *of)
{
    struct call *const c = of;

    c->word = c->bus->ops->config_read(c->bus, c->at, c->offset, c->width);
}

static uint32_t bus_config_read(struct bus *bus, struct pci_function at, uint16_t offset,
                                uint8_t size)
{
    struct call call = { .at = at, .offset = offset, .width = size };

    (void)ask(bus, do_config_read, &call);
    return call.word;
}

static void do_config_write(void *of)
{
    struct call *const c = of;

    c->bus->ops->config_write(c->bus, c->at, c->offset, c->width, c->word);
}

static void bus_config_write(struct bus *bus, struct pci_function at, uint16_t offset, uint8_t size,
                             uint32_t value)
{
    (void)ask(bus, do_config_write,
              &(struct call){ .at = at, .offset = offset, .width = size, .word = value });
}

static void do_take(void *of)
{
    struct call *const c = of;

    c->e = c->bus->ops->take(c->bus, c->at, c->flag);
}

static enum err bus_take(struct bus *bus, struct pci_function at, bool keep_drivers)
{
    return ask(bus, do_take, &(struct call){ .at = at, .flag = keep_drivers });
}

static void do_connect(void *of)
{
    struct call *const c = of;

    c->e = c->bus->ops->connect ? c->bus->ops->connect(c->bus, c->at) : ERR_NOT_FOUND;
}

static enum err bus_connect(struct bus *bus, struct pci_function at)
{
    return ask(bus, do_connect, &(struct call){ .at = at });
}

static void do_give_back(void *of)
{
    struct call *const c = of;

    c->bus->ops->give_back(c->bus, c->at);
}

static void bus_give_back(struct bus *bus, struct pci_function at)
{
    (void)ask(bus, do_give_back, &(struct call){ .at = at });
}

static void do_enable(void *of)
{
    struct call *const c = of;

    c->bus->ops->enable(c->bus, c->at, c->offset);
}

static void bus_enable(struct bus *bus, struct pci_function at, uint16_t bits)
{
    (void)ask(bus, do_enable, &(struct call){ .at = at, .offset = bits });
}

static void do_set_caching(void *of)
{
    struct call *const c = of;

    c->e = c->bus->ops->set_caching(c->bus, c->place, (size_t)c->size, (enum bus_caching)c->index);
}

static enum err bus_set_caching(struct bus *bus, bus_addr at, size_t size, enum bus_caching caching)
{
    return ask(bus, do_set_caching,
               &(struct call){ .place = at, .size = size, .index = (unsigned)caching });
}

static void do_is_memory(void *of)
{
    struct call *const c = of;

    c->flag = c->bus->ops->is_memory && c->bus->ops->is_memory(c->bus, c->place, c->size);
}

static bool bus_is_memory(struct bus *bus, bus_addr at, uint64_t size)
{
    struct call call = { .place = at, .size = size };

    (void)ask(bus, do_is_memory, &call);
    return call.flag;
}

static void do_dma_alloc(void *of)
{
    struct call *const c = of;

    c->e = c->bus->ops->dma_alloc(c->bus, (size_t)c->size, c->memory);
}

static enum err bus_dma_alloc(struct bus *bus, size_t size, struct dma_memory *out)
{
    return ask(bus, do_dma_alloc, &(struct call){ .size = size, .memory = out });
}

static void do_dma_alloc_high(void *of)
{
    struct call *const c = of;

    c->e = c->bus->ops->dma_alloc_high
               ? c->bus->ops->dma_alloc_high(c->bus, (size_t)c->size, c->memory)
               : ERR_UNSUPPORTED;
}

static enum err bus_dma_alloc_high(struct bus *bus, size_t size, struct dma_memory *out)
{
    return ask(bus, do_dma_alloc_high, &(struct call){ .size = size, .memory = out });
}

static void do_dma_free(void *of)
{
    struct call *const c = of;

    c->bus->ops->dma_free(c->bus, c->memory);
}

static void bus_dma_free(struct bus *bus, struct dma_memory *memory)
{
    (void)ask(bus, do_dma_free, &(struct call){ .memory = memory });
}

static void do_rom(void *of)
{
    struct call *const c = of;

    c->count = c->bus->ops->rom
                   ? c->bus->ops->rom(c->bus, c->at, c->index, c->bytes, (size_t)c->size, c->name)
                   : 0;
}

static size_t bus_rom(struct bus *bus, struct pci_function at, unsigned index, void *bytes,
                      size_t size, char name[BUS_ROM_NAME_MAX])
{
    struct call call = { .at = at, .index = index, .bytes = bytes, .size = size, .name = name };

    name[0] = '\0';
    (void)ask(bus, do_rom, &call);
    return call.count;
}

/* ---- by the worker itself ----------------------------------------------------------------------- */

static uint64_t bus_read(struct bus *bus, bus_addr at, uint8_t size)
{
    return direct(bus)->ops->read(direct(bus), at, size);
}

static void bus_write(struct bus *bus, bus_addr at, uint8_t size, uint64_t value)
{
    direct(bus)->ops->write(direct(bus), at, size, value);
}

static void bus_read_block(struct bus *bus, bus_addr at, void *bytes, size_t size)
{
    direct(bus)->ops->read_block(direct(bus), at, bytes, size);
}

static void bus_write_block(struct bus *bus, bus_addr at, const void *bytes, size_t size)
{
    direct(bus)->ops->write_block(direct(bus), at, bytes, size);
}

static void bus_fill_block(struct bus *bus, bus_addr at, uint64_t word, size_t size)
{
    direct(bus)->ops->fill_block(direct(bus), at, word, size);
}

static void bus_read_words(struct bus *bus, bus_addr at, uint32_t *words, size_t count)
{
    direct(bus)->ops->read_words(direct(bus), at, words, count);
}

static void bus_write_words(struct bus *bus, bus_addr at, const uint32_t *words, size_t count)
{
    direct(bus)->ops->write_words(direct(bus), at, words, count);
}

static size_t bus_march(struct bus *bus, bus_addr at, size_t size, bool down, uint64_t expect,
                        uint64_t next, uint64_t *seen)
{
    return direct(bus)->ops->march(direct(bus), at, size, down, expect, next, seen);
}

static size_t bus_find_other(struct bus *bus, const uint64_t *words, uint64_t expected, size_t size)
{
    return direct(bus)->ops->find_other(direct(bus), words, expected, size);
}

static size_t bus_find_difference(struct bus *bus, const uint64_t *words, const uint64_t *expected,
                                  size_t size)
{
    return direct(bus)->ops->find_difference(direct(bus), words, expected, size);
}

static void bus_cache_flush(struct bus *bus, const void *bytes, size_t size)
{
    direct(bus)->ops->cache_flush(direct(bus), bytes, size);
}

static void bus_barrier(struct bus *bus)
{
    direct(bus)->ops->barrier(direct(bus));
}

static uint64_t bus_time_us(struct bus *bus)
{
    return direct(bus)->ops->time_us(direct(bus));
}

static void bus_wait_us(struct bus *bus, uint64_t us)
{
    direct(bus)->ops->wait_us(direct(bus), us);
}

/* A line from a driver of the card is a remark on this card. */
static void bus_log(struct bus *bus, const char *line)
{
    run_remark(lane_run(lane_of(bus)), line);
}

/* Each operation goes straight to the bus below or out as an errand, because only the boot
 * processor may call the firmware. */
void lane_bus_open(struct lane *lane, struct bus *below)
{
    static const struct bus_ops ops = {
        .segment = bus_segment,
        .config_read = bus_config_read,
        .config_write = bus_config_write,
        .take = bus_take,
        .connect = bus_connect,
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
        .is_memory = bus_is_memory,
        .dma_alloc = bus_dma_alloc,
        .dma_alloc_high = bus_dma_alloc_high,
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

    lane->direct = below;
    lane->bus.ops = &ops;
}
