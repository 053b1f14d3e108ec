/* log=mmio: each access is on the medium before it is made; and a full, slow or absent medium. */
#include "engines/mmiotrace.h"
#include "tests/kit/bench.h"
#include "tests/suite/run_rig.h"

/* ---- lines come before accesses ---------------------------------------------------------------- */

/* A bus that nobody is on. Each access notes how the log ended when it was made. */
static struct {
    struct bench bench;
    char log[1 << 16];
    size_t used;
    char last[256]; /* the last line when the access was made */
    unsigned accesses, sends;
    _Alignas(4096) uint8_t memory[0x2000];
} fake;

static void take_lines(void *opaque, const char *text, size_t size)
{
    assert_true(size > 0 && text[size - 1] == '\n' && fake.used + size < sizeof(fake.log));
    memcpy(fake.log + fake.used, text, size);
    fake.sends++;
    fake.used += size;
    fake.log[fake.used] = '\0';
}

static void accessed(struct bench *bench)
{
    const char *line = fake.log;

    for (const char *c = fake.log; *c; c++)
        if (*c == '\n' && c[1])
            line = c + 1;
    fake.accesses++;
    snprintf(fake.last, sizeof(fake.last), "%.*s", (int)strcspn(line, "\n"), line);
}

static void fake_read_words(struct bus *bus, bus_addr at, uint32_t *words, size_t count)
{
    for (size_t i = 0; i < count; i++)
        words[i] = (uint32_t)i * 7;
}

static uint64_t read_word(struct bus *bus, bus_addr at, uint8_t size)
{
    return size == 8 ? 0 : 0x84;
}

static void drop_word(struct bus *bus, bus_addr at, uint8_t size, uint64_t value)
{
}

static void keep_memory(struct bus *bus, struct dma_memory *memory)
{
    *memory = (struct dma_memory){ 0 };
}

static size_t fake_march(struct bus *bus, bus_addr at, size_t size, bool down, uint64_t expect,
                         uint64_t next, uint64_t *seen)
{
    *seen = 0x55;
    return 16;
}

static enum err fake_dma_alloc(struct bus *bus, size_t size, struct dma_memory *out)
{
    *out = (struct dma_memory){ .cpu = fake.memory, .bus = { 0x40000000 }, .size = size };
    return OK;
}

static const struct pci_card card = {
    .at = { 0, 1, 0, 0 },
    .vendor = 0x10de,
    .device = 0x0400,
    .bars = { [0] = { .at = { 0xc0000000 }, .size = 0x1000000, .assigned = true },
              [1] = { .at = { 0xd0000000 },
                      .size = 0x10000000,
                      .is_64bit = true,
                      .prefetchable = true,
                      .assigned = true } },
};

static struct mmiotrace trace;

static struct bus *traced(bool writes_only)
{
    memset(&fake, 0, sizeof(fake));
    bench_open(&fake.bench, NULL);
    fake.bench.now_us = 12000345;
    fake.bench.before = accessed;
    bench_put_config(&fake.bench, 4, 0xde10, 2);
    fake.bench.does.read = read_word;
    fake.bench.does.write = drop_word;
    fake.bench.does.read_words = fake_read_words;
    fake.bench.does.march = fake_march;
    fake.bench.ops.dma_alloc = fake_dma_alloc;
    fake.bench.ops.dma_free = keep_memory;
    mmiotrace_open(&trace, &fake.bench.bus, &card, writes_only, take_lines, NULL);
    return &trace.bus;
}

/* The access was made once, when the log ended with that line. */
static void expect_last(const char *line)
{
    assert_int_equal(1, fake.accesses);
    assert_string_equal(line, fake.last);
    fake.accesses = 0;
}

