/* The steps of a run on a card: the watchdog and the name set before it, when the card masters the bus, the deadlines
 * of the family and of the test, and that all of it is undone in reverse (docs/hardware/uefi-on-machines.md §3, §4). */
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "engines/vram.h"
#include "hw/pci.h"
#include "reference/words.h"
#include "tests/kit/tests.h"
#include "tests/suite/steps_rig.h"

/* The card is taken, its BARs are measured while it decodes nothing, its memory is opened; it masters nothing. */
#define TAKEN                                                                                      \
    "watchdog 50\nwatchdog 50\nname taking it from the machine's firmware\ntake\n"                 \
    "watchdog 50\nname silencing the errors of its link\n"                                         \
    "watchdog 50\nname sizing its BARs\ncommand 4\ncommand 5\n"                                    \
    "watchdog 50\nname opening its memory\ncommand 1\nenable 2\ncommand 3\n"                       \
    "watchdog 50\nname reading BOOT_0\n"

/* Its engines are quiet: it may master the bus, and PMEM points to memory that no driver uses. */
#define QUIET                                                                                      \
    "posted, 20 s\nwatchdog 50\nname asking it\nmemory, 20 s\nquieten, "                           \
    "never\nalloc\n204=1\nenable 4\ncommand 7\ncommand 3\n"                                        \
    "1700=10\n"

#define PUT_BACK "watchdog 50\nname putting its registers back\n"

#define GIVEN_BACK                                                                                 \
    "watchdog 50\nname closing its memory\ncommand 3\nfree\ngive back\ncommand 5\n"                \
    "watchdog 50\nname done\nname -\nwatchdog 0\n"

static void put_back(struct test *t)
{
    steps_say(t->card, "put back");
}

static void uses_the_card(struct test *t)
{
    struct dma_memory memory;
    linear_addr at;

    steps_say(t->card, "test");
    assert_true(test_ok(t, vram_alloc(t->card, 0x200000, 0x1000, &at), "VRAM"));
    assert_true(test_ok(t, card_dma_alloc(t->card, 0x1000, &memory), "memory"));
    assert_true(test_ok(t, card_set32(t->card, STEPS_REG, 0x55), "writing"));
    t->put_back = put_back;
    expect_equal(t, 0x55, card_read32(t->card, STEPS_REG), "the register");
}

TEST(a_card_is_taken_tested_and_given_back)
{
    struct steps *const s = steps_new(uses_the_card);

    steps_run(s);
    expect_steps(s, TAKEN QUIET "watchdog 50\nname a\ncommand 7\ntest, 20 s\nalloc\n200=55\n"
                                "watchdog 40\nput back, 10 s\n"
                                "command 3\n200=77\nsettle, 20 s\nfree\n1700=10\nname -\n" PUT_BACK
                                "1700=0\n204=0\n" GIVEN_BACK);
    steps_free(s);
}

/* Each test has its own deadline, the watchdog 30 s more, and its lines while it runs arm it again. */
static void takes_its_time(struct test *t)
{
    steps_say(t->card, "test");
    test_progress(t, 1, 3, "counting");
    assert_true(test_goes_on(t));
    expect_equal(t, 0x77, card_read32(t->card, STEPS_REG), "the register");
}

TEST(a_long_test_has_a_long_watchdog)
{
    struct steps *const s = steps_new(takes_its_time);

    s->rows[0].deadline_s = 600;
    steps_run(s);
    assert_int_equal(VERDICT_PASS, s->rig->verdict);
    expect_steps(s, TAKEN QUIET
                 "watchdog 630\nname a\ncommand 7\ntest, 600 s\nwatchdog 630\nwatchdog 630\n"
                 "command 3\nsettle, 20 s\n1700=10\nname -\n" PUT_BACK
                 "1700=0\n204=0\n" GIVEN_BACK);
    expect_said(s->rig->records, "\"test\":\"a\",\"card\":\"0007:03:02.0\",\"id\":\"10de:1aaa "
                                 "0000:0000 a1\",\"watchdog\":630}");
    steps_free(s);
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
    steps_free(s);
}

