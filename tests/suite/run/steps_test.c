/* Where the steps of a run on a card end early: a cold card, a takeover that is refused, a card that is lost, a
 * missing BAR, a card of no family; what was done is undone in reverse (docs/hardware/uefi-on-machines.md §3, §4). */
#include "engines/vram.h"
#include "reference/words.h"
#include "suite/run/run_state.h"
#include "tests/kit/tests.h"
#include "tests/suite/steps_rig.h"

/* The card is taken, its BARs are measured while it decodes nothing, its memory is opened; it masters nothing. */
#define TAKEN                                                                                      \
    "watchdog 50\nwatchdog 50\nname taking it from the machine's firmware\ntake\n"                 \
    "watchdog 50\nname silencing the errors of its link\n"                                         \
    "watchdog 50\nname sizing its BARs\ncommand 4\ncommand 5\n"                                    \
    "watchdog 50\nname opening its memory\ncommand 1\nenable 2\ncommand 3\n"                       \
    "watchdog 50\nname reading BOOT_0\n"

#define PUT_BACK "watchdog 50\nname putting its registers back\n"

/* Each test has its own deadline, the watchdog 30 s more, and its lines while it runs arm it again. */
static void takes_its_time(struct test *t)
{
    steps_say(t->card, "test");
    test_progress(t, 1, 3, "counting");
    assert_true(test_goes_on(t));
    expect_equal(t, 0x77, card_read32(t->card, STEPS_REG), "the register");
}

/* A card whose memory does not work masters nothing, and its engines are not touched. */
TEST(a_cold_card_masters_nothing)
{
    struct steps *const s = steps_new(takes_its_time);

    s->why = "asleep";
    s->rows[0].flags = TEST_COLD;
    steps_run(s);
    assert_int_equal(VERDICT_NOT_TESTED, s->rig->verdict);
    expect_steps(s, TAKEN "posted, 20 s\nwatchdog 50\nname asking it\nwatchdog 50\nname a\ntest, "
                          "20 s\nwatchdog 50\nwatchdog 50\n"
                          "command 3\nname -\n" PUT_BACK
                          "watchdog 50\nname closing its memory\ncommand 3\ngive back\ncommand 5\n"
                          "watchdog 50\nname done\nname -\nwatchdog 0\n");
    expect_said(s->rig->tap, "# card 0007:03:02.0 10de:1aaa STUB1: asleep\n");
    expect_said(s->rig->tap, "# verdict: NOT TESTED: the card is asleep\n");
}

#define GIVEN_BACK_AT_ONCE                                                                         \
    PUT_BACK "watchdog 50\nname closing its memory\ncommand 3\ngive back\ncommand 5\n"             \
             "watchdog 50\nname done\nname -\nwatchdog 0\n"

#define ASKED       TAKEN "posted, 20 s\nwatchdog 50\nname asking it\n"
#define NOT_IN_TIME "the card's configuration was not read in time\n"

/* Faults that the takeover finds before any test: nothing of the card is used, and it goes back. */
TEST(a_takeover_may_end_early)
{
    static const struct {
        const char *slow, *why, *started;
        enum err memory;
        const char *steps, *card, *verdict;
    } rows[] = {
        /* clang-format off */
        { .memory = ERR_NO_MEMORY, .steps = ASKED "memory, 20 s\n" GIVEN_BACK_AT_ONCE,
          .card = "STUB1 4 MiB: its memory is smaller than what drivers leave alone\n",
          .verdict = "NOT TESTED: the card's memory is too small to be tested\n" },
        { .slow = "memory", .steps = ASKED "memory, 20 s\n" GIVEN_BACK_AT_ONCE,
          .card = "STUB1: " NOT_IN_TIME, .verdict = "NOT TESTED: " NOT_IN_TIME },
        { .slow = "posted", .why = "half started", .started = "started by us", .steps = ASKED GIVEN_BACK_AT_ONCE,
          .card = "STUB1: half started\n", .verdict = "NOT TESTED: half started\n" },
        { .slow = "posted", .why = "half read", .steps = ASKED GIVEN_BACK_AT_ONCE,
          .card = "STUB1: " NOT_IN_TIME, .verdict = "NOT TESTED: " NOT_IN_TIME },
        /* clang-format on */
    };

    for (unsigned i = 0; i < ARRAY_SIZE(rows); i++) {
        struct steps *const s = steps_new(takes_its_time);

        s->slow = rows[i].slow;
        s->why = rows[i].why;
        s->started = rows[i].started;
        s->memory = rows[i].memory;
        s->rig->config.dump_vbios = true;
        steps_run(s);
        assert_int_equal(VERDICT_NOT_TESTED, s->rig->verdict);
        expect_steps(s, rows[i].steps);
        expect_said(s->rig->tap, rows[i].card);
        expect_said(s->rig->tap, rows[i].verdict);
        /* It is looked for unless there is no time left. */
        assert_int_equal(rows[i].slow == NULL,
                         strstr(s->rig->tap, "no VBIOS was found that could be kept") != NULL);
        assert_null(strstr(s->rig->tap, "ok 1"));
    }
}

#define GONE "the card has fallen off the bus: its configuration space reads all ones"

