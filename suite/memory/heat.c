#include "suite/memory/heat.h"

#include "engines/family.h"

#define SECOND_US UINT64_C(1000000)
#define BURST     256u   /* copies between two looks at the sensor */
#define BLOCK     0x100u /* that lies in one partition */

static uint64_t now_us(const struct heat *heat)
{
    struct bus *const bus = heat->view->t->card->bus;

    return bus->ops->time_us(bus);
}

static bool may_keep(const struct memory_view *view, uint64_t at)
{
    return view->way->keeps && view->way->keeps(view, at);
}

/* A chunk that the test goes over, where nothing of the way ever lies if there is one; VIEW_NOTHING: there is none. */
static uint64_t choose(const struct memory_view *view)
{
    uint64_t first = VIEW_NOTHING;

    for (uint64_t at = 0; at < view->size; at += VIEW_CHUNK) {
        if (view_left_out(view, at))
            continue;
        if (!may_keep(view, at))
            return at;
        if (first == VIEW_NOTHING)
            first = at;
    }
    return first;
}

void heat_begin(struct heat *heat, struct memory_view *view, struct progress *progress)
{
    *heat = (struct heat){ .view = view, .progress = progress };
    if (!view->t->config->heat)
        return;
    heat->to = choose(view);
    heat->on =
        view->way->stir && view->by_copy && heat->to != VIEW_NOTHING && view->size > 4 * VIEW_CHUNK;
    heat->beside = heat->on && !may_keep(view, heat->to);
    if (heat->on)
        return;
    view->t->not_heated = view->t->config->no_copies ? "m2mf=0 forbids the copies that warm a card"
                                                     : "this card does not copy";
    test_say(view->t, "%s: not heated, as %s", view->t->name, view->t->not_heated);
}

static bool is_warm(struct heat *heat)
{
    const struct test *const t = heat->view->t;
    unsigned celsius = 0;

    if (card_celsius(t->card, &celsius) != OK)
        return false;
    if (!heat->sensor || celsius < heat->coolest)
        heat->coolest = celsius;
    if (celsius > heat->hottest)
        heat->hottest = celsius;
    heat->sensor = true;
    return celsius + PROGRESS_COOLED >= card_max_celsius(t->card, t->config->max_temp);
}

/* The upper or the lower half of VRAM, and a block further, which lies in another partition. */
static uint64_t source(const struct heat *heat)
{
    const uint64_t half = heat->view->size / 2;

    return (heat->to < half ? half : 0) + BLOCK;
}

static bool stirred(struct heat *heat, enum err e)
{
    struct test *const t = heat->view->t;

    if (e == OK)
        return true;
    t->not_heated = "a copy within VRAM did not end";
    test_say(t, "%s: not heated any more, as %s", t->name, t->not_heated);
    heat->on = false;
    return false;
}

/* false: no more of it. */
static bool burst(struct heat *heat)
{
    struct memory_view *const view = heat->view;
    enum err e = view->way->stir(view, source(heat), heat->to, VIEW_CHUNK, BURST);

    if (e == OK)
        e = view->way->stirred(view);
    if (!stirred(heat, e))
        return false;
    heat->bytes += (uint64_t)BURST * VIEW_CHUNK;
    test_extend(view->t);
    return test_goes_on(view->t);
}

bool heat_once(struct heat *heat)
{
    const uint64_t begun_us = now_us(heat);
    const uint64_t most_us = heat->view->t->config->heat * SECOND_US;

    if (!heat->on || !view_show(heat->view, heat->to))
        return false;
    while (!is_warm(heat) && now_us(heat) - begun_us < most_us && burst(heat))
        ;
    heat->progress->heat_us = now_us(heat) - begun_us;
    heat->us += heat->progress->heat_us;
    heat->progress->paused_us += heat->progress->heat_us;
    return true;
}

/* ---- beside the work ------------------------------------------------------------------------- */

void heat_step(struct heat *heat)
{
    heat->group = VIEW_NOTHING;
    heat->passed = false;
}

/* Nothing writes to the chunk while a load contains it and the step has not come to it yet: the load, or a second one
 * of a piece of it, would bring the copies' words. */
static bool is_close(const struct heat *heat, uint64_t at)
{
    return !heat->passed && at / VIEW_LOAD == heat->to / VIEW_LOAD;
}

static bool may_get_warmer(struct heat *heat, uint64_t at)
{
    if (heat->group != at / VIEW_LOAD)
        heat->cool = !is_warm(heat);
    heat->group = at / VIEW_LOAD;
    return heat->cool;
}

bool heat_spoilt(struct heat *heat, uint64_t at)
{
    const bool spoilt = heat->dirty && (at == VIEW_NOTHING || is_close(heat, at));

    if (spoilt)
        heat->dirty = false;
    return spoilt;
}

void heat_beside(struct heat *heat, uint64_t at)
{
    struct memory_view *const view = heat->view;

    if (!heat->on || !heat->beside || !view->by_copy || is_close(heat, at) || at == heat->to ||
        !may_get_warmer(heat, at))
        return;
    heat->dirty = true;
    if (stirred(heat, view->way->stir(view, source(heat), heat->to, VIEW_CHUNK, 1)))
        heat->beside_bytes += VIEW_CHUNK;
}

void heat_beside_end(struct heat *heat, uint64_t at)
{
    struct memory_view *const view = heat->view;

    heat->passed |= at == heat->to;
    if (heat->on && heat->beside && view->by_copy)
        (void)stirred(heat, view->way->stirred(view));
}

void heat_end(const struct heat *heat)
{
    struct test *const t = heat->view->t;
    char words[TEST_VALUE_MAX] = "";
    struct text text = text_in(words, sizeof(words));

    if (!heat->bytes && !heat->on)
        return;
    if (heat->beside_bytes)
        text_format(&text, ", and %llu MiB beside the compares",
                    (unsigned long long)(heat->beside_bytes >> 20));
    if (heat->sensor)
        text_format(&text, ", %u to %u C", heat->coolest, heat->hottest);
    test_say(t, "%s: heated by %llu MiB of copies within VRAM in %llu s%s", t->name,
             (unsigned long long)(heat->bytes >> 20), (unsigned long long)(heat->us / SECOND_US),
             words);
}
