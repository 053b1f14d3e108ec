/* Tests of one card beside each other: tests that need one that has failed, the weight of a claim's proof in a failure,
 * features that a chipset lacks, and how far the bar of the screen says that the run is. */
#include <stdio.h>
#include <string.h>

#include "tests/kit/tests.h"
#include "tests/suite/steps_rig.h"

/* ---- tests that are built on others ---------------------------------------------------------- */

enum result { PASSES, FAILS, DIFFERS, SKIPS, LACKS, ERRS };
static enum result results[3];

/* DIFFERS: the test's row is of a claim that nobody has proven. */
static void comes_to(struct test *t)
{
    switch (results[t->name[0] - 'a']) {
    case PASSES:
        expect_equal(t, 1, 1, "one");
        break;
    case FAILS:
    case DIFFERS:
        expect_equal(t, 1, 2, "one");
        break;
    case SKIPS:
        test_skip(t, "nobody looked");
        break;
    case LACKS:
        test_lacks(t, "there is none");
        break;
    case ERRS:
        test_error(t, "no memory");
        break;
    }
}

#define WRONG  "STUB1 has 0x2 in one, expected 0x1"
#define UNSURE "not judged, for a differs from the documents: " WRONG

/* b needs a, c needs b. A test that could not run keeps the tests that need it from running, and the first test of all
 * is named; an unproven difference from the documents only keeps others from being judged. */
TEST(one_fault_is_named_once)
{
    static const struct {
        enum result of[3];
        enum verdict verdict;
        const char *says[3];
    } rows[] = {
        { { PASSES, PASSES, PASSES }, VERDICT_PASS, { "ok 1 - a\n", "ok 2 - b\n", "ok 3 - c\n" } },
        { { LACKS, PASSES, PASSES },
          VERDICT_PASS,
          { "ok 1 - a # SKIP there is none\n", "ok 2 - b\n", "ok 3 - c\n" } },
        { { FAILS, PASSES, PASSES },
          VERDICT_FAIL,
          { "not ok 1 - a: " WRONG "\n", "ok 2 - b # SKIP needs a\n",
            "ok 3 - c # SKIP needs a\n" } },
        { { SKIPS, FAILS, FAILS },
          VERDICT_INCOMPLETE,
          { "ok 1 - a # SKIP nobody looked\n", "ok 2 - b # SKIP needs a\n",
            "ok 3 - c # SKIP needs a\n" } },
        { { ERRS, FAILS, FAILS },
          VERDICT_INCOMPLETE,
          { "not ok 1 - a: no memory\n", "ok 2 - b # SKIP needs a\n",
            "ok 3 - c # SKIP needs a\n" } },
        { { PASSES, FAILS, FAILS },
          VERDICT_FAIL,
          { "ok 1 - a\n", "not ok 2 - b: " WRONG "\n", "ok 3 - c # SKIP needs b\n" } },
        { { DIFFERS, PASSES, PASSES },
          VERDICT_PASS,
          { "not ok 1 - a: " WRONG " # TODO unverified S1\n", "ok 2 - b\n", "ok 3 - c\n" } },
        { { DIFFERS, FAILS, PASSES },
          VERDICT_INCOMPLETE,
          { "not ok 1 - a: " WRONG " # TODO unverified S1\n", "not ok 2 - b: " UNSURE "\n",
            "ok 3 - c # SKIP needs b\n" } },
        { { DIFFERS, DIFFERS, FAILS },
          VERDICT_INCOMPLETE,
          { "not ok 1 - a: " WRONG " # TODO unverified S1\n",
            "not ok 2 - b: " WRONG " # TODO unverified S1\n", "not ok 3 - c: " UNSURE "\n" } },
        { { PASSES, DIFFERS, PASSES },
          VERDICT_PASS,
          { "ok 1 - a\n", "not ok 2 - b: " WRONG " # TODO unverified S1\n", "ok 3 - c\n" } },
    };

    for (unsigned i = 0; i < ARRAY_SIZE(rows); i++) {
        struct steps *const s = steps_new(comes_to);

        s->group.count = 3;
        s->rows[1].needs = "a";
        s->rows[2].needs = "b";
        for (unsigned n = 0; n < 3; n++) {
            results[n] = rows[i].of[n];
            s->rows[n].basis = results[n] == DIFFERS ? UNVERIFIED : PROVEN;
            s->rows[n].experiment = "S1";
        }
        steps_run(s);
        for (unsigned n = 0; n < 3; n++)
            expect_said(s->rig->tap, rows[i].says[n]);
        if (rows[i].verdict != s->rig->verdict)
            fail_msg("row %u: verdict %u\n%s", i, s->rig->verdict, s->rig->tap);
        steps_free(s);
    }
}

