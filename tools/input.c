#include "tools/input.h"

#include <errno.h>
#include <stdio.h>
#include <string.h>
#include <strings.h>
#include <unistd.h>

void line_reader_init(struct line_reader *reader, int fd)
{
    reader->fd = fd;
    reader->ended = false;
    reader->failed = false;
    reader->number = 0;
    reader->start = 0;
    reader->end = 0;
}

/* Moves the unread rest to the front and reads more after it. */
static void fill(struct line_reader *r)
{
    ssize_t n;

    memmove(r->bytes, r->bytes + r->start, r->end - r->start);
    r->end -= r->start;
    r->start = 0;
    do
        n = read(r->fd, r->bytes + r->end, sizeof(r->bytes) - r->end);
    while (n < 0 && errno == EINTR);
    if (n > 0) {
        r->end += (size_t)n;
        return;
    }
    if (n < 0) {
        fprintf(stderr, "barecard: cannot read: %s\n", strerror(errno));
        r->failed = true;
    }
    r->ended = true;
}

static void take(struct line_reader *r, size_t length, size_t with_newline, struct line *line)
{
    line->chars = r->bytes + r->start;
    line->length = length;
    line->number = ++r->number;
    if (length > LINE_MOST)
        line->too_long = true;
    r->start += with_newline;
}

/* A line that is too long is thrown away as it comes, so no input needs more memory than one buffer. */
bool line_next(struct line_reader *r, struct line *line)
{
    line->too_long = false;
    for (;;) {
        const char *const from = r->bytes + r->start;
        const size_t length = r->end - r->start;
        const char *const newline = memchr(from, '\n', length);

        if (newline) {
            take(r, (size_t)(newline - from), (size_t)(newline - from) + 1, line);
            return true;
        }
        if (length > LINE_MOST) {
            line->too_long = true;
            r->start = r->end;
        }
        if (r->ended) {
            if (!length && !line->too_long)
                return false;
            take(r, r->end - r->start, r->end - r->start, line);
            return true;
        }
        fill(r);
    }
}

static bool is_blank(char c)
{
    return c == ' ' || c == '\t';
}

/* More than `most` words give most + 1, so that a caller can tell too many from just enough. */
unsigned line_split(const struct line *line, struct word *words, unsigned most)
{
    const char *at = line->chars, *const end = at + line->length;
    unsigned count = 0;

    for (;;) {
        const char *from;

        while (at < end && is_blank(*at))
            at++;
        if (at == end)
            return count;
        if (count == most)
            return most + 1;
        from = at;
        while (at < end && !is_blank(*at))
            at++;
        words[count++] = (struct word){ from, (size_t)(at - from) };
    }
}

bool word_is(struct word word, const char *text)
{
    const size_t length = strlen(text);

    return word.length == length && memcmp(word.chars, text, length) == 0;
}

bool word_names(struct word word, const char *text)
{
    const size_t length = strlen(text);

    return word.length == length && strncasecmp(word.chars, text, length) == 0;
}

static int hex_digit(char c)
{
    if (c >= '0' && c <= '9')
        return c - '0';
    if (c >= 'a' && c <= 'f')
        return c - 'a' + 10;
    return c >= 'A' && c <= 'F' ? c - 'A' + 10 : -1;
}

/* Digits past 64 bits are lost and told by `over`, because the caller knows whether that is an
 * error. */
bool word_bare_hex(struct word word, uint64_t *value, bool *over)
{
    const size_t prefix = word.length > 1 && word.chars[0] == '0' && word.chars[1] == 'x' ? 2 : 0;
    uint64_t v = 0;
    bool lost = false;

    if (word.length == prefix)
        return false;
    for (size_t i = prefix; i < word.length; i++) {
        const int digit = hex_digit(word.chars[i]);

        if (digit < 0)
            return false;
        lost |= v >> 60 != 0;
        v = v << 4 | (unsigned)digit;
    }
    *value = v;
    *over = lost;
    return true;
}

bool word_hex(struct word word, uint64_t *value, bool *over)
{
    return word.length > 2 && word.chars[0] == '0' && word.chars[1] == 'x' &&
           word_bare_hex(word, value, over);
}

bool word_decimal(struct word word, uint32_t *value)
{
    uint64_t v = 0;

    if (!word.length)
        return false;
    for (size_t i = 0; i < word.length; i++) {
        if (word.chars[i] < '0' || word.chars[i] > '9')
            return false;
        v = v * 10 + (unsigned)(word.chars[i] - '0');
        if (v > UINT32_MAX)
            return false;
    }
    *value = (uint32_t)v;
    return true;
}

struct word word_of_text(const char *text)
{
    return (struct word){ text, strlen(text) };
}

const char *word_shown(struct word word, char shown[WORD_SHOWN + 4])
{
    size_t length = word.length < WORD_SHOWN ? word.length : WORD_SHOWN;

    for (size_t i = 0; i < length; i++)
        shown[i] = (char)(word.chars[i] > ' ' && word.chars[i] < 0x7f ? word.chars[i] : '?');
    if (word.length > WORD_SHOWN)
        for (unsigned i = 0; i < 3; i++)
            shown[length++] = '.';
    shown[length] = '\0';
    return shown;
}
