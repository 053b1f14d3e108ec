/* How far a memory test says it is, how fast, and how it waits for a card to cool down (suite/memory/progress.h): by a
 * clock and a sensor that stand still until the test moves them. */
#include "suite/kit/test.h"
#include "suite/memory/progress.h"
#include "tests/suite/memory/view_rig.h"

#define S   UINT64_C(1000000)
#define MB  UINT64_C(1000000)
#define ALL (200 * MB)

static unsigned celsius, asked, cools_by;
static enum err sensor;
static char words[256];
static struct test_sample last;
static unsigned samples;
static uint64_t shown_done, shown_all, pause_us;
static bool on;

static void wait_us(struct bus *bus, uint64_t us)
{
    celsius -= cools_by;
}

static enum err read_celsius(struct card *of, unsigned *out)
{
    *out = celsius;
    return sensor;
}

static void take_sample(struct test *of, const struct test_sample *sample)
{
    samples++;
    last = *sample;
    snprintf(words, sizeof(words), "%s", sample->words ? sample->words : "");
}

static void progress(struct test *of, uint64_t done, uint64_t all, const char *what)
{
    shown_done = done;
    shown_all = all;
    assert_string_equal("up", what);
}

static bool goes_on(struct test *of)
{
    asked++;
    bench.now_us += pause_us;
    return on;
}

static const struct family family = { .celsius = read_celsius };
static struct progress of_test;

FIXTURE(begin)
{
    open_rig(NULL, &family, 0);
    bench.now_us = 100 * S;
    bench.does.wait_us = wait_us;
    celsius = 50;
    cools_by = asked = samples = 0;
    sensor = OK;
    on = true;
    pause_us = 0;
    said[0] = words[0] = '\0';
    config = (struct run_config){ .max_temp = 95 };
    t.say = keep_line;
    t.sample = take_sample;
    t.progress = progress;
    t.goes_on = goes_on;
    progress_begin(&of_test, &t, ALL);
}

static bool step(uint64_t us, uint64_t bytes)
{
    bench.now_us += us;
    return progress_step(&of_test, bytes, "up");
}

/* A test of more than a minute says so after three seconds of work: 200 MB at 2 MB/s are 100 s, 20 GB at 1 MB/s 5 h 33
 * min 20 s. One of 60 s or less, and one that nobody has a plan of, say nothing. */
TEST(a_long_test_says_how_long_it_takes, begin)
{
    /* clang-format off */
    static const struct { uint64_t all, rate, memory; bool copies, shortens, keys; const char *plan; } rows[] = {
        { ALL, 2 * MB, UINT64_C(32) << 30, true, true, true, "32768 MiB: 2 min" },
        { ALL, 2 * MB, UINT64_C(64) << 20, false, true, false, "64 MiB, without copies: 2 min" },
        { 100 * ALL, MB, UINT64_C(64) << 20, false, false, true, "64 MiB, without copies: 5 h 34 min" },
        { ALL, 4 * MB, UINT64_C(64) << 20, true, true, true, "" }, { ALL, 2 * MB, 0, true, true, true, "" } };
    /* clang-format on */
    static const bool hurry = false;

    for (unsigned i = 0; i < ARRAY_SIZE(rows); i++) {
        struct test long_test = t;

        long_test.hurry = rows[i].keys ? &hurry : NULL;
        on = true;
        sensor = ERR_UNSUPPORTED;
        said[0] = '\0';
        progress_begin(&of_test, &long_test, rows[i].all);
        progress_plan(&of_test, rows[i].memory, rows[i].copies, rows[i].shortens);
        for (unsigned second = 1; second <= 4; second++) {
            bench.now_us += S;
            assert_true(progress_step(&of_test, rows[i].rate, "up"));
            if (second < 3)
                assert_string_equal("", long_test.plan);
        }
        assert_string_equal(rows[i].plan, long_test.plan);
        const char *const told = strstr(said, "; at ");
        assert_pairs(rows[i].plan[0] != 0, told != NULL, 0, told && strstr(told + 1, "; at "));
        assert_int_equal(long_test.shortens, rows[i].plan[0] && rows[i].shortens && rows[i].keys);
    }
}

