/* What holds for every fuzzer (tests/fuzz/feed.h): time and memory are bounded by the size of the input. Both libFuzzer and
 * replay.c come in here. Time is counted in steps, one of which this very program needs to look at a MiB: so the bound is
 * the same on any machine, with sanitizers and without, and the processor's time alone counts. */
#include <stdio.h>
#include <sys/resource.h>
#include <time.h>

#include "tests/fuzz/feed.h"

/* Of any input. A run that tests 2 MiB of a card with a broken chip takes 2300 under libFuzzer, whatever the size. */
#define BASE_STEPS   4000
#define STEPS_FOR_KB 100 /* more for each KiB of it */
#define RSS_MOST_KB  (1L << 20)
#define LOOKED_AT    (1u << 20)

int LLVMFuzzerTestOneInput(const uint8_t *bytes, size_t size);

static uint64_t cpu_ns(void)
{
    struct timespec now;

    clock_gettime(CLOCK_PROCESS_CPUTIME_ID, &now);
    return (uint64_t)now.tv_sec * 1000000000 + (uint64_t)now.tv_nsec;
}

/* The quickest of three, which nothing has disturbed. */
static uint64_t step_ns(void)
{
    static uint8_t bytes[LOOKED_AT];
    static uint64_t least;
    static volatile uint32_t sum; /* is used, so the look is not left out */

    for (unsigned again = 0; !least || again < 3; again++) {
        const uint64_t begun = cpu_ns();
        uint32_t looked = sum;

        for (size_t i = 0; i < LOOKED_AT; i++)
            looked = looked * 31 + bytes[i];
        sum = looked;
        const uint64_t took = cpu_ns() - begun;

        least = !least || took < least ? took : least;
    }
    return least;
}

int LLVMFuzzerTestOneInput(const uint8_t *bytes, size_t size)
{
    static uint64_t step;
    struct rusage used;

    step = step ? step : step_ns();
    const uint64_t begun = cpu_ns();
    const int result = fuzz_one(bytes, size);
    const uint64_t steps = (cpu_ns() - begun) / step;
    const bool measured = getrusage(RUSAGE_SELF, &used) == 0;

    if (steps <= BASE_STEPS + STEPS_FOR_KB * (size >> 10) && measured &&
        used.ru_maxrss < RSS_MOST_KB)
        return result;
    fprintf(stderr, "%zu bytes took %llu steps and %ld KiB\n", size, (unsigned long long)steps,
            measured ? used.ru_maxrss : -1L);
    abort();
}
