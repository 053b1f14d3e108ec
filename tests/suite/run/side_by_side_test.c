/* jobs=: several cards at the same time have the same lines and results as one after the other, and one that hangs its
 * processor costs the others nothing (docs/rig.md). Each card has a bus and a thread of its own. */
#include <pthread.h>
#include <time.h>

#include "tests/suite/run_rig.h"
#include "tools/workers.h"

#define CARDS_MAX 3
#define FASTER                                                                                     \
    40 /* so many times does the clock of the watchdogs run, so that nobody waits for a minute */

static const char together[] = "# 2 cards, 2 at the same time, each by a processor of its own\n";

struct machine {
    struct rig *rig;
    struct chip_run {
        struct host_bus *host;
        struct run *run; /* that takes the card's lines */
    } chip_runs[CARDS_MAX];
    struct workers workers;
    unsigned count;
    enum bridge_fault bridge;
    struct model_config cards[CARDS_MAX];
};

static void remark(void *opaque, const char *line)
{
    run_remark(((const struct chip_run *)opaque)->run, line);
}

static void hand_over(void *opaque, struct bus *bus, struct run *run)
{
    struct machine *const m = opaque;

    for (unsigned i = 0; i < m->count; i++)
        if (host_bus(m->chip_runs[i].host) == bus)
            m->chip_runs[i].run = run;
}

static struct machine *machine_new(unsigned jobs)
{
    struct machine *const m = calloc(1, sizeof(*m));

    assert_non_null(m);
    m->rig = rig_new();
    m->rig->config.jobs = (uint8_t)jobs;
    workers_open(&m->workers);
    m->workers.listens = hand_over;
    m->workers.opaque = m;
    m->rig->setup.workers = &m->workers.ops;
    m->count = 2;
    m->cards[0] = (struct model_config){ .chip = &nv50_chips[CHIP_G84].chip, .vram_size = 2 << 20 };
    m->cards[1] =
        (struct model_config){ .chip = &gv100_chips[CHIP_GV100].chip, .vram_size = 16 << 20 };
    m->cards[2] = m->cards[0];
    return m;
}

static void machine_switch_on(struct machine *m)
{
    char error[256];

    for (unsigned i = 0; i < m->count; i++) {
        const struct host_bus_config config = { .cards = &m->cards[i],
                                                .count = 1,
                                                .first = (uint8_t)i,
                                                .bridge = m->bridge,
                                                .log = remark,
                                                .opaque = &m->chip_runs[i] };

        m->chip_runs[i].host = host_bus_new(&config, error, sizeof(error));
        if (!m->chip_runs[i].host)
            fail_msg("%s", error);
    }
}

static void machine_run(struct machine *m)
{
    void *const arena = calloc(1, RUN_ARENA_SIZE);
    struct bus *buses[CARDS_MAX];
    struct run *const run = run_open(&m->rig->setup, arena);

    for (unsigned i = 0; i < m->count; i++) {
        buses[i] = host_bus(m->chip_runs[i].host);
        m->chip_runs[i].run = run;
    }
    run_buses(run, buses, m->count);
    m->rig->verdict = run_close(run);
    free(arena);
}

static void machine_free(struct machine *m)
{
    for (unsigned i = 0; i < m->count; i++)
        host_bus_free(m->chip_runs[i].host);
    rig_free(m->rig);
    free(m);
}

/* The lines of `all` that have `part` in them. */
static char *lines_with(const char *all, const char *part)
{
    char *const lines = calloc(1, strlen(all) + 1);
    size_t length = 0;

    for (const char *line = all, *end; *line; line = end) {
        end = strchr(line, '\n') + 1;
        char *const copy = strndup(line, (size_t)(end - line));

        if (strstr(copy, part))
            length += (size_t)snprintf(lines + length, strlen(all) + 1 - length, "%s", copy);
        free(copy);
    }
    return lines;
}

/* ---- as one after the other ---- */

