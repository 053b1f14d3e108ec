#include "tools/replay/side.h"

#include <stdio.h>
#include <string.h>

#include "model/common/numbers.h"

bool replay_broken(const struct replay *r, const char *why)
{
    if (r->shifted && !r->line) /* of no line: of the whole file */
        fprintf(stderr, "%s: %s: %s\n", r->argv[0], r->path, why);
    else if (r->shifted) /* only one of the two cards says it */
        fprintf(stderr, "%s: %s line %lu: %s\n", r->argv[0], r->path, r->line, why);
    return false;
}

void replay_split(struct replay *r, char *line)
{
    char *rest = NULL;

    r->count = 0;
    for (char *word = strtok_r(line, " \r\n", &rest); word && r->count < REPLAY_WORDS_MAX;
         word = strtok_r(NULL, " \r\n", &rest))
        r->words[r->count++] = word;
}

bool replay_number(const struct replay *r, unsigned word, uint64_t *out)
{
    return word < r->count && number_parse(r->words[word], strlen(r->words[word]), out);
}

bool replay_moment(const struct replay *r, unsigned word, uint64_t *ns)
{
    uint64_t seconds, us;
    const char *const text = word < r->count ? r->words[word] : "";
    const char *const point = strchr(text, '.');

    if (!point || strlen(point) != 7 || !number_parse(text, (size_t)(point - text), &seconds) ||
        !number_parse(point + 1, 6, &us))
        return false;
    *ns = (seconds * 1000000 + us + 1) * 1000 +
          r->card.ahead_ns; /* rounded up, because the access was made before it was logged */
    return true;
}

bool replay_word_is(const struct replay *r, unsigned word, const char *text)
{
    return word < r->count && strcmp(r->words[word], text) == 0;
}

bool replay_find(const struct replay *r, uint64_t at, size_t size, unsigned *bar, uint64_t *offset)
{
    for (unsigned i = 0; i < PCI_BAR_COUNT; i++) {
        *bar = i;
        *offset = at - r->maps[i].at;
        if (*offset < r->maps[i].size && size <= r->maps[i].size - *offset)
            return true;
    }
    return false;
}

bool replay_place(const struct replay *r, uint64_t at, size_t size, unsigned *bar, uint64_t *offset)
{
    return replay_find(r, at, size, bar, offset) ||
           replay_broken(r, "the address lies in no BAR that a MAP line has named");
}
