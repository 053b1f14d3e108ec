/* Facts that a boot learns from single lines of the report of the boots before (suite/run/resume.h, docs/report.md),
 * typed by hand: which run is the last, which lines are whole and ours, the meaning of a test that did not end, and how
 * much of it there is room for. */
#include "suite/run/resume.h"
#include "tests/kit/tests.h"

#define CARD    "\"card\":\"0000:01:00.0\",\"id\":\"10de:0400 10de:0421 a2\""
#define MACHINE "{\"type\":\"machine\",\"run\":7}\n"
#define START(test)                                                                                \
    "{\"type\":\"start\",\"time\":\"2026-11-22T07:03:52.120+01:00\"," CARD ",\"test\":\"" test     \
    "\",\"watchdog\":720}\n"
#define END(test)    "{\"type\":\"end\"," CARD ",\"test\":\"" test "\"}\n"
#define PHASE(phase) "{\"type\":\"phase\"," CARD ",\"phase\":\"" phase "\"}\n"
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
}

static void expect_one(const char *name, bool phase, unsigned cuts)
{
    assert_int_equal(1, resume.count);
    assert_true(card_key_equal(&here, &resume.entries[0].card));
    assert_string_equal(name, resume.entries[0].name);
    assert_pairs(phase, resume.entries[0].phase, cuts, resume.entries[0].cuts);
    assert_false(resume.entries[0].again || resume.full);
}

/* ---- which tests and phases ------------------------------------------------------------------ */

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

/* ---- who ended it ---------------------------------------------------------------------------- */

/* The watchdog waits 720 seconds from the start of the test on, or from later. */
TEST(sooner_than_the_watchdog_was_a_hand, begin)
{
    /* clang-format off */
    static const struct { const char *lines; int64_t after_ms; unsigned cuts; } rows[] = {
        { MACHINE START("id.boot"), 0, 1 }, { MACHINE START("id.boot"), 719999, 1 },
        { MACHINE START("id.boot"), 720000, 0 }, { MACHINE START("id.boot"), -1, 0 },
        { MACHINE CUT("id.boot", "1") START("id.boot"), 1000, 2 },
        { MACHINE CUT("id.boot", "2") START("id.boot"), 720000, 0 },
        { MACHINE RESET("id.boot") START("id.boot"), 1000, 0 },
        { MACHINE "{\"type\":\"start\",\"time\":\"2026-11-22T07:03:5\"," CARD
          ",\"test\":\"id.boot\",\"watchdog\":720}\n", 1000, 0 },
        { MACHINE "{\"type\":\"start\",\"time\":\"2026-11-22T07:03:52\"," CARD
          ",\"test\":\"id.boot\",\"watchdog\":720}\n", 1000, 1 },
        { MACHINE "{\"type\":\"start\",\"time\":\"2026-1 -22T07:03:52\"," CARD
          ",\"test\":\"id.boot\",\"watchdog\":720}\n", 1000, 0 },
        { MACHINE "{\"type\":\"start\",\"time\":\"2026-11-22T07:03:52\"," CARD ",\"test\":\"id.boot\"}\n", 1000, 0 },
        /* clang-format on */
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

/* A run of which only its first words have been written says nothing, and neither do the runs before it any more. */
TEST(the_last_run_may_have_only_begun, begin)
{
    learn_from(MACHINE START("id.boot") "{\"type\":\"machine\"");
    assert_int_equal(0, resume.count);
    /* A line of more than 2048 letters is not ours. */
    snprintf(report, sizeof(report), MACHINE START("id.boot") " %.*s%4000s\n",
             (int)strlen(END("id.boot")) - 1, END("id.boot"), "");
    learn();
    expect_one("id.boot", false, 0);
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
    /* clang-format off */
    static const struct { const char *words; unsigned run; } rows[] = {
        { "0", 0 }, { "19", 19 }, { "280a", 280 }, { "999999999", 999999999 }, { "1000000000", 0 },
        { "4294967297", 0 }, { "-1", 0 } };
    /* clang-format on */
    char line[100];

    for (unsigned i = 0; i < sizeof(rows) / sizeof(rows[0]); i++) {
        snprintf(line, sizeof(line), "{\"type\":\"machine\",\"run\":%s}\n", rows[i].words);
        learn_from(line);
        assert_int_equal(rows[i].run, resume.run);
    }
}