TEST(rate_and_time_left_are_said, begin)
{
    assert_int_equal(1, samples);
    assert_true(last.sensor && last.celsius == 50 && last.percent == 0 && last.mb_per_s == 0);
    assert_true(step(1, MB)); /* the first is shown at once */
    assert_true(shown_done == MB && shown_all == ALL);
    assert_int_equal(1, samples); /* a second has not gone by */
    shown_done = 0;
    assert_true(step(S - 1, MB));
    assert_int_equal(0, shown_done); /* a second since the last look, but one microsecond */
    celsius = 52;
    assert_pairs(true, step(1, 38 * MB), 40 * MB, shown_done, 2, samples);
    /* 40 MB in 1000 ms, and one for those that are not whole: 39 960 039 bytes a second; 160 MB more are four. */
    assert_string_equal("vram.quick: 20 %, up, 39 MB/s, 4 s left, 52 C", words);
    assert_pairs(20, last.percent, 39, last.mb_per_s, 52, last.celsius, 39, t.rate, 52, t.celsius);
    progress_more(&of_test, 50 * MB);
    assert_pairs(true, step(S, 10 * MB), 250 * MB, shown_all);
    /* 50 MB in two seconds, 200 MB left. */
    assert_string_equal("vram.quick: 20 %, up, 24 MB/s, 8 s left, 52 C", words);
    /* 75 MB in three, 175 MB left, and heat once more before the next 100. */
    progress_plan(&of_test, 100 * MB, false, false);
    of_test.heat_us = 3 * S;
    assert_true(step(S, 25 * MB));
    assert_strings("vram.quick: 30 %, up, 24 MB/s, 10 s left, 52 C", words, "", said);
    celsius = 51;
    progress_end(&of_test);
    assert_string_equal("vram.quick: 50 C before, 52 C at most, 51 C after\n", said);
    assert_int_equal(51, last.celsius);
    assert_null(last.words);
}

/* A sample each second, three hundred times; then every other second. */
TEST(long_tests_give_fewer_samples, begin)
{
    for (unsigned i = 1; i <= 300; i++) {
        assert_true(step(S, 1));
        assert_int_equal(1 + i, samples); /* one was at the beginning */
    }
    for (unsigned i = 1; i <= 4; i++)
        assert_pairs(true, step(S, 1), 301 + i / 2, samples);
}

/* At 95 C it waits until 92 C (three below the limit), and the wait is no time that the test took. */
TEST(a_warm_card_is_waited_for, begin)
{
    celsius = 94;
    assert_pairs(true, step(S, 20 * MB), 0, bench.waits);
    celsius = 95;
    cools_by = 1;
    assert_pairs(true, step(S, 20 * MB), 3, bench.waits);
    assert_string_equal("vram.quick: paused at 95 C, max_temp is 95\n"
                        "vram.quick: goes on at 92 C after 3 s\n",
                        said);
    assert_int_equal(3 * S, of_test.paused_us);
    assert_string_equal("vram.quick: 20 %, up, 19 MB/s, 8 s left, 92 C", words);
    assert_int_equal(95, of_test.highest);
}

/* It stays warm for more than sixty seconds, the key comes within the pause, or the card's time is over. */
TEST(a_pause_ends_the_test, begin)
{
    for (unsigned i = 0; i < 3; i++) {
        begin(NULL);
        celsius = 97;
        of_test.asked_us = bench.now_us + S;
        on = i != 1;
        card.expired = i == 2;
        assert_pairs(false, step(S, 20 * MB), i ? 0 : 61, bench.waits,
                     i == 1 ? TEST_PASS : TEST_ERROR, t.result);
        if (!i)
            assert_string_equal("after a pause of 61 s the card is still at 97 C, max_temp is 95",
                                t.sentence);
    }
}