#define GIVEN_BACK_AT_ONCE                                                                         \
    PUT_BACK "watchdog 50\nname closing its memory\ncommand 3\ngive back\ncommand 5\n"             \
             "watchdog 50\nname done\nname -\nwatchdog 0\n"

/* Faults that the takeover finds before any test: nothing of the card is used, and it goes back. */
TEST(a_takeover_may_end_early)
{
    static const struct {
        const char *slow, *why, *started;
        enum err memory;
        const char *steps, *card, *verdict;
    } rows[] = {
        { .memory = ERR_NO_MEMORY,
          .steps =
              TAKEN "posted, 20 s\nwatchdog 50\nname asking it\nmemory, 20 s\n" GIVEN_BACK_AT_ONCE,
          .card = "STUB1 4 MiB: its memory is smaller than what drivers leave alone\n",
          .verdict = "NOT TESTED: the card's memory is too small to be tested\n" },
        { .slow = "memory",
          .steps =
              TAKEN "posted, 20 s\nwatchdog 50\nname asking it\nmemory, 20 s\n" GIVEN_BACK_AT_ONCE,
          .card = "STUB1: the card's configuration was not read in time\n",
          .verdict = "NOT TESTED: the card's configuration was not read in time\n" },
        { .slow = "posted",
          .why = "half started",
          .started = "started by us",
          .steps = TAKEN "posted, 20 s\nwatchdog 50\nname asking it\n" GIVEN_BACK_AT_ONCE,
          .card = "STUB1: half started\n",
          .verdict = "NOT TESTED: half started\n" },
        { .slow = "posted",
          .why = "half read",
          .steps = TAKEN "posted, 20 s\nwatchdog 50\nname asking it\n" GIVEN_BACK_AT_ONCE,
          .card = "STUB1: the card's configuration was not read in time\n",
          .verdict = "NOT TESTED: the card's configuration was not read in time\n" },
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
        steps_free(s);
    }
}

/* A card that was started says by whom; ready is one that firmware has started. */
TEST(a_card_that_was_started_says_so)
{
    struct steps *const s = steps_new(takes_its_time);

    s->started = "started by us";
    steps_run(s);
    expect_said(s->rig->tap, "STUB1 4 MiB: started by us\n");
    assert_int_equal(VERDICT_PASS, s->rig->verdict);
    steps_free(s);
}

/* Engines that stay busy: the card masters nothing, and its settings are restored. */
TEST(a_card_that_stays_busy_goes_back)
{
    struct steps *const s = steps_new(takes_its_time);

    s->quiet = ERR_TIMEOUT;
    steps_run(s);
    expect_steps(s, TAKEN "posted, 20 s\nwatchdog 50\nname asking it\nmemory, 20 s\nquieten, "
                          "never\nalloc\n204=1\n" PUT_BACK "204=0\n" GIVEN_BACK);
    expect_said(s->rig->tap, "# the card's engines do not become quiet: timeout\n");
    expect_said(s->rig->tap, "NOT TESTED: the card's engines do not become quiet: timeout\n");
    steps_free(s);
}

#define GONE "the card has fallen off the bus: its configuration space reads all ones"
#define RESET                                                                                      \
    "the card was reset by something else: BOOT_0 reads all ones, and its Command register is "    \
    "not as it was set"

#define SIZED                                                                                      \
    "watchdog 50\nwatchdog 50\nname taking it from the machine's firmware\ntake\n"                 \
    "watchdog 50\nname silencing the errors of its link\n"                                         \
    "watchdog 50\nname sizing its BARs\ncommand 4\ncommand 5\n"

#define END "give back\ncommand 5\nwatchdog 50\nname done\nname -\nwatchdog 0\n"

#define STUB_BOOT_0 0x1ee000a1u

static uint64_t number_behind(const char *all, const char *part)
{
    const char *const at = strstr(all, part);

    return at ? strtoull(at + strlen(part), NULL, 10) : UINT64_MAX;
}

/* A card that leaves the bus, or that somebody resets: nothing of it is written any more but its Command register, and
 * the run has no verdict of it but this. With reset=port the port above it would be asked to bring it back. */
