#include "tools/toolkit.h"

#include <stdio.h>
#include <string.h>

#include "tools/commands.h"
#include "tools/gv100/toolkit.h"
#include "tools/nv50/toolkit.h"

const struct toolkit *const toolkits[] = { &nv50_toolkit, &gv100_toolkit, NULL };

const struct chip *toolkit_chip(struct word name, const struct toolkit **toolkit)
{
    for (unsigned d = 0; toolkits[d]; d++)
        for (unsigned i = 0; toolkits[d]->chip(i); i++)
            if (word_names(name, toolkits[d]->chip(i)->name)) {
                *toolkit = toolkits[d];
                return toolkits[d]->chip(i);
            }
    return NULL;
}

const struct toolkit *toolkit_of(const struct chip *chip)
{
    unsigned d = 0;

    while (toolkits[d + 1] && toolkits[d]->chip(0)->family != chip->family)
        d++;
    return toolkits[d];
}

int toolkit_no_chip(char **argv, const char *name)
{
    fprintf(stderr, "%s: no chipset '%s'; there are:", argv[0], name);
    for (unsigned d = 0; toolkits[d]; d++)
        for (unsigned i = 0; toolkits[d]->chip(i); i++)
            fprintf(stderr, " %s", toolkits[d]->chip(i)->name);
    fputc('\n', stderr);
    return usage_hint(argv);
}

const struct structure *toolkit_structure(const struct toolkit *toolkit, const char *name)
{
    for (unsigned i = 0; toolkit->structure(i); i++)
        if (strcmp(toolkit->structure(i)->name, name) == 0)
            return toolkit->structure(i);
    return NULL;
}

const struct toolkit_stream *toolkit_stream(const struct toolkit *toolkit, const char *name)
{
    for (const struct toolkit_stream *s = toolkit->streams; s && s->name; s++)
        if (strcmp(s->name, name) == 0)
            return s;
    return NULL;
}

const struct toolkit_check *toolkit_check(const struct toolkit *toolkit, const char *name)
{
    for (const struct toolkit_check *c = toolkit->checks; c && c->name; c++)
        if (strcmp(c->name, name) == 0)
            return c;
    return NULL;
}
