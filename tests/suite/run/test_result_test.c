/* The result of a test when its runner has one too: the runner's weighs more than the test's, and the next test begins
 * as if nothing had been. */
#include "tests/suite/steps_rig.h"

static struct behaviour {
    unsigned takes_s;
    int key;      /* that is pressed while it runs */
    bool refused; /* more registers than can be put back */
    bool fails;   /* finds something wrong */
    bool nothing; /* compares nothing */
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
    if (first && test.nothing)
        (void)!test_ok(t, OK, "preparing");
    else
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
        struct behaviour does;
        unsigned deadline_s, seconds;
        bool extends;
    } rows[] = {
        /* A test that looked at nothing is no proof of a good card. A key ends the test whose time is over too, which
         * is no fault of the card then. */
        /* clang-format off */
        { .verdict = VERDICT_PASS }, { .verdict = VERDICT_PASS, .does = { .takes_s = 19 } },
        { OF_A "STUB1 has 0x77 in the register, expected 0x78\n", VERDICT_FAIL, .does = { .fails = true } },
        { OF_A "the test found nothing wrong because it compared nothing\n", VERDICT_INCOMPLETE,
          .does = { .nothing = true } },
        { "ok 1 - a # SKIP seconds=3 was over before anything was compared\n", VERDICT_INCOMPLETE,
          .seconds = 3, .does = { .nothing = true } },
        { OF_A MANY, VERDICT_INCOMPLETE, .does = { .refused = true } },
        { OF_A MANY, VERDICT_INCOMPLETE, .does = { .refused = true, .fails = true } },
        { OF_A "STUB1 deadline: the test did not end within 20 s\n", VERDICT_FAIL, .does = { .takes_s = 21 } },
        { .verdict = VERDICT_PASS, .deadline_s = 22, .does = { .takes_s = 21 } },
        { OF_A "STUB1 deadline: the test did not end within 22 s\n", VERDICT_FAIL, .deadline_s = 22,
          .does = { .takes_s = 23 } },
        { OF_A "STUB1 deadline: no piece of the work got done within 20 s\n", VERDICT_INCOMPLETE,
          .extends = true, .does = { .takes_s = 21 } },
        { "ok 1 - a # SKIP skipped by the operator (S)\n", VERDICT_INCOMPLETE, .does = { .key = 's' } },
        { OF_A "STUB1 has 0x77 in the register, expected 0x78\n", VERDICT_FAIL, .does = { .key = 's', .fails = true } },
        { "ok 1 - a # SKIP skipped by the operator (S)\n", VERDICT_INCOMPLETE, .does = { .key = 's', .takes_s = 21 } },
        /* clang-format on */
    };

    for (unsigned i = 0; i < ARRAY_SIZE(rows); i++) {
        struct steps *const s = run_two();

        test = rows[i].does;
        s->rig->config.seconds = rows[i].seconds;
        s->rows[0].deadline_s = (uint16_t)rows[i].deadline_s;
        s->rows[0].flags = rows[i].extends ? TEST_EXTENDS : 0;
        steps_run(s);
        if (rows[i].verdict != s->rig->verdict)
            fail_msg("row %u: verdict %u\n%s", i, s->rig->verdict, s->rig->tap);
        expect_said(s->rig->tap, rows[i].says ? rows[i].says : "\nok 1 - a\n", "ok 2 - b\n");
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
    /* clang-format off */
    static const struct { bool risky, model, cold, cannot_say, unsound; bool asked, hung; } rows[] = {
        { .unsound = true }, { .risky = true, .asked = true }, { .risky = true, .unsound = true, .model = true },
        { .risky = true, .unsound = true, .asked = true, .hung = true },
        { .risky = true, .unsound = true, .cold = true }, { .risky = true, .unsound = true, .cannot_say = true },
    };
    /* clang-format on */

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

static const struct plan {
    const char *does, *bases; /* of a, b and c; u: unverified */
    enum claim claim;         /* of a */
    const char *says[3];
    const char *cause;
} * plan;

static void puts_back(struct test *t)
{
    steps_say(t->card, "put back");
}

static bool tells_of_write(struct card *card, struct card_refusal *out)
{
    *out = (struct card_refusal){ STEPS_REG, 0x77, "refused", .told = true };
    return true;
}

/* p: passes; f: fails; F: so, and blames; e: error; s: skipped; l: lacks; r: a register has no value; w: a write did
 * nothing. After them, t: the card tells of a write that it refused; n: b needs nothing. */
static void acts(struct test *t)
{
    const char does = plan->does[t->name[0] - 'a'];

    t->put_back = puts_back;
    if (does == 'F')
        test_blame(t, CAUSE_SHADER_CORE);
    if (test_compared(t, does == 'f' || does == 'F'))
        test_fail(t, "is wrong");
    else if (does == 'e')
        test_error(t, "no rig");
    else if (does == 's')
        test_skip(t, "no luck");
    else if (does == 'l')
        test_lacks(t, "has none");
    else if (does == 'r')
        card_refuse(t->card, STEPS_REG, 0x78, "nobody is there");
    else if (does == 'w')
        card_refuse_write(t->card, STEPS_REG, 0x78, "refused");
    test_say(t, "%s without %s", t->name, t->without ? t->without : "nothing");
}

/* What a test comes to for those that need it or use it, and by whether its claim is proven: on silicon one that is not
 * may be the documents' mistake, and then accuses nobody, also by the tests that build on it. */
TEST(others_build_on_a_test)
{
#define WRONG  "not ok 1 - a: STUB1 is wrong\n"
#define NEEDS  "ok 2 - b # SKIP needs a\n", "ok 3 - c # SKIP needs a\n"
#define RUN    "ok 2 - b\n", "ok 3 - c\n"
#define OPEN   "not ok 1 - a: STUB1 is wrong # TODO unverified E1\n"
#define DIFFER "not judged, for a differs from the documents: STUB1 is wrong\n"
#define READS  "a: register 0x000200 reads 0x00000078, which is no value: nobody is there"
#define KEEPS  "a: register 0x000200 keeps 0x00000078 whatever is written: refused\n"
    /* clang-format off */
    static const struct plan rows[] = {
        { "fpp", "ppp", CLAIM_VM, { WRONG, NEEDS }, "translation" },
        { "Fpp", "ppp", CLAIM_BOARD, { WRONG, NEEDS }, "shader-core" },
        { "epp", "ppp", CLAIM_VM, { "not ok 1 - a: no rig\n", NEEDS }, "not-all" },
        { "eppn", "ppp", CLAIM_LINK, { "# c without a\n", "ok 2 - b\n", "ok 3 - c\n" }, "rig-link" },
        { "spp", "ppp", CLAIM_VM, { "ok 1 - a # SKIP no luck\n", NEEDS }, "not-all" },
        { "lpp", "ppp", CLAIM_VM, { "ok 1 - a # SKIP has none\n", RUN }, "part-of-suite" },
        { "fpp", "upp", CLAIM_VM, { OPEN, RUN }, "part-of-suite" },
        { "ffp", "upp", CLAIM_VM, { OPEN, "not ok 2 - b: " DIFFER, "ok 3 - c # SKIP needs b\n" }, "not-all" },
        { "fff", "uup", CLAIM_VM, { OPEN, "2 - b: STUB1 is wrong # TODO", "not ok 3 - c: " DIFFER }, "not-all" },
        { "rpp", "ppp", CLAIM_VM, { READS "\n", NEEDS }, "register-refused" },
        { "rpp", "upp", CLAIM_VM, { READS " # TODO unverified E1\n", RUN }, "part-of-suite" },
        { "wpp", "upp", CLAIM_VM, { KEEPS, NEEDS }, "register-refused" },
        { "fppt", "ppp", CLAIM_VM, { "a: register 0x000200 reads 0x00000077, which is no value: refused\n", NEEDS },
          "register-refused" },
    };
    /* clang-format on */

    for (unsigned i = 0; i < ARRAY_SIZE(rows); i++) {
        struct steps *const s = steps_new(acts);
        char cause[60];

        plan = &rows[i];
        s->group.count = 3;
        for (unsigned n = 0; n < 3; n++)
            s->rows[n].basis = plan->bases[n] == 'u' ? UNVERIFIED : PROVEN;
        s->rows[0].experiment = s->rows[1].experiment = "E1";
        s->rows[0].claim = plan->claim;
        s->rows[1].needs = plan->does[3] == 'n' ? NULL : "a";
        s->rows[2].needs = "b";
        s->rows[2].uses = "a";
        s->family.refused_write = plan->does[3] == 't' ? tells_of_write : NULL;
        steps_run(s);
        for (unsigned n = 0; n < 3; n++)
            expect_said(s->rig->tap, plan->says[n]);
        snprintf(cause, sizeof(cause), "\"cause\":\"%s\"", plan->cause);
        expect_said(strstr(s->rig->records, "\"type\":\"verdict\""), cause);
        expect_said(s->said, "watchdog 40\nput back, 10 s\n");
    }
}
