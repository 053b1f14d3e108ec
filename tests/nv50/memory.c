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
static const struct test_case rows[] = {
    { .name = "vram.temperature", .source = "board.md §4", .run = temperature,
      .basis = DOCUMENTED, .claim = CLAIM_BOARD },
    { .name = "vram.quick", .source = "board.md §3.3", .run = quick,
      .basis = PROVEN, .claim = CLAIM_VRAM, .flags = TEST_CHIPS, .deadline_s = 600 },
    { .name = "vram.thorough.address", .source = "board.md §3.3", .run = address,
      .basis = PROVEN, .claim = CLAIM_VRAM, .flags = TEST_EXTRA | TEST_CHIPS, .deadline_s = 4 * HOURS },
    { .name = "vram.thorough.lines", .source = "board.md §3.3", .run = lines,
      .basis = PROVEN, .claim = CLAIM_VRAM, .flags = TEST_EXTRA | TEST_CHIPS, .deadline_s = 4 * HOURS },
    { .name = "vram.thorough.inversions", .source = "board.md §3.3", .run = inversions,
      .basis = PROVEN, .claim = CLAIM_VRAM, .flags = TEST_EXTRA | TEST_CHIPS, .deadline_s = 4 * HOURS },
    { .name = "vram.thorough.march_c", .source = "board.md §3.3", .run = c_minus,
      .basis = PROVEN, .claim = CLAIM_VRAM, .flags = TEST_EXTRA | TEST_CHIPS, .deadline_s = 4 * HOURS },
    { .name = "vram.thorough.march_ss", .source = "board.md §3.3", .run = simple_static,
      .basis = PROVEN, .claim = CLAIM_VRAM, .flags = TEST_EXTRA | TEST_CHIPS, .deadline_s = 4 * HOURS },
    { .name = "vram.thorough.checkerboard", .source = "board.md §3.3", .run = chequer,
      .basis = PROVEN, .claim = CLAIM_VRAM, .flags = TEST_EXTRA | TEST_CHIPS, .deadline_s = 4 * HOURS },
    { .name = "vram.thorough.fade", .source = "board.md §3.3", .run = fade,
      .basis = PROVEN, .claim = CLAIM_VRAM, .flags = TEST_EXTRA | TEST_CHIPS, .deadline_s = 4 * HOURS },
    { .name = "vram.thorough.modulo_20", .source = "board.md §3.3", .run = modulo_20,
      .basis = PROVEN, .claim = CLAIM_VRAM, .flags = TEST_EXTRA | TEST_CHIPS, .deadline_s = 4 * HOURS },
    { .name = "vram.thorough.random", .source = "board.md §3.3", .run = random_words,
      .basis = PROVEN, .claim = CLAIM_VRAM, .flags = TEST_EXTRA | TEST_CHIPS, .deadline_s = 4 * HOURS },
};
/* clang-format on */
const struct test_group memory_tests = { rows, ARRAY_SIZE(rows) };
