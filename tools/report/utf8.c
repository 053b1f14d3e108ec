#include "tools/report/utf8.h"

#include <stdbool.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include <jansson.h>

#define MARK         "\xef\xbb\xbf"
#define SEQUENCE_MAX 4

const char *utf8_after_mark(const char *text)
{
    return strncmp(text, MARK, strlen(MARK)) == 0 ? text + strlen(MARK) : text;
}

/* Jansson refuses overlong forms and surrogates too. */
static bool is_utf8(const char *text, size_t length)
{
    json_t *const string = json_stringn(text, length);

    json_decref(string);
    return string;
}

/* The length of the character that begins here; 0: it is none. */
static size_t character(const char *text)
{
    const size_t rest = strnlen(text, SEQUENCE_MAX);

    for (size_t length = 1; length <= rest; length++)
        if (is_utf8(text, length))
            return length;
    return 0;
}

char *utf8_name(const char *name)
{
    char *const copy = malloc(SEQUENCE_MAX * strlen(name) + 1), *to = copy;

    if (!copy)
        abort(); /* out of memory */
    while (*name) {
        const size_t length = character(name);

        if (length)
            to = mempcpy(to, name, length);
        else
            to += sprintf(to, "\\x%02x", (unsigned char)*name);
        name += length ? length : 1;
    }
    *to = '\0';
    return copy;
}
