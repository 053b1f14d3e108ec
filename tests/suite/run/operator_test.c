/* Keys that the person at the rig presses while a test runs (suite/run/operator.c): when keys are looked for, which
 * keys are a wish and when it is insisted on, and how much later a test's deadline is after a pause. */
#include "suite/run/run_state.h"
#include "tests/kit/bench.h"

#define MS UINT64_C(1000)

static const char *keys; /* one a look; '.': none */
static unsigned looks, shows, armed;
static bool paused; /* the state shown last */
static unsigned armed_s;

static void wait_us(struct bus *bus, uint64_t us)
{
    assert_int_equal(50 * MS, us);
}

static int key(void *opaque)
{
    looks++;
    if (!*keys)
        return KEY_NONE;
    return *keys == '.' ? (keys++, KEY_NONE) : *keys++;
}

static void show(void *opaque, const struct scene *scene, bool anew)
{
    shows++;
    paused = scene->paused;
}

static void watchdog(void *opaque, unsigned seconds)
{
    armed++;
    armed_s = seconds;
}

static struct bench bench;
static const struct run_sinks sinks = { .show = show, .watchdog = watchdog };
static struct run_config config;
static struct run run;

FIXTURE(begin)
{
    bench_open(&bench, NULL);
    bench.does.wait_us = wait_us;
    bench.now_us = 1000 * MS;
    keys = "";
    looks = shows = armed = 0;
    config_defaults(&config);
    memset(&run, 0, sizeof(run));
    run.setup = (struct run_setup){ .config = &config, .sinks = &sinks, .key = key };
    run.card.bus = &bench.bus;
    run.report.sinks = &sinks;
    run_scene(&run)->state = STATE_RUNNING;
}

/* Twenty times a second, and no more than 32 keys at once: a keyboard that never ends is not waited for. */
TEST(keys_are_looked_for_twenty_times_a_second, begin)
{
    static const struct {
        uint64_t later_us;
        unsigned looks, left; /* of 40 keys */
    } rows[] = { { 0, 1, 0 }, { 49999, 1, 0 }, { 1, 2, 0 }, { 50000, 34, 8 }, { 50000, 43, 0 } };

    for (unsigned i = 0; i < sizeof(rows) / sizeof(rows[0]); i++) {
        bench.now_us += rows[i].later_us;
        keys = i == 3 ? "xxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxx" : keys;
        operator_look(&run);
        assert_pairs(rows[i].looks, looks, rows[i].left, strlen(keys));
    }
    run.setup.key = NULL;
    bench.now_us += 50 * MS;
    operator_look(&run);
    assert_int_equal(43, looks);
}

STUB(const char *, gone, "gone", void *opaque)

/* Without a keyboard too the surroundings end a run: either of the two questions alone. A disturbance counts once a person
 * has stopped it, and whoever stopped it first has the word. */
TEST(surroundings_end_a_run, begin)
{
    for (unsigned disturbs = 0; disturbs < 2; disturbs++) {
        begin(NULL);
        run.setup.key = NULL;
        assert_false(operator_can_interrupt(&run));
        run.setup.halt = disturbs ? NULL : gone;
        run.setup.disturbed = disturbs ? gone : NULL;
        operator_look(&run);
        assert_pairs(WISH_STOP, run.wish, disturbs, run.disturbed);
        assert_string_equal("gone", run.stopped);
        run.disturbed = false;
        run.stopped[0] = 'b';
        bench.now_us += 50 * MS;
        operator_look(&run);
        assert_string_equal(disturbs ? "gone" : "bone", run.stopped);
        assert_int_equal(disturbs, run.disturbed);
    }
}

STUB(bool, waits_for_nobody, false, void *opaque)

/* While lines are typed no key is a wish; where nobody is waited for any more the line ends. */
TEST(typed_keys_are_no_wish, begin)
{
    static const struct prompt_setup setup = { .waits = waits_for_nobody };
    static const struct scene_prompt shown = { .open = true };

    run_scene(&run)->prompt = &shown;
    run.prompt.setup = &setup;
    operator_look(&run);
    assert_pairs(0, looks, WISH_SKIP, run.wish, true, run.prompt.over);
}

static void press(const char *pressed)
{
    bench.now_us += 50 * MS;
    keys = pressed;
    operator_look(&run);
}

