#include "tests/memory/heat.h"

#include "engines/family.h"

#define SECOND_US UINT64_C(1000000)
#define BURST     256u   /* copies between two looks at the sensor */
#define BLOCK     0x100u /* that lies in one partition */

static uint64_t now_us(const struct heat *heat)
{
    struct bus *const bus = heat->view->t->card->bus;

    return bus->ops->time_us(bus);
}

/* A chunk that the test goes over; VIEW_NOTHING: there is none. */
static uint64_t choose(const struct memory_view *view)
{
    for (uint64_t at = 0; at < view->size; at += VIEW_CHUNK)
        if (!view_left_out(view, at))
            return at;
    return VIEW_NOTHING;
}

void heat_begin(struct heat *heat, struct memory_view *view, struct pace *pace)
{
    *heat = (struct heat){ .view = view, .pace = pace, .to = choose(view) };
    heat->on = view->t->config->heat && view->way->stir && view->by_copy &&
               heat->to != VIEW_NOTHING && view->size > 4 * VIEW_CHUNK;
    if (view->t->config->heat && !heat->on)
        test_say(view->t, "%s: not heated, as this card does not copy", view->t->name);
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
    return celsius + PACE_COOLED >= t->config->max_temp;
}

/* false: no more of it. */
static bool burst(struct heat *heat)
{
    struct memory_view *const view = heat->view;
    const uint64_t half = view->size / 2;
    const uint64_t from = (heat->to < half ? half : 0) + BLOCK;

    if (view->way->stir(view, from, heat->to, VIEW_CHUNK, BURST) != OK) {
        test_say(view->t, "%s: not heated any more, as a copy within VRAM did not end",
                 view->t->name);
        heat->on = false;
        return false;
    }
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
    heat->us += now_us(heat) - begun_us;
    heat->pace->paused_us += now_us(heat) - begun_us;
    return true;
}

void heat_end(const struct heat *heat)
{
    struct test *const t = heat->view->t;
    char words[TEST_VALUE_MAX] = "";
    struct text text = text_in(words, sizeof(words));

    if (!heat->bytes && !heat->on)
        return;
    if (heat->sensor)
        text_format(&text, ", %u to %u C", heat->coolest, heat->hottest);
    test_say(t, "%s: heated by %llu MiB of copies within VRAM in %llu s%s", t->name,
             (unsigned long long)(heat->bytes >> 20), (unsigned long long)(heat->us / SECOND_US),
             words);
}
