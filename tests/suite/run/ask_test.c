/* The question to the person at the rig (suite/run/ask.c): about which tests it is put, how long it stands on the
 * screen, and the effect of each answer on the test. */
#include "suite/run/run_state.h"
#include "tests/kit/bench.h"
#include "tests/suite/run_rig.h"

#define SECOND UINT64_C(1000000)

static struct {
    const char *keys; /* one at each look; '.': none. After its end: none */
    unsigned looks, armed, armed_s;
    unsigned questions; /* that came on the screen */
    bool asking;
    char screen[400];
    int first, last; /* seconds left, when it was shown first and last */
    char said[2000];
} person;

static void wait_us(struct bus *bus, uint64_t us)
{
    assert_true(us > 0);
}

static int key(void *opaque)
{
    person.looks++;
    if (!*person.keys)
        return KEY_NONE;
    return *person.keys == '.' ? (person.keys++, KEY_NONE) : *person.keys++;
}

static void show(void *opaque, const struct scene *scene, bool anew)
{
    if (scene->question && !person.asking) {
        person.questions++;
        person.first = scene->seconds;
        snprintf(person.screen, sizeof(person.screen), "%s|%s|%u|%s %s|%s %s", scene->question,
                 scene->otherwise, scene->key_count, scene->keys[0].key, scene->keys[0].label,
                 scene->keys[1].key, scene->keys[1].label);
    }
    person.asking = scene->question != NULL;
    if (person.asking)
        person.last = scene->seconds;
    else
        assert_true(!scene->otherwise && !scene->key_count);
}

static void watchdog(void *opaque, unsigned seconds)
{
    person.armed++;
    person.armed_s = seconds;
}

static void put_tap(void *opaque, const char *text, size_t size)
{
    assert_true(strlen(person.said) + size < sizeof(person.said));
    strncat(person.said, text, size);
}

static struct bench bench;
static const struct run_sinks sinks = { .show = show, .watchdog = watchdog, .tap = put_tap };
static const struct test_case rows[2][2] = { { { .name = "vm.a" }, { .name = "vm.b" } },
                                             { { .name = "vram.c" }, { .name = "vram.d" } } };
static const struct test_group groups[2] = { { rows[0], 2 }, { rows[1], 2 } };
static const struct test_group *const lists[2] = { &groups[0], &groups[1] };
static const struct suite families[2] = { { .groups = &lists[0], .count = 1 },
                                          { .groups = &lists[1], .count = 1 } };
static const struct suite *const both[2] = { &families[0], &families[1] };
static const struct suites suites = { both, 2 };
static const struct card_key card = { "0000:01:00.0", "10de:0400" };
static struct run_config config;
static struct run run;

static void begin(const char *keys)
{
    memset(&person, 0, sizeof(person));
    bench_open(&bench, NULL);
    bench.now_us = 7 * SECOND;
    bench.does.wait_us = wait_us;
    person.keys = keys;
    config_defaults(&config);
    memset(&run, 0, sizeof(run));
    run.setup =
        (struct run_setup){ .suites = &suites, .config = &config, .sinks = &sinks, .key = key };
    run.report.sinks = &sinks;
}

static struct resume_entry *add(const char *test, unsigned cuts)
{
    struct resume_entry *const entry = &run.resume.entries[run.resume.count++];

    *entry = (struct resume_entry){ .card = card, .cuts = cuts };
    snprintf(entry->name, sizeof(entry->name), "%s", test);
    return entry;
}

