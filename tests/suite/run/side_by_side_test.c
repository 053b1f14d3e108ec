/* jobs=: several cards at the same time have the same lines and results as one after the other, and one that hangs its
 * processor costs the others nothing (docs/rig.md). Each card has a bus and a thread of its own. */
#include <pthread.h>
#include <time.h>

#include "suite/run/lane.h"
#include "tests/kit/bench.h"
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
        /* clang-format off */
        const struct host_bus_config config = { .cards = &m->cards[i], .count = 1, .first = (uint8_t)i,
            .bridge = m->bridge, .log = remark, .opaque = &m->chip_runs[i] };
        /* clang-format on */

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

STUB(bool, keep_file, size > 0, void *opaque, const char *name, const void *bytes, size_t size)

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

STUB(uint64_t, worker_us, fast_us(opaque), void *opaque, struct bus *bus)

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
    expect_said(m->rig->tap, "# card 0000:01:00.0 verdict: " SAYS_INCOMPLETE ": vm.");
    expect_said(m->rig->tap, "# the processor that drives the card has not come back from vm.",
                ": the processor that drives the card has not come back\n",
                "# card 0000:01:01.0 verdict: PASS: ", "# card 0000:01:02.0 verdict: PASS: ");
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

STUB(unsigned, one_comes, 1, void *opaque, unsigned wanted)

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
    /* clang-format off */
    static const struct { const char *why; bool few, none, alone, step, log, dump, after_cut; } rows[] = {
        { "two processors are needed beside the one that writes the report", .few = true },
        { "here one processor drives all cards", .none = true },
        { "processors=1 leaves the other processors alone", .alone = true },
        { "step=1 waits before each test", .step = true }, { "log= writes one file", .log = true },
        { "dump=regs writes one file", .dump = true },
        { "the boot before ended while several were tested, and a hang shall be named", .after_cut = true } };
    /* clang-format on */

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
        expect_said(m->rig->tap, said, "ok 1 - id.boot0");
        assert_int_equal(VERDICT_PASS, m->rig->verdict);
        machine_free(m);
    }
}

/* ---- one lane, whose boot processor works while the worker waits ---- */

#define LINE  509u /* letters: with kind and size 512 bytes, so that a lane has room for 512 lines */
#define LINES 0x200u

static struct bench bench;
static struct lane *lane;
static struct run *all;
static uint32_t bell;
static unsigned waits, reads, heard, asked_with;

static void hear(void *opaque, const char *line, size_t size, unsigned text)
{
    assert_pairs(LINE, size, heard % 2, text, heard, strtoul(line + 1, NULL, 10), '\n',
                 line[LINE - 1]);
    heard++;
}

static void hear_tap(void *opaque, const char *line, size_t size)
{
    hear(opaque, line, size, 0);
}

static void hear_text(void *opaque, const char *line, size_t size)
{
    hear(opaque, line, size, 1);
}

STUB(uint64_t, lane_us, bench_of(bus)->now_us, void *opaque, struct bus *bus)

/* "So neither its deadline nor its watchdog counts the time" for which it waits for room. */
static void meanwhile(void *opaque, const uint32_t *word, uint32_t seen)
{
    assert_int_equal(*word, seen);
    bench.now_us += 1000;
    waits++;
    if (word == &lane->errand.asked)
        assert_true(errand_serve(&lane->errand));
    else
        assert_pairs(0, lane->armed_s, true, lane_drain(lane), false, lane_drain(lane));
}

static void count_reads(void *opaque, const uint32_t *word)
{
    reads += word == &lane->text.read;
}

FIXTURE(begin_lane)
{
    static struct run_workers alone = { .time_us = lane_us, .wait = meanwhile };
    struct rig *const rig = rig_new();

    bench_open(&bench, NULL);
    rig->sinks.keep = keep_file;
    rig->sinks.time_us = fast_us;
    all = run_open(&rig->setup, calloc(1, RUN_ARENA_SIZE));
    all->sinks.tap = hear_tap;
    all->sinks.text = hear_text;
    lane = calloc(2, sizeof(*lane));
    lane->below = &bench.bus;
    lane->found.device = 0x1234;
    lane->place = 2;
    bell = waits = reads = heard = 0;
    alone.wake = count_reads;
    lane_open(lane, all, &alone, &bell);
    lane_bus_open(lane, &bench.bus);
    lane_run(lane)->card.bus = &lane->bus;
}

