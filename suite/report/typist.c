#include "suite/report/typist.h"

void typist_hear(struct typist *typist, char character, uint64_t now_us)
{
    if (typist->count == TYPIST_MAX)
        typist->count--;
    typist->heard[typist->count++] = character;
    typist->last_us = now_us;
}

static bool is_scan(const struct typist *typist)
{
    bool printable = false;

    for (unsigned i = 0; i < typist->count; i++)
        printable = printable || typist->heard[i] >= ' ';
    return printable && typist->count > 1;
}

/* The first `count` characters are the words from now on. */
static void say(struct typist *typist, unsigned count)
{
    for (unsigned i = 0; i < count; i++)
        typist->words[i] = typist->heard[i];
    typist->words[count] = '\0';
    typist->count -= count;
    for (unsigned i = 0; i < typist->count; i++)
        typist->heard[i] = typist->heard[count + i];
}

static int key_of(char c)
{
    if (c >= 'A' && c <= 'Z')
        return c - 'A' + 'a';
    return c == '\n' ? KEY_ENTER : c;
}

int typist_key(struct typist *typist, uint64_t now_us)
{
    if (typist->count == 0 || now_us - typist->last_us < TYPIST_GAP_US)
        return KEY_NONE;
    if (is_scan(typist)) {
        say(typist, typist->count);
        return KEY_SCAN;
    }
    say(typist, 1);
    return key_of(typist->words[0]);
}