TEST(each_answer_has_its_effect)
{
    /* clang-format off */
    static const struct { const char *keys; bool again, unattended; unsigned looks; const char *says; } answers[] = {
        { "r", true, false, 1, "# vm.b, card 0000:01:00.0: runs again (R)\n" },
        { "l", false, false, 1, "# vm.b, card 0000:01:00.0: left out (L)\n" },
        { "...x\x1br", true, false, 6, "# vm.b, card 0000:01:00.0: runs again (R)\n" },
        { "..l", false, false, 3, "# vm.b, card 0000:01:00.0: left out (L)\n" },
        { "", false, true, 600, "# vm.b, card 0000:01:00.0: left out, as nobody has answered\n" },
        { "xyz", false, true, 600,
          "# vm.b, card 0000:01:00.0: left out, as nobody has answered\n" },
    };
    /* clang-format on */

    for (unsigned i = 0; i < sizeof(answers) / sizeof(answers[0]); i++) {
        begin(answers[i].keys);
        struct resume_entry *const entry = add("vm.b", 3);
        operator_ask(&run, &bench.bus, &card);
        assert_int_equal(1, person.questions);
        assert_string_equal(
            "In 3 boots one after the other the machine was switched off or reset by hand during "
            "vm.b, card 0000:01:00.0. Perhaps that test hangs. Shall it run again?|Without an "
            "answer it is left out|2|R Run it again|L Leave it out",
            person.screen);
        expect_said(
            person.said,
            "# In 3 boots one after the other the machine was switched off or reset by hand "
            "during vm.b, card 0000:01:00.0. Perhaps that test hangs. Shall it run again? (R "
            "runs it again, L leaves it out; left out in 30 s)\n");
        expect_said(person.said, answers[i].says);
        assert_pairs(answers[i].again, entry->again, answers[i].unattended, run.unattended);
        assert_false(person.asking);                      /* nor does it stay on the screen */
        assert_int_equal(answers[i].looks, person.looks); /* one each 50 ms, 30 s long */
        assert_pairs(answers[i].looks, person.armed, TAKEOVER_DEADLINE_S + WATCHDOG_SLACK_S,
                     person.armed_s, 7 * SECOND + answers[i].looks * 50000, bench.now_us, 30,
                     person.first, answers[i].looks == 600 ? 1 : 30, person.last);
    }
}

/* Who has not answered once is not there, and is not waited for again; who has is asked each time. */
TEST(nobody_is_waited_for_twice)
{
    begin("");
    add("vm.a", 3);
    add("vram.d", 4);
    operator_ask(&run, &bench.bus, &card);
    assert_pairs(1, person.questions, 37 * SECOND, bench.now_us);
    expect_said(person.said, "# vram.d, card 0000:01:00.0: left out, as nobody has answered\n");

    begin("rl");
    struct resume_entry *const first = add("vm.a", 3);
    struct resume_entry *const second = add("vram.d", 4);
    operator_ask(&run, &bench.bus, &card);
    assert_pairs(2, person.questions, true, first->again && !second->again, 0,
                 strncmp(person.screen, "In 4 boots", 10));
}

/* A test that this run has, of either family, in which this card's machine was switched off three times or more. */
TEST(only_what_would_run_is_asked_about)
{
    static const struct {
        const char *test, *at, *suite;
        unsigned cuts;
        bool phase, pci, keyless;
        unsigned questions;
    } cases[] = {
        /* clang-format off */
        { .test = "vm.a", .cuts = 3, .questions = 1 }, { .test = "vm.b", .cuts = 3, .questions = 1 },
        { .test = "vram.c", .cuts = 3, .questions = 1 }, { .test = "vram.d", .cuts = 5, .questions = 1 },
        { .test = "vm.a", .cuts = 2 }, { .test = "vm.a", .cuts = 0 }, { .test = "vm.a", .cuts = 3, .phase = true },
        { .test = "vm.a", .cuts = 3, .at = "0000:02:00.0" }, { .test = "vm.a", .cuts = 3, .suite = "vram" },
        { .test = "vram.c", .cuts = 3, .suite = "vram", .questions = 1 }, { .test = "vm.z", .cuts = 3 },
        { .test = "vm.a", .cuts = 3, .pci = true }, { .test = "vm.a", .cuts = 3, .keyless = true },
        { .test = "vm.a", .cuts = 3, .pci = true, .keyless = true },
        /* clang-format on */
    };

    for (unsigned i = 0; i < sizeof(cases) / sizeof(cases[0]); i++) {
        begin("r");
        struct resume_entry *const entry = add(cases[i].test, cases[i].cuts);
        entry->phase = cases[i].phase;
        if (cases[i].at)
            snprintf(entry->card.at, sizeof(entry->card.at), "%s", cases[i].at);
        if (cases[i].suite)
            snprintf(config.suite, sizeof(config.suite), "%s", cases[i].suite);
        config.mode = cases[i].pci ? MODE_PCI : MODE_TEST;
        run.setup.key = cases[i].keyless ? NULL : key;
        operator_ask(&run, &bench.bus, &card);
        if (cases[i].questions != person.questions)
            fail_msg("case %u: %u questions", i, person.questions);
        assert_pairs(cases[i].questions, entry->again, cases[i].questions, person.said[0] != '\0');
    }
}