TEST(each_access_is_written_before_it_is_made)
{
    struct bus *const bus = traced(false);
    const struct bus_ops *const ops = bus->ops;
    const struct pci_function at = { 0, 1, 0, 0 };
    uint32_t words[20] = { 5, 0, 9 };
    uint64_t block[4] = { 1, 2, 3, 9 }, seen;

    assert_int_equal(0x84, ops->read(bus, (bus_addr){ 0xc0000000 }, 4));
    expect_last("MARK 12.000345 R 4 0xc0000000");
    ops->write(bus, (bus_addr){ 0xc0001700 }, 4, 0x12);
    expect_last("W 4 12.000345 1 0xc0001700 0x12 0x0 0");
    ops->write(bus, (bus_addr){ 0xd0000010 }, 8, 0x12);
    expect_last("W 8 12.000345 2 0xd0000010 0x12 0x0 0");
    ops->read(bus, (bus_addr){ 0xfffe0000 }, 1);
    expect_last("MARK 12.000345 R 1 0xfffe0000");
    assert_int_equal(0xde10, ops->config_read(bus, at, 4, 2));
    expect_last("MARK 12.000345 config R 0000:01:00.0 0x004 2");
    ops->config_write(bus, at, 0x10c, 4, 0x7f);
    expect_last("MARK 12.000345 config W 0000:01:00.0 0x10c 4 0x7f");
    ops->read_block(bus, (bus_addr){ 0xd0000000 }, block, sizeof(block));
    expect_last("MARK 12.000345 block R 0xd0000000 32");
    block[0] = 1, block[1] = 2, block[2] = 3, block[3] = 9;
    ops->write_block(bus, (bus_addr){ 0xd0000000 }, block, sizeof(block));
    expect_last("MARK 12.000345 data 0xd0000018 8 0x9");
    ops->fill_block(bus, (bus_addr){ 0xd0000000 }, 0xaa, 0x10000);
    expect_last("MARK 12.000345 run 0xd0000000 8 8192 0xaa 0x0");
    ops->read_words(bus, (bus_addr){ 0xc0700000 }, words, 20);
    expect_last("MARK 12.000345 words R 0xc0700000 80");
    ops->write_words(bus, (bus_addr){ 0xc0700000 }, words, 3);
    expect_last("W 4 12.000345 1 0xc0700008 0xe 0x0 0");
    ops->write_words(bus, (bus_addr){ 0xc0700000 }, words, 17);
    expect_last("MARK 12.000345 run 0xc0700000 4 17 0x0 0x7");
    assert_int_equal(16, ops->march(bus, (bus_addr){ 0xd0000000 }, 64, true, 0, 0x55, &seen));
    expect_last("MARK 12.000345 march down 0xd0000000 64 0x0 0x55");
    mmiotrace_send(&trace);
    expect_said(fake.log, "PCIDEV 0100 10de0400 0 c0000000 d000000c 0 0 0 0 0 1000000 10000000 0 0 "
                          "0 0 0\nMAP 12.000345 1 0xc0000000 0xc0000000 0x1000000 0x0 0\n"
                          "MAP 12.000345 2 0xd0000000 0xd0000000 0x10000000 0x0 0\n"
                          "MARK 12.000345 R 4 0xc0000000\n"
                          "R 4 12.000345 1 0xc0000000 0x84 0x0 0\n");
    expect_said(fake.log, "R 1 12.000345 0 0xfffe0000 0x84 0x0 0\n");
    expect_said(fake.log, "MARK 12.000345 config = 0000:01:00.0 0x004 2 0xde10\n");
    expect_said(fake.log, "block W 0xd0000000 32\nMARK 12.000345 run 0xd0000000 8 3 0x1 0x1\n");
    expect_said(
        fake.log,
        "words R 0xc0700000 80\nMARK 12.000345 run 0xc0700000 8 10 0x700000000 0xe0000000e\n");
    expect_said(fake.log, "MARK 12.000345 right 16 0x55\n");
}

/* FNV-1a over words, by hand: (base ^ 1) * prime, and that ^ 2 times the prime. */
TEST(sums_are_fnv)
{
    const uint64_t words[2] = { 1, 2 };

    assert_true(mmiotrace_sum(words, 0) == UINT64_C(0xcbf29ce484222325));
    assert_true(mmiotrace_sum(words, 8) == UINT64_C(0xaf63bc4c8601b62c));
    assert_true(mmiotrace_sum(words, 16) == UINT64_C(0x82f2407b4e8902a));
    assert_true(mmiotrace_sum(words, 9) ==
                mmiotrace_sum(words, 16)); /* a byte of 2, then nothing */
}

