/* suite/prompt/words.h: a line of the prompt as words, and words as numbers.
 *
 * Shape   pure. Blanks separate words; from '#' on a line is a comment.
 * Units   numbers of 64 bits: decimal, with K, M or G after it, or hexadecimal with 0x. */
#ifndef SUITE_PROMPT_WORDS_H
#define SUITE_PROMPT_WORDS_H

#include <stdbool.h>
#include <stdint.h>

#include "suite/prompt/line.h"

#define WORDS_OF_LINE 24

struct words {
    unsigned count; /* WORDS_OF_LINE + 1: there are more */
    char chars[LINE_MAX + 1];
    const char *word[WORDS_OF_LINE];
};

void words_split(struct words *words, const char *line);
bool words_number(const char *word, uint64_t *out);
/* The same, at most `most`. */
bool words_number_to(const char *word, uint64_t most, uint64_t *out);

#endif
