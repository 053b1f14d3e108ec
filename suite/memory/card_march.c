#include "suite/memory/card_march.h"

#include "suite/kit/cores.h"
#include "suite/memory/patterns.h"

#define CHUNK_WORDS (VIEW_CHUNK / 8)
#define LOOKS       4u  /* wrong words of a chunk that BAR1 stores anew */
#define MANY_CHUNKS 64u /* BAR1 reads a chunk in as long as programs need for many */
#define PLACES      8u  /* chunks that are tried for one that holds words */
#define ROUNDS      4u  /* that the processors are asked again in */

/* ---- whether it can be ---- */

static bool is_asked_for(const struct memory_view *view, bool broken)
{
    const struct run_config *const config = view->t->config;
    const char *why = NULL;

    if (!config->by_shader || !view->way->work)
        return false;
    if (!config->model && !config->risky)
        why = "such programs may hang a card: risky=1 lets them run";
    else if (config->heat || config->has_part)
        why = "heat= and part= go by the other ways";
    else if (broken)
        why = "a wire of the memory is broken";
    if (why)
        test_say(view->t, "%s: no programs of the card's own: %s", view->t->name, why);
    return !why;
}

static enum err prove_at(struct memory_view *view, uint64_t chunk, uint64_t *bad)
{
    const enum err e = view->way->prove(view, chunk, bad);

    view->chunk = VIEW_NOTHING; /* its structures may lie elsewhere now */
    view->loaded = VIEW_NOTHING;
    return e;
}

/* At the first of a few chunks that holds what BAR1 stores. */
static enum err prove(struct memory_view *view, uint64_t *bad)
{
    enum err e = ERR_RANGE;

    *bad = 0;
    for (uint64_t at = 0, tried = 0; at < view->size && tried < PLACES && e == ERR_RANGE;
         at += VIEW_CHUNK) {
        if (view_left_out(view, at))
            continue;
        e = prove_at(view, at, bad);
        tried++;
    }
    return e;
}

static void say_refused(struct memory_view *view, enum err e, uint64_t bad)
{
    char names[TEST_VALUE_MAX];
    struct text text = text_in(names, sizeof(names));

    cores_names(&text, bad, 2);
    if (bad)
        test_say(view->t, "%s: no programs of the card's own: %s stores or compares wrong",
                 view->t->name, names);
    else if (e == ERR_RANGE)
        test_say(view->t,
                 "%s: no programs of the card's own: where they are tried memory does not "
                 "hold words",
                 view->t->name);
    else
        test_say(view->t, "%s: no programs of the card's own: they do not run (%s)", view->t->name,
                 err_name(e));
}

void card_march_open(struct card_march *card, struct memory_view *view, bool broken)
{
    uint64_t bad = 0;

    *card = (struct card_march){ .view = view, .had_copies = view->by_copy };
    if (!is_asked_for(view, broken) || view_stopped(view))
        return;
    view_end_load(view);
    const enum err e = prove(view, &bad);
    card->on = e == OK && !bad;
    view->by_card = card->on;
    if (card->on)
        view->by_copy = false; /* what programs find wrong is looked at through BAR1 */
    else
        say_refused(view, e, bad);
}

/* ---- elements ---- */

static void end(struct card_march *card, enum card_end why, uint64_t at)
{
    card->on = card->view->by_card = false;
    card->halted = true;
    card->ended = (uint8_t)why;
    card->ended_at = at;
}

static bool work(struct card_march *card, bool stores, bool ones, uint64_t *wrong)
{
    struct memory_view *const view = card->view;

    card->group.stores = stores;
    card->group.ones = ones;
    view_flush(view);
    const enum err e = view->way->work(view, &card->group, wrong);
    view->chunk = VIEW_NOTHING;
    if (e == OK)
        return true;
    card->e = e;
    end(card, CARD_STOPPED, card->group.at);
    return false;
}

/* Whether BAR1 reads a word wrong, and again once it has stored it. Otherwise a program may have stored or read it wrong. */
static bool is_wrong_by_bar1(struct memory_view *view, uint64_t at, uint64_t expected)
{
    if (view_read(view, at, 8) == expected)
        return false;
    view_write(view, at, 8, expected);
    return view_read(view, at, 8) != expected;
}

