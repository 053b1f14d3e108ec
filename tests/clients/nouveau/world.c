#include "tests/clients/nouveau/world.h"

#include <stdarg.h>
#include <stdio.h>
#include <time.h>

void verdict(struct world *w, bool good, const char *name, const char *format, ...)
{
    va_list detail;
    printf("%s %s: ", good ? "ok" : "FAIL", name);
    va_start(detail, format);
    vprintf(format, detail);
    va_end(detail);
    printf("\n");
    fflush(stdout);
    w->failures += !good;
}

const char *word_for(int error)
{
    return error ? strerror(-error) : "done";
}

void judge(struct world *w, const char *name, int error, uint32_t wrong, const char *what)
{
    verdict(w, !error && !wrong, name, "%u wrong %s, %s", wrong, what, word_for(error));
}

int run(struct channel *c, const struct buffer *b)
{
    const int error = channel_kick(c);
    return error ? error : buffer_wait(b);
}

/* One to one: multiplication by an odd number, exclusive or, and a shift that is undone from above. */
uint32_t pattern(uint32_t seed, uint32_t i)
{
    const uint32_t x = (i + 1) * 2654435761u ^ seed;
    return x ^ x >> 15;
}

uint8_t pattern_byte(uint32_t seed, uint32_t i)
{
    return (uint8_t)(pattern(seed, i / 4) >> i % 4 * 8);
}

void fill(struct buffer *b, uint32_t seed)
{
    for (uint32_t i = 0; i < b->size / 4; i++)
        b->map[i] = pattern(seed, i);
}

uint32_t wrong_words(const uint32_t *words, uint32_t count, uint32_t seed, uint32_t *first)
{
    uint32_t wrong = 0;
    for (uint32_t i = 0; i < count; i++)
        if (words[i] != pattern(seed, i) && !wrong++)
            *first = i;
    return wrong;
}

void compare(struct world *w, const char *name, const struct buffer *b, uint32_t seed)
{
    uint32_t first = 0;
    const uint32_t wrong = wrong_words(b->map, b->size / 4, seed, &first);
    if (wrong)
        verdict(w, false, name, "%u of %u words differ, first at %#x: %08x instead of %08x", wrong,
                b->size / 4, first * 4, b->map[first], pattern(seed, first));
    else
        verdict(w, true, name, "%u KiB", b->size >> 10);
}

double now(void)
{
    struct timespec t;
    clock_gettime(CLOCK_MONOTONIC, &t);
    return (double)t.tv_sec + (double)t.tv_nsec * 1e-9;
}
