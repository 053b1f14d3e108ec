#include "tools/report/index.h"

#include <search.h>
#include <stdlib.h>
#include <string.h>

struct numbered {
    char *text;
    unsigned number;
};

static int compare(const void *a, const void *b)
{
    return strcmp(((const struct numbered *)a)->text, ((const struct numbered *)b)->text);
}

static void free_numbered(void *numbered)
{
    free(((struct numbered *)numbered)->text);
    free(numbered);
}

unsigned *index_number(struct index *index, const char *text)
{
    const struct numbered wanted = { .text = (char *)text };
    struct numbered **const there = tfind(&wanted, &index->tree, compare);

    if (there)
        return &(*there)->number;
    struct numbered *const fresh = malloc(sizeof(*fresh));
    if (!fresh)
        abort();
    *fresh = (struct numbered){ strdup(text), 0 };
    if (!fresh->text || !tsearch(fresh, &index->tree, compare))
        abort();
    return &fresh->number;
}

void index_free(struct index *index)
{
    tdestroy(index->tree, free_numbered);
    index->tree = NULL;
}
