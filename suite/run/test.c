#include "suite/run/test.h"

unsigned suite_list(const struct suite *suite, const struct test_case *rows[TESTS_MAX])
{
    unsigned count = 0;

    for (unsigned g = 0; g < suite->count; g++)
        for (unsigned i = 0; i < suite->groups[g]->count; i++, count++)
            if (count < TESTS_MAX)
                rows[count] = &suite->groups[g]->rows[i];
    return count;
}

bool list_names(const char *list, const char *name)
{
    const size_t length = string_length(name);

    for (const char *at = list; at && *at;) {
        if (string_starts(at, name) && (at[length] == ',' || !at[length]))
            return true;
        while (*at && *at++ != ',')
            ;
    }
    return false;
}

void basis_words(struct text *text, const struct test_case *row)
{
    switch (row->basis) {
    case PROVEN:
        text_string(text, "proven");
        break;
    case DOCUMENTED:
        text_string(text, "documented");
        break;
    case UNVERIFIED:
        text_format(text, "unverified %s", row->experiment);
        break;
    }
}