FIXTURE(end_lane)
{
    rig_free(all->setup.opaque);
    free(lane);
    free(all);
}

static void say_line(unsigned number)
{
    const struct run_sinks *const sinks = lane_run(lane)->setup.sinks;
    char line[LINE + 1];

    snprintf(line, sizeof(line), "#%0*u\n", (int)LINE - 2, number);
    (number % 2 ? sinks->text : sinks->tap)(sinks->opaque, line, LINE);
}

/* "Its TAP and its report.txt wait in the lane": as much as it has room for, all of it, in its order. */
TEST(lines_wait_in_their_lane, begin_lane, end_lane)
{
    const struct run_sinks *const sinks = lane_run(lane)->setup.sinks;
    struct card *const card = &lane_run(lane)->card;
    unsigned n = 0;

    bench.now_us = 77;
    sinks->watchdog(sinks->opaque, 40);
    assert_pairs(40, lane->armed_s, 77, lane->armed_us, bench.now_us,
                 sinks->time_us(sinks->opaque));
    for (; n < 3 * LINES; n++) {
        const uint64_t deadline_us = n < 2 * LINES ? 5000 : 0;

        card->deadline_us = deadline_us;
        say_line(n);
        assert_pairs(n / LINES, waits, n / LINES, reads, n + 1 + waits, bell);
        assert_pairs(card->deadline_us, n == LINES ? 6000 : deadline_us, 40, lane->armed_s,
                     77 + 1000 * waits, lane->armed_us);
    }
    assert_pairs(2 * LINES, heard, bench.now_us, lane->armed_us);
    lane->errand.here = true; /* "out of turn: who would make room for it is here" */
    say_line(n);
    assert_pairs(3 * LINES, heard, 2, waits, true, lane_drain(lane), n + 1, heard);
    lane_hand_over(lane, lane + 1);
    const struct run *const run = lane_run(lane + 1);
    assert_pairs(true, lane[1].of == all && lane[1].below == &bench.bus && run->lane == lane + 1,
                 true, lane[1].direct == &bench.bus && lane[1].errand.here, 0x1234,
                 lane[1].found.device, 2, lane[1].place, true,
                 run->setup.sinks == &run->sinks && run->report.sinks == &run->sinks, true,
                 run->sinks.opaque == lane + 1);
}

/* Records, files and the screen are errands; a picture each 100 ms at most, but where one is wanted now. */
TEST(what_is_written_is_an_errand, begin_lane, end_lane)
{
    static const unsigned shows[][3] = { /* at this time; wanted now; shown */
                                         { 99999, 0, 0 },
                                         { 100000, 0, 1 },
                                         { 150000, 1, 1 },
                                         { 249999, 0, 0 },
                                         { 250000, 0, 1 }
    };
    const struct run_sinks *const sinks = lane_run(lane)->setup.sinks;
    const char *const records = ((struct rig *)all->sinks.opaque)->records;

    for (unsigned i = 0, shown = 0; i < ARRAY_SIZE(shows); i++) {
        bench.now_us = shows[i][0];
        sinks->show(sinks->opaque, NULL, shows[i][1]);
        assert_int_equal(shown += shows[i][2], waits);
    }
    assert_pairs(true, sinks->keep(sinks->opaque, "a", "b", 1), false,
                 sinks->keep(sinks->opaque, "a", "b", 0));
    sinks->record(sinks->opaque, "a record\n", 9);
    assert_pairs(3 + 3, waits, 1, times_said(records, "a record\n"));
    sinks->running(sinks->opaque, "vm.pte");
    assert_string_equal("vm.pte", lane->running);
    sinks->running(sinks->opaque, NULL);
    assert_string_equal("", lane->running);
}

