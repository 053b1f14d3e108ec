#include "tests/run/select.h"

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