/* An open claim that passes says so, a documented one need not; records and failures name the claim's proof. */
TEST(each_claim_says_what_it_stands_on)
{
    static const struct {
        enum basis basis;
        const char *passes, *basis_words;
    } rows[] = { { PROVEN, "ok 1 - a\n", "proven" },
                 { DOCUMENTED, "ok 1 - a\n", "documented" },
                 { UNVERIFIED, "ok 1 - a (unverified S1)\n", "unverified S1" } };

    for (unsigned i = 0; i < ARRAY_SIZE(rows); i++)
        for (unsigned fails = 0; fails < 2; fails++) {
            struct steps *const s = steps_new(comes_to);
            char words[64];

            results[0] = fails ? FAILS : PASSES;
            s->rows[0].basis = rows[i].basis;
            s->rows[0].experiment = "S1";
            steps_run(s);
            snprintf(words, sizeof(words), "\"basis\":\"%s\"", rows[i].basis_words);
            expect_said(s->rig->records, words);
            snprintf(words, sizeof(words), "  basis: \"%s\"\n", rows[i].basis_words);
            expect_said(s->rig->tap, fails ? words : rows[i].passes);
            assert_int_equal(fails && rows[i].basis == PROVEN, s->rig->verdict == VERDICT_FAIL);
            steps_free(s);
        }
}

static bool has_none(const struct chip *chip)
{
    (void)chip;
    return false;
}

/* A feature that a chipset lacks is no gap: neither a feature of it nor memory chips of its own. */
TEST(a_chipset_need_not_have_everything)
{
    static const struct {
        uint32_t features;
        uint8_t flags;
        bool chips;
        const char *says;
    } rows[] = {
        { 0, 0, false, "ok 1 - a\n" },
        { STUB_HAS_SLICE, 0, false, "ok 1 - a\n" },
        { STUB_HAS_NOT, 0, true, "ok 1 - a # SKIP this chipset does not have it\n" },
        { STUB_HAS_SLICE | STUB_HAS_NOT, 0, true,
          "ok 1 - a # SKIP this chipset does not have it\n" },
        { 0, TEST_CHIPS, true, "ok 1 - a\n" },
        { 0, TEST_CHIPS, false,
          "ok 1 - a # SKIP stolen system memory: no memory chips of its own\n" },
        { 0, TEST_COLD, false, "ok 1 - a\n" },
    };

    for (unsigned i = 0; i < ARRAY_SIZE(rows); i++) {
        struct steps *const s = steps_new(comes_to);

        results[0] = results[1] = PASSES;
        s->group.count = 2; /* the second one runs */
        s->rows[0].features = rows[i].features;
        s->rows[0].flags = rows[i].flags;
        if (!rows[i].chips)
            s->family.has_chips = has_none;
        steps_run(s);
        assert_int_equal(VERDICT_PASS, s->rig->verdict);
        expect_said(s->rig->tap, rows[i].says);
        expect_said(s->rig->tap, "ok 2 - b\n");
        steps_free(s);
    }
}

/* The runner has room for 256 tests. */
TEST(a_suite_may_be_as_large_as_there_is_room)
{
    static struct test_case rows[TESTS_MAX];
    struct steps *const s = steps_new(comes_to);

    results[0] = PASSES;
    for (unsigned i = 0; i < TESTS_MAX; i++) {
        rows[i] = s->rows[0];
        rows[i].features = i == TESTS_MAX - 1 ? 0 : STUB_HAS_NOT;
    }
    s->group = (struct test_group){ rows, TESTS_MAX };
    rig_suite(s->rig, "a");
    stub_run(s->stub, s->rig, NULL);
    assert_int_equal(VERDICT_PASS, s->rig->verdict);
    expect_said(s->rig->tap, "\nok 256 - a\n");
    expect_said(s->rig->tap, "\n1..256\n");
    steps_free(s);
}

/* ---- how far the run is ---------------------------------------------------------------------- */

static char seen[400];

static void see(void *opaque, const struct scene *scene, bool anew)
{
    const size_t used = strlen(seen);
    char now[32];

    (void)opaque, (void)anew;
    snprintf(now, sizeof(now), " %d%%:%u", scene->percent, scene->run_thousandths);
    if (used < strlen(now) || strcmp(seen + used - strlen(now), now) != 0)
        snprintf(seen + used, sizeof(seen) - used, "%s", now);
}

static void says_how_far_it_is(struct test *t)
{
    expect_equal(t, 1, 1, "one");
    if (t->name[0] != 'a')
        return;
    test_progress(t, 7, 0, "not known");
    test_progress(t, 1, 4, "a quarter");
    test_progress(t, 4, 4, "all");
}

/* A test with more than the usual time goes over all of the memory: 4 MiB weigh 4, any other test 1. Of a card whose
 * memory is not known each one weighs 1. */
TEST(long_tests_weigh_as_much_as_the_memory)
{
    static const struct {
        unsigned deadline_s;
        bool cold;
        const char *seen;
    } rows[] = {
        { 21, false, " -1%:0 0%:0 25%:200 100%:800 -1%:800 -1%:1000" },
        { 20, false, " -1%:0 0%:0 25%:125 100%:500 -1%:500 -1%:1000" },
        { 21, true, " -1%:0 0%:0 25%:125 100%:500 -1%:500 -1%:1000" },
    };

    for (unsigned i = 0; i < ARRAY_SIZE(rows); i++) {
        struct steps *const s = steps_new(says_how_far_it_is);

        seen[0] = '\0';
        s->group.count = 2;
        s->rows[0].deadline_s = (uint16_t)rows[i].deadline_s;
        s->rows[1].deadline_s = 20;
        s->rows[0].flags = s->rows[1].flags = TEST_COLD;
        s->why = rows[i].cold ? "asleep" : NULL;
        s->rig->sinks.show = see;
        steps_run(s);
        assert_string_equal(rows[i].seen, seen);
        steps_free(s);
    }
}
