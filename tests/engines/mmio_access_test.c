/* log=mmio access by access (engines/mmiotrace.h): every line of each kind of access, in either mode, from a card whose
 * first access is that one; then the lines by themselves. */
#include "engines/mmiotrace_lines.h"
#include "tests/kit/bench.h"

#define BAR1 UINT64_C(0xd0000000)

/* The lines before the first access to a BAR: function 5 of device 2 on bus 1. */
#define CARD                                                                                       \
    "PCIDEV 0115 10de0400 0 0 d000000c 0 0 0 0 0 0 10000 0 0 0 0 0\n"                              \
    "MAP 2.000000 2 0xd0000000 0xd0000000 0x10000 0x0 0\n"

static struct bench below;
static enum err answer;
static struct mmiotrace *trace;
static struct pci_card card;
static char lines[0x8000];

/* Words 0, 1, 4, 9, ... of which no three are a run. */
static void read_words(struct bus *bus, bus_addr at, uint32_t *words, size_t count)
{
    for (size_t i = 0; i < count; i++)
        words[i] = (uint32_t)(i * i);
}

static uint64_t read_word(struct bus *bus, bus_addr at, uint8_t size)
{
    return UINT64_C(0x1111111111111111);
}

static void drop_word(struct bus *bus, bus_addr at, uint8_t size, uint64_t value)
{
}

static size_t march(struct bus *bus, bus_addr at, size_t size, bool down, uint64_t expect,
                    uint64_t next, uint64_t *seen)
{
    *seen = 0x77;
    return 24;
}

static enum err set_caching(struct bus *bus, bus_addr at, size_t size, enum bus_caching caching)
{
    assert_true(at.v == BAR1 && size == 0x2000);
    return answer;
}

static uint64_t memory[2 * MMIOTRACE_BLOCK / 8];

static enum err dma_alloc(struct bus *bus, size_t size, struct dma_memory *out)
{
    if (answer == OK)
        *out = (struct dma_memory){ .cpu = memory, .bus = { 0x8000 }, .size = size };
    return answer;
}

static void take_lines(void *opaque, const char *text, size_t size)
{
    strncat(lines, text, size);
}

/* A trace that was another card's before. */
static struct bus *open_trace(bool writes_only)
{
    trace->used = 5;
    trace->mapped = true;
    trace->blocks = 7;
    for (unsigned i = 0; i < MMIOTRACE_MEMORIES; i++)
        trace->memories[i].cpu = (const uint8_t *)memory;
    bench_open(&below, NULL);
    below.now_us = 2000000;
    bench_put_config(&below, 4, 0xde10, 2);
    below.does.read = read_word;
    below.does.write = drop_word;
    below.does.read_words = read_words;
    below.does.march = march;
    below.does.set_caching = set_caching;
    below.ops.dma_alloc = below.ops.dma_alloc_high = dma_alloc;
    mmiotrace_open(trace, &below.bus, &card, writes_only, take_lines, NULL);
    assert_int_equal(0, trace->blocks);
    for (unsigned i = 0; i < MMIOTRACE_MEMORIES; i++)
        assert_null(trace->memories[i].cpu);
    answer = OK;
    lines[0] = '\0';
    return &trace->bus;
}

FIXTURE(make_trace)
{
    trace = calloc(1, sizeof(*trace));
    card.vendor = 0x10de;
    card.device = 0x0400;
    card.at = (struct pci_function){ .segment = 3, .bus = 1, .device = 2, .function = 5 };
    card.bars[1] = (struct pci_bar){
        .at = { BAR1 }, .size = 0x10000, .assigned = true, .is_64bit = true, .prefetchable = true
    };
}

FIXTURE(free_trace)
{
    free(trace);
}

/* Of the lines since, and that so many accesses were made. */
static void expect_lines(unsigned accesses, const char *expected)
{
    mmiotrace_send(trace);
    assert_string_equal(expected, lines);
    assert_int_equal(accesses, below.configs + below.blocks + below.cached);
}

