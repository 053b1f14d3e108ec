#include "tools/desk.h"

#include <stdio.h>
#include <string.h>

#include "tools/commands.h"
#include "tools/gv100/desk.h"
#include "tools/nv50/desk.h"

const struct desk *const desks[] = { &nv50_desk, &gv100_desk, NULL };

const struct chip *desk_chip(struct word name, const struct desk **desk)
{
    for (unsigned d = 0; desks[d]; d++)
        for (unsigned i = 0; desks[d]->chip(i); i++)
            if (word_names(name, desks[d]->chip(i)->name)) {
                *desk = desks[d];
                return desks[d]->chip(i);
            }
    return NULL;
}

const struct desk *desk_of(const struct chip *chip)
{
    unsigned d = 0;

    while (desks[d + 1] && desks[d]->chip(0)->family != chip->family)
        d++;
    return desks[d];
}

int desk_no_chip(char **argv, const char *name)
{
    fprintf(stderr, "%s: no chipset '%s'; there are:", argv[0], name);
    for (unsigned d = 0; desks[d]; d++)
        for (unsigned i = 0; desks[d]->chip(i); i++)
            fprintf(stderr, " %s", desks[d]->chip(i)->name);
    fputc('\n', stderr);
    return usage_hint(argv);
}

const struct structure *desk_structure(const struct desk *desk, const char *name)
{
    for (unsigned i = 0; desk->structure(i); i++)
        if (strcmp(desk->structure(i)->name, name) == 0)
            return desk->structure(i);
    return NULL;
}

const struct desk_stream *desk_stream(const struct desk *desk, const char *name)
{
    for (const struct desk_stream *s = desk->streams; s && s->name; s++)
        if (strcmp(s->name, name) == 0)
            return s;
    return NULL;
}

const struct desk_check *desk_check(const struct desk *desk, const char *name)
{
    for (const struct desk_check *c = desk->checks; c && c->name; c++)
        if (strcmp(c->name, name) == 0)
            return c;
    return NULL;
}
