#include "suite/run/select.h"

static bool word_has(const char *prefix, size_t length, const char *name)
{
    for (size_t i = 0; i < length; i++)
        if (prefix[i] != name[i])
            return false;
    return length && (name[length] == '\0' || name[length] == '.' || prefix[length - 1] == '.');
}

static size_t word_length(const char *suite)
{
    size_t length = 0;

    while (suite[length] && suite[length] != ',')
        length++;
    return length;
}

bool suite_is_whole(const char *suite)
{
    return string_equal(suite, "default") || string_equal(suite, "all");
}

bool suite_has(const char *suite, const struct test_case *row)
{
    if (string_equal(suite, "all"))
        return true;
    if (string_equal(suite, "default"))
        return !(row->flags & TEST_EXTRA);
    while (*suite) {
        const size_t length = word_length(suite);

        if (word_has(suite, length, row->name))
            return true;
        suite += length + (suite[length] == ',');
    }
    return false;
}

static bool group_has(const struct test_group *group, const char *word, size_t length)
{
    for (unsigned i = 0; i < group->count; i++)
        if (word_has(word, length, group->rows[i].name))
            return true;
    return false;
}

static bool any_has(const struct suites *suites, const char *word, size_t length)
{
    for (unsigned i = 0; i < suites->count; i++)
        for (unsigned g = 0; g < suites->all[i]->count; g++)
            if (group_has(suites->all[i]->groups[g], word, length))
                return true;
    return false;
}

const char *suite_unknown(const char *suite, const struct suites *suites,
                          char out[CONFIG_SUITE_MAX])
{
    if (suite_is_whole(suite))
        return NULL;
    while (*suite) {
        const size_t length = word_length(suite);

        if (!any_has(suites, suite, length)) {
            struct text text = text_in(out, CONFIG_SUITE_MAX);

            for (size_t i = 0; i < length; i++)
                text_char(&text, suite[i]);
            return out;
        }
        suite += length + (suite[length] == ',');
    }
    return NULL;
}

/* ---- suggestions for a mistyped name --------------------------------------------------------- */

#define TYPOS_MAX 2
#define LONG_WORD 5 /* letters; of a shorter one two typos leave too little to be near anything */

static unsigned least(unsigned a, unsigned b, unsigned c)
{
    const unsigned ab = a < b ? a : b;

    return ab < c ? ab : c;
}

/* How many letters must be added, dropped or changed to make one word of the other, row by row of the usual
 * table; more than TYPOS_MAX where the lengths alone say so. */
static unsigned typos(const char *word, const char *name, size_t length)
{
    const size_t size = string_length(word);
    unsigned row[CONFIG_SUITE_MAX + 1];

    if (size > CONFIG_SUITE_MAX || size > length + TYPOS_MAX || length > size + TYPOS_MAX)
        return TYPOS_MAX + 1;
    for (size_t i = 0; i <= size; i++)
        row[i] = (unsigned)i;
    for (size_t n = 0; n < length; n++) {
        unsigned corner = row[0];

        row[0] = (unsigned)n + 1;
        for (size_t i = 0; i < size; i++) {
            const unsigned above = row[i + 1];

            row[i + 1] = least(above + 1, row[i] + 1, corner + (word[i] != name[n]));
            corner = above;
        }
    }
    return row[size];
}

/* The suggestions so far. */
struct suggestion {
    const char *word;
    unsigned typos; /* of the best one */
    struct text text;
};

static void try_name(struct suggestion *best, const char *name, size_t length)
{
    const unsigned count = typos(best->word, name, length);

    if (count >= best->typos || count >= string_length(best->word) ||
        (count == TYPOS_MAX && string_length(best->word) < LONG_WORD))
        return;
    best->typos = count;
    best->text = text_in(best->text.chars, best->text.size);
    for (size_t i = 0; i < length; i++)
        text_char(&best->text, name[i]);
}

/* All prefixes of a test's name that end between two of its words. */
static void try_row(struct suggestion *best, const char *name)
{
    size_t length = 0;

    do {
        while (name[length] && name[length] != '.')
            length++;
        try_name(best, name, length);
    } while (name[length] && name[++length]);
}

const char *suite_suggestion(const char *word, const struct suites *suites,
                             char out[CONFIG_SUITE_MAX])
{
    struct suggestion best = { word, TYPOS_MAX + 1, text_in(out, CONFIG_SUITE_MAX) };

    try_name(&best, "default", 7);
    try_name(&best, "all", 3);
    for (unsigned i = 0; i < suites->count; i++)
        for (unsigned g = 0; g < suites->all[i]->count; g++)
            for (unsigned r = 0; r < suites->all[i]->groups[g]->count; r++)
                try_row(&best, suites->all[i]->groups[g]->rows[r].name);
    return best.typos <= TYPOS_MAX ? out : NULL;
}
