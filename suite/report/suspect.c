#include "suite/report/suspect.h"

static const char opens[] = " (chip ";

/* Behind the next " (chip "; null: there is none. */
static const char *next_chip(const char *reason)
{
    for (; reason && *reason; reason++)
        if (string_starts(reason, opens))
            return reason + sizeof(opens) - 1;
    return NULL;
}

static void put_name(struct text *to, const char *name)
{
    while (*name && *name != ')')
        text_char(to, *name++);
}

/* What stands before the chip's name, behind the last ": ". */
static void put_cause(struct text *to, const char *reason, const char *name)
{
    const char *const end = name - (sizeof(opens) - 1), *from = reason;

    for (const char *c = reason; c < end; c++)
        if (string_starts(c, ": "))
            from = c + 2;
    while (from < end)
        text_char(to, *from++);
}

void suspect_of(const char *reason, struct text *chip, struct text *what)
{
    const char *name = next_chip(reason);

    if (!name)
        return;
    if (!next_chip(name)) {
        put_name(chip, name);
        put_cause(what, reason, name);
        return;
    }
    text_string(what, "Chips ");
    for (const char *one = name; one; one = next_chip(one)) {
        if (one != name)
            text_string(what, ", ");
        put_name(what, one);
    }
    text_string(what, " are bad");
}
