/* Facts that a boot learns from single lines of the report of the boots before (suite/run/resume.h, docs/report.md),
 * typed by hand: which run is the last, which lines are whole and ours, the meaning of a test that did not end, and how
 * much of it there is room for. */
#include <stdio.h>
#include <string.h>

#include "suite/run/resume.h"
#include "tests/kit/tests.h"

#define CARD    "\"card\":\"0000:01:00.0\",\"id\":\"10de:0400 10de:0421 a2\""
#define MACHINE "{\"type\":\"machine\",\"run\":7}\n"
#define START(test)                                                                                \
    "{\"type\":\"start\",\"time\":\"2026-11-22T07:03:52.120+01:00\"," CARD ",\"test\":\"" test     \
    "\",\"watchdog\":720}\n"
#define END(test)    "{\"type\":\"end\"," CARD ",\"test\":\"" test "\"}\n"
#define PHASE(phase) "{\"type\":\"phase\"," CARD ",\"phase\":\"" phase "\"}\n"
#define VERDICT      "{\"type\":\"verdict\",\"verdict\":\"PASS\"}\n"
#define RESET(test)                                                                                \
    "{\"type\":\"note\"," CARD ",\"test\":\"" test "\",\"text\":\"" RECORD_RESET test "\"}\n"
#define CUT(test, n)                                                                               \
    "{\"type\":\"note\"," CARD ",\"test\":\"" test "\",\"cuts\":" n ",\"text\":\"" RECORD_CUT test \
    "\"}\n"
#define STARTED_MS (UINT64_C(1795331032) * 1000) /* 07:03:52 of that day on the wall */

static const struct card_key here = { "0000:01:00.0", "10de:0400 10de:0421 a2" };
static char report[64 << 10];
static struct resume resume;
static struct moment began;

static size_t read_report(void *opaque, uint64_t offset, char *bytes, size_t size)
{
    const size_t all = strlen(report), rest = all - (size_t)offset;

    (void)opaque;
    assert_true(offset <= all);
    memcpy(bytes, report + offset, rest < size ? rest : size);
    return rest < size ? rest : size;
}

static void add(const char *line)
{
    const size_t used = strlen(report);

    assert_true(used + strlen(line) < sizeof(report));
    snprintf(report + used, sizeof(report) - used, "%s", line);
}

static void learn(void)
{
    const struct resume_source source = { .size = strlen(report), .read = read_report };

    resume_read(&resume, &source, &began);
}

static void learn_from(const char *lines)
{
    report[0] = '\0';
    add(lines);
    learn();
}

FIXTURE(begin)
{
    report[0] = '\0';
    began = (struct moment){ .known = false };
    return 0;
}

static void expect_one(const char *name, bool phase, unsigned cuts)
{
    assert_int_equal(1, resume.count);
    assert_true(card_key_equal(&here, &resume.entries[0].card));
    assert_string_equal(name, resume.entries[0].name);
    assert_int_equal(phase, resume.entries[0].phase);
    assert_int_equal(cuts, resume.entries[0].cuts);
    assert_false(resume.entries[0].again || resume.full);
}

/* ---- which tests and phases ------------------------------------------------------------------ */

TEST(a_test_without_its_end_is_left_out, begin)
{
    static const struct card_key moved = { "0000:02:00.0", "10de:0400 10de:0421 a2" };

    learn_from(MACHINE START("id.boot"));
    expect_one("id.boot", false, 0);
    assert_int_equal(7, resume.run);
    assert_true(resume_leaves_out(&resume, &here, "id.boot"));
    assert_false(resume_leaves_out(&resume, &here, "id.boo"));
    assert_false(resume_leaves_out(&resume, &moved, "id.boot"));
    assert_null(resume_phase(&resume, &here));
    resume_run_again(&resume, &moved, "id.boot");
    resume_run_again(&resume, &here, "id.boo");
    assert_true(resume_leaves_out(&resume, &here, "id.boot"));
    resume_run_again(&resume, &here, "id.boot");
    assert_false(resume_leaves_out(&resume, &here, "id.boot"));
    learn_from(MACHINE START("id.boot") END("id.boot") START("id.pci"));
    expect_one("id.pci", false, 0);
    learn_from(MACHINE START("id.boot") END("id.boot"));
    assert_int_equal(0, resume.count);
    /* The stick was full after the start of the test, which came to its end. */
    learn_from(MACHINE RESET("vm.fault") START("id.boot") "{\"type\":\"full\"}\n");
    expect_one("vm.fault", false, 0);
}

