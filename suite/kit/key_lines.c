#include "suite/kit/key_lines.h"

#define NUMBER_MOST (UINT64_C(1) << 48)

/* Stops at '-' and ',' too, because ranges and lists are written with these. */
const char *line_number(const char *text, uint64_t *out)
{
    const bool hex = text[0] == '0' && (text[1] == 'x' || text[1] == 'X');
    const char *c = hex ? text + 2 : text;
    const char *const first = c;

    for (*out = 0; *c && *c != '-' && *c != ','; c++) {
        const unsigned digit = *c >= '0' && *c <= '9'          ? (unsigned)(*c - '0')
                               : hex && *c >= 'a' && *c <= 'f' ? (unsigned)(*c - 'a' + 10)
                               : hex && *c >= 'A' && *c <= 'F' ? (unsigned)(*c - 'A' + 10)
                                                               : 16;

        if (digit == 16)
            return NULL;
        *out = *out * (hex ? 16 : 10) + digit;
        if (*out > NUMBER_MOST)
            return NULL;
    }
    return c == first ? NULL : c;
}

static bool is_space(char c)
{
    return c == ' ' || c == '\t' || c == '\r';
}

/* Copies a part of the line without the blanks at its ends; false: too long or not printable. */
static bool take_part(char *out, size_t size, const char *from, const char *to)
{
    size_t used = 0;

    while (from < to && is_space(*from))
        from++;
    while (to > from && is_space(to[-1]))
        to--;
    for (; from < to; from++) {
        if (used + 1 >= size || *from < ' ' || *from > '~')
            return false;
        out[used++] = *from;
    }
    out[used] = '\0';
    return true;
}

static const char *find(const char *from, const char *to, char c)
{
    while (from < to && *from != c)
        from++;
    return from;
}

/* The text from a '#' on is a comment; an empty line has no key. False: it is no such line. */
static bool cut_line(const char *from, const char *to, char *key, char *value)
{
    to = find(from, to, '#');
    while (from < to && is_space(*from))
        from++;
    key[0] = '\0';
    if (from == to)
        return true;
    const char *const equals = find(from, to, '=');

    return equals != to && take_part(key, LINES_KEY_MAX, from, equals) &&
           take_part(value, LINES_VALUE_MAX, equals + 1, to) && key[0];
}

/* Some editors begin a text with the mark of UTF-8. */
static size_t mark_size(const char *text, size_t size)
{
    return size >= 3 && text[0] == '\xef' && text[1] == '\xbb' && text[2] == '\xbf' ? 3 : 0;
}

/* Some editors call it Unicode. */
static bool is_utf_16(const char *text, size_t size)
{
    return size >= 2 &&
           ((text[0] == '\xff' && text[1] == '\xfe') || (text[0] == '\xfe' && text[1] == '\xff'));
}

/* A line that cannot be read ends the parse, because a key that is skipped silently may change the
 * whole run. */
enum err key_lines_parse(const char *file, const char *text, size_t size, size_t most,
                         key_lines_take *take, void *opaque, char *error, size_t error_size)
{
    struct text words = text_in(error, error_size);
    char key[LINES_KEY_MAX], value[LINES_VALUE_MAX];
    const char *const end = text + size;
    unsigned number = 0;

    if (size > most) {
        text_format(&words, "%s: %zu bytes, at most %zu are read", file, size, most);
        return ERR_CONFIG;
    }
    if (is_utf_16(text, size)) {
        text_format(&words, "%s is UTF-16 (\"Unicode\"): save it as UTF-8 or ANSI", file);
        return ERR_CONFIG;
    }
    for (text += mark_size(text, size); text < end;) {
        const char *const stop = find(text, end, '\n');

        number++;
        if (!cut_line(text, stop, key, value)) {
            text_format(&words,
                        "%s line %u: expected key=value in printable ASCII, value below %u "
                        "characters",
                        file, number, LINES_VALUE_MAX);
            return ERR_CONFIG;
        }
        const enum err e = key[0] ? take(opaque, number, key, value) : OK;
        if (e != OK)
            return e;
        text = stop < end ? stop + 1 : end;
    }
    return OK;
}
