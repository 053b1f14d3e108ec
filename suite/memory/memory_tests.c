#include "suite/memory/memory_tests.h"

#include "engines/family.h"
#include "suite/memory/thorough.h"

/* An idle card stays below the temperature at which the memory test pauses (board.md §4). */
void memory_temperature(struct test *t)
{
    const unsigned limit = card_max_celsius(t->card, t->config->max_temp);
    unsigned celsius = 0;
    const enum err e = card_celsius(t->card, &celsius);

    t->celsius = e == OK ? celsius : 0;
    if (e == OK)
        test_fact(t, FACT_IDLE, celsius);
    if (e == ERR_UNSUPPORTED)
        test_lacks(t, "no calibrated temperature sensor");
    else if (e != OK)
        test_skip(t, "the temperature sensor reads nothing that can be believed");
    else if (test_compared(t, celsius >= limit))
        test_fail(t, "is at %u C before any work, max_temp is %u: cooler, fan, paste", celsius,
                  limit);
    else
        test_note(t, "%u C", celsius);
}

void memory_address(struct test *t)
{
    run_algorithm(t, &address_in_address);
}

void memory_lines(struct test *t)
{
    run_algorithm(t, &walking_lines);
}

void memory_inversions(struct test *t)
{
    run_algorithm(t, &moving_inversions);
}

void memory_march_c(struct test *t)
{
    run_algorithm(t, &march_c_minus);
}

void memory_march_ss(struct test *t)
{
    run_algorithm(t, &march_ss);
}

void memory_checkerboard(struct test *t)
{
    run_algorithm(t, &checkerboard);
}

void memory_fade(struct test *t)
{
    run_algorithm(t, &bit_fade);
}

void memory_modulo_20(struct test *t)
{
    run_modulo_20(t);
}

void memory_random(struct test *t)
{
    test_say(t, "random data of seed %u (key seed=)", (unsigned)t->config->seed);
    run_algorithm(t, &random_data);
}