/* A wish is done once; one to stop is the last; a disturbance stays. */
TEST(a_worker_takes_over_wishes, begin_lane, end_lane)
{
    struct run *const run = lane_run(lane);

    lane->pause = lane->hurry = lane->skip = lane->disturbed = 1;
    lane_look(run);
    assert_pairs(WISH_SKIP, run->wish, true, run->hurry, true, run->disturbed);
    run->wish = WISH_NONE;
    run->hurry = false;
    lane->disturbed = 0;
    lane_look(run);
    assert_pairs(WISH_NONE, run->wish, false, run->hurry, true, run->disturbed, true, run->pause);
    lane->stop = 1;
    snprintf(lane->why, sizeof(lane->why), "why");
    for (lane->skip = 2; lane->skip < 4; lane->skip++) {
        lane_look(run);
        assert_int_equal(WISH_STOP, run->wish);
        assert_string_equal("why", run->stopped);
        snprintf(lane->why, sizeof(lane->why), "another reason");
    }
    lane->pause = 0;
    lane_look(run);
    assert_false(run->pause);
}

/* "A lane has a struct run of its own, of which nothing but the card in hand is used." */
TEST(a_lane_has_nothing_of_all_cards, begin_lane, end_lane)
{
    const struct run_setup kept = all->setup, *const setup = &lane_run(lane)->setup;
    const struct run_sinks *const sinks = &lane_run(lane)->sinks;

    memset(&all->setup, 1, sizeof(all->setup));
    all->sinks = (struct run_sinks){ 0 };
    lane_open(lane, all, lane->errand.workers, &bell);
    assert_false(setup->key || setup->typed || setup->halt || setup->disturbed || setup->script ||
                 setup->previous || setup->drives_console || setup->framebuffer || setup->workers ||
                 setup->rounds);
    assert_false(sinks->tap || sinks->record || sinks->text || sinks->keep || sinks->show ||
                 sinks->time_us);
    all->setup = kept;
}

static void give_it_back(struct bus *bus, struct pci_function at)
{
    asked_with += at.device;
}

static void enable_it(struct bus *bus, struct pci_function at, uint16_t bits)
{
    asked_with += at.device * bits;
}

STUB(enum err, connect_it, at.device == 3 ? OK : ERR_RIG, struct bus *bus, struct pci_function at)

static size_t give_rom(struct bus *bus, struct pci_function at, unsigned index, void *bytes,
                       size_t size, char name[BUS_ROM_NAME_MAX])
{
    snprintf(name, BUS_ROM_NAME_MAX, "a name");
    return at.device == 3 && bytes ? 100 * index + size : 0;
}

/* "Each operation goes straight to the bus below or out as an errand." The bus below may lack some. */
TEST(the_firmware_is_called_by_errands, begin_lane, end_lane)
{
    const struct bus_ops *const ops = lane->bus.ops;
    const struct pci_function at = { .device = 3 };
    struct dma_memory memory;
    char name[BUS_ROM_NAME_MAX] = "x";
    uint64_t word = 0;

    assert_pairs(ERR_NOT_FOUND, ops->connect(&lane->bus, at), false,
                 ops->is_memory(&lane->bus, (bus_addr){ 0 }, 8), ERR_UNSUPPORTED,
                 ops->dma_alloc_high(&lane->bus, 8, &memory), 0,
                 ops->rom(&lane->bus, at, 0, &word, 8, name), '\0', name[0], 4, waits);
    bench.ops.connect = connect_it;
    bench.ops.rom = give_rom;
    bench.ops.give_back = give_it_back;
    bench.ops.enable = enable_it;
    ops->give_back(&lane->bus, at);
    ops->enable(&lane->bus, at, 4);
    assert_pairs(OK, ops->connect(&lane->bus, at), 508, ops->rom(&lane->bus, at, 5, &word, 8, name),
                 'a', name[0], 3 + 3 * 4, asked_with, 8, waits);
    ops->cache_flush(&lane->bus, &word, 8);
    ops->barrier(&lane->bus);
    ops->wait_us(&lane->bus, 1);
    ops->fill_block(&lane->bus, (bus_addr){ BENCH_BAR0 }, 1, 0);
    ops->log(&lane->bus, "a remark");
    assert_pairs(1, bench.flushes, 1, bench.barriers, 1, bench.waits, 1, bench.blocks, 1 + 8,
                 waits);
    assert_memory_equal("# a remark\n", lane->text.bytes + 3, 11);
}
