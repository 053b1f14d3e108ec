/* tests/bench/channels.c: the time to find the memory channel in a memory test's errors. Each pass meets every word of
 * one of V100's 32 channels wrong, as vram.quick does on a card whose channel is dead.
 *
 *     channels MIB PASSES      prints "WRONG_WORDS MILLISECONDS"; status 1 if the channel is not found. */
#include <stdio.h>
#include <stdlib.h>
#include <time.h>

#include "suite/kit/channel_measured.h"
#include "suite/memory/errors.h"

#define WORDS_AT_ONCE 4096u

static struct channels channels;
static double spent_ms;

static double now_ms(void)
{
    struct timespec t;

    clock_gettime(CLOCK_PROCESS_CPUTIME_ID, &t);
    return (double)t.tv_sec * 1e3 + (double)t.tv_nsec / 1e6;
}

static bool lies_in_channel(uint64_t at)
{
    for (unsigned i = 0; i < measured_spreads[0].equations; i++)
        if (parity(at & measured_spreads[0].equation[i]) != (3u >> i & 1))
            return false;
    return true;
}

static void tell(const uint64_t *at, unsigned count, uint64_t *in_pass)
{
    const double start = now_ms();

    for (unsigned i = 0; i < count; i++)
        if ((*in_pass)++ < ELEMENT_ERRORS)
            channels_add(&channels, at[i], UINT64_MAX);
        else
            channels_skip(&channels, at[i], UINT64_MAX);
    spent_ms += now_ms() - start;
}

static void pass(uint64_t size)
{
    static uint64_t wrong[WORDS_AT_ONCE];
    uint64_t in_pass = 0;
    unsigned count = 0;

    channels_pass(&channels);
    for (uint64_t at = 0; at < size; at += 8) {
        if (lies_in_channel(at))
            wrong[count++] = at;
        if (count == WORDS_AT_ONCE || at + 8 >= size) {
            tell(wrong, count, &in_pass);
            count = 0;
        }
    }
}

int main(int argc, char **argv)
{
    static struct channel_findings findings;

    if (argc != 3)
        return 2;
    const uint64_t size = strtoull(argv[1], NULL, 10) << 20;

    channels_open(&channels, 0, size);
    for (unsigned long i = 0; i < strtoul(argv[2], NULL, 10); i++)
        pass(size);
    const double start = now_ms();
    channels_solve(&channels, 32, &findings);
    spent_ms += now_ms() - start;
    printf("%llu %.3f\n", (unsigned long long)findings.errors, spent_ms);
    return findings.all[0].kind == CHANNELS_ONE ? 0 : 1;
}