/* A verdict of one card is not the run's, which ends everything. */
TEST(a_verdict_ends_a_run, begin)
{
    learn_from(MACHINE RESET("vm.fault") START("id.boot") VERDICT);
    assert_int_equal(0, resume.count);
    assert_int_equal(7, resume.run);
    learn_from(MACHINE START("id.boot") "{\"type\":\"verdict\"," CARD "}\n");
    expect_one("id.boot", false, 0);
    learn_from(MACHINE VERDICT START("id.boot"));
    expect_one("id.boot", false, 0);
    learn_from(MACHINE START("id.boot") "{\"type\":\"verdicts\"}\n{\"type\":\"ends\"}\n");
    expect_one("id.boot", false, 0);
    learn_from(MACHINE START("id.boot") "-\"type\":\"verdict\"}\n"); /* another first letter */
    expect_one("id.boot", false, 0);
}

/* The firmware has said that it failed itself: no reset by hand however soon the machine started again, and no blame for
 * the card. The boots after it hand that on. */
TEST(a_crash_leaves_its_test_out, begin)
{
    began = (struct moment){ .ms = STARTED_MS + 10000, .known = true };
    learn_from(MACHINE START("vram.quick") "{\"type\":\"crash\",\"up\":5,\"card\":\"0000:01:00.0\","
                                           "\"test\":\"vram.quick\"}\n");
    expect_one("vram.quick", false, 0);
    assert_true(resume_crashed(&resume, &here, "vram.quick"));
    assert_true(resume_leaves_out(&resume, &here, "vram.quick"));
    learn_from(MACHINE "{\"type\":\"note\"," CARD ",\"test\":\"id.boot\",\"text\":\"" RECORD_CRASH
                       "\"}\n" START("id.pci"));
    assert_true(resume_crashed(&resume, &here, "id.boot"));
    assert_false(resume_crashed(&resume, &here, "id.pci"));
    learn_from(MACHINE "{\"type\":\"crash\",\"up\":5}\n"); /* between tests */
    assert_int_equal(0, resume.count);
}

TEST(a_phase_leaves_the_card_alone, begin)
{
    learn_from(MACHINE PHASE("posting"));
    expect_one("posting", true, 0);
    assert_string_equal("posting", resume_phase(&resume, &here));
    assert_false(resume_leaves_out(&resume, &here, "posting"));
    assert_int_equal(0, resume_cuts(&resume, &here, "posting"));
    resume_run_again(&resume, &here, "posting");
    assert_false(resume.entries[0].again);
    learn_from(MACHINE PHASE("posting") PHASE("done"));
    assert_int_equal(0, resume.count);
    /* A phase of an earlier boot. */
    learn_from(MACHINE "{\"type\":\"note\"," CARD ",\"phase\":\"posting\",\"text\":\"" RECORD_RESET
                       "posting\"}\n");
    expect_one("posting", true, 0);
}

/* Tests that the boot before had left out. */
/* The machine's firmware hung when it was asked for the other processors: that costs them, and neither the test in whose
 * midst it was nor the card. Once they have started, it is the test that hangs. */
TEST(processors_that_do_not_start_cost_no_test, begin)
{
    learn_from(MACHINE START("vram.quick") PHASE("starting the other processors"));
    expect_one("starting the other processors", true, 0);
    assert_true(resume_lacks_processors(&resume));
    assert_null(resume_phase(&resume, &here));
    assert_false(resume_leaves_out(&resume, &here, "vram.quick"));
    learn_from(MACHINE START("vram.quick") PHASE("starting the other processors")
                   PHASE("the other processors have started"));
    expect_one("vram.quick", false, 0);
    assert_false(resume_lacks_processors(&resume));
    learn_from(MACHINE "{\"type\":\"note\"," CARD
                       ",\"phase\":\"starting the other processors\",\"text\":\"" RECORD_RESET
                       "\"}\n" START("vram.quick") END("vram.quick"));
    assert_true(resume_lacks_processors(&resume));
    assert_int_equal(1, resume.count);
}

TEST(notes_of_earlier_boots_count, begin)
{
    learn_from(MACHINE RESET("vm.fault") RESET("vm.fault"));
    expect_one("vm.fault", false, 0);
    learn_from(MACHINE CUT("vm.fault", "2"));
    expect_one("vm.fault", false, 2);
    assert_int_equal(2, resume_cuts(&resume, &here, "vm.fault"));
    assert_false(resume_leaves_out(&resume, &here, "vm.fault"));
    learn_from(MACHINE CUT("vm.fault", "3"));
    assert_true(resume_leaves_out(&resume, &here, "vm.fault"));
    /* It came to its end, so the row is broken; one that has reset the machine stays out. */
    learn_from(MACHINE CUT("vm.fault", "2") RESET("id.boot") START("vm.fault") END("vm.fault"));
    expect_one("id.boot", false, 0);
    learn_from(MACHINE RESET("id.boot") START("id.boot") END("id.boot"));
    expect_one("id.boot", false, 0);
    learn_from(MACHINE CUT("i", "2") START("i") END("i")); /* a name of one letter */
    assert_int_equal(0, resume.count);
    learn_from(MACHINE CUT("vm.fault", "2") END("vm.fault")); /* nothing had begun */
    expect_one("vm.fault", false, 2);
    learn_from(MACHINE "{\"type\":\"note\"," CARD ",\"test\":\"id.boot\",\"text\":\"slow\"}\n");
    assert_int_equal(0, resume.count);
}

