#include "suite/prompt/words.h"

#include <stddef.h>

static bool is_blank(char c)
{
    return c == ' ' || c == '\t' || c == '\r';
}

/* Words past WORDS_OF_LINE are counted once and dropped, because a line with too many is refused
 * anyway. */
void words_split(struct words *words, const char *line)
{
    unsigned used = 0;
    bool inside = false;

    words->count = 0;
    for (; *line && *line != '#' && used < LINE_MAX; line++) {
        if (is_blank(*line)) {
            words->chars[used++] = '\0';
        } else {
            if (!inside && words->count++ < WORDS_OF_LINE)
                words->word[words->count - 1] = &words->chars[used];
            words->chars[used++] = *line;
        }
        inside = !is_blank(*line);
    }
    words->chars[used] = '\0';
    if (words->count > WORDS_OF_LINE)
        words->count = WORDS_OF_LINE + 1;
}

/* 16: none of its base. */
static unsigned digit_of(char c, unsigned base)
{
    unsigned digit = 16;

    if (c >= '0' && c <= '9')
        digit = (unsigned)(c - '0');
    else if (c >= 'a' && c <= 'f')
        digit = (unsigned)(c - 'a') + 10;
    else if (c >= 'A' && c <= 'F')
        digit = (unsigned)(c - 'A') + 10;
    return digit < base ? digit : 16;
}

static const char *parse_digits(const char *word, unsigned base, uint64_t *out)
{
    const char *const first = word;

    for (*out = 0; digit_of(*word, base) < 16; word++) {
        if (*out > (UINT64_MAX - 15) / base)
            return NULL;
        *out = *out * base + digit_of(*word, base);
    }
    return word == first ? NULL : word;
}

/* Units only after decimal numbers, because a hexadecimal one with K, M or G has no single reading. */
bool words_number(const char *word, uint64_t *out)
{
    static const char units[] = "KMG";
    const bool hex = word[0] == '0' && (word[1] == 'x' || word[1] == 'X');
    const char *const end = parse_digits(hex ? word + 2 : word, hex ? 16 : 10, out);

    if (!end)
        return false;
    for (unsigned i = 0; units[i]; i++) {
        const unsigned shift = 10 * (i + 1);

        if (hex || end[0] != units[i] || end[1])
            continue;
        if (*out >> (64 - shift))
            return false;
        *out <<= shift;
        return true;
    }
    return !*end;
}

bool words_number_to(const char *word, uint64_t most, uint64_t *out)
{
    return words_number(word, out) && *out <= most;
}