/* A chunk that a program found wrong, read by BAR1. */
static void look(struct card_march *card, struct memory_errors *errors, uint64_t at,
                 const uint64_t *expected, size_t step)
{
    struct memory_view *const view = card->view;
    uint64_t *const words = view->buffer.cpu;
    unsigned looks = 0;

    if (!view_read_block(view, at, words, VIEW_CHUNK) || view_stopped(view))
        return;
    for (size_t i = 0; i < CHUNK_WORDS && looks < LOOKS; i++) {
        if (words[i] == expected[i * step])
            continue;
        looks++;
        if (!is_wrong_by_bar1(view, at + 8 * i, expected[i * step])) {
            end(card, CARD_DOUBTED, at + 8 * i);
            return;
        }
    }
    if (!looks)
        end(card, CARD_DOUBTED, at);
    else if (++card->chunks > MANY_CHUNKS)
        end(card, CARD_CROWDED, at);
    else
        (void)memory_errors_add_span(errors, at, expected, step, words, CHUNK_WORDS);
}

static void look_at(struct card_march *card, struct memory_errors *errors,
                    const struct card_element *element, uint64_t at)
{
    const uint64_t solid = element->read_ones ? UINT64_MAX : 0;
    const struct piece stretch = { .linear = at };
    uint64_t *const mixed = (uint64_t *)card->view->buffer.cpu + CHUNK_WORDS;

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
    test_read(card->view->t, (uint64_t)chunks * VIEW_CHUNK);
    for (unsigned i = 0; i < chunks && card->on; i++) {
        const unsigned chunk = element->down ? chunks - 1 - i : i;

        if (wrong >> chunk & 1)
            look_at(card, errors, element, card->group.at + (uint64_t)chunk * VIEW_CHUNK);
    }
}

void card_march_flush(struct card_march *card, struct memory_errors *errors,
                      const struct card_element *element)
{
    uint64_t none;

    if (card->group.chunks && card->on && element->reads)
        compare(card, errors, element);
    if (card->group.chunks && card->on && element->writes)
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

/* ---- memory or processor ---- */

/* A processor that is wrong beside others that are not, with words that BAR1 stores and reads right, is what is wrong. */
static void ask_again(struct card_march *card)
{
    struct memory_view *const view = card->view;
    const uint64_t chunk = card->ended_at & ~(uint64_t)(VIEW_CHUNK - 1);
    enum err e = OK;

    for (unsigned i = 0; i < ROUNDS && e == OK && !view_stopped(view); i++) {
        uint64_t bad = 0;

        e = prove_at(view, chunk, &bad);
        card->bad |= e == OK ? bad : 0;
        test_extend(view->t);
    }
}

bool card_march_close(struct card_march *card)
{
    struct memory_view *const view = card->view;

    card->on = card->halted = false;
    view->by_copy = card->had_copies;
    view->loaded = VIEW_NOTHING;
    if (!card->ended || view_stopped(view))
        return false;
    if (card->ended == CARD_DOUBTED)
        ask_again(card);
    test_say(view->t, "%s: all of it again without programs of the card's own: %s at VRAM 0x%llx",
             view->t->name,
             card->ended == CARD_CROWDED   ? "they found many wrong words"
             : card->ended == CARD_STOPPED ? "one did not come to its end"
                                           : "BAR1 contradicts one",
             (unsigned long long)card->ended_at);
    return true;
}

/* On silicon this is an error and no failure, because nothing public proves what a good core does here. */
static void say_cores(const struct card_march *card, struct test *t)
{
    const struct finding finding = { .cause = cores_count(card->bad) == 1 ? CAUSE_SHADER_CORE
                                                                          : CAUSE_SHADER_CORES,
                                     .cores = card->bad,
                                     .unit = CORE_INTEGER,
                                     .manner = CORE_WRONG,
                                     .lane = FINDING_NO_LANE };
    char names[TEST_VALUE_MAX];
    struct text text = text_in(names, sizeof(names));

    cores_names(&text, card->bad, 2);
    test_find(t, &finding);
    if (t->config->model)
        test_fail(
            t, "%s: stores or compares words of memory wrong, which BAR1 and the others do right",
            names);
    else
        test_error(
            t, "%s: stores or compares words of memory wrong, which BAR1 and the others do right",
            names);
}

/* Memory that the other ways have found bad needs no other reason; nor do they say anything of a processor. */
void card_march_report(const struct card_march *card, const struct memory_errors *errors,
                       struct test *t)
{
    if (t->result != TEST_PASS || errors->count || errors->copied.words)
        return;
    if (card->ended == CARD_DOUBTED && card->bad) {
        say_cores(card, t);
    } else if (card->ended == CARD_DOUBTED || card->ended == CARD_CROWDED) {
        test_error(t,
                   "a program of the card's own found VRAM 0x%llx wrong, and nothing else did: "
                   "memory or a shader core; test the card again",
                   (unsigned long long)card->ended_at);
    } else if (card->ended == CARD_STOPPED) {
        test_blame(t, CAUSE_ENGINE_STOPPED);
        test_error(t,
                   "programs of the card's own worked and then stopped (%s): PGRAPH or its "
                   "supply, not a memory chip",
                   err_name(card->e));
    }
}