TEST(only_writes)
{
    struct bus *const bus = traced(true);
    uint32_t words[2];
    uint64_t seen;

    bus->ops->read(bus, (bus_addr){ 0xc0000000 }, 4);
    bus->ops->read_words(bus, (bus_addr){ 0xc0000000 }, words, 2);
    bus->ops->config_read(bus, (struct pci_function){ 0, 1, 0, 0 }, 4, 2);
    bus->ops->march(bus, (bus_addr){ 0xd0000000 }, 64, false, 5, 5, &seen);
    mmiotrace_send(&trace);
    assert_int_equal(0, fake.used);
    fake.accesses = 0;
    bus->ops->march(bus, (bus_addr){ 0xd0000000 }, 64, false, 5, 6, &seen);
    expect_last("MARK 12.000345 march up 0xd0000000 64 0x5 0x6");
    bus->ops->write(bus, (bus_addr){ 0xc0001700 }, 4, 0x12);
    expect_last("W 4 12.000345 1 0xc0001700 0x12 0x0 0");
}

/* Changes in memory since the last access are logged before the next one. */
TEST(memory_is_written_down)
{
    struct bus *const bus = traced(false);
    struct dma_memory memory;

    assert_int_equal(OK, bus->ops->dma_alloc(bus, sizeof(fake.memory), &memory));
    bus->ops->write(bus, (bus_addr){ 0xc0001700 }, 4, 0);
    assert_null(strstr(fake.log, "memory"));
    expect_said(fake.log, "MARK 12.000345 alloc 0x40000000 8192\n");
    fake.memory[0x1108] = 0x77;
    bus->ops->read(bus, (bus_addr){ 0xc0000000 }, 4);
    expect_said(fake.log, "MARK 12.000345 memory 0x40001100 256\n"
                          "MARK 12.000345 data 0x40001100 8 0x0 0x77\n"
                          "MARK 12.000345 run 0x40001110 8 30 0x0 0x0\n"
                          "MARK 12.000345 R 4 0xc0000000\n");
    fake.used = 0;
    fake.log[0] = '\0';
    bus->ops->read(bus, (bus_addr){ 0xc0000000 }, 4);
    assert_null(strstr(fake.log, "memory"));
    bus->ops->dma_free(bus, &memory);
    fake.memory[0] = 1;
    bus->ops->read(bus, (bus_addr){ 0xc0000000 }, 4);
    assert_null(strstr(fake.log, "memory"));
    expect_said(fake.log, "MARK 12.000345 free 0x40000000 8192\n");
}

/* ... whatever kind of access that is. */
TEST(every_access_writes_memory_down)
{
    struct bus *const bus = traced(false);
    const struct bus_ops *const ops = bus->ops;
    const struct pci_function at = { 0, 1, 0, 0 };
    const bus_addr bar = { 0xd0000000 };
    uint32_t words[20] = { 0 };
    uint64_t block[4] = { 0 }, seen;
    struct dma_memory memory;

    assert_int_equal(OK, ops->dma_alloc(bus, sizeof(fake.memory), &memory));
    ops->read(bus, bar, 4);
    for (unsigned kind = 0; kind < 10; kind++) {
        fake.memory[0x100] = (uint8_t)(kind + 1);
        fake.used = 0;
        fake.log[0] = '\0';
        /* clang-format off */
        switch (kind) {
        case 0: ops->config_read(bus, at, 4, 2); break;
        case 1: ops->config_write(bus, at, 4, 2, 0); break;
        case 2: ops->read(bus, bar, 4); break;
        case 3: ops->write(bus, bar, 4, 0); break;
        case 4: ops->read_block(bus, bar, block, sizeof(block)); break;
        case 5: ops->write_block(bus, bar, block, sizeof(block)); break;
        case 6: ops->fill_block(bus, bar, 0, 0x1000); break;
        case 7: ops->read_words(bus, bar, words, 20); break;
        case 8: ops->write_words(bus, bar, words, 20); break;
        default: ops->march(bus, bar, 64, false, 0, 1, &seen); break;
        }
        /* clang-format on */
        expect_said(fake.log, "MARK 12.000345 memory 0x40000100 256\n");
    }
    ops->dma_free(bus, &memory);
}

