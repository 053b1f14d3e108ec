/* Where the log of accesses goes (log=, suite/run/access_log.c): how much fits, which part of a longer log is kept, the
 * cost of a slow or broken medium. The accesses themselves are tests/engines/mmio_log_test.c. */
#include "suite/run/run_state.h"
#include "tests/kit/bench.h"

#define VERSION "VERSION 20070824\n" /* 17 bytes */
#define SECOND  UINT64_C(1000000)

static struct {
    uint64_t takes_us; /* how long it needs for a piece */
    uint64_t room;
    bool broken;
    char name[32], bytes[0x1000];
    uint64_t end; /* of the bytes written */
    unsigned writes, armed, armed_s;
    char said[1024];
} medium;

static struct bench bench;

static uint64_t log_open(void *opaque, const char *name)
{
    snprintf(medium.name, sizeof(medium.name), "%s", name);
    return medium.room;
}

static bool log_write(void *opaque, uint64_t at, const char *text, size_t size)
{
    medium.writes++;
    bench.now_us += medium.takes_us;
    if (medium.broken)
        return false;
    assert_true(at + size <= medium.room && at <= medium.end);
    memcpy(medium.bytes + at, text, size);
    medium.end = at + size;
    return true;
}

static void put_tap(void *opaque, const char *text, size_t size)
{
    strncat(medium.said, text, size);
}

static void watchdog(void *opaque, unsigned seconds)
{
    medium.armed++;
    medium.armed_s = seconds;
}

static struct run_sinks sinks;
static struct run_config config;
static struct run run;

static void open_with(uint64_t room, enum run_log log)
{
    memset(&medium, 0, sizeof(medium));
    memset(&run, 0, sizeof(run));
    bench_open(&bench, NULL);
    bench.now_us = 50 * SECOND;
    medium.room = room;
    config_defaults(&config);
    config.log = (uint8_t)log;
    sinks = (struct run_sinks){
        .tap = put_tap, .watchdog = watchdog, .log_open = log_open, .log_write = log_write
    };
    run.setup = (struct run_setup){ .config = &config, .sinks = &sinks };
    run.report.sinks = &sinks;
    run.resume.run = 6;
    access_log_open(&run);
    run.card.bus = access_log_bus(&run, &bench.bus);
    run.log.armed_us = bench.now_us;
}

static void put(const char *lines)
{
    run.log.trace.lines(run.log.trace.opaque, lines, strlen(lines));
}

/* A line of so many bytes with its end. */
static void put_long(unsigned size)
{
    static char line[0x1000];

    memset(line, 'x', size);
    line[size - 1] = '\n';
    line[size] = '\0';
    put(line);
}

/* 159 letters are the most that a last line has. */
TEST(a_last_line_is_cut)
{
    char line[300];

    for (unsigned letters = 157; letters <= 161; letters++) {
        open_with(500, LOG_MMIO);
        put_long(400);
        memset(line, 'y', sizeof(line));
        memcpy(line, "z\n", 2);
        line[2 + letters] = '\n';
        line[3 + letters] = '\0';
        put(line);
        assert_int_equal(17 + 160, medium.end);
        for (unsigned i = 0; i < 159; i++)
            assert_int_equal(i < letters ? 'y' : ' ', medium.bytes[17 + i]);
        assert_int_equal('\n', medium.bytes[17 + 159]);
    }
}

/* Room for 1000 bytes: 17 are the version's, 160 the last line's, 823 are left. Once it is full it stays so. */
TEST(a_full_log_keeps_room_for_its_last_line)
{
    for (unsigned size = 823; size <= 824; size++) {
        open_with(1000, LOG_MMIO);
        put_long(size);
        assert_int_equal(size == 823 ? 17 + 823 : 17 + 160, medium.end);
        put("b\n");
        put("c\nd\n");
        assert_int_equal(size == 823 ? 1000 : 17 + 160, medium.end);
        assert_memory_equal("d ", medium.bytes + medium.end - 160, 2);
    }
    open_with(3 << 20, LOG_MMIO);
    run.log.used = (3 << 20) - 160;
    medium.broken = true; /* nobody keeps so much here */
    put("x\n");
    assert_non_null(strstr(medium.said, "# mmio-7.log is as long as it may be (3 MiB): from here "
                                        "on only its last line is kept\n"));
}

