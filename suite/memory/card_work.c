#include "suite/memory/card_work.h"

#include "suite/kit/cores.h"

#define LOOKS       4u  /* wrong words of a place that BAR1 stores anew */
#define MANY_PLACES 64u /* BAR1 reads a place in as long as programs need for many */
#define PLACES      8u  /* chunks that are tried for one that holds words */
#define ROUNDS      4u  /* that the processors are asked again in */

/* ---- whether it can be ---- */

static bool is_asked_for(const struct card_work *card, bool broken)
{
    const struct memory_view *const view = card->view;
    const struct run_config *const config = view->t->config;
    const char *why = NULL;

    if (!config->by_shader || !(card->march ? view->way->march != NULL : view->way->work != NULL))
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

static enum err prove_at(const struct card_work *card, uint64_t chunk, uint64_t *bad)
{
    struct memory_view *const view = card->view;
    const enum err e = view->way->prove(view, card->march, chunk, bad);

    view->chunk = VIEW_NOTHING; /* its structures may lie elsewhere now */
    view->loaded = VIEW_NOTHING;
    return e;
}

/* At the first of a few chunks that keeps the words BAR1 stores. */
static enum err prove(const struct card_work *card, uint64_t *bad)
{
    const struct memory_view *const view = card->view;
    enum err e = ERR_RANGE;

    *bad = 0;
    for (uint64_t at = 0, tried = 0; at < view->size && tried < PLACES && e == ERR_RANGE;
         at += VIEW_CHUNK) {
        if (view_left_out(view, at))
            continue;
        e = prove_at(card, at, bad);
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

void card_work_open(struct card_work *card, struct memory_view *view, const struct way_march *march,
                    bool broken)
{
    uint64_t bad = 0;

    *card = (struct card_work){ .view = view, .march = march, .had_copies = view->by_copy };
    if (!is_asked_for(card, broken) || view_stopped(view))
        return;
    view_end_load(view);
    const enum err e = prove(card, &bad);
    card->on = e == OK && !bad;
    view->by_card = card->on;
    if (card->on)
        view->by_copy = false; /* words that programs find wrong are read through BAR1 */
    else
        say_refused(view, e, bad);
}

/* ---- findings of programs -- */

static void end(struct card_work *card, enum card_end why, uint64_t at)
{
    card->on = card->view->by_card = false;
    card->halted = true;
    card->ended = (uint8_t)why;
    card->ended_at = at;
}

bool card_work_ended(struct card_work *card, enum err e, uint64_t at)
{
    card->view->chunk = VIEW_NOTHING; /* the way's structures may lie elsewhere now */
    if (e == OK)
        return false;
    card->e = e;
    end(card, CARD_STOPPED, at);
    return true;
}

/* Whether BAR1 reads a word wrong, and again once it has stored it. Otherwise a program may have stored or read it wrong. */
static bool is_wrong_by_bar1(struct memory_view *view, uint64_t at, uint64_t expected)
{
    if (view_read(view, at, 8) == expected)
        return false;
    view_write(view, at, 8, expected);
    return view_read(view, at, 8) != expected;
}

/* BAR1 looks at a few of the words before any counts, because the program that reported them may be wrong itself. */
bool card_work_look(struct card_work *card, struct memory_errors *errors, uint64_t at,
                    const uint64_t *expected, size_t step, const uint64_t *seen, size_t words)
{
    unsigned looks = 0;

    for (size_t i = 0; i < words && looks < LOOKS; i++) {
        if (seen[i] == expected[i * step])
            continue;
        looks++;
        if (!is_wrong_by_bar1(card->view, at + 8 * i, expected[i * step])) {
            end(card, CARD_DOUBTED, at + 8 * i);
            return false;
        }
    }
    if (!looks)
        end(card, CARD_DOUBTED, at);
    else if (++card->places > MANY_PLACES)
        end(card, CARD_CROWDED, at);
    else
        (void)memory_errors_add_span(errors, at, expected, step, seen, words);
    return card->on;
}

/* ---- memory or processor ---- */

/* If one processor is wrong and others are right, with words that BAR1 stores and reads right, the processor is at fault
 * and not the memory. */
static void ask_again(struct card_work *card)
{
    struct memory_view *const view = card->view;
    const uint64_t chunk = card->ended_at / VIEW_CHUNK * VIEW_CHUNK;
    enum err e = OK;

    for (unsigned i = 0; i < ROUNDS && e == OK && !view_stopped(view); i++) {
        uint64_t bad = 0;

        e = prove_at(card, chunk, &bad);
        card->bad |= e == OK ? bad : 0;
        test_extend(view->t);
    }
}

bool card_work_close(struct card_work *card)
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
static void say_cores(const struct card_work *card, struct test *t)
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
void card_work_report(const struct card_work *card, const struct memory_errors *errors,
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
