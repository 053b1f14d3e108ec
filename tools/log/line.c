#include "tools/log/line.h"

#include <string.h>

static struct word behind(struct word word, size_t count)
{
    return (struct word){ word.chars + count, word.length - count };
}

static struct word without_blanks(struct word word)
{
    while (word.length && (word.chars[0] == ' ' || word.chars[0] == '\t'))
        word = behind(word, 1);
    return word;
}

static bool starts(struct word word, const char *text)
{
    const size_t length = strlen(text);

    return word.length >= length && memcmp(word.chars, text, length) == 0;
}

static bool is_hex(char c)
{
    return (c >= '0' && c <= '9') || (c >= 'a' && c <= 'f');
}

/* "0000:01:00.0" at the start, or as people shorten it "01:00.0"; gives its length, or 0. */
static size_t bus_address(struct word word)
{
    static const char form[] = "hhhh:hh:hh.h";
    const char *const at = form + (word.length > 2 && word.chars[2] == ':' ? 5 : 0);
    const size_t length = strlen(at);

    if (word.length < length)
        return 0;
    for (size_t i = 0; i < length; i++)
        if (at[i] == 'h' ? !is_hex(word.chars[i]) : at[i] != word.chars[i])
            return 0;
    return length;
}

/* "unit: MESSAGE" or "UNIT - MESSAGE"; a unit is made of letters, digits and _. */
static void split_unit(struct log_line *line)
{
    const struct word text = line->whole;
    size_t length = 0;

    while (length < text.length && (is_hex(text.chars[length]) || text.chars[length] == '_' ||
                                    (text.chars[length] >= 'g' && text.chars[length] <= 'z') ||
                                    (text.chars[length] >= 'A' && text.chars[length] <= 'Z')))
        length++;
    line->message = text;
    if (!length || length == text.length)
        return;
    if (text.chars[length] == ':') {
        line->unit = (struct word){ text.chars, length };
        line->message = without_blanks(behind(text, length + 1));
    } else if (starts(behind(text, length), " - ")) {
        line->unit = (struct word){ text.chars, length };
        line->message = without_blanks(behind(text, length + 3));
    }
}

/* "E[   PFIFO][0000:01:00.0] MESSAGE": the letter says how bad it is, and is missing where it is not. */
static bool parse_brackets(struct word rest, struct log_line *out)
{
    rest = without_blanks(rest);
    if (rest.length > 1 && rest.chars[0] >= 'A' && rest.chars[0] <= 'Z')
        rest = behind(rest, 1);
    const char *const close =
        rest.length && rest.chars[0] == '[' ? memchr(rest.chars, ']', rest.length) : NULL;

    if (!close)
        return false;
    out->unit = without_blanks((struct word){ rest.chars + 1, (size_t)(close - rest.chars - 1) });
    rest = behind(rest, (size_t)(close - rest.chars) + 1);
    if (rest.length && rest.chars[0] == '[' && bus_address(behind(rest, 1))) {
        out->card = (struct word){ rest.chars + 1, bus_address(behind(rest, 1)) };
        rest = behind(rest, out->card.length + 1);
    }
    /* The name of a program has brackets of its own: "E[Xorg[812]] ...". */
    while (rest.length && rest.chars[0] == ']')
        rest = behind(rest, 1);
    out->message = out->whole = without_blanks(rest);
    return true;
}

static bool parse_address(struct word rest, struct log_line *out)
{
    const size_t address = bus_address(rest);

    if (!address || rest.length <= address || rest.chars[address] != ':')
        return false;
    out->card = (struct word){ rest.chars, address };
    out->whole = without_blanks(behind(rest, address + 1));
    split_unit(out);
    return true;
}

bool log_line_parse(struct word line, struct log_line *out)
{
    static const char name[] = "nouveau";

    while (line.length) {
        const char *const at = memmem(line.chars, line.length, name, sizeof(name) - 1);

        if (!at)
            return false;
        line = behind(line, (size_t)(at - line.chars) + sizeof(name) - 1);
        *out = (struct log_line){ 0 };
        if (line.length && line.chars[0] == ' ' &&
            (parse_address(behind(line, 1), out) || parse_brackets(line, out)))
            return true;
    }
    return false;
}

struct word log_line_text(struct word line)
{
    while (line.length &&
           (line.chars[line.length - 1] == '\r' || line.chars[line.length - 1] == ' '))
        line.length--;
    while (line.length && line.chars[0] == '>')
        line = without_blanks(behind(line, 1));
    return line;
}

bool log_line_parse_quoted(struct word line, struct log_line *out)
{
    line = without_blanks(line);

    const char *const close =
        line.length && line.chars[0] == '[' ? memchr(line.chars, ']', line.length) : NULL;

    if (close)
        line = without_blanks(behind(line, (size_t)(close - line.chars) + 1));
    *out = (struct log_line){ .whole = line };
    split_unit(out);
    return out->unit.length > 0;
}