/* The lines of `count` words, one each; squares, or ones. */
static void expect_words(char letter, unsigned count, bool squares)
{
    static char expected[0x2000];
    size_t used = (size_t)snprintf(expected, sizeof(expected), "%s", letter == 'W' ? CARD : "");

    for (unsigned i = 0; i < count; i++)
        used += (size_t)snprintf(expected + used, sizeof(expected) - used,
                                 "%c 4 2.000000 2 0x%x 0x%x 0x0 0\n", letter, 0xd0000100 + 4 * i,
                                 squares ? i * i : 1);
    if (letter == 'R') {
        char *const said = strstr(lines, "R 4 ");

        assert_non_null(said);
        assert_string_equal(expected, said);
        *said = '\0';
    } else {
        assert_string_equal(expected, lines);
    }
}

TEST(configuration_has_two_lines)
{
    const struct pci_function at = { .segment = 3, .bus = 1, .device = 2, .function = 5 };
    struct bus *bus = open_trace(false);

    assert_int_equal(0xde10, bus->ops->config_read(bus, at, 4, 2));
    expect_lines(1, "MARK 2.000000 config R 0003:01:02.5 0x004 2\n"
                    "MARK 2.000000 config = 0003:01:02.5 0x004 2 0xde10\n");
    bus = open_trace(true);
    assert_int_equal(0xde10, bus->ops->config_read(bus, at, 4, 2));
    expect_lines(1, "");
}

TEST(a_block_that_is_read_has_its_sum)
{
    struct bus *bus = open_trace(false);
    uint64_t block[4], after;
    char expected[400];

    bus->ops->read_block(bus, (bus_addr){ BAR1 }, block, sizeof(block));
    snprintf(expected, sizeof(expected),
             CARD "MARK 2.000000 block R 0xd0000000 32\nMARK 2.000000 sum 0x%llx\n",
             (unsigned long long)mmiotrace_sum(block, sizeof(block)));
    expect_lines(1, expected);
    bus = open_trace(true);
    bus->ops->read_block(bus, (bus_addr){ BAR1 }, &after, sizeof(after));
    expect_lines(1, "");
}

TEST(blocks_that_are_written_have_their_content)
{
    static const uint64_t block[] = { 1, 2, 4, 8 };

    for (unsigned writes_only = 0; writes_only < 2; writes_only++) {
        struct bus *bus = open_trace(writes_only);

        bus->ops->write_block(bus, (bus_addr){ BAR1 }, block, sizeof(block));
        expect_lines(1, CARD "MARK 2.000000 block W 0xd0000000 32\n"
                             "MARK 2.000000 data 0xd0000000 8 0x1 0x2 0x4 0x8\n");
        bus = open_trace(writes_only);
        bus->ops->fill_block(bus, (bus_addr){ BAR1 + 8 }, 0xaa, 0x100);
        expect_lines(1, CARD "MARK 2.000000 block W 0xd0000008 256\n"
                             "MARK 2.000000 run 0xd0000008 8 32 0xaa 0x0\n");
    }
}

/* Up to sixteen words have a line each; more are content, after the line that announced them. */
TEST(sixteen_words_have_a_line_each)
{
    _Alignas(8) uint32_t words[17];
    struct bus *bus = open_trace(false);

    bus->ops->read_words(bus, (bus_addr){ BAR1 + 0x100 }, words, 16);
    mmiotrace_send(trace);
    expect_words('R', 16, true);
    assert_string_equal(CARD "MARK 2.000000 words R 0xd0000100 64\n", lines);
    bus = open_trace(false);
    bus->ops->read_words(bus, (bus_addr){ BAR1 + 0x100 }, words, 17);
    expect_lines(1, CARD "MARK 2.000000 words R 0xd0000100 68\n"
                         "MARK 2.000000 data 0xd0000100 4 0x0 0x1 0x4 0x9 0x10 0x19 0x24 0x31\n"
                         "MARK 2.000000 data 0xd0000120 4 0x40 0x51 0x64 0x79 0x90 0xa9 0xc4 0xe1\n"
                         "MARK 2.000000 data 0xd0000140 4 0x100\n");
    bus = open_trace(true);
    bus->ops->read_words(bus, (bus_addr){ BAR1 + 0x100 }, words, 17);
    expect_lines(1, "");

    for (unsigned i = 0; i < 17; i++)
        words[i] = 1;
    for (unsigned writes_only = 0; writes_only < 2; writes_only++) {
        bus = open_trace(writes_only);
        bus->ops->write_words(bus, (bus_addr){ BAR1 + 0x100 }, words, 16);
        mmiotrace_send(trace);
        expect_words('W', 16, false);
        bus = open_trace(writes_only);
        bus->ops->write_words(bus, (bus_addr){ BAR1 + 0x100 }, words, 17);
        expect_lines(1, CARD "MARK 2.000000 words W 0xd0000100 68\n"
                             "MARK 2.000000 run 0xd0000100 4 17 0x1 0x0\n");
    }
}