/* The defects of the cards; the verdict of the run. */
static const struct pair {
    const char *defects[2], *suite;
    enum verdict verdict;
} pairs[] = {
    { { NULL, NULL }, "default", VERDICT_PASS },
    { { NULL, "vram-channel:channel=3" }, "default", VERDICT_FAIL },
    { { "vram-stuck:partition=1,bit=37", NULL }, "default", VERDICT_FAIL },
    { { "bus-gone:after=2000", NULL }, "default", VERDICT_INCOMPLETE },
    { { "tlb-flush-never-ends", "bus-gone:after=2000" }, "default", VERDICT_FAIL },
};

static struct machine *run_pair(const struct pair *pair, unsigned jobs)
{
    struct machine *const m = machine_new(jobs);

    rig_suite(m->rig, pair->suite);
    for (unsigned i = 0; i < 2; i++)
        m->cards[i].defects = pair->defects[i];
    machine_switch_on(m);
    machine_run(m);
    return m;
}

/* Of each card every line of TAP and every record, in their order. */
static void expect_same(const struct machine *one, const struct machine *two)
{
    static const char *const cards[] = { "\"card\":\"0000:01:00.0\"", "\"card\":\"0000:01:01.0\"" };
    char *const at = strstr(two->rig->tap, together);

    assert_non_null(at);
    memmove(at, at + strlen(together), strlen(at + strlen(together)) + 1);
    assert_string_equal(one->rig->tap, two->rig->tap);
    for (unsigned i = 0; i < 2; i++) {
        char *const a = lines_with(one->rig->records, cards[i]);
        char *b = lines_with(two->rig->records, cards[i]);

        /* Before all of them the bridges above it are seen to. */
        for (unsigned phases = 0; phases < 2; phases++)
            memmove(b, strchr(b, '\n') + 1, strlen(strchr(b, '\n') + 1) + 1);
        assert_string_equal(a, b);
        free(a);
        free(b);
    }
}

static void say_the_same(unsigned from, unsigned to)
{
    for (unsigned i = from; i < to; i++) {
        struct machine *const one = run_pair(&pairs[i], 1), *const two = run_pair(&pairs[i], 2);

        assert_pairs(pairs[i].verdict, one->rig->verdict, pairs[i].verdict, two->rig->verdict);
        expect_same(one, two);
        for (unsigned card = 0; card < 2; card++)
            if (!pairs[i].defects[card] || !strstr(pairs[i].defects[card], "gone"))
                assert_int_equal(
                    0, model_changed(host_bus_card(two->chip_runs[card].host, 0), NULL, NULL));
        machine_free(one);
        machine_free(two);
    }
}

TEST(cards_say_and_come_to_the_same)
{
    say_the_same(0, 2);
}

TEST(bad_memory_beside_a_good_card)
{
    say_the_same(2, 3);
}

TEST(cards_that_fall_off_beside_others)
{
    say_the_same(3, ARRAY_SIZE(pairs));
}

static bool starts_nobody(void *opaque, unsigned worker, void (*work)(void *of), void *of)
{
    return false;
}

static bool keep_file(void *opaque, const char *name, const void *bytes, size_t size)
{
    return size > 0;
}

/* More cards than processors: each has its turn; where no processor starts after all, this one drives them. Files go
 * out either way; ports that were shut are opened before the first card is taken, and shut at last. TAP 13: tests are
 * numbered from 1, through all cards. */
