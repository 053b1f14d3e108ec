#include "mmu/registers.h"

static size_t length_of(const char *text)
{
    size_t length = 0;

    while (text[length])
        length++;
    return length;
}

static bool begins(const struct register_query *query, const char *name, size_t length)
{
    if (query->length < length)
        return false;
    for (size_t i = 0; i < length; i++)
        if (query->name[i] != name[i])
            return false;
    return true;
}

/* "[12]", which is all that is left of the name. */
static bool parse_index(const char *text, size_t length, unsigned count, unsigned *index)
{
    unsigned number = 0;

    if (length < 3 || text[0] != '[' || text[length - 1] != ']')
        return false;
    for (size_t i = 1; i + 1 < length; i++) {
        if (text[i] < '0' || text[i] > '9' || number >= count)
            return false;
        number = 10 * number + (unsigned)(text[i] - '0');
    }
    *index = number;
    return number < count;
}

static bool is_named(const struct register_row *row, const struct register_query *query,
                     unsigned *index)
{
    const size_t length = length_of(row->name);

    *index = 0;
    if (!begins(query, row->name, length))
        return false;
    return query->length == length ||
           parse_index(query->name + length, query->length - length, row->count, index);
}

bool register_is_at(const struct register_row *row, const struct register_query *query,
                    unsigned *index)
{
    const uint32_t into = query->at - row->at;

    if (query->length)
        return is_named(row, query, index);
    *index = row->stride ? into / row->stride : 0;
    return row->stride ? into % row->stride == 0 && *index < row->count : into == 0;
}

bool register_in_unit(const struct register_query *query, const char *unit, uint32_t base,
                      struct register_query *out)
{
    const size_t length = length_of(unit);

    *out = (struct register_query){ .at = query->at - base };
    if (!query->length)
        return true;
    if (query->length <= length + 1 || !begins(query, unit, length) || query->name[length] != '_')
        return false;
    out->name = query->name + length + 1;
    out->length = query->length - length - 1;
    return true;
}
