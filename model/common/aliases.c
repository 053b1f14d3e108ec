#include "model/common/aliases.h"

void aliases_init(struct aliases *aliases, const struct model_host *host, bool allowed)
{
    *aliases = (struct aliases){ .host = host, .allowed = allowed && host->alias && host->unalias };
}

bool aliases_have_room(const struct aliases *aliases)
{
    return aliases->allowed && aliases->count < MODEL_ALIASES_MAX;
}

bool aliases_cover(const struct aliases *aliases, unsigned bar, uint64_t offset)
{
    for (unsigned i = 0, seen = 0; seen < aliases->count; i++) {
        const struct alias *alias = &aliases->each[i];

        if (alias->used && alias->bar == bar && offset - alias->offset < alias->size)
            return true;
        seen += alias->used;
    }
    return false;
}

void aliases_add(struct aliases *aliases, const struct alias *wanted, uint64_t vram)
{
    unsigned id = 0;

    while (aliases->each[id].used)
        id++;
    aliases->each[id] = *wanted;
    aliases->each[id].used = true;
    aliases->count++;
    aliases->host->alias(aliases->host->opaque, id, wanted->bar, wanted->offset, vram,
                         wanted->size);
}

static void drop(struct aliases *aliases, unsigned id)
{
    aliases->each[id].used = false;
    aliases->count--;
    aliases->host->unalias(aliases->host->opaque, id);
}

void aliases_drop_of(struct aliases *aliases, const void *source)
{
    for (unsigned i = 0; i < MODEL_ALIASES_MAX && aliases->count; i++)
        if (aliases->each[i].used && aliases->each[i].source == source)
            drop(aliases, i);
}

void aliases_drop_bar(struct aliases *aliases, unsigned bar)
{
    for (unsigned i = 0; i < MODEL_ALIASES_MAX && aliases->count; i++)
        if (aliases->each[i].used && aliases->each[i].bar == bar)
            drop(aliases, i);
}

void aliases_drop_all(struct aliases *aliases)
{
    for (unsigned i = 0; i < MODEL_ALIASES_MAX && aliases->count; i++)
        if (aliases->each[i].used)
            drop(aliases, i);
}