TEST(a_card_may_be_lost_at_any_time)
{
    static const struct {
        const char *gone, *reset;
        enum err quiet;
        enum verdict verdict;
        const char *steps, *words;
        bool on_card, silent; /* said of the card itself; not said beside it */
        uint32_t boot_0;
    } rows[] = {
        { .gone = "sizing its BARs",
          .on_card = true,
          .verdict = VERDICT_INCOMPLETE,
          .steps = SIZED "watchdog 50\nname resetting it by its port\ncommand 1\n" END,
          .words = GONE },
        { .gone = "reading BOOT_0",
          .on_card = true,
          .boot_0 = UINT32_MAX,
          .verdict = VERDICT_INCOMPLETE,
          .steps = TAKEN "watchdog 50\nname closing its memory\nwatchdog 50\nname resetting it by "
                         "its port\ncommand 3\n" END,
          .words = GONE },
        { .reset = "reading BOOT_0",
          .on_card = true,
          .silent = true,
          .boot_0 = UINT32_MAX,
          .verdict = VERDICT_NOT_TESTED,
          .steps = TAKEN "watchdog 50\nname closing its memory\nwatchdog 50\nname resetting it by "
                         "its port\ncommand 0\n" END,
          .words = RESET },
        { .gone = "posted",
          .on_card = true,
          .boot_0 = STUB_BOOT_0,
          .verdict = VERDICT_INCOMPLETE,
          .steps = TAKEN "posted, 20 s\nwatchdog 50\nname asking it\nmemory, 20 s\nwatchdog "
                         "50\nname closing its memory\n"
                         "watchdog 50\nname resetting it by its port\ncommand 3\n" END,
          .words = GONE },
        { .gone = "quieten",
          .boot_0 = STUB_BOOT_0,
          .quiet = ERR_TIMEOUT,
          .verdict = VERDICT_INCOMPLETE,
          .steps = TAKEN "posted, 20 s\nwatchdog 50\nname asking it\nmemory, 20 s\nquieten, "
                         "never\nalloc\n" PUT_BACK "watchdog 50\nname closing its memory\n"
                         "watchdog 50\nname resetting it by its port\ncommand 3\nfree\n" END,
          .words = GONE },
        { .gone = "test",
          .boot_0 = STUB_BOOT_0,
          .verdict = VERDICT_INCOMPLETE,
          .steps =
              TAKEN QUIET "watchdog 50\nname a\ncommand 7\ntest, 20 s\n"
                          "watchdog 50\nwatchdog 50\ncommand 3\nsettle, 20 s\nname -\n" PUT_BACK
                          "watchdog 50\nname closing its memory\n"
                          "watchdog 50\nname resetting it by its port\ncommand 3\nfree\n" END,
          .words = "a: " GONE },
        { .reset = "test",
          .boot_0 = STUB_BOOT_0,
          .verdict = VERDICT_INCOMPLETE,
          .steps =
              TAKEN QUIET "watchdog 50\nname a\ncommand 7\ntest, 20 s\n"
                          "watchdog 50\nwatchdog 50\ncommand 0\nsettle, 20 s\nname -\n" PUT_BACK
                          "watchdog 50\nname closing its memory\n"
                          "watchdog 50\nname resetting it by its port\ncommand 0\nfree\n" END,
          .words = "a: " RESET },
    };

    for (unsigned i = 0; i < ARRAY_SIZE(rows); i++) {
        struct steps *const s = steps_new(takes_its_time);
        char said[400];

        s->falls_off_in = rows[i].gone;
        s->reset_in = rows[i].reset;
        s->quiet = rows[i].quiet;
        s->group.count = 2;
        s->rig->config.reset_by_port = true;
        steps_run(s);
        assert_int_equal(rows[i].verdict, s->rig->verdict);
        expect_steps(s, rows[i].steps);
        snprintf(said, sizeof(said), "# verdict: %s: %s\n",
                 rows[i].verdict == VERDICT_NOT_TESTED ? "NOT TESTED" : SAYS_INCOMPLETE,
                 rows[i].words);
        expect_said(s->rig->tap, said);
        const char *const how = rows[i].words + (rows[i].words[0] == 'a' ? 3 : 0);

        snprintf(said, sizeof(said), "# card 0007:03:02.0 10de:1aaa%s: %s\n",
                 rows[i].boot_0 == STUB_BOOT_0 ? " STUB1" : "", how);
        assert_int_equal(rows[i].on_card, strstr(s->rig->tap, said) != NULL);
        snprintf(said, sizeof(said), "\n# %s\n", how);
        assert_int_equal(!rows[i].silent, strstr(s->rig->tap, said) != NULL);
        assert_int_equal(rows[i].boot_0, number_behind(s->rig->records, "\"boot_0\":"));
        expect_said(s->rig->tap, "# not reset (reset=port): no port is above it, or another device "
                                 "is below that too\n");
        steps_free(s);
    }
}

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
    steps_free(s);
}

