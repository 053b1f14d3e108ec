#include <inttypes.h>
#include <stdlib.h>
#include <string.h>

#include "tools/replay/replay.h"
#include "tools/replay/side.h"
#include "tools/toolkit.h"

/* A place of which reads were different: the first of them, and how many there were. */
struct counted {
    struct difference first;
    unsigned long count;
};

/* Open addressing; never more than half full. */
struct registers {
    struct counted *slots;
    size_t room, used;
};

static void *list_of(size_t count)
{
    void *const list = calloc(count, sizeof(struct counted));

    if (!list)
        abort(); /* out of memory */
    return list;
}

struct registers *replay_registers_new(void)
{
    struct registers *const all = malloc(sizeof(*all));

    if (!all)
        abort(); /* out of memory */
    *all = (struct registers){ list_of(256), 256, 0 };
    return all;
}

static struct counted *slot_of(const struct registers *all, const struct difference *d)
{
    size_t i = (size_t)(d->at * UINT64_C(0x9e3779b97f4a7c15) >> 32) & (all->room - 1);

    while (all->slots[i].count &&
           (all->slots[i].first.at != d->at || strcmp(all->slots[i].first.what, d->what) != 0))
        i = (i + 1) & (all->room - 1);
    return &all->slots[i];
}

static void grow(struct registers *all)
{
    const struct registers old = *all;

    all->room *= 2;
    all->slots = list_of(all->room);
    for (size_t i = 0; i < old.room; i++)
        if (old.slots[i].count)
            *slot_of(all, &old.slots[i].first) = old.slots[i];
    free(old.slots);
}

void replay_registers_add(struct registers *all, const struct difference *d)
{
    struct counted *slot;

    if (2 * all->used >= all->room)
        grow(all);
    slot = slot_of(all, d);
    if (!slot->count++) {
        slot->first = *d;
        all->used++;
    }
}

static int by_address(const void *a, const void *b)
{
    const struct counted *const x = a, *const y = b;

    return x->first.at < y->first.at ? -1 : x->first.at > y->first.at;
}

/* The name that hw/ has for it; of memory there is none. */
static void say_name(const struct replay *r, uint64_t at)
{
    const struct mapping *const mmio = &r->maps[NV_BAR_MMIO];
    struct register_view reg;

    if (at - mmio->at >= mmio->size ||
        !r->toolkit->registers->find(
            r->chip, &(struct register_query){ .at = (uint32_t)(at - mmio->at) }, &reg))
        return;
    printf(" %s", reg.name);
    if (reg.many)
        printf("[%u]", reg.index);
}

static void say(const struct replay *r, const struct counted *c)
{
    printf("%s 0x%" PRIx64, c->first.what, c->first.at);
    say_name(r, c->first.at);
    printf(": %lu different, first in line %lu: logged 0x%" PRIx64 ", the model gives 0x%" PRIx64
           "\n",
           c->count, c->first.line, c->first.logged, c->first.now);
}

void replay_registers_say(const struct registers *all, const struct replay *r, unsigned long limit)
{
    struct counted *const sorted = list_of(all->used + 1);
    size_t count = 0;

    for (size_t i = 0; i < all->room; i++)
        if (all->slots[i].count)
            sorted[count++] = all->slots[i];
    qsort(sorted, count, sizeof(*sorted), by_address);
    for (size_t i = 0; i < count && i < limit; i++)
        say(r, &sorted[i]);
    if (count > limit)
        printf("and %zu registers more\n", count - limit);
    free(sorted);
}

void replay_registers_free(struct registers *all)
{
    if (all)
        free(all->slots);
    free(all);
}
