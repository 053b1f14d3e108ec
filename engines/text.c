#include "engines/text.h"

#include <stdint.h>

struct text text_in(char *chars, size_t size)
{
    if (size)
        chars[0] = '\0';
    return (struct text){ .chars = chars, .size = size };
}

void text_char(struct text *text, char c)
{
    if (text->used + 1 >= text->size) {
        text->cut = true;
        return;
    }
    text->chars[text->used++] = c;
    text->chars[text->used] = '\0';
}

void text_string(struct text *text, const char *string)
{
    while (*string)
        text_char(text, *string++);
}

/* One conversion of a format string, between '%' and its letter. */
struct conversion {
    bool left, zero;
    unsigned width;
    unsigned longs; /* how many 'l', a 'z' counts as two */
};

static void pad(struct text *text, char with, unsigned width, size_t length)
{
    for (size_t i = length; i < width; i++)
        text_char(text, with);
}

static void put_string(struct text *text, const struct conversion *c, const char *string)
{
    const size_t length = string_length(string);

    if (!c->left)
        pad(text, ' ', c->width, length);
    text_string(text, string);
    if (c->left)
        pad(text, ' ', c->width, length);
}

/* Digits are made from the last one on, so they stand in a buffer first. */
static void put_number(struct text *text, const struct conversion *c, uint64_t value, unsigned base,
                       bool negative, bool upper)
{
    const char *const figures = upper ? "0123456789ABCDEF" : "0123456789abcdef";
    char digits[24];
    unsigned at = sizeof(digits) - 1;

    digits[at] = '\0';
    do {
        digits[--at] = figures[value % base];
        value /= base;
    } while (value);
    if (c->zero && !c->left) {
        const unsigned sign = negative ? 1 : 0;

        if (negative)
            text_char(text, '-');
        pad(text, '0', c->width, sizeof(digits) - 1 - at + sign);
    } else if (negative) {
        digits[--at] = '-';
    }
    const struct conversion padded = { .left = c->left }; /* the zeros are out already */
    put_string(text, c->zero ? &padded : c, digits + at);
}

static uint64_t take_unsigned(const struct conversion *c, va_list *list)
{
    if (c->longs >= 2)
        return va_arg(*list, unsigned long long);
    return c->longs == 1 ? va_arg(*list, unsigned long) : va_arg(*list, unsigned);
}

static int64_t take_signed(const struct conversion *c, va_list *list)
{
    if (c->longs >= 2)
        return va_arg(*list, long long);
    return c->longs == 1 ? va_arg(*list, long) : va_arg(*list, int);
}

static void put_signed(struct text *text, const struct conversion *c, int64_t value)
{
    put_number(text, c, value < 0 ? -(uint64_t)value : (uint64_t)value, 10, value < 0, false);
}

static const char *parse_flags(const char *format, struct conversion *c)
{
    for (; *format == '-' || *format == '0'; format++) {
        c->left |= *format == '-';
        c->zero |= *format == '0';
    }
    for (; *format >= '0' && *format <= '9'; format++)
        c->width = c->width * 10 + (unsigned)(*format - '0');
    for (; *format == 'l' || *format == 'z'; format++)
        c->longs += *format == 'z' ? 2 : 1;
    return format;
}

/* One conversion, after its flags, width and length; an unknown letter is written as it stands. */
static void convert(struct text *text, char letter, const struct conversion *c, va_list *list)
{
    switch (letter) {
    case 's':
        put_string(text, c, va_arg(*list, const char *));
        return;
    case 'c':
        text_char(text, (char)va_arg(*list, int));
        return;
    case 'u':
        put_number(text, c, take_unsigned(c, list), 10, false, false);
        return;
    case 'x':
    case 'X':
        put_number(text, c, take_unsigned(c, list), 16, false, letter == 'X');
        return;
    case 'd':
        put_signed(text, c, take_signed(c, list));
        return;
    default:
        text_char(text, letter);
    }
}

void text_format_list(struct text *text, const char *format, va_list list)
{
    va_list rest;

    va_copy(rest, list);
    while (*format) {
        struct conversion c = { 0 };

        if (*format != '%') {
            text_char(text, *format++);
            continue;
        }
        format = parse_flags(format + 1, &c);
        if (*format)
            convert(text, *format++, &c, &rest);
    }
    va_end(rest);
}

void text_format(struct text *text, const char *format, ...)
{
    va_list list;

    va_start(list, format);
    text_format_list(text, format, list);
    va_end(list);
}

size_t string_length(const char *string)
{
    size_t length = 0;

    while (string[length])
        length++;
    return length;
}

bool string_equal(const char *a, const char *b)
{
    while (*a && *a == *b) {
        a++;
        b++;
    }
    return *a == *b;
}

bool string_starts(const char *string, const char *prefix)
{
    while (*prefix && *string == *prefix) {
        string++;
        prefix++;
    }
    return !*prefix;
}