/* ---- who ended it ---------------------------------------------------------------------------- */

/* The watchdog waits 720 seconds from the start of the test on, or from later. */
TEST(sooner_than_the_watchdog_was_a_hand, begin)
{
    static const struct {
        const char *lines;
        int64_t after_ms;
        unsigned cuts;
    } rows[] = {
        { MACHINE START("id.boot"), 0, 1 },
        { MACHINE START("id.boot"), 719999, 1 },
        { MACHINE START("id.boot"), 720000, 0 },
        { MACHINE START("id.boot"), -1, 0 },
        { MACHINE CUT("id.boot", "1") START("id.boot"), 1000, 2 },
        { MACHINE CUT("id.boot", "2") START("id.boot"), 720000, 0 },
        { MACHINE RESET("id.boot") START("id.boot"), 1000, 0 },
        { MACHINE "{\"type\":\"start\",\"time\":\"2026-11-22T07:03:5\"," CARD
                  ",\"test\":\"id.boot\",\"watchdog\":720}\n",
          1000, 0 },
        { MACHINE "{\"type\":\"start\",\"time\":\"2026-11-22T07:03:52\"," CARD
                  ",\"test\":\"id.boot\",\"watchdog\":720}\n",
          1000, 1 },
        { MACHINE "{\"type\":\"start\",\"time\":\"2026-1 -22T07:03:52\"," CARD
                  ",\"test\":\"id.boot\",\"watchdog\":720}\n",
          1000, 0 },
        { MACHINE "{\"type\":\"start\",\"time\":\"2026-11-22T07:03:52\"," CARD
                  ",\"test\":\"id.boot\"}\n",
          1000, 0 },
    };

    for (unsigned i = 0; i < sizeof(rows) / sizeof(rows[0]); i++) {
        began = (struct moment){ .ms = STARTED_MS + (uint64_t)rows[i].after_ms, .known = true };
        learn_from(rows[i].lines);
        expect_one("id.boot", false, rows[i].cuts);
        began.known = false;
        learn_from(MACHINE START("id.boot"));
        expect_one("id.boot", false, 0);
    }
}

/* ---- which lines ----------------------------------------------------------------------------- */

TEST(a_line_without_its_end_says_nothing, begin)
{
    learn_from(MACHINE START("id.boot") END("id.boot"));
    report[strlen(report) - 1] = '\0';
    learn();
    expect_one("id.boot", false, 0);
}

/* A test's start that is padded to so many letters. */
static void add_long(unsigned letters)
{
    static const char rest[] = "\"," CARD ",\"test\":\"id.boot\"}\n";
    const size_t end = strlen(report) + letters + 1;

    add("{\"type\":\"start\",\"x\":\"");
    while (strlen(report) + strlen(rest) < end)
        add("y");
    add(rest);
}

/* 2047 letters are ours; the line after a longer one is read whole. */
TEST(lines_that_are_too_long_are_not_ours, begin)
{
    learn_from(MACHINE);
    add_long(2047);
    learn();
    expect_one("id.boot", false, 0);
    for (unsigned letters = 2048; letters < 7000; letters += letters < 2050 ? 1 : 1237) {
        learn_from(MACHINE);
        add_long(letters);
        learn();
        assert_int_equal(0, resume.count);
        add(START("id.pci"));
        learn();
        expect_one("id.pci", false, 0);
    }
}

/* The last `machine` may lie across any border between the blocks that are read, in which other bytes lie before it. */
TEST(the_last_run_is_found, begin)
{
    for (unsigned shift = 0; shift < 40; shift++) {
        learn_from("{\"type\":\"machine\",\"run\":3}\n" RESET("vm.tlb") START("vm.fault"));
        while (strlen(report) < 9000)
            add("y\n");
        add(MACHINE START("id.boot"));
        const size_t end = strlen(report) - strlen(MACHINE START("id.boot")) + 4096 - 20 + shift;

        while (strlen(report) < end)
            add("y");
        learn();
        expect_one("id.boot", false, 0);
        assert_int_equal(7, resume.run);
    }
    learn_from("");
    assert_int_equal(0, resume.run + resume.count);
    learn_from(START("id.boot")); /* of no run */
    assert_int_equal(0, resume.count);
}

/* A run of which only its first words have been written says nothing, and neither do the runs before it any more. */
TEST(the_last_run_may_have_only_begun, begin)
{
    learn_from(MACHINE START("id.boot") "{\"type\":\"machine\"");
    assert_int_equal(0, resume.count);
}