TEST(what_the_bus_refuses_is_refused)
{
    struct bus *const bus = open_trace(false);
    struct dma_memory out;

    answer = ERR_UNSUPPORTED;
    assert_int_equal(ERR_UNSUPPORTED,
                     bus->ops->set_caching(bus, (bus_addr){ BAR1 }, 0x2000, BUS_UNCACHED));
    assert_int_equal(ERR_UNSUPPORTED, bus->ops->dma_alloc(bus, 0x200, &out));
    assert_int_equal(ERR_UNSUPPORTED, bus->ops->dma_alloc_high(bus, 0x200, &out));
    expect_lines(1, "");
    assert_int_equal(0, trace->blocks);
    answer = OK;
    assert_int_equal(OK, bus->ops->dma_alloc(bus, 0x200, &out));
    expect_lines(1, "MARK 2.000000 alloc 0x8000 512\n");
    assert_int_equal(2, trace->blocks);
}

/* Whatever word of a block changes, the block is said again. */
TEST(every_word_of_memory_is_watched)
{
    struct bus *const bus = open_trace(false);
    struct dma_memory out;

    memset(memory, 0, sizeof(memory));
    assert_int_equal(OK, bus->ops->dma_alloc(bus, sizeof(memory), &out));
    for (unsigned i = 0; i < sizeof(memory) / 8; i++) {
        char expected[60];

        mmiotrace_send(trace);
        lines[0] = '\0';
        memory[i] ^= UINT64_C(1) << (i & 63);
        mmiotrace_put_memory(trace);
        mmiotrace_send(trace);
        snprintf(expected, sizeof(expected), "MARK 2.000000 memory 0x%x 256\n",
                 0x8000 + i / 32 * 256);
        assert_non_null(strstr(lines, expected));
    }
}

/* Seconds and microseconds, at a second's ends. */
TEST(times_are_seconds)
{
    open_trace(false);
    below.now_us = 999999;
    mmiotrace_mark(trace, "test", "a");
    below.now_us = 1000000;
    mmiotrace_mark(trace, "test", "b");
    below.now_us = UINT64_C(123456000007);
    mmiotrace_mark(trace, "test", "c");
    expect_lines(0, "MARK 0.999999 test a\nMARK 1.000000 test b\nMARK 123456.000007 test c\n");
}

FIXTURE(open_lines)
{
    memset(&card.bars, 0, sizeof(card.bars));
    open_trace(false);
    below.now_us = 12000345;
}

static void expect_text(const char *expected)
{
    expect_lines(0, expected);
    lines[0] = '\0';
}

/* A line holds eight words; three or more that differ by the same step are a line of their own, at which the line of
 * the words before them ends. */
TEST(content_goes_in_lines_of_eight_words, open_lines)
{
    _Alignas(8) static const uint64_t uneven[] = { 1, 2, 4, 7, 11, 16, 22, 29, 37, 46 };
    _Alignas(8) static const uint64_t run[] = { 9, 1, 5, 5, 5 };

    mmiotrace_put_content(trace, 0x1000, uneven, sizeof(uneven));
    expect_text("MARK 12.000345 data 0x1000 8 0x1 0x2 0x4 0x7 0xb 0x10 0x16 0x1d\n"
                "MARK 12.000345 data 0x1040 8 0x25 0x2e\n");
    mmiotrace_put_content(trace, 0x1000, run, sizeof(run));
    expect_text("MARK 12.000345 data 0x1000 8 0x9 0x1\n"
                "MARK 12.000345 run 0x1010 8 3 0x5 0x0\n");
}

