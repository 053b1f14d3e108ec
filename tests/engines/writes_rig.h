/* tests/engines/writes_rig.h: a card that is nothing but registers, which keeps a list of what is written to it.
 *
 * Shape   a register reads as what was written last, or as set() and keep() say. Time goes on by 100 us with each look
 *         at the clock.
 * Units   register offsets and values in the list are hexadecimal: "200=ffffffff ". */
#ifndef TESTS_ENGINES_WRITES_RIG_H
#define TESTS_ENGINES_WRITES_RIG_H

#include <stdio.h>
#include <string.h>

#include "engines/card.h"
#include "hw/pci.h"
#include "tests/kit/tests.h"

#define BAR0     0x10000000u
#define REGS_MAX 256
#define PAGE_AT  UINT64_C(0x123456000)

static struct bench {
    struct bus bus;
    struct card card;
    uint64_t now_us;
    bool lists_reads; /* "r200 " */
    unsigned lines;   /* said to the log */
    unsigned count;
    struct {
        uint32_t at, value;
        bool kept; /* writes change nothing */
    } regs[REGS_MAX];
    char writes[8192];
    uint32_t page[1024];
} bench;

static inline void note_access(const char *format, uint32_t at, uint32_t value)
{
    const size_t used = strlen(bench.writes);

    snprintf(bench.writes + used, sizeof(bench.writes) - used, format, (unsigned)at,
             (unsigned)value);
}

static inline unsigned slot_of(uint32_t at)
{
    for (unsigned i = 0; i < bench.count; i++)
        if (bench.regs[i].at == at)
            return i;
    assert_true(bench.count < REGS_MAX);
    bench.regs[bench.count].at = at;
    return bench.count++;
}

static inline uint64_t read_reg(struct bus *bus, bus_addr at, uint8_t size)
{
    const uint32_t reg = (uint32_t)(at.v - BAR0);

    (void)bus;
    assert_int_equal(size, 4);
    if (bench.lists_reads)
        note_access("r%x ", reg, 0);
    return bench.regs[slot_of(reg)].value;
}

static inline void write_reg(struct bus *bus, bus_addr at, uint8_t size, uint64_t value)
{
    const uint32_t reg = (uint32_t)(at.v - BAR0);
    const unsigned slot = slot_of(reg);

    (void)bus;
    assert_int_equal(size, 4);
    note_access("%x=%x ", reg, (uint32_t)value);
    if (!bench.regs[slot].kept)
        bench.regs[slot].value = (uint32_t)value;
}

static inline void read_words(struct bus *bus, bus_addr at, uint32_t *words, size_t count)
{
    for (size_t i = 0; i < count; i++)
        words[i] = (uint32_t)read_reg(bus, (bus_addr){ at.v + 4 * i }, 4);
}

static inline void write_words(struct bus *bus, bus_addr at, const uint32_t *words, size_t count)
{
    for (size_t i = 0; i < count; i++)
        write_reg(bus, (bus_addr){ at.v + 4 * i }, 4, words[i]);
}

/* One page of memory, at a bus address of 33 bits. */
static inline enum err dma_page(struct bus *bus, size_t size, struct dma_memory *out)
{
    (void)bus;
    assert_true(size <= sizeof(bench.page));
    *out = (struct dma_memory){ .cpu = bench.page, .bus = { PAGE_AT }, .size = size };
    return OK;
}

static inline uint64_t time_us(struct bus *bus)
{
    (void)bus;
    return bench.now_us += 100;
}

static inline void wait_us(struct bus *bus, uint64_t us)
{
    (void)bus;
    bench.now_us += us;
}

static inline void count_line(struct bus *bus, const char *line)
{
    (void)bus, (void)line;
    bench.lines++;
}

static inline void no_barrier(struct bus *bus)
{
    (void)bus;
}

/* What is read of a register until it is written, or for ever. */
static inline void set(uint32_t at, uint32_t value)
{
    bench.regs[slot_of(at)].value = value;
}

static inline void keep(uint32_t at, uint32_t value)
{
    set(at, value);
    bench.regs[slot_of(at)].kept = true;
}

static inline void open_writes(const struct chip *chip)
{
    static const struct bus_ops ops = { .read = read_reg,
                                        .write = write_reg,
                                        .read_words = read_words,
                                        .write_words = write_words,
                                        .dma_alloc = dma_page,
                                        .time_us = time_us,
                                        .wait_us = wait_us,
                                        .barrier = no_barrier,
                                        .log = count_line };

    bench = (struct bench){ .bus = { .ops = &ops } };
    bench.card = (struct card){ .bus = &bench.bus, .chip = chip };
    bench.card.pci.bars[NV_BAR_MMIO] =
        (struct pci_bar){ .at = { BAR0 }, .size = NV_MMIO_SIZE, .assigned = true };
}

/* The accesses since the last call. */
static inline void expect_writes(const char *writes)
{
    assert_string_equal(bench.writes, writes);
    bench.writes[0] = 0;
}

/* What was written since the last call begins with `start`, and goes on with what is returned. */
static inline const char *behind(const char *start)
{
    if (strncmp(bench.writes, start, strlen(start)) != 0)
        fail_msg("wrote '%s', expected '%s' first", bench.writes, start);
    return bench.writes + strlen(start);
}

#endif
