/* Copies that warm a card (suite/memory/heat.h): where they go, for how long, and when the memory that they overwrote
 * must be written anew, by a clock and a sensor that the copies themselves move. */
#include "suite/memory/heat.h"
#include "tests/suite/memory/view_rig.h"

#define SIZE (8 * VIEW_LOAD)
#define S    UINT64_C(1000000)

static unsigned celsius, stirs, ends, asks, warms_by;
static uint64_t stir_from, stir_to;
static uint32_t stir_size;
static unsigned stir_times;
static enum err stir_error, sensor;
static bool on, keeps_first, keeps_all;

static enum err read_celsius(struct card *c, unsigned *out)
{
    *out = celsius;
    return sensor;
}

static enum err stir(struct memory_view *v, uint64_t from, uint64_t to, uint32_t size,
                     unsigned times)
{
    stirs++;
    stir_from = from;
    stir_to = to;
    stir_size = size;
    stir_times = times;
    bench_of(v->t->card->bus)->now_us += S / 2;
    celsius += warms_by;
    return stir_error;
}

static enum err stirred(struct memory_view *v)
{
    ends++;
    return OK;
}

static bool keeps(const struct memory_view *v, uint64_t at)
{
    return keeps_all || (keeps_first && at < 2 * VIEW_CHUNK);
}

static bool goes_on(struct test *test)
{
    asks++;
    return on;
}

static const struct family family = { .celsius = read_celsius };
static struct vram_way way;
static struct progress of_test;
static struct heat heat;

FIXTURE(begin)
{
    celsius = 50;
    stirs = ends = asks = warms_by = 0;
    stir_error = sensor = OK;
    on = true;
    keeps_first = keeps_all = false;
    said[0] = '\0';
    way = (struct vram_way){ .show = show_all, .stir = stir, .stirred = stirred, .keeps = keeps };
    open_rig(&way, &family, SIZE);
    bench.now_us = 10 * S;
    config = (struct run_config){ .heat = 3, .max_temp = 95 };
    t.goes_on = goes_on;
    t.say = keep_line;
    view.by_copy = true;
    of_test = (struct progress){ .t = &t };
}

static void expect_chunk(uint64_t at, bool beside)
{
    heat_begin(&heat, &view, &of_test);
    assert_pairs(true, heat.on, at, heat.to, beside, heat.beside);
}

TEST(a_chunk_of_nobody_is_written, begin)
{
    expect_chunk(0, true);
    keeps_first = true;
    expect_chunk(2 * VIEW_CHUNK, true);
    config.range_from = 5 * VIEW_CHUNK;
    config.range_to = SIZE;
    expect_chunk(5 * VIEW_CHUNK, true);
    config.range_from = config.range_to = 0;
    keeps_all = true; /* the first of them, and never beside the work */
    expect_chunk(0, false);
    way.keeps = NULL;
    expect_chunk(0, true);
}

static void expect_off(void)
{
    said[0] = '\0';
    heat_begin(&heat, &view, &of_test);
    assert_false(heat.on);
    assert_string_equal("vram.quick: not heated, as this card does not copy\n", said);
    assert_string_equal("this card does not copy", view.t->not_heated);
    assert_pairs(false, heat_once(&heat), 0, stirs);
    begin(NULL);
}

TEST(without_copies_nothing_is_heated, begin)
{
    way.stir = NULL;
    expect_off();
    view.by_copy = false;
    expect_off();
    view.size = 4 * VIEW_CHUNK;
    expect_off();
    view.size = 5 * VIEW_CHUNK;
    expect_chunk(0, true);
    begin(NULL);
    view.reach = 0; /* each chunk is left out */
    expect_off();
    config.heat = 0;
    heat_begin(&heat, &view, &of_test);
    assert_false(heat.on);
    assert_string_equal("", said);
    heat_end(&heat);
    assert_string_equal("", said);
}

/* Three seconds of bursts that take half a second each, from the other half of memory and a block further. */
TEST(it_heats_for_its_time, begin)
{
    heat_begin(&heat, &view, &of_test);
    assert_pairs(true, heat_once(&heat), 6, stirs, 6, ends, 6, asks, SIZE / 2 + 0x100, stir_from, 0,
                 stir_to, VIEW_CHUNK, stir_size, 256, stir_times, 3 * S, of_test.paused_us, 3 * S,
                 heat.us, 6 * 256 * VIEW_CHUNK, heat.bytes);
    celsius = 60;
    assert_pairs(true, heat_once(&heat), 6 * S, of_test.paused_us);
    heat_end(&heat);
    /* Twelve bursts of 256 copies of 64 KiB. */
    assert_string_equal("vram.quick: heated by 192 MiB of copies within VRAM in 6 s, 50 to 60 C\n",
                        said);
    heat.to = SIZE / 2;
    assert_pairs(true, heat_once(&heat), 0x100, stir_from);
}