TEST(a_processor_takes_the_next_card)
{
    static const struct pci_function port = { .device = 1 };

    for (unsigned starts = 0; starts < 2; starts++) {
        struct machine *const m = machine_new(2);
        char *const tap = m->rig->tap;
        unsigned count = 0, number;

        m->count = 3;
        m->bridge = BRIDGE_SHUT;
        m->rig->sinks.keep = keep_file;
        m->rig->config.dump_vbios = true;
        m->workers.ops.start = starts ? m->workers.ops.start : starts_nobody;
        rig_suite(m->rig, "id,link");
        machine_switch_on(m);
        machine_run(m);
        expect_said(tap, "# 3 cards, 2 at the same time");
        assert_pairs(VERDICT_PASS, m->rig->verdict, 3, times_said(tap, "its VBIOS is kept"), 4,
                     times_said(tap, " verdict: PASS"), 3, times_said(tap, "; opened\n"), 6,
                     times_said(m->rig->records, "\"phase\":\"done\",\"card\":\"0000:01:0"));
        for (unsigned i = 0; i < 3; i++) {
            struct bus *const bus = host_bus(m->chip_runs[i].host);

            assert_int_equal(0, bus->ops->config_read(bus, port, PCI_COMMAND, 2) &
                                    (PCI_COMMAND_MEMORY | PCI_COMMAND_MASTER));
        }
        for (char *line = strtok(tap, "\n"); line; line = strtok(NULL, "\n"))
            if (sscanf(line, "ok %u", &number) == 1)
                assert_int_equal(++count, number);
        assert_in_range(count, 30, 99);
        machine_free(m);
    }
}

/* ---- one that hangs ---- */

static uint64_t fast_us(void *opaque)
{
    struct timespec now;

    clock_gettime(CLOCK_MONOTONIC, &now);
    return ((uint64_t)now.tv_sec * 1000000 + (uint64_t)now.tv_nsec / 1000) * FASTER;
}

static uint64_t worker_us(void *opaque, struct bus *bus)
{
    return fast_us(opaque);
}

/* A bus on which the processor waits for ever for the answer to a read. */
static struct stuck {
    struct bus_tap tap;
    unsigned reads_left;
} stuck;

static uint64_t read_and_hang(struct bus *bus, bus_addr at, uint8_t size)
{
    if (!stuck.reads_left--)
        for (;;)
            nanosleep(&(struct timespec){ .tv_sec = 1 }, NULL);
    return stuck.tap.real->read(bus, at, size);
}

/* The first card hangs in its 30000th read. Its thread, its bus and its lane stay until the process ends. */
TEST(a_card_that_hangs_costs_the_others_nothing)
{
    struct machine *const m = machine_new(2);

    m->rig->sinks.time_us = fast_us;
    m->workers.ops.time_us = worker_us;
    m->count = 3;
    machine_switch_on(m);
    bus_tap(&stuck.tap, host_bus(m->chip_runs[0].host));
    stuck.tap.ops.read = read_and_hang;
    stuck.reads_left = 30000;
    machine_run(m);
    assert_int_equal(VERDICT_INCOMPLETE, m->rig->verdict);
    expect_said(m->rig->tap, "# the processor that drives the card has not come back from vm.");
    expect_said(m->rig->tap, ": the processor that drives the card has not come back\n");
    expect_said(m->rig->tap, "# card 0000:01:00.0 verdict: " SAYS_INCOMPLETE ": vm.");
    expect_said(m->rig->tap, "# card 0000:01:01.0 verdict: PASS: ");
    expect_said(m->rig->tap, "# card 0000:01:02.0 verdict: PASS: ");
    expect_said(m->rig->records, "\"cause\":\"hangs\"");
    assert_int_equal(0, model_config_read(host_bus_card(m->chip_runs[0].host, 0), PCI_COMMAND, 2) &
                            PCI_COMMAND_MASTER);
    for (unsigned i = 1; i < m->count; i++)
        host_bus_free(m->chip_runs[i].host);
    rig_free(m->rig);
    free(m);
}

/* ---- the person at the rig ---- */

static int key;
static unsigned presses;

/* As soon as a test has begun. */
static int press_key(void *opaque)
{
    const struct rig *const rig = opaque;

    return strstr(rig->records, "\"type\":\"start\"") && presses ? (presses--, key) : KEY_NONE;
}

static struct machine *run_pressed(int pressed, const char *suite)
{
    struct machine *const m = machine_new(2);

    key = pressed;
    presses = 2;
    m->rig->sinks.time_us = fast_us;
    m->workers.ops.time_us = worker_us;
    m->rig->setup.key = press_key;
    rig_suite(m->rig, suite);
    machine_switch_on(m);
    machine_run(m);
    return m;
}

