#include "engines/mmiotrace.h"

#include "engines/mmiotrace_lines.h"

static struct mmiotrace *self(struct bus *bus)
{
    return (struct mmiotrace *)bus;
}

/* ---- the operations ---------------------------------------------------------------------------- */

/* Begins a line that announces the next access; `writes`: it is written down in either mode. */
static bool announces(struct mmiotrace *trace, bool writes)
{
    if (!writes && trace->writes_only)
        return false;
    if (!trace->writes_only)
        mmiotrace_put_memory(trace);
    return true;
}

static void announce_many(struct mmiotrace *trace, const char *what, bus_addr at, size_t size)
{
    mmiotrace_mapping(trace, at);
    mmiotrace_put_time(trace, "MARK");
    mmiotrace_put(trace, "%s 0x%lx %lu\n", what, at.v, (uint64_t)size);
}

static enum err traced_segment(struct bus *bus, unsigned index, struct pci_segment *out)
{
    return self(bus)->below->ops->segment(self(bus)->below, index, out);
}

static void put_config(struct mmiotrace *trace, char letter, struct pci_function at,
                       uint16_t offset, uint8_t size)
{
    mmiotrace_put_time(trace, "MARK");
    mmiotrace_put(trace, "config %c %04x:%02x:%02x.%u 0x%03x %u", letter, (unsigned)at.segment,
                  (unsigned)at.bus, (unsigned)at.device, (unsigned)at.function, (unsigned)offset,
                  (unsigned)size);
}

static uint32_t traced_config_read(struct bus *bus, struct pci_function at, uint16_t offset,
                                   uint8_t size)
{
    struct mmiotrace *const trace = self(bus);
    const bool said = announces(trace, false);

    if (said) {
        put_config(trace, 'R', at, offset, size);
        mmiotrace_put(trace, "\n");
        mmiotrace_send(trace);
    }
    const uint32_t value = trace->below->ops->config_read(trace->below, at, offset, size);
    if (said) {
        put_config(trace, '=', at, offset, size);
        mmiotrace_put(trace, " 0x%x\n", value);
    }
    return value;
}

static void traced_config_write(struct bus *bus, struct pci_function at, uint16_t offset,
                                uint8_t size, uint32_t value)
{
    struct mmiotrace *const trace = self(bus);

    announces(trace, true);
    put_config(trace, 'W', at, offset, size);
    mmiotrace_put(trace, " 0x%x\n", value);
    mmiotrace_send(trace);
    trace->below->ops->config_write(trace->below, at, offset, size, value);
}

static enum err traced_take(struct bus *bus, struct pci_function at, bool keep_drivers)
{
    return self(bus)->below->ops->take(self(bus)->below, at, keep_drivers);
}

static enum err traced_connect(struct bus *bus, struct pci_function at)
{
    struct bus *const below = self(bus)->below;

    return below->ops->connect ? below->ops->connect(below, at) : ERR_NOT_FOUND;
}

static void traced_give_back(struct bus *bus, struct pci_function at)
{
    self(bus)->below->ops->give_back(self(bus)->below, at);
}

static void traced_enable(struct bus *bus, struct pci_function at, uint16_t bits)
{
    self(bus)->below->ops->enable(self(bus)->below, at, bits);
}

static uint64_t traced_read(struct bus *bus, bus_addr at, uint8_t size)
{
    struct mmiotrace *const trace = self(bus);
    const bool said = announces(trace, false);

    if (said) {
        mmiotrace_mapping(trace, at);
        mmiotrace_put_time(trace, "MARK");
        mmiotrace_put(trace, "R %u 0x%lx\n", (unsigned)size, at.v);
        mmiotrace_send(trace);
    }
    const uint64_t value = trace->below->ops->read(trace->below, at, size);
    if (said)
        mmiotrace_put_access(trace, 'R', at, size, value);
    return value;
}

static void traced_write(struct bus *bus, bus_addr at, uint8_t size, uint64_t value)
{
    struct mmiotrace *const trace = self(bus);

    announces(trace, true);
    mmiotrace_put_access(trace, 'W', at, size, value);
    mmiotrace_send(trace);
    trace->below->ops->write(trace->below, at, size, value);
}

