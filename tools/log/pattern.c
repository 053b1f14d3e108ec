#include "tools/log/pattern.h"

#include <string.h>

/* The unread rest of the line. */
struct rest {
    const char *at, *end;
};

static bool is_blank(char c)
{
    return c == ' ' || c == '\t' || c == '\r';
}

static void skip_blanks(struct rest *rest)
{
    while (rest->at < rest->end && is_blank(*rest->at))
        rest->at++;
}

static bool is_hex(char c)
{
    return (c >= '0' && c <= '9') || (c >= 'a' && c <= 'f') || (c >= 'A' && c <= 'F');
}

static bool take_hex(struct rest *rest, struct log_field *field)
{
    const char *const from = rest->at;
    bool over;

    if (rest->end - from > 2 && from[0] == '0' && from[1] == 'x')
        rest->at += 2;
    while (rest->at < rest->end && is_hex(*rest->at))
        rest->at++;
    field->text = (struct word){ from, (size_t)(rest->at - from) };
    return word_bare_hex(field->text, &field->number, &over) && !over;
}

/* A negative number is kept as two's complement, because nouveau prints some channel numbers as -1. */
static bool take_decimal(struct rest *rest, struct log_field *field)
{
    const char *const from = rest->at;
    uint32_t number;
    bool minus = false;

    if (rest->at < rest->end && *rest->at == '-') {
        minus = true;
        rest->at++;
    }
    const char *const digits = rest->at;

    while (rest->at < rest->end && *rest->at >= '0' && *rest->at <= '9')
        rest->at++;
    field->text = (struct word){ from, (size_t)(rest->at - from) };
    field->decimal = true;
    if (!word_decimal((struct word){ digits, (size_t)(rest->at - digits) }, &number))
        return false;
    field->number = minus ? -(uint64_t)number : number;
    return true;
}

/* Up to the ] that closes; the ] itself is left for the pattern. */
static bool take_bracket(struct rest *rest, struct log_field *field)
{
    const char *const from = rest->at;

    for (unsigned depth = 0; rest->at < rest->end; rest->at++) {
        if (*rest->at == '[')
            depth++;
        else if (*rest->at == ']' && !depth--)
            break;
    }
    field->text = (struct word){ from, (size_t)(rest->at - from) };
    return rest->at < rest->end;
}

/* How many characters of a pattern stand before its next field or blank. */
static size_t literal(const char *pattern)
{
    return strcspn(pattern, " {");
}

/* Up to the text that follows the field in the pattern. */
static bool take_word(struct rest *rest, const char *behind, struct log_field *field)
{
    const char *const from = rest->at;
    const size_t length = literal(behind);
    const char *to;

    if (length)
        to = memmem(from, (size_t)(rest->end - from), behind, length);
    else
        for (to = from; to < rest->end && !is_blank(*to);)
            to++;
    if (!to || to == from)
        return false;
    rest->at = to;
    field->text = (struct word){ from, (size_t)(to - from) };
    return true;
}

/* A blank after the last name belongs to the pattern. */
static bool take_names(struct rest *rest, struct log_field *field)
{
    const char *const from = rest->at;
    const char *to = from;

    while (rest->at < rest->end &&
           ((*rest->at >= 'A' && *rest->at <= 'Z') || (*rest->at >= '0' && *rest->at <= '9') ||
            *rest->at == '_' || *rest->at == ' '))
        if (*rest->at++ != ' ')
            to = rest->at;
    rest->at = to;
    field->text = (struct word){ from, (size_t)(to - from) };
    return to > from && *from >= 'A' && *from <= 'Z';
}

static bool take_rest(struct rest *rest, struct log_field *field)
{
    field->text = (struct word){ rest->at, (size_t)(rest->end - rest->at) };
    rest->at = rest->end;
    return field->text.length > 0;
}

static bool take_kind(char kind, struct rest *rest, const char *behind, struct log_field *field)
{
    switch (kind) {
    case 'x':
        return take_hex(rest, field);
    case 'd':
        return take_decimal(rest, field);
    case 'b':
        return take_bracket(rest, field);
    case 'n':
        return take_names(rest, field);
    case 't':
        return take_rest(rest, field);
    default:
        return take_word(rest, behind, field);
    }
}

/* `at` is just past the {; gives the position just past the }, or null. */
static const char *take_field(const char *at, struct rest *rest, struct log_fields *fields)
{
    const char *const close = strchr(at, '}'), *const colon = memchr(at, ':', (size_t)(close - at));
    struct log_field field = { .name = { at, (size_t)((colon ? colon : close) - at) } };

    if (!take_kind((char)(colon ? colon[1] : 'w'), rest, close + 1, &field))
        return NULL;
    if (field.name.length && fields->count < LOG_FIELDS)
        fields->of[fields->count++] = field;
    return close + 1;
}

static bool take_literal(const char *at, size_t length, struct rest *rest)
{
    if ((size_t)(rest->end - rest->at) < length || memcmp(rest->at, at, length) != 0)
        return false;
    rest->at += length;
    return true;
}

/* Goes through pattern and line once without going back, so that time is linear in the line. */
bool log_match(const char *pattern, struct word line, struct log_fields *fields)
{
    struct rest rest = { line.chars, line.chars + line.length };

    fields->count = 0;
    while (*pattern) {
        const size_t length = literal(pattern);

        if (length) {
            if (!take_literal(pattern, length, &rest))
                return false;
            pattern += length;
        } else if (*pattern == ' ') {
            if (rest.at == rest.end || !is_blank(*rest.at))
                return false;
            skip_blanks(&rest);
            pattern++;
        } else {
            pattern = take_field(pattern + 1, &rest, fields);
            if (!pattern)
                return false;
        }
    }
    skip_blanks(&rest);
    return rest.at == rest.end;
}

const struct log_field *log_field(const struct log_fields *fields, const char *name)
{
    for (unsigned i = 0; name && i < fields->count; i++)
        if (word_is(fields->of[i].name, name))
            return &fields->of[i];
    return NULL;
}
