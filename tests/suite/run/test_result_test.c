/* The result of a test when its runner has one too: the runner's weighs more than the test's, and the next test begins
 * as if nothing had been. */
#include "tests/kit/tests.h"
#include "tests/suite/steps_rig.h"

static struct {
    bool refused; /* more registers than can be put back */
    bool fails;   /* finds something wrong */
    bool nothing; /* compares nothing */
    unsigned takes_s;
    int key; /* that is pressed while it runs */
} test;
#define LOOK_US UINT64_C(200000) /* keys are looked for ten times a second */

static int pressed;
static unsigned times; /* a key that ends something is asked once more */

/* Only the first one of a run. */
static void does(struct test *t)
{
    const bool first = strcmp(t->name, "a") == 0;
    struct bus *const bus = t->card->bus;

    bus->ops->wait_us(bus, LOOK_US);
    if (first) {
        pressed = test.key;
        times = 2;
        bus->ops->wait_us(bus, test.takes_s * UINT64_C(1000000));
        t->card->changes_refused = test.refused;
    }
    t->untested = first ? t->config->seconds : 0; /* a memory test that was ended by it */
    if (!first || !test.nothing)
        expect_equal(t, first && test.fails ? 0x78 : 0x77, card_read32(t->card, STEPS_REG),
                     "the register");
    (void)!test_goes_on(t);
}

static int key(void *opaque)
{
    return pressed && times ? (times--, pressed) : KEY_NONE;
}

static struct steps *run_two(void)
{
    struct steps *const s = steps_new(does);

    pressed = KEY_NONE;
    s->group.count = 2;
    s->rig->setup.key = key;
    return s;
}

#define OF_A "not ok 1 - a: "
#define MANY "the test changes more than the 160 registers that can be put back\n"

TEST(what_the_runner_finds_weighs_more)
{
    static const struct {
        const char *says; /* of the first test; null: it passes */
        enum verdict verdict;
        unsigned takes_s, deadline_s, seconds;
        int key;
        bool refused, fails, nothing, extends;
    } rows[] = {
        /* A key ends the test whose time is over too, which is no fault of the card then. */
        /* clang-format off */
        { .verdict = VERDICT_PASS }, { .verdict = VERDICT_PASS, .takes_s = 19 },
        { OF_A "STUB1 has 0x77 in the register, expected 0x78\n", VERDICT_FAIL, .fails = true },
        { OF_A "the test found nothing wrong because it compared nothing\n", VERDICT_INCOMPLETE, .nothing = true },
        { "ok 1 - a # SKIP seconds=3 was over before anything was compared\n", VERDICT_INCOMPLETE, .nothing = true,
          .seconds = 3 },
        { OF_A MANY, VERDICT_INCOMPLETE, .refused = true },
        { OF_A MANY, VERDICT_INCOMPLETE, .refused = true, .fails = true },
        { OF_A "STUB1 deadline: the test did not end within 20 s\n", VERDICT_FAIL, .takes_s = 21 },
        { .verdict = VERDICT_PASS, .takes_s = 21, .deadline_s = 22 },
        { OF_A "STUB1 deadline: the test did not end within 22 s\n", VERDICT_FAIL, .takes_s = 23, .deadline_s = 22 },
        { OF_A "STUB1 deadline: no piece of the work got done within 20 s\n", VERDICT_INCOMPLETE, .takes_s = 21,
          .extends = true },
        { "ok 1 - a # SKIP skipped by the operator (S)\n", VERDICT_INCOMPLETE, .key = 's' },
        { OF_A "STUB1 has 0x77 in the register, expected 0x78\n", VERDICT_FAIL, .key = 's', .fails = true },
        { "ok 1 - a # SKIP skipped by the operator (S)\n", VERDICT_INCOMPLETE, .key = 's', .takes_s = 21 },
        /* clang-format on */
    };

    for (unsigned i = 0; i < ARRAY_SIZE(rows); i++) {
        struct steps *const s = run_two();

        test.refused = rows[i].refused;
        test.fails = rows[i].fails;
        test.nothing = rows[i].nothing;
        test.takes_s = rows[i].takes_s;
        test.key = rows[i].key;
        s->rig->config.seconds = rows[i].seconds;
        s->rows[0].deadline_s = (uint16_t)rows[i].deadline_s;
        s->rows[0].flags = rows[i].extends ? TEST_EXTENDS : 0;
        steps_run(s);
        if (rows[i].verdict != s->rig->verdict)
            fail_msg("row %u: verdict %u\n%s", i, s->rig->verdict, s->rig->tap);
        expect_said(s->rig->tap, rows[i].says ? rows[i].says : "\nok 1 - a\n");
        expect_said(s->rig->tap, "ok 2 - b\n");
        /* Only a failure that stands names the expected value. */
        assert_int_equal(rows[i].says && strstr(rows[i].says, "expected 0x78") != NULL,
                         strstr(s->rig->tap, "  expected: ") != NULL);
    }
}

#define HUNG "translation has hung in a and needs a power cycle\n"

/* A test that may hang translation does so only on silicon, where somebody has asked for it: then the family is asked
 * after each test whether it still works, and no further one runs where it does not. */
TEST(a_card_that_has_hung_is_tested_no_further)
{
    static const struct {
        bool risky, model, cold, cannot_say, unsound;
        bool asked, hung;
    } rows[] = {
        { .unsound = true },
        { .risky = true, .asked = true },
        { .risky = true, .unsound = true, .asked = true, .hung = true },
        { .risky = true, .unsound = true, .model = true },
        { .risky = true, .unsound = true, .cold = true },
        { .risky = true, .unsound = true, .cannot_say = true },
    };

    memset(&test, 0, sizeof(test));
    for (unsigned i = 0; i < ARRAY_SIZE(rows); i++) {
        struct steps *const s = run_two();

        s->rig->config.risky = rows[i].risky;
        s->rig->config.model = rows[i].model;
        s->goes.why = rows[i].cold ? "asleep" : NULL;
        s->rows[0].flags = s->rows[1].flags = TEST_COLD;
        s->goes.unsound = rows[i].unsound;
        if (rows[i].cannot_say)
            s->family.sound = NULL;
        steps_run(s);
        assert_int_equal(rows[i].asked, strstr(s->said, "sound, never\n") != NULL);
        assert_int_equal(rows[i].hung   ? VERDICT_INCOMPLETE
                         : rows[i].cold ? VERDICT_NOT_TESTED
                                        : VERDICT_PASS,
                         s->rig->verdict);
        expect_said(s->rig->tap, rows[i].hung ? "# " HUNG "not ok 1 - a: " HUNG : "ok 2 - b\n");
        if (rows[i].hung)
            expect_said(s->rig->tap, "ok 2 - b # SKIP the card does not answer any more\n");
    }
}