static uint64_t unreadable_from;

static size_t read_in_part(void *opaque, uint64_t offset, char *bytes, size_t size)
{
    return offset >= unreadable_from ? 0 : read_report(opaque, offset, bytes, size);
}

static uint64_t read_at, reads;

static size_t read_zeros(void *opaque, uint64_t offset, char *bytes, size_t size)
{
    (void)opaque;
    assert_true(offset >= read_at); /* FAT walks from the first cluster for a step back */
    read_at = offset + size;
    reads += size;
    memset(bytes, 0, size);
    return size;
}

/* A report of zeros, as a power cut leaves it: at most its last 16 MiB are read, once, and forward. */
TEST(a_report_of_zeros_is_read_once, begin)
{
    const struct resume_source source = { .size = UINT64_C(60000000), .read = read_zeros };

    read_at = reads = 0;
    resume_read(&resume, &source, &began);
    assert_int_equal(0, resume.run + resume.count);
    assert_int_equal(UINT64_C(60000000), read_at);
    assert_int_equal(16 << 20, reads);
}

/* Of a report whose end cannot be read the last run is unknown. */
TEST(an_unreadable_report_leaves_nothing_out, begin)
{
    const struct resume_source source = { .size = 9000, .read = read_in_part };

    add(MACHINE START("id.boot"));
    while (strlen(report) < 9000)
        add("y\n");
    unreadable_from = 9000 - 4096;
    resume_read(&resume, &source, &began);
    assert_int_equal(0, resume.run + resume.count);
}

/* The last piece of the report that is read is shorter than the one before it, of which nothing is read twice. */
TEST(what_was_read_before_is_not_read_again, begin)
{
    add(MACHINE);
    while (strlen(report) < 4096 + 256) { /* each 64 bytes end with a line */
        const size_t rest = 63 - strlen(report) % 64;
        char line[65];

        snprintf(line, sizeof(line), "%*s\n", (int)rest, "");
        add(line);
    }
    add("{\"type\":\"start\",\"card\":\"0\",\"id\":\"1\",\"test\":\"id.boot\"}");
    while (strlen(report) % 64 != 63)
        add(" ");
    learn();
    assert_int_equal(7, resume.run);
    assert_int_equal(0, resume.count); /* its line has no end */
}

TEST(numbers_are_decimal_and_not_too_large, begin)
{
    static const struct {
        const char *words;
        unsigned run;
    } rows[] = { { "0", 0 },          { "19", 19 },
                 { "280a", 280 },     { "999999999", 999999999 },
                 { "1000000000", 0 }, { "4294967297", 0 },
                 { "-1", 0 } };
    char line[100];

    for (unsigned i = 0; i < sizeof(rows) / sizeof(rows[0]); i++) {
        snprintf(line, sizeof(line), "{\"type\":\"machine\",\"run\":%s}\n", rows[i].words);
        learn_from(line);
        assert_int_equal(rows[i].run, resume.run);
    }
}

/* A name of 63 letters, not of 64; a card without its id is nobody's. */
TEST(names_have_room_or_are_not_taken, begin)
{
    char name[65] = "", line[200];

    memset(name, 'n', 64);
    for (unsigned letters = 64; letters >= 63; letters--) {
        name[letters] = '\0';
        snprintf(line, sizeof(line), MACHINE "{\"type\":\"start\"," CARD ",\"test\":\"%s\"}\n",
                 name);
        learn_from(line);
        assert_int_equal(letters == 63, resume.count);
    }
    learn_from(MACHINE "{\"type\":\"start\",\"card\":\"0000:01:00.0\",\"test\":\"id.boot\"}\n");
    assert_int_equal(0, resume.count);
    learn_from(MACHINE
               "{\"type\":\"start\",\"id\":\"10de:0400 10de:0421 a2\",\"test\":\"id.boot\"}\n");
    assert_int_equal(0, resume.count);
}

TEST(sixty_four_entries_are_all, begin)
{
    char line[200];

    learn_from(MACHINE CUT("id.boot", "1"));
    for (unsigned i = 1; i <= 70; i++) {
        assert_int_equal(i < 64 ? i : 64, resume.count);
        assert_int_equal(i >= 64, resume.full);
        snprintf(line, sizeof(line),
                 "{\"type\":\"note\"," CARD ",\"test\":\"t%u\",\"text\":\"" RECORD_RESET "t\"}\n",
                 i);
        add(line);
        learn();
    }
    assert_string_equal("t63", resume.entries[63].name);
    add(START("id.boot") END("id.boot")); /* there is room again */
    learn();
    assert_int_equal(63, resume.count);
    assert_false(resume.full);
    assert_string_equal("t63", resume.entries[0].name);
}