/* Until 92 C: where a pause at max_temp would end. */
TEST(it_ends_when_the_card_is_warm, begin)
{
    warms_by = 1;
    celsius = 90;
    heat_begin(&heat, &view, &of_test);
    assert_pairs(true, heat_once(&heat), 2, stirs, 90, heat.coolest, 92, heat.hottest);
    celsius = 80;
    assert_pairs(true, heat_once(&heat), 80, heat.coolest, 92, heat.hottest);
    begin(NULL);
    sensor = ERR_UNSUPPORTED;
    celsius = 200;
    heat_begin(&heat, &view, &of_test);
    assert_pairs(true, heat_once(&heat), 6, stirs);
    heat_end(&heat);
    assert_string_equal("vram.quick: heated by 96 MiB of copies within VRAM in 3 s\n", said);
}

TEST(a_key_or_a_failure_ends_it, begin)
{
    on = false;
    heat_begin(&heat, &view, &of_test);
    assert_pairs(true, heat_once(&heat), 1, stirs, true, heat.on);
    stir_error = ERR_TIMEOUT;
    assert_true(heat_once(&heat)); /* the part begun has to be written anew */
    assert_pairs(2, stirs, false, heat.on);
    assert_strings("vram.quick: not heated any more, as a copy within VRAM did not end\n", said,
                   "a copy within VRAM did not end", view.t->not_heated);
    assert_false(heat_once(&heat));
}

/* Copies there were after one more, perhaps. */
static unsigned beside(uint64_t at)
{
    heat_beside(&heat, at);
    return stirs;
}

/* Beside the work on each chunk a copy, but not near the chunk that it writes before the step has gone over it. */
TEST(it_copies_beside_the_work, begin)
{
    heat_begin(&heat, &view, &of_test);
    heat.to = 2 * VIEW_CHUNK;
    heat_step(&heat);
    assert_int_equal(0, beside(0)); /* one load brings both */
    assert_pairs(1, beside(VIEW_LOAD), 1, stir_times, SIZE / 2 + 0x100, stir_from, 2 * VIEW_CHUNK,
                 stir_to);
    heat_beside_end(&heat, VIEW_LOAD);
    assert_pairs(1, ends, false, heat_spoilt(&heat, VIEW_LOAD));
    assert_pairs(true, heat_spoilt(&heat, 0), false, heat_spoilt(&heat, 0)); /* it comes now */
    assert_int_equal(1, beside(2 * VIEW_CHUNK));
    heat_beside_end(&heat, 2 * VIEW_CHUNK);
    assert_pairs(2, beside(0), false, heat_spoilt(&heat, 0));
    assert_pairs(2, beside(2 * VIEW_CHUNK), true, heat_spoilt(&heat, VIEW_NOTHING), false,
                 heat_spoilt(&heat, VIEW_NOTHING), 2 * VIEW_CHUNK, heat.beside_bytes);
    heat.beside_bytes = 5 << 20;
    heat_end(&heat);
    assert_string_equal(
        "vram.quick: heated by 0 MiB of copies within VRAM in 0 s, and 5 MiB beside the "
        "compares, 50 to 50 C\n",
        said);
    heat_step(&heat);
    assert_int_equal(2, beside(0)); /* a new step has not */
}

TEST(a_warm_card_is_not_warmed_beside_the_work, begin)
{
    heat_begin(&heat, &view, &of_test);
    heat_step(&heat);
    celsius = 92;
    assert_int_equal(0, beside(VIEW_LOAD));
    celsius = 91;
    assert_int_equal(0, beside(VIEW_LOAD + VIEW_CHUNK)); /* the sensor is read once for each load */
    assert_int_equal(1, beside(2 * VIEW_LOAD));
    view.by_copy = false;
    assert_int_equal(1, beside(3 * VIEW_LOAD));
    heat_beside_end(&heat, 3 * VIEW_LOAD);
    assert_int_equal(0, ends);
    view.by_copy = true;
    heat.beside = false;
    assert_int_equal(1, beside(3 * VIEW_LOAD));
    heat_beside_end(&heat, 3 * VIEW_LOAD);
    assert_int_equal(0, ends);
    heat.beside = true;
    stir_error = ERR_TIMEOUT;
    assert_pairs(2, beside(3 * VIEW_LOAD), false, heat.on);
    assert_pairs(2, beside(4 * VIEW_LOAD), VIEW_CHUNK, heat.beside_bytes);
}