/* ---- the medium -------------------------------------------------------------------------------- */

static struct {
    char name[32];
    char text[1 << 23];
    uint64_t room, end;
    uint64_t slow_us; /* that each piece takes */
    uint64_t breaks_at;
    unsigned opened;
    struct rig *rig;
} file;

static uint64_t open_log(void *opaque, const char *name)
{
    file.opened++;
    snprintf(file.name, sizeof(file.name), "%s", name);
    return file.room;
}

static bool write_log(void *opaque, uint64_t at, const char *text, size_t size)
{
    assert_true(at <= file.end && at + size <= file.room && at + size < sizeof(file.text));
    if (file.breaks_at && at + size > file.breaks_at)
        return false;
    memcpy(file.text + at, text, size);
    file.end = at + size > file.end ? at + size : file.end;
    file.text[file.end] = '\0';
    if (file.slow_us && file.rig->host) {
        struct bus *const bus = host_bus(file.rig->host);
        bus->ops->wait_us(bus, file.slow_us);
    }
    return true;
}

static struct rig *rig_with_log(uint64_t room, const char *suite)
{
    struct rig *rig = rig_new();

    memset(&file, 0, sizeof(file));
    file.room = room;
    file.rig = rig;
    rig->config.log = LOG_MMIO;
    rig->sinks.log_open = open_log;
    rig->sinks.log_write = write_log;
    rig_suite(rig, suite);
    return rig;
}

TEST(whole_run_is_logged)
{
    struct rig *rig = rig_with_log(sizeof(file.text) - 1, "id,link");

    assert_pairs(VERDICT_PASS, rig_run(rig), 1, file.opened);
    assert_string_equal("mmio-1.log", file.name);
    expect_said(rig->tap, "# each access to a card is written to mmio-1.log before it is made\n");
    assert_int_equal(0, strncmp(file.text, "VERSION 20070824\nMARK ", 22));
    expect_said(file.text, " card 0000:01:00.0\n");
    expect_said(file.text, " phase reading BOOT_0\n");
    expect_said(file.text, " test id.boot0\n");
    expect_said(file.text, " phase done\n");
}

/* The file does not grow, its last line is the last access, and the report loses nothing. */
TEST(full_log_keeps_its_last_line)
{
    struct rig *rig = rig_with_log(0x8000, "id,link");

    assert_int_equal(VERDICT_PASS, rig_run(rig));
    assert_int_equal(1,
                     times_said(rig->tap, "# mmio-1.log is as long as it may be (0 MiB): from here "
                                          "on only its last line is kept\n"));
    assert_in_range(file.end, 0x8000 - 0x1200, 0x8000);
    assert_pairs('\n', file.text[file.end - 161], '\n', file.text[file.end - 1]);
    const char *const last = file.text + file.end - 160;
    assert_int_equal(0, strncmp(last, "MARK ", 5));
    assert_non_null(strstr(last, " phase done "));
    expect_said(rig->records, "\"result\":\"pass\"");
}

TEST(log_that_breaks)
{
    struct rig *rig = rig_with_log(sizeof(file.text) - 1, "id");

    file.breaks_at = 0x1000;
    assert_int_equal(VERDICT_PASS, rig_run(rig));
    assert_int_equal(1, times_said(rig->tap, "# mmio-1.log could not be written to: from here on "
                                             "nothing is logged\n"));
}

/* A stick that takes 20 ms for a line: a test of some thousand accesses takes longer than any deadline. The watchdog
 * is armed again and again meanwhile, with the time of the running test. */
TEST(slow_log_costs_no_deadline)
{
    struct rig *rig = rig_with_log(sizeof(file.text) - 1, "link");

    rig_run(rig);
    const unsigned calls = rig->watchdog_calls;
    assert_int_equal(VERDICT_PASS, rig->verdict);
    rig_free(rig);

    rig = rig_with_log(sizeof(file.text) - 1, "link");
    file.slow_us = 20000;
    assert_int_equal(VERDICT_PASS, rig_run(rig));
    /* Fifty lines take a second, and sooner it is not armed again. */
    assert_in_range(rig->watchdog_calls, calls + 20, calls + times_said(file.text, "\n") / 50 + 1);
}
