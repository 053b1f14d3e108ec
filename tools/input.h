/* tools/input.h: input of the host command: lines, their words, and numbers.
 *
 * Shape   words are separated by blanks and tabs, as many as one likes. A line may hold any bytes;
 *         one longer than LINE_MOST bytes is dropped up to its end and marked.
 * Errors  parsers give false and leave the result alone. */
#ifndef TOOLS_INPUT_H
#define TOOLS_INPUT_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#define LINE_MOST 4096

struct word {
    const char *chars; /* not terminated */
    size_t length;
};

struct line {
    const char *chars; /* without the newline */
    size_t length;
    uint64_t number; /* from 1 */
    bool too_long;
};

struct line_reader {
    int fd;
    bool ended, failed;
    uint64_t number;
    size_t start, end;
    char bytes[1 << 16];
};

void line_reader_init(struct line_reader *reader, int fd);
/* False at the end, or when reading failed (said on stderr). The line is good until the next call. */
bool line_next(struct line_reader *reader, struct line *line);

/* Splits into at most `most` words; gives how many there are, at most most + 1. */
unsigned line_split(const struct line *line, struct word *words, unsigned most);

bool word_is(struct word word, const char *text);
/* The same without regard to capitals: "G84" is "g84". */
bool word_names(struct word word, const char *text);
/* Any number of digits after 0x: bits above 64 are dropped, and *over says so. */
bool word_hex(struct word word, uint64_t *value, bool *over);
/* The same, and 0x may be left out. */
bool word_bare_hex(struct word word, uint64_t *value, bool *over);
/* Decimal, without sign, up to 2^32 - 1. */
bool word_decimal(struct word word, uint32_t *value);
struct word word_of_text(const char *text);

/* A word as it may be shown: cut, and without control characters. */
#define WORD_SHOWN 40
const char *word_shown(struct word word, char shown[WORD_SHOWN + 4]);

#endif