/* Of each card the test that runs then, and no other. */
TEST(s_skips_one_test_of_each_card)
{
    struct machine *const m = run_pressed('s', "vram.thorough.lines,vram.thorough.checkerboard");

    assert_in_range(times_said(m->rig->tap, "# SKIP skipped by the operator"), 1, 2);
    assert_int_equal(VERDICT_INCOMPLETE, m->rig->verdict);
    machine_free(m);
}

TEST(escape_stops_all_cards)
{
    struct machine *const m = run_pressed(KEY_ESC, "default");

    assert_int_equal(VERDICT_INCOMPLETE, m->rig->verdict);
    expect_said(m->rig->tap, "# card 0000:01:00.0 verdict: " SAYS_INCOMPLETE ": ");
    expect_said(m->rig->tap, "# card 0000:01:01.0 verdict: " SAYS_INCOMPLETE ": ");
    expect_said(m->rig->tap, ": stopped by the operator (Esc)\n# card 0000:01:01.0");
    expect_said(m->rig->tap, ": stopped by the operator (Esc)\n1..");
    for (unsigned i = 0; i < 2; i++)
        assert_int_equal(0, model_changed(host_bus_card(m->chip_runs[i].host, 0), NULL, NULL));
    machine_free(m);
}

/* ---- where it cannot be ---- */

static unsigned one_comes(void *opaque, unsigned wanted)
{
    return 1;
}

static const char cut_off[] = "{\"type\":\"machine\",\"schema\":2,\"run\":1}\n"
                              "{\"type\":\"start\",\"test\":\"id.boot0\",\"card\":\"0000:01:00.0\","
                              "\"id\":\"10de:0400 10de:0400 a2\",\"watchdog\":40}\n"
                              "{\"type\":\"start\",\"test\":\"id.boot0\",\"card\":\"0000:01:01.0\","
                              "\"id\":\"10de:1d81 10de:1218 a1\",\"watchdog\":40}\n";

static size_t read_cut_off(void *opaque, uint64_t offset, char *bytes, size_t size)
{
    const size_t rest = sizeof(cut_off) - 1 - (size_t)offset;

    memcpy(bytes, cut_off + offset, rest < size ? rest : size);
    return rest < size ? rest : size;
}

static const struct resume_source cut_off_source = { .size = sizeof(cut_off) - 1,
                                                     .read = read_cut_off };

/* Why cards are tested one after the other although jobs= asks for more, and that they are. */
TEST(why_not_is_said)
{
    static const struct {
        const char *why;
        bool few, none, alone, step, log, dump, after_cut;
    } rows[] = {
        { "two processors are needed beside the one that writes the report", .few = true },
        { "here one processor drives all cards", .none = true },
        { "processors=1 leaves the other processors alone", .alone = true },
        { "step=1 waits before each test", .step = true },
        { "log= writes one file", .log = true },
        { "dump=regs writes one file", .dump = true },
        { "the boot before ended while several were tested, and a hang shall be named",
          .after_cut = true },
    };

    for (unsigned i = 0; i < sizeof(rows) / sizeof(rows[0]); i++) {
        struct machine *const m = machine_new(2);
        char said[200];

        rig_suite(m->rig, "id");
        m->workers.ops.begin = rows[i].few ? one_comes : m->workers.ops.begin;
        m->rig->setup.workers = rows[i].none ? NULL : &m->workers.ops;
        m->rig->setup.previous = rows[i].after_cut ? &cut_off_source : NULL;
        m->rig->config.alone = rows[i].alone;
        m->rig->config.step = rows[i].step;
        m->rig->config.dump_regs = rows[i].dump;
        m->rig->config.log = rows[i].log ? LOG_MMIO : m->rig->config.log;
        machine_switch_on(m);
        machine_run(m);
        snprintf(said, sizeof(said), "# jobs=2: one card after the other, because %s\n",
                 rows[i].why);
        expect_said(m->rig->tap, said);
        expect_said(m->rig->tap, "ok 1 - id.boot0");
        assert_int_equal(VERDICT_PASS, m->rig->verdict);
        machine_free(m);
    }
}