/* S skips the test, Esc ends the run; a test that does not end by itself within two seconds is ended. */
TEST(a_wish_is_insisted_on_after_two_seconds, begin)
{
    assert_true(operator_goes_on(&run));
    bench.now_us += 5000 * MS;
    assert_false(operator_insists(&run)); /* nobody has wished anything */
    press("ss");
    assert_int_equal(WISH_SKIP, run.wish);
    assert_false(operator_goes_on(&run));
    assert_false(operator_insists(&run));
    bench.now_us += 2000 * MS - 1;
    assert_false(operator_insists(&run));
    bench.now_us += 1;
    assert_true(operator_insists(&run));
    press("\x1b\x1b");
    assert_int_equal(WISH_STOP, run.wish);
    assert_false(operator_insists(&run)); /* two seconds from now */
    press("ss");
    assert_int_equal(WISH_STOP, run.wish); /* who has ended the run does not skip */
    press(" ");
    assert_true(run.pause);
    press(" ");
    assert_false(run.pause);
    press(" \x1b\x1b");
    assert_false(run.pause);
    run_scene(&run)->shortens = true;
    press("mm");
    assert_pairs(true, run.hurry, 0, shows);
    bench.now_us += 50 * MS;
    keys = "d"; /* another view is shown at once */
    operator_heed(&run);
    assert_pairs(true, run_scene(&run)->details, 1, shows);
}

/* A key that is asked once more is forgotten after ten seconds; the question is shown once. */
TEST(a_second_key_comes_in_time_or_not_at_all, begin)
{
    press("s");
    assert_int_equal('s', run_scene(&run)->asked);
    assert_true(operator_goes_on(&run));
    assert_int_equal(1, shows);
    assert_true(operator_goes_on(&run));
    assert_int_equal(1, shows);
    bench.now_us += 9900 * MS;
    press("");
    assert_int_equal('s', run_scene(&run)->asked);
    bench.now_us += 51 * MS;
    press("s");
    assert_int_equal(WISH_NONE, run.wish);
    press("s");
    assert_int_equal(WISH_SKIP, run.wish);
}

/* A pause of 300 ms, in which each look is 50 ms after the last: the deadline is as much later, the watchdog is told,
 * and the screen shows a pause from its first moment to its last. */
TEST(a_pause_is_not_the_tests_time, begin)
{
    run.card.deadline_us = bench.now_us + 7000 * MS;
    const uint64_t deadline = run.card.deadline_us, begun = bench.now_us;
    keys = " ...... ";
    assert_true(operator_goes_on(&run));
    assert_pairs(300 * MS, bench.now_us - begun, 6, bench.waits, 6, armed,
                 TAKEOVER_DEADLINE_S + WATCHDOG_SLACK_S, armed_s, 1 + 6 + 1, shows);
    assert_pairs(false, paused, deadline + 300 * MS, run.card.deadline_us);
    bench.now_us += 50 * MS;
    run.card.deadline_us = 0; /* a test without one does not get one */
    keys = " . ";
    assert_true(operator_goes_on(&run));
    assert_int_equal(0, run.card.deadline_us);
}

/* step=1: before each test a pause, which Space, S or Esc ends. */
TEST(each_test_may_wait_for_space, begin)
{
    static const struct {
        const char *keys; /* null: no keyboard */
        enum wish wish;
        bool step;
    } rows[] = { { " ", WISH_NONE, false },
                 { ".. ", WISH_NONE, true },
                 { ".s", WISH_SKIP, true },
                 { ".\x1b\x1b", WISH_STOP, true },
                 { NULL, WISH_NONE, true } };

    for (unsigned i = 0; i < sizeof(rows) / sizeof(rows[0]); i++) {
        bench.now_us += 50 * MS;
        bench.waits = 0;
        run.wish = WISH_SKIP; /* of the test before */
        config.step = rows[i].step;
        keys = rows[i].keys;
        run.setup.key = keys ? key : NULL;
        assert_int_equal(rows[i].wish, operator_step(&run, "vm.a"));
        if (rows[i].step && keys)
            assert_pairs(rows[i].wish, run.wish, true, bench.waits > 0, false, run.pause);
        else
            assert_int_equal(0, bench.waits);
    }
}
