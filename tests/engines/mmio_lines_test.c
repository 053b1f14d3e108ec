/* The lines of log=mmio by themselves (engines/mmiotrace_lines.h): long content, map ids, and the memory that is watched. */
#include "engines/mmiotrace_lines.h"
#include "tests/kit/bench.h"
#include "tests/kit/tests.h"

static struct bench below;
static struct pci_card card;
static struct mmiotrace *trace;
static char lines[3 * MMIOTRACE_TEXT];

static void take_lines(void *opaque, const char *text, size_t size)
{
    strncat(lines, text, size);
}

FIXTURE(open_trace)
{
    trace = calloc(1, sizeof(*trace));
    memset(&card, 0, sizeof(card));
    bench_open(&below, NULL);
    below.now_us = 12000345;
    mmiotrace_open(trace, &below.bus, &card, false, take_lines, NULL);
    mmiotrace_send(trace);
    lines[0] = '\0';
}

FIXTURE(close_trace)
{
    free(trace);
}

static void expect_lines(const char *expected)
{
    mmiotrace_send(trace);
    assert_string_equal(expected, lines);
    lines[0] = '\0';
}

/* A line holds eight words; three or more that differ by the same step are a line of their own, at which the line of
 * the words before them ends. */
TEST(content_goes_in_lines_of_eight_words, open_trace, close_trace)
{
    _Alignas(8) static const uint64_t uneven[] = { 1, 2, 4, 7, 11, 16, 22, 29, 37, 46 };
    _Alignas(8) static const uint64_t run[] = { 9, 1, 5, 5, 5 };

    mmiotrace_put_content(trace, 0x1000, uneven, sizeof(uneven));
    expect_lines("MARK 12.000345 data 0x1000 8 0x1 0x2 0x4 0x7 0xb 0x10 0x16 0x1d\n"
                 "MARK 12.000345 data 0x1040 8 0x25 0x2e\n");
    mmiotrace_put_content(trace, 0x1000, run, sizeof(run));
    expect_lines("MARK 12.000345 data 0x1000 8 0x9 0x1\n"
                 "MARK 12.000345 run 0x1010 8 3 0x5 0x0\n");
}

/* One more than the number of the BAR that the address lies in: of memory, and with an address. */
TEST(addresses_have_the_id_of_their_bar, open_trace, close_trace)
{
    card.bars[0] = (struct pci_bar){ .at = { 0x1000 }, .size = 0x100, .assigned = true };
    card.bars[1] = (struct pci_bar){ .at = { 0x2000 }, .size = 0x100 };
    card.bars[2] =
        (struct pci_bar){ .at = { 0x3000 }, .size = 0x100, .assigned = true, .io = true };
    card.bars[3] = (struct pci_bar){ .at = { 0x4000 }, .size = 0x100, .assigned = true };
    assert_int_equal(mmiotrace_mapping(trace, (bus_addr){ 0x1000 }), 1);
    assert_int_equal(mmiotrace_mapping(trace, (bus_addr){ 0x10ff }), 1);
    assert_int_equal(mmiotrace_mapping(trace, (bus_addr){ 0x1100 }), 0);
    assert_int_equal(mmiotrace_mapping(trace, (bus_addr){ 0x2000 }), 0);
    assert_int_equal(mmiotrace_mapping(trace, (bus_addr){ 0x3000 }), 0);
    assert_int_equal(mmiotrace_mapping(trace, (bus_addr){ 0x40ff }), 4);
}

/* One bit of a block of 256 bytes is enough, in either half of a word, and is said once. */
TEST(changes_of_memory_are_seen, open_trace, close_trace)
{
    _Alignas(8) static uint8_t bytes[2 * MMIOTRACE_BLOCK];
    const struct dma_memory memory = { .cpu = bytes, .bus = { 0x8000 }, .size = sizeof(bytes) };

    mmiotrace_watch(trace, &memory);
    mmiotrace_put_memory(trace);
    expect_lines("");
    bytes[sizeof(bytes) - 1] = 0x80;
    mmiotrace_put_memory(trace);
    expect_lines("MARK 12.000345 memory 0x8100 256\n"
                 "MARK 12.000345 run 0x8100 8 31 0x0 0x0\n"
                 "MARK 12.000345 data 0x81f8 8 0x8000000000000000\n");
    mmiotrace_put_memory(trace);
    expect_lines("");
    bytes[0] = 1;
    mmiotrace_put_memory(trace);
    expect_lines("MARK 12.000345 memory 0x8000 256\n"
                 "MARK 12.000345 data 0x8000 8 0x1\n"
                 "MARK 12.000345 run 0x8008 8 31 0x0 0x0\n");
}

/* 96 pieces, 2 MiB of them in all, none of more than 1 MiB; the room comes back when the last piece is forgotten. */
TEST(only_so_much_memory_is_watched, open_trace, close_trace)
{
    static uint8_t bytes[0x100100];
    struct dma_memory memory = { .cpu = bytes, .bus = { 0x8000 }, .size = 0x100100 };
    struct dma_memory other = { .cpu = bytes + 8, .bus = { 0x8008 }, .size = 0x100 };

    mmiotrace_watch(trace, &memory);
    assert_int_equal(trace->blocks, 0);
    memory.size = 0x100000;
    mmiotrace_watch(trace, &memory);
    assert_int_equal(trace->blocks, 4096);
    mmiotrace_watch(trace, &other);
    mmiotrace_watch(trace, &memory); /* one block too many */
    assert_int_equal(trace->blocks, 4097);
    assert_null(trace->memories[2].cpu);
    mmiotrace_forget(trace, &other);
    assert_int_equal(trace->blocks, 4097);
    mmiotrace_forget(trace, &memory);
    assert_int_equal(trace->blocks, 0);
    mmiotrace_watch(trace, &memory);
    mmiotrace_watch(trace, &memory); /* just enough */
    assert_int_equal(trace->blocks, 8192);
    mmiotrace_forget(trace, &memory);
    for (unsigned i = 0; i < 97; i++)
        mmiotrace_watch(trace, &other);
    assert_pairs(trace->blocks, 96, trace->memories[95].first, 95);
}
