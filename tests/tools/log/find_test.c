/* tools/log/find.h over all tables: a line of each shape is told apart (docs/host-command.md, "explain"). */
#include "tools/log/find.h"

#include "tests/kit/tests.h"

/* The text in a field of that kind. */
static const char *filled(char kind)
{
    switch (kind) {
    case 'x':
        return "2a";
    case 'd':
        return "3";
    case 'b':
        return "Xorg[812]";
    case 'n':
        return "WORD_AND OTHER";
    case 't':
        return "some text";
    default:
        return "read";
    }
}

/* A line as a pattern has it. */
static void fill(const char *pattern, char *line, size_t size)
{
    size_t used = 0;

    while (*pattern && used + 1 < size) {
        if (*pattern == '{') {
            const char *const close = strchr(pattern, '}');
            const char *const colon = memchr(pattern, ':', (size_t)(close - pattern));

            used += (size_t)snprintf(line + used, size - used, "%s",
                                     filled((char)(colon ? colon[1] : 'w')));
            pattern = close + 1;
        } else {
            line[used++] = *pattern++;
        }
    }
    line[used < size ? used : size - 1] = '\0';
}

static struct word first_unit(const char *units)
{
    return (struct word){ units ? units : "", units ? strcspn(units, " ") : 0 };
}

TEST(each_shape_is_told_from_the_others)
{
    for (unsigned d = 0; toolkits[d]; d++)
        for (const struct log_row *row = toolkits[d]->log; row->pattern; row++) {
            char text[512];
            struct log_line line = { .unit = first_unit(row->units) };
            struct log_found found;
            bool unnamed;

            fill(row->pattern, text, sizeof(text));
            line.message = line.whole = word_of_text(text);
            assert_true(log_find(toolkits[d], &line, &found, &unnamed));
            if (found.row->is != row->is)
                fail_msg("a line of \"%s\" is taken by \"%s\"", row->pattern, found.row->pattern);
        }
}

/* A line that two families write is not one family's alone. */
TEST(shapes_of_several_families_need_the_chipset)
{
    for (unsigned d = 0; toolkits[d]; d++)
        for (const struct log_row *row = toolkits[d]->log; row->pattern; row++) {
            char text[512];
            struct log_line line = { .unit = first_unit(row->units) };
            struct log_found found;
            bool unnamed;

            fill(row->pattern, text, sizeof(text));
            line.message = line.whole = word_of_text(text);
            for (unsigned other = 0; row->alone && toolkits[other]; other++)
                if (other != d && log_find(toolkits[other], &line, &found, &unnamed))
                    fail_msg("\"%s\" is taken by \"%s\"", row->pattern, found.row->pattern);
        }
}