static void traced_read_block(struct bus *bus, bus_addr at, void *bytes, size_t size)
{
    struct mmiotrace *const trace = self(bus);
    const bool said = announces(trace, false);

    if (said) {
        announce_many(trace, "block R", at, size);
        mmiotrace_send(trace);
    }
    trace->below->ops->read_block(trace->below, at, bytes, size);
    if (said) {
        mmiotrace_put_time(trace, "MARK");
        mmiotrace_put(trace, "sum 0x%lx\n", mmiotrace_sum(bytes, size));
    }
}

static void traced_write_block(struct bus *bus, bus_addr at, const void *bytes, size_t size)
{
    struct mmiotrace *const trace = self(bus);

    announces(trace, true);
    announce_many(trace, "block W", at, size);
    mmiotrace_put_content(trace, at.v, bytes, size);
    mmiotrace_send(trace);
    trace->below->ops->write_block(trace->below, at, bytes, size);
}

static void traced_fill_block(struct bus *bus, bus_addr at, uint64_t word, size_t size)
{
    struct mmiotrace *const trace = self(bus);

    announces(trace, true);
    announce_many(trace, "block W", at, size);
    mmiotrace_put_time(trace, "MARK");
    mmiotrace_put(trace, "run 0x%lx 8 %lu 0x%lx 0x0\n", at.v, (uint64_t)size / 8, word);
    mmiotrace_send(trace);
    trace->below->ops->fill_block(trace->below, at, word, size);
}

static void traced_read_words(struct bus *bus, bus_addr at, uint32_t *words, size_t count)
{
    struct mmiotrace *const trace = self(bus);
    const bool said = announces(trace, false);

    if (said) {
        announce_many(trace, "words R", at, 4 * count);
        mmiotrace_send(trace);
    }
    trace->below->ops->read_words(trace->below, at, words, count);
    if (!said)
        return;
    if (count > MMIOTRACE_WORDS_EACH) {
        mmiotrace_put_content(trace, at.v, words, 4 * count);
        return;
    }
    for (size_t i = 0; i < count; i++)
        mmiotrace_put_access(trace, 'R', (bus_addr){ at.v + 4 * i }, 4, words[i]);
}

static void traced_write_words(struct bus *bus, bus_addr at, const uint32_t *words, size_t count)
{
    struct mmiotrace *const trace = self(bus);

    announces(trace, true);
    if (count > MMIOTRACE_WORDS_EACH) {
        announce_many(trace, "words W", at, 4 * count);
        mmiotrace_put_content(trace, at.v, words, 4 * count);
    } else {
        for (size_t i = 0; i < count; i++)
            mmiotrace_put_access(trace, 'W', (bus_addr){ at.v + 4 * i }, 4, words[i]);
    }
    mmiotrace_send(trace);
    trace->below->ops->write_words(trace->below, at, words, count);
}

/* A march of many words is one line and not thousands: the mark says where it goes before it is
 * made, so that a hang inside it is named, and the second mark says how far it came. */
static size_t traced_march(struct bus *bus, bus_addr at, size_t size, bool down, uint64_t expect,
                           uint64_t next, uint64_t *seen)
{
    struct mmiotrace *const trace = self(bus);
    const bool said = announces(trace, next != expect);

    if (said) {
        mmiotrace_mapping(trace, at);
        mmiotrace_put_time(trace, "MARK");
        mmiotrace_put(trace, "march %s 0x%lx %lu 0x%lx 0x%lx\n", down ? "down" : "up", at.v,
                      (uint64_t)size, expect, next);
        mmiotrace_send(trace);
    }
    const size_t right = trace->below->ops->march(trace->below, at, size, down, expect, next, seen);
    if (said) {
        mmiotrace_put_time(trace, "MARK");
        mmiotrace_put(trace, "right %lu 0x%lx\n", (uint64_t)right, *seen);
    }
    return right;
}

static enum err traced_set_caching(struct bus *bus, bus_addr at, size_t size,
                                   enum bus_caching caching)
{
    return self(bus)->below->ops->set_caching(self(bus)->below, at, size, caching);
}

static enum err allocated(struct mmiotrace *trace, enum err e, const struct dma_memory *memory)
{
    if (e != OK)
        return e;
    mmiotrace_put_time(trace, "MARK");
    mmiotrace_put(trace, "alloc 0x%lx %lu\n", memory->bus.v, (uint64_t)memory->size);
    if (!trace->writes_only)
        mmiotrace_watch(trace, memory);
    return OK;
}

static enum err traced_dma_alloc(struct bus *bus, size_t size, struct dma_memory *out)
{
    struct bus *const below = self(bus)->below;

    return allocated(self(bus), below->ops->dma_alloc(below, size, out), out);
}

