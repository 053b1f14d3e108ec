#include "suite/memory/card_march.h"

#include "suite/memory/patterns.h"

#define CHUNK_WORDS (VIEW_CHUNK / 8)

static bool work(struct card_march *card, bool stores, bool ones, uint64_t *wrong)
{
    struct memory_view *const view = card->work.view;

    card->group.stores = stores;
    card->group.ones = ones;
    view_flush(view);
    return !card_work_ended(&card->work, view->way->work(view, &card->group, wrong),
                            card->group.at);
}

/* A chunk that a program found wrong, read by BAR1. */
static void look(struct card_march *card, struct memory_errors *errors, uint64_t at,
                 const uint64_t *expected, size_t step)
{
    struct memory_view *const view = card->work.view;
    uint64_t *const words = view->buffer.cpu;

    if (view_read_block(view, at, words, VIEW_CHUNK) && !view_stopped(view))
        (void)card_work_look(&card->work, errors, at, expected, step, words, CHUNK_WORDS);
}

static void look_at(struct card_march *card, struct memory_errors *errors,
                    const struct card_element *element, uint64_t at)
{
    const uint64_t solid = element->read_ones ? UINT64_MAX : 0;
    const struct piece stretch = { .linear = at };
    uint64_t *const mixed = (uint64_t *)card->work.view->buffer.cpu + CHUNK_WORDS;

    if (element->mixed)
        mixed_addresses.data(&stretch, 0, 0, mixed, CHUNK_WORDS);
    look(card, errors, at, element->mixed ? mixed : &solid, element->mixed);
}

static void compare(struct card_march *card, struct memory_errors *errors,
                    const struct card_element *element)
{
    const unsigned chunks = card->group.chunks;
    uint64_t wrong = 0;

    if (!work(card, false, element->read_ones, &wrong))
        return;
    test_read(card->work.view->t, (uint64_t)chunks * VIEW_CHUNK);
    for (unsigned i = 0; i < chunks && card->work.on; i++) {
        const unsigned chunk = element->down ? chunks - 1 - i : i;

        if (wrong >> chunk & 1)
            look_at(card, errors, element, card->group.at + (uint64_t)chunk * VIEW_CHUNK);
    }
}

void card_march_flush(struct card_march *card, struct memory_errors *errors,
                      const struct card_element *element)
{
    uint64_t none;

    if (card->group.chunks && card->work.on && element->reads)
        compare(card, errors, element);
    if (card->group.chunks && card->work.on && element->writes)
        (void)work(card, true, element->write_ones, &none);
    card->group.chunks = 0;
}

/* Chunks of a group follow each other. */
static bool follows(const struct card_march *card, bool down, uint64_t at)
{
    const struct way_work *const group = &card->group;

    return down ? at + VIEW_CHUNK == group->at
                : at == group->at + (uint64_t)group->chunks * VIEW_CHUNK;
}

void card_march_add(struct card_march *card, struct memory_errors *errors,
                    const struct card_element *element, uint64_t at)
{
    struct way_work *const group = &card->group;

    if (group->chunks == WAY_CHUNKS || (group->chunks && !follows(card, element->down, at)))
        card_march_flush(card, errors, element);
    if (!group->chunks)
        *group = (struct way_work){ .mixed = element->mixed, .down = element->down };
    if (!group->chunks || element->down)
        group->at = at;
    group->chunks++;
}
