/* `barecard decode` and `encode`: any text, any words there and back. The input: structure, chipset, words. */
#include <stdio.h>

#include "tests/fuzz/feed.h"
#include "tools/structure.h"

#define HEADER    2
#define MOST      1024
#define WORD_TEXT 20

/* Splits at blanks in place; gives how many arguments there are. */
static int split(char *text, char **arguments)
{
    char *rest = text, *argument;
    int count = 0;

    while (count < MOST && (argument = strsep(&rest, " \n")))
        if (*argument)
            arguments[count++] = argument;
    return count;
}

static void as_arguments(const struct structure *s, const struct chip *chip, const uint8_t *bytes,
                         size_t size)
{
    char *const text = malloc(size + 1), *arguments[MOST];
    struct out out;
    int count;

    require(text);
    memcpy(text, bytes, size);
    text[size] = '\0';
    count = split(text, arguments);
    out_init(&out, -1);
    decode_words(s, chip, count, arguments, &out);
    encode_pairs(s, chip, count, arguments, &out);
    free(text);
}

/* encode(decode(words)) == words, reserved bits and all. */
static void there_and_back(const struct structure *s, const struct chip *chip, const uint8_t *bytes)
{
    char texts[STRUCTURE_MAX_WORDS][WORD_TEXT], *words[STRUCTURE_MAX_WORDS], *pairs[MOST];
    char wanted[STRUCTURE_MAX_WORDS * WORD_TEXT] = "";
    size_t used = 0;
    const size_t step = s->word_bits / 8;
    struct out decoded, encoded;
    int count;

    for (unsigned i = 0; i < s->words; i++) {
        uint64_t word = 0;

        if (i >= s->first) /* bytes before it belong to another structure */
            memcpy(&word, bytes + i * step, step);
        snprintf(texts[i], WORD_TEXT, "0x%llx", (unsigned long long)word);
        words[i] = texts[i];
        used += (size_t)snprintf(wanted + used, sizeof(wanted) - used, "%s%c", texts[i],
                                 i + 1 < s->words ? ' ' : '\n');
    }
    out_init(&decoded, -1);
    out_init(&encoded, -1);
    require(decode_words(s, chip, s->words, words, &decoded));
    decoded.bytes[decoded.used] = '\0';
    count = split(decoded.bytes, pairs);
    require(encode_pairs(s, chip, count, pairs, &encoded));
    if (encoded.used != strlen(wanted) || memcmp(encoded.bytes, wanted, encoded.used) != 0)
        abort();
}

/* The structures of all families, one after the other. */
static const struct structure *structure_by(unsigned number, const struct toolkit **toolkit)
{
    for (unsigned d = 0;; d = toolkits[d + 1] ? d + 1 : 0)
        for (unsigned i = 0; toolkits[d]->structure(i); i++)
            if (!number--) {
                *toolkit = toolkits[d];
                return toolkits[d]->structure(i);
            }
}

static const struct chip *chip_by(unsigned number, const struct toolkit *toolkit)
{
    unsigned count = 0;

    while (toolkit->chip(count))
        count++;
    if (!count)
        abort(); /* every family has a chip */
    return toolkit->chip(number % count);
}

int fuzz_one(const uint8_t *bytes, size_t size)
{
    const struct structure *s;
    const struct chip *chip;
    const struct toolkit *toolkit;

    if (size < HEADER)
        return 0;
    s = structure_by(bytes[0], &toolkit);
    chip = chip_by(bytes[1], toolkit);
    as_arguments(s, chip, bytes + HEADER, size - HEADER);
    if (size - HEADER >= (size_t)s->words * s->word_bits / 8)
        there_and_back(s, chip, bytes + HEADER);
    return 0;
}