/* One whose configuration space does not answer while its registers do has not left the bus. */
TEST(a_card_that_answers_is_there)
{
    struct steps *const s = steps_new(takes_its_time);

    s->hides_in = "test";
    steps_run(s);
    expect_said(s->rig->tap, "\nok 1 - a\n");
    steps_free(s);
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
        steps_free(s);
    }
}

TEST(a_card_of_no_family_is_given_back)
{
    struct steps *const s = steps_new(takes_its_time);

    s->stub->boot_0 = 0x140000a1;
    steps_run(s);
    expect_steps(s, TAKEN "watchdog 50\nname closing its memory\ncommand 3\n" END);
    expect_said(s->rig->tap, "10de:1aaa: unknown chipset: BOOT_0 is 0x140000a1, id 0x140\n");
    steps_free(s);
}

/* Registers that cannot simply be written are the family's to put back: the test's while it is cleaned up, the family's
 * at the end, each time with the takeover's deadline. */
static void put_back_register(struct card *card, const struct card_change *change)
{
    steps_say(card, change->reg == STEPS_REG ? "the test's" : "the family's");
    card_write32(card, change->reg, change->before);
}

TEST(families_put_their_registers_back)
{
    struct steps *const s = steps_new(uses_the_card);

    s->family.put_back = put_back_register;
    steps_run(s);
    expect_said(s->said, "command 3\nthe test's, 20 s\n200=77\nsettle, 20 s\n");
    expect_said(s->said, PUT_BACK "the family's, 20 s\n1700=0\nthe family's, 20 s\n204=0\n");
    steps_free(s);
}

/* Nothing of one card is believed of the next. Here it is the same one again, which has come back, or is cold now. */
TEST(each_card_begins_anew)
{
    for (unsigned cold = 0; cold < 2; cold++) {
        struct steps *const s = steps_new(takes_its_time);
        void *const arena = calloc(1, RUN_ARENA_SIZE);
        const uint32_t ids = *stub_config(s->stub, 0), boot_0 = s->stub->boot_0;

        rig_suite(s->rig, "a");
        s->rows[0].flags = TEST_COLD;
        s->falls_off_in = cold ? NULL : "test";
        struct run *const run = run_open(&s->rig->setup, arena);
        run_bus(run, &s->stub->bench.bus);
        assert_ptr_equal((uint8_t *)arena + RUN_ARENA_SIZE - CARD_WORKSPACE, s->workspace);
        expect_said(s->rig->tap,
                    cold ? "verdict: PASS (only a)" : "verdict: " SAYS_INCOMPLETE ": a: " GONE);
        *stub_config(s->stub, 0) = ids;
        s->stub->boot_0 = boot_0;
        s->falls_off_in = NULL;
        s->why = cold ? "asleep" : NULL;
        s->said[0] = '\0';
        run_bus(run, &s->stub->bench.bus);
        assert_int_equal(VERDICT_INCOMPLETE, run_close(run));
        expect_said(s->rig->tap, "\nok 2 - a\n");
        expect_said(s->rig->tap, "\n1..2\n");
        expect_said(s->rig->tap, cold ? "verdict: NOT TESTED: the card is asleep\n"
                                      : "verdict: PASS (only a)\n");
        assert_int_equal(cold,
                         strstr(s->said, "command 7") == NULL); /* a cold one masters nothing */
        free(arena);
        steps_free(s);
    }
}
