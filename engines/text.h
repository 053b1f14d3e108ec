/* engines/text.h: text into a buffer of the caller's, without a C library.
 *
 * Shape   a text never overflows: characters that do not fit are dropped and `cut` says so; it is
 *         always terminated.
 * Units   size counts the terminator. Formats: %s %c %u %d %x %X %% with width, '0' and '-' flags,
 *         and the l, ll and z lengths. */
#ifndef ENGINES_TEXT_H
#define ENGINES_TEXT_H

#include <stdarg.h>
#include <stdbool.h>
#include <stddef.h>

struct text {
    char *chars;
    size_t size, used;
    bool cut;
};

struct text text_in(char *chars, size_t size);
void text_char(struct text *text, char c);
void text_string(struct text *text, const char *string);
void text_format(struct text *text, const char *format, ...) __attribute__((format(printf, 2, 3)));
void text_format_list(struct text *text, const char *format, va_list list)
    __attribute__((format(printf, 2, 0)));

size_t string_length(const char *string);
bool string_equal(const char *a, const char *b);
bool string_starts(const char *string, const char *prefix);

#endif
