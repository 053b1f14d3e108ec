/* tests/engines/mmio_services_test.c: calls that are no access to the card go through log=mmio unchanged
 * (engines/mmiotrace.h). */
#include <stdio.h>

#include "engines/mmiotrace.h"
#include "tests/kit/bench.h"
#include "tests/kit/tests.h"

static struct bench below;

/* The last call of the bus below, in words. */
static char asked[120];

static enum err ask_take(struct bus *bus, struct pci_function at, bool keep_drivers)
{
    assert_ptr_equal(&below.bus, bus);
    snprintf(asked, sizeof(asked), "take %u %d", at.bus, keep_drivers);
    return ERR_RIG;
}

static void ask_give_back(struct bus *bus, struct pci_function at)
{
    assert_ptr_equal(&below.bus, bus);
    snprintf(asked, sizeof(asked), "give back %u", at.bus);
}

static void ask_enable(struct bus *bus, struct pci_function at, uint16_t bits)
{
    assert_ptr_equal(&below.bus, bus);
    snprintf(asked, sizeof(asked), "enable %u %u", at.bus, bits);
}

static void ask_dma_free(struct bus *bus, struct dma_memory *memory)
{
    assert_ptr_equal(&below.bus, bus);
    snprintf(asked, sizeof(asked), "free %lu", (unsigned long)memory->size);
}

static size_t ask_other(struct bus *bus, const uint64_t *words, uint64_t expected, size_t size)
{
    assert_ptr_equal(&below.bus, bus);
    snprintf(asked, sizeof(asked), "other %lu %lu %zu", (unsigned long)*words,
             (unsigned long)expected, size);
    return 5;
}

static size_t ask_difference(struct bus *bus, const uint64_t *words, const uint64_t *expected,
                             size_t size)
{
    assert_ptr_equal(&below.bus, bus);
    snprintf(asked, sizeof(asked), "difference %lu %lu %zu", (unsigned long)*words,
             (unsigned long)*expected, size);
    return 6;
}

static void ask_flush(struct bus *bus, const void *bytes, size_t size)
{
    assert_ptr_equal(&below.bus, bus);
    snprintf(asked, sizeof(asked), "flush %zu of %s", size, (const char *)bytes);
}

static void ask_barrier(struct bus *bus)
{
    assert_ptr_equal(&below.bus, bus);
    snprintf(asked, sizeof(asked), "barrier");
}

static size_t ask_rom(struct bus *bus, struct pci_function at, unsigned index, void *bytes,
                      size_t size, char name[BUS_ROM_NAME_MAX])
{
    (void)bytes;
    assert_ptr_equal(&below.bus, bus);
    assert_string_equal("", name);
    snprintf(asked, sizeof(asked), "rom %u %u %zu", at.bus, index, size);
    return 3;
}

static void ask_wait(struct bus *bus, uint64_t us)
{
    assert_ptr_equal(&below.bus, bus);
    snprintf(asked, sizeof(asked), "wait %lu", (unsigned long)us);
}

static void ask_log(struct bus *bus, const char *line)
{
    assert_ptr_equal(&below.bus, bus);
    snprintf(asked, sizeof(asked), "log %s", line);
}

static void expect_asked(const char *expected)
{
    assert_string_equal(expected, asked);
    asked[0] = '\0';
}

static void take_lines(void *opaque, const char *text, size_t size)
{
    (void)opaque, (void)text, (void)size;
}

/* The machine's own services go through a trace as they are, and time does not stop in it. A machine that lacks one of
 * those that may be missing lacks it here too. */
TEST(what_is_no_access_is_passed_on)
{
    static struct mmiotrace trace;
    const struct pci_card card = { .vendor = 0x10de };
    struct bus *const bus = &trace.bus;
    const struct pci_function at = { .bus = 4 };
    struct dma_memory memory = { .size = 8192 };
    const uint64_t word = 7, other = 8;
    char name[BUS_ROM_NAME_MAX] = "x";

    bench_open(&below, NULL);
    below.now_us = 12000345;
    mmiotrace_open(&trace, &below.bus, &card, false, take_lines, NULL);
    const struct bus_ops *const ops = bus->ops;

    assert_int_equal(0, ops->rom(bus, at, 0, NULL, 0, name));
    assert_string_equal("", name);
    assert_int_equal(ERR_UNSUPPORTED, ops->dma_alloc_high(bus, 4096, &memory));
    assert_int_equal(12000345, ops->time_us(bus));
    below.ops.take = ask_take;
    below.ops.give_back = ask_give_back;
    below.ops.enable = ask_enable;
    below.ops.dma_free = ask_dma_free;
    below.ops.find_other = ask_other;
    below.ops.find_difference = ask_difference;
    below.ops.cache_flush = ask_flush;
    below.ops.barrier = ask_barrier;
    below.ops.rom = ask_rom;
    below.ops.wait_us = ask_wait;
    below.ops.log = ask_log;
    assert_int_equal(ERR_RIG, ops->take(bus, at, true));
    expect_asked("take 4 1");
    ops->give_back(bus, at);
    expect_asked("give back 4");
    ops->enable(bus, at, 6);
    expect_asked("enable 4 6");
    ops->dma_free(bus, &memory);
    expect_asked("free 8192");
    assert_int_equal(5, ops->find_other(bus, &word, 9, 8));
    expect_asked("other 7 9 8");
    assert_int_equal(6, ops->find_difference(bus, &word, &other, 8));
    expect_asked("difference 7 8 8");
    ops->cache_flush(bus, "these", 5);
    expect_asked("flush 5 of these");
    ops->barrier(bus);
    expect_asked("barrier");
    name[0] = 'x';
    assert_int_equal(3, ops->rom(bus, at, 1, NULL, 16, name));
    expect_asked("rom 4 1 16");
    ops->wait_us(bus, 30);
    expect_asked("wait 30");
    ops->log(bus, "a line");
    expect_asked("log a line");
}