/* One more than the number of the BAR that the address lies in: of memory, and with an address. */
TEST(addresses_have_the_id_of_their_bar, open_lines)
{
    card.bars[0] = (struct pci_bar){ .at = { 0x1000 }, .size = 0x100, .assigned = true };
    card.bars[1] = (struct pci_bar){ .at = { 0x2000 }, .size = 0x100 };
    card.bars[2] =
        (struct pci_bar){ .at = { 0x3000 }, .size = 0x100, .assigned = true, .io = true };
    card.bars[3] = (struct pci_bar){ .at = { 0x4000 }, .size = 0x100, .assigned = true };
    static const unsigned ids[][2] = { { 0x1000, 1 }, { 0x10ff, 1 }, { 0x1100, 0 },
                                       { 0x2000, 0 }, { 0x3000, 0 }, { 0x40ff, 4 } };
    for (unsigned i = 0; i < ARRAY_SIZE(ids); i++)
        assert_int_equal(ids[i][1], mmiotrace_mapping(trace, (bus_addr){ ids[i][0] }));
}

/* One bit of a block of 256 bytes is enough, in either half of a word, and is said once. */
TEST(changes_of_memory_are_seen, open_lines)
{
    _Alignas(8) static uint8_t bytes[2 * MMIOTRACE_BLOCK];
    const struct dma_memory piece = { .cpu = bytes, .bus = { 0x8000 }, .size = sizeof(bytes) };

    mmiotrace_watch(trace, &piece);
    mmiotrace_put_memory(trace);
    expect_text("");
    bytes[sizeof(bytes) - 1] = 0x80;
    mmiotrace_put_memory(trace);
    expect_text("MARK 12.000345 memory 0x8100 256\n"
                "MARK 12.000345 run 0x8100 8 31 0x0 0x0\n"
                "MARK 12.000345 data 0x81f8 8 0x8000000000000000\n");
    mmiotrace_put_memory(trace);
    expect_text("");
    bytes[0] = 1;
    mmiotrace_put_memory(trace);
    expect_text("MARK 12.000345 memory 0x8000 256\n"
                "MARK 12.000345 data 0x8000 8 0x1\n"
                "MARK 12.000345 run 0x8008 8 31 0x0 0x0\n");
}

/* 96 pieces, 2 MiB of them in all, none of more than 1 MiB; the room comes back when the last piece is forgotten. */
TEST(only_so_much_memory_is_watched, open_lines)
{
    static uint8_t bytes[0x100100];
    struct dma_memory piece = { .cpu = bytes, .bus = { 0x8000 }, .size = 0x100100 };
    struct dma_memory other = { .cpu = bytes + 8, .bus = { 0x8008 }, .size = 0x100 };

    mmiotrace_watch(trace, &piece);
    assert_int_equal(trace->blocks, 0);
    piece.size = 0x100000;
    mmiotrace_watch(trace, &piece);
    assert_int_equal(trace->blocks, 4096);
    mmiotrace_watch(trace, &other);
    mmiotrace_watch(trace, &piece); /* one block too many */
    assert_int_equal(trace->blocks, 4097);
    assert_null(trace->memories[2].cpu);
    mmiotrace_forget(trace, &other);
    assert_int_equal(trace->blocks, 4097);
    mmiotrace_forget(trace, &piece);
    assert_int_equal(trace->blocks, 0);
    mmiotrace_watch(trace, &piece);
    mmiotrace_watch(trace, &piece); /* just enough */
    assert_int_equal(trace->blocks, 8192);
    mmiotrace_forget(trace, &piece);
    for (unsigned i = 0; i < 97; i++)
        mmiotrace_watch(trace, &other);
    assert_pairs(trace->blocks, 96, trace->memories[95].first, 95);
}

GROUP(make_trace, free_trace)