static enum err traced_ram_alloc(struct bus *bus, size_t size, struct dma_memory *out)
{
    struct bus *const below = self(bus)->below;

    return below->ops->ram_alloc ? below->ops->ram_alloc(below, size, out) : ERR_NO_DMA;
}

static enum err traced_dma_alloc_high(struct bus *bus, size_t size, struct dma_memory *out)
{
    struct bus *const below = self(bus)->below;

    return below->ops->dma_alloc_high
               ? allocated(self(bus), below->ops->dma_alloc_high(below, size, out), out)
               : ERR_UNSUPPORTED;
}

static void traced_dma_free(struct bus *bus, struct dma_memory *memory)
{
    struct mmiotrace *const trace = self(bus);

    mmiotrace_put_time(trace, "MARK");
    mmiotrace_put(trace, "free 0x%lx %lu\n", memory->bus.v, (uint64_t)memory->size);
    mmiotrace_forget(trace, memory);
    trace->below->ops->dma_free(trace->below, memory);
}

static bool traced_is_memory(struct bus *bus, bus_addr at, uint64_t size)
{
    struct bus *const below = self(bus)->below;

    return below->ops->is_memory && below->ops->is_memory(below, at, size);
}

static size_t traced_find_other(struct bus *bus, const uint64_t *words, uint64_t expected,
                                size_t size)
{
    return self(bus)->below->ops->find_other(self(bus)->below, words, expected, size);
}

static size_t traced_find_difference(struct bus *bus, const uint64_t *words,
                                     const uint64_t *expected, size_t size)
{
    return self(bus)->below->ops->find_difference(self(bus)->below, words, expected, size);
}

static void traced_cache_flush(struct bus *bus, const void *bytes, size_t size)
{
    self(bus)->below->ops->cache_flush(self(bus)->below, bytes, size);
}

static void traced_barrier(struct bus *bus)
{
    self(bus)->below->ops->barrier(self(bus)->below);
}

static size_t traced_rom(struct bus *bus, struct pci_function at, unsigned index, void *bytes,
                         size_t size, char name[BUS_ROM_NAME_MAX])
{
    struct bus *const below = self(bus)->below;

    name[0] = '\0';
    return below->ops->rom ? below->ops->rom(below, at, index, bytes, size, name) : 0;
}

static uint64_t traced_time_us(struct bus *bus)
{
    return self(bus)->below->ops->time_us(self(bus)->below);
}

static void traced_wait_us(struct bus *bus, uint64_t us)
{
    self(bus)->below->ops->wait_us(self(bus)->below, us);
}

static void traced_log(struct bus *bus, const char *line)
{
    self(bus)->below->ops->log(self(bus)->below, line);
}

/* All calls of a bus are taken over, so that no access passes beside the log. */
void mmiotrace_open(struct mmiotrace *trace, struct bus *below, const struct pci_card *card,
                    bool writes_only, void (*lines)(void *, const char *, size_t), void *opaque)
{
    static const struct bus_ops ops = {
        .segment = traced_segment,
        .config_read = traced_config_read,
        .config_write = traced_config_write,
        .take = traced_take,
        .connect = traced_connect,
        .give_back = traced_give_back,
        .enable = traced_enable,
        .read = traced_read,
        .write = traced_write,
        .read_block = traced_read_block,
        .write_block = traced_write_block,
        .fill_block = traced_fill_block,
        .read_words = traced_read_words,
        .write_words = traced_write_words,
        .march = traced_march,
        .set_caching = traced_set_caching,
        .is_memory = traced_is_memory,
        .dma_alloc = traced_dma_alloc,
        .dma_alloc_high = traced_dma_alloc_high,
        .ram_alloc = traced_ram_alloc,
        .dma_free = traced_dma_free,
        .find_other = traced_find_other,
        .find_difference = traced_find_difference,
        .cache_flush = traced_cache_flush,
        .barrier = traced_barrier,
        .rom = traced_rom,
        .time_us = traced_time_us,
        .wait_us = traced_wait_us,
        .log = traced_log,
    };

    trace->bus = (struct bus){ .ops = &ops };
    trace->below = below;
    trace->card = card;
    trace->writes_only = writes_only;
    trace->lines = lines;
    trace->opaque = opaque;
    trace->used = 0;
    trace->mapped = false;
    for (unsigned i = 0; i < MMIOTRACE_MEMORIES; i++)
        trace->memories[i].cpu = NULL;
    trace->blocks = 0;
}
