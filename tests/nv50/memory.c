/* The memory itself: every byte stores what is written to it. */
#include "tests/nv50/groups.h"

#include "engines/nv50/temperature.h"
#include "tests/memory/march.h"
#include "tests/memory/thorough.h"

#define HOURS 3600

/* Address in address, then March C-, over all of VRAM (board.md §3.3). */
static void quick(struct test *t)
{
    march_all(t);
}

/* A sensor whose fuse says that it is calibrated reads degrees (board.md §4), and a card that is idle
 * stays below what the memory test pauses at. */
static void temperature(struct test *t)
{
    unsigned celsius = 0;
    const enum err e = temperature_read(t->card, &celsius);

    if (e == ERR_UNSUPPORTED)
        test_lacks(t, "no calibrated temperature sensor");
    else if (e != OK)
        test_skip(t, "the temperature sensor reads nothing that can be believed");
    else if (celsius >= t->config->max_temp)
        test_fail(t, "is at %u C before any work, max_temp is %u: cooler, fan, paste", celsius,
                  (unsigned)t->config->max_temp);
    else
        test_note(t, "%u C", celsius);
}

static void address(struct test *t)
{
    run_algorithm(t, &address_in_address);
}

static void lines(struct test *t)
{
    run_algorithm(t, &walking_lines);
}

static void inversions(struct test *t)
{
    run_algorithm(t, &moving_inversions);
}

static void c_minus(struct test *t)
{
    run_algorithm(t, &march_c_minus);
}

static void simple_static(struct test *t)
{
    run_algorithm(t, &march_ss);
}

static void chequer(struct test *t)
{
    run_algorithm(t, &checkerboard);
}

static void fade(struct test *t)
{
    run_algorithm(t, &bit_fade);
}

static void modulo_20(struct test *t)
{
    run_modulo_20(t);
}

static void random_words(struct test *t)
{
    test_say(t, "random data of seed %u (key seed=)", (unsigned)t->config->seed);
    run_algorithm(t, &random_data);
}

/* clang-format off */
const struct test_case memory_tests[] = {
    { "vram.temperature", "board.md §4", temperature, DOCUMENTED, 0, 0, 0 },
    { "vram.quick", "board.md §3.3", quick, PROVEN, 0, TEST_CHIPS, 600 },
    { "vram.thorough.address", "board.md §3.3", address, PROVEN, 0, TEST_EXTRA | TEST_CHIPS, 4 * HOURS },
    { "vram.thorough.lines", "board.md §3.3", lines, PROVEN, 0, TEST_EXTRA | TEST_CHIPS, 4 * HOURS },
    { "vram.thorough.inversions", "board.md §3.3", inversions, PROVEN, 0, TEST_EXTRA | TEST_CHIPS, 4 * HOURS },
    { "vram.thorough.march_c", "board.md §3.3", c_minus, PROVEN, 0, TEST_EXTRA | TEST_CHIPS, 4 * HOURS },
    { "vram.thorough.march_ss", "board.md §3.3", simple_static, PROVEN, 0, TEST_EXTRA | TEST_CHIPS, 4 * HOURS },
    { "vram.thorough.checkerboard", "board.md §3.3", chequer, PROVEN, 0, TEST_EXTRA | TEST_CHIPS, 4 * HOURS },
    { "vram.thorough.fade", "board.md §3.3", fade, PROVEN, 0, TEST_EXTRA | TEST_CHIPS, 4 * HOURS },
    { "vram.thorough.modulo_20", "board.md §3.3", modulo_20, PROVEN, 0, TEST_EXTRA | TEST_CHIPS, 4 * HOURS },
    { "vram.thorough.random", "board.md §3.3", random_words, PROVEN, 0, TEST_EXTRA | TEST_CHIPS, 4 * HOURS },
};
/* clang-format on */
const unsigned memory_test_count = ARRAY_SIZE(memory_tests);