#define SIZED                                                                                      \
    "watchdog 50\nwatchdog 50\nname taking it from the machine's firmware\ntake\n"                 \
    "watchdog 50\nname silencing the errors of its link\n"                                         \
    "watchdog 50\nname sizing its BARs\ncommand 4\ncommand 5\n"

#define END "give back\ncommand 5\nwatchdog 50\nname done\nname -\nwatchdog 0\n"

/* A card that has gone only when it was given back is not as it was found, so it has no PASS. */
TEST(a_card_may_be_lost_at_last)
{
    struct steps *const s = steps_new(takes_its_time);

    s->falls_off_in = "give back";
    steps_run(s);
    assert_int_equal(VERDICT_INCOMPLETE, s->rig->verdict);
    expect_said(s->rig->tap, "\nok 1 - a\n");
    expect_said(s->rig->tap, "\n# " GONE "\n");
    expect_said(s->rig->tap, "# verdict: " SAYS_INCOMPLETE ": " GONE "\n");
}

/* BAR0 of 16 MiB, BAR1 and BAR3 all have to have an address. */
TEST(each_bar_is_needed)
{
    static const struct {
        unsigned bar, words;
        bool small;
    } rows[] = { { 0, 1, false }, { 1, 2, false }, { 3, 2, false }, { 0, 0, true } };

    for (unsigned i = 0; i < ARRAY_SIZE(rows); i++) {
        struct steps *const s = steps_new(takes_its_time);

        for (unsigned w = 0; w < rows[i].words; w++)
            *stub_config(s->stub, PCI_BAR0 + 4 * (rows[i].bar + w)) &= w ? 0 : 0xf;
        s->small = rows[i].small;
        steps_run(s);
        assert_int_equal(VERDICT_NOT_TESTED, s->rig->verdict);
        expect_steps(s, SIZED "command 1\n" END);
        expect_said(s->rig->tap, "10de:1aaa: the firmware has not assigned its BARs\n");
        expect_said(s->rig->tap, "NOT TESTED: the card's BARs are not assigned: look for Above 4G "
                                 "Decoding in the setup of the rig (BAR1 takes ");
        expect_said(s->rig->records, "\"boot_0\":0,");
    }
}

TEST(a_card_of_no_family_is_given_back)
{
    struct steps *const s = steps_new(takes_its_time);

    s->stub->boot_0 = 0x140000a1;
    steps_run(s);
    expect_steps(s, TAKEN "watchdog 50\nname closing its memory\ncommand 3\n" END);
    expect_said(s->rig->tap, "10de:1aaa: unknown chipset: BOOT_0 is 0x140000a1, id 0x140\n");
}

static jmp_buf hung;
static struct run *cut; /* in the midst of its test */

static void hangs(struct test *t)
{
    steps_say(t->card, "test");
    cut = (struct run *)(void *)((char *)t->card - offsetof(struct run, card));
    longjmp(hung, 1);
}

static void abandon(bool failed)
{
    struct steps *const s = steps_new(hangs);

    if (!setjmp(hung))
        steps_run(s);
    cut->tallies.of[VERDICT_FAIL] = failed;
    assert_int_equal(failed ? VERDICT_FAIL : VERDICT_INCOMPLETE, run_abandon(cut, "ended"));
    expect_steps(s, TAKEN
                 "posted, 20 s\nwatchdog 50\nname asking it\nmemory, 20 s\nquieten, never\nalloc\n"
                 "204=1\nenable 4\ncommand 7\ncommand 3\n1700=10\nwatchdog 50\nname a\ncommand 7\n"
                 "test, 20 s\ncommand 3\n1700=0\n204=0\nsettle, 20 s\ncommand 3\nfree\ngive back\n"
                 "command 5\nwatchdog 0\n");
    expect_said(s->rig->tap, "# card 0007:03:02.0 verdict: " SAYS_INCOMPLETE ": ended\n");
    expect_said(s->rig->tap,
                failed ? "# verdict: FAIL" : "# verdict: " SAYS_INCOMPLETE ": ended\n");
    free(cut);
}

/* docs/rig.md: who ends a run from outside gives the card in hand back, what was done last undone first, and a run that
 * was cut off is never green; a card that has failed before stays what it is. */
TEST(a_run_that_is_abandoned_gives_its_card_back)
{
    abandon(false);
    abandon(true);
}

/* docs/rig.md: processors=1 never asks for the others; a boot that hung when it asked is not repeated. */
TEST(other_processors_are_asked_for_unless_that_hung)
{
    for (unsigned i = 0; i < 3; i++) {
        struct steps *const s = steps_new(takes_its_time);
        struct run *const run = calloc(1, RUN_ARENA_SIZE);

        s->rig->config.alone = i == 1;
        assert_ptr_equal(run, run_open(&s->rig->setup, run));
        run->resume.count = i == 2;
        run->resume.entries[0] = (struct resume_entry){ .phase = true, .name = RECORD_PROCESSORS };
        assert_int_equal(!i, run_processors_start(run));
        assert_int_equal(!i,
                         strstr(s->rig->records, "\"phase\":\"" RECORD_PROCESSORS "\"") != NULL);
        assert_int_equal(
            i == 2, strstr(s->rig->tap, "hung when it was asked for the other processors") != NULL);
        run_processors_started(run);
        expect_said(s->rig->records, "\"phase\":\"" RECORD_PROCESSORS_STARTED "\"");
        free(run);
    }
}