TEST(what_cannot_be_written_is_said_once)
{
    open_with(1000, LOG_MMIO);
    put("one\n");
    medium.broken = true;
    put("two\n");
    put("three\n");
    access_log_mark(&run, "test", "a");
    access_log_end(&run);
    assert_int_equal(3, medium.writes);
    assert_string_equal("# each access to a card is written to mmio-7.log before it is made\n"
                        "# mmio-7.log could not be written to: from here on nothing is logged\n",
                        medium.said);
    assert_ptr_equal(&bench.bus,
                     access_log_bus(&run, &bench.bus)); /* of the next card nothing is written */

    open_with(0, LOG_MMIO);
    assert_string_equal("# mmio-7.log cannot be written: no access is logged\n", medium.said);
    assert_ptr_equal(&bench.bus, run.card.bus);
    assert_int_equal(0, medium.writes);

    open_with(1000, LOG_OFF);
    assert_string_equal("", medium.said);
    assert_ptr_equal(&bench.bus, run.card.bus);
    assert_string_equal("", medium.name);
    config.log = LOG_MMIO; /* a machine whose surroundings cannot log says so too */
    sinks.log_open = NULL;
    access_log_open(&run);
    assert_string_equal("# mmio-7.log cannot be written: no access is logged\n", medium.said);
    assert_ptr_equal(&bench.bus, access_log_bus(&run, &bench.bus));
}

TEST(either_all_accesses_or_writes)
{
    open_with(1000, LOG_MMIO);
    assert_ptr_equal(&run.log.trace.bus, run.card.bus);
    assert_false(run.log.trace.writes_only);
    open_with(1000, LOG_WRITES);
    assert_true(run.log.trace.writes_only);
}

/* Marks go out with the next access, or at the end; another card's bus has none. */
TEST(marks_are_the_cards_own)
{
    open_with(1000, LOG_MMIO);
    access_log_mark(&run, "test", "vm.a");
    assert_int_equal(17, medium.end);
    access_log_end(&run);
    assert_int_equal(17 + 25, medium.end);
    assert_memory_equal(VERSION "MARK 50.000000 test vm.a\n", medium.bytes, 17 + 25);
    run.card.bus = &bench.bus;
    access_log_mark(&run, "test", "vm.b");
    access_log_end(&run);
    assert_int_equal(17 + 25, medium.end);
}

/* The time that writing takes is added to the test's deadline, where it has one. */
TEST(writing_is_not_the_tests_time)
{
    open_with(1000, LOG_MMIO);
    medium.takes_us = 300;
    run.card.deadline_us = 70 * SECOND;
    put("one\n");
    assert_int_equal(70 * SECOND + 300, run.card.deadline_us);
    put("two\n");
    assert_int_equal(70 * SECOND + 600, run.card.deadline_us);
    run.card.deadline_us = 0;
    put("three\n");
    assert_int_equal(0, run.card.deadline_us);
}

/* A second after it was armed last, with the time of the running test. */
TEST(the_watchdog_is_armed_once_a_second)
{
    open_with(1000, LOG_MMIO);
    run.watchdog_s = 630;
    medium.takes_us = 400000;
    put("0.4\n");
    put("0.8\n");
    assert_int_equal(0, medium.armed);
    medium.takes_us = 199999;
    put("0.999999\n");
    assert_int_equal(0, medium.armed);
    medium.takes_us = 1;
    put("1.0\n");
    assert_pairs(1, medium.armed, 630, medium.armed_s);
    medium.takes_us = SECOND - 1;
    put("1.999999\n");
    assert_int_equal(1, medium.armed);
    medium.takes_us = 2;
    put("2.000001\n");
    assert_int_equal(2, medium.armed);
}
