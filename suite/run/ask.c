/* A question that only the person at the rig can answer: a test was cut off by power several times;
 * does it hang? */
#include "suite/run/run_state.h"

#include "suite/run/select.h"

#define ASK_S   30
#define WAIT_US 50000 /* between two looks for a key */

/* Whether this run would run the test, on some family's card. */
static bool is_selected(const struct run *run, const char *test)
{
    const struct suites *const suites = run->setup.suites;
    const struct test_case *rows[TESTS_MAX];

    for (unsigned s = 0; s < suites->count; s++) {
        const unsigned count = suite_list(suites->all[s], rows);

        for (unsigned i = 0; i < count; i++)
            if (string_equal(rows[i]->name, test))
                return suite_has(run->setup.config->suite, rows[i]);
    }
    return false;
}

static int next_key(const struct run *run)
{
    return run->setup.key(run->setup.opaque);
}

/* 'r', 'l', or after ASK_S seconds KEY_NONE. The scene counts them down. */
static int wait_for_answer(struct run *run, struct bus *bus)
{
    struct scene *const scene = run_scene(run);
    const uint64_t begun_us = bus->ops->time_us(bus);
    int key = KEY_NONE;

    scene->seconds = ASK_S;
    while (scene->seconds > 0 && key != 'r' && key != 'l') {
        run_watchdog(run, TAKEOVER_DEADLINE_S + WATCHDOG_SLACK_S);
        report_show(&run->report);
        bus->ops->wait_us(bus, WAIT_US);
        key = next_key(run);
        scene->seconds = ASK_S - (int)((bus->ops->time_us(bus) - begun_us) / 1000000);
    }
    return key == 'r' || key == 'l' ? key : KEY_NONE;
}

/* The report has the question as well, because on a rig without a screen it is read there. */
static int ask(struct run *run, struct bus *bus, const struct resume_entry *entry)
{
    static const struct scene_key keys[] = { { "R", "Run it again" }, { "L", "Leave it out" } };
    struct scene *const scene = run_scene(run);
    char words[TEST_SENTENCE_MAX];
    struct text text = text_in(words, sizeof(words));

    text_format(
        &text,
        "In %u boots one after the other the machine was switched off or reset by hand during %s, "
        "card %s. Perhaps that test hangs. Shall it run again?",
        entry->cuts, entry->name, entry->card.at);
    report_comment(&run->report, "%s (R runs it again, L leaves it out; left out in %d s)", words,
                   ASK_S);
    scene->question = words;
    scene->otherwise = "Without an answer it is left out";
    scene->key_count = ARRAY_SIZE(keys);
    scene->keys[0] = keys[0];
    scene->keys[1] = keys[1];
    const int key = wait_for_answer(run, bus);
    scene->question = scene->otherwise = NULL;
    scene->key_count = 0;
    report_show(&run->report);
    return key;
}

static void settle(struct run *run, struct bus *bus, const struct resume_entry *entry)
{
    const int key = run->unattended ? KEY_NONE : ask(run, bus, entry);

    run->unattended = key == KEY_NONE;
    if (key == 'r')
        resume_run_again(&run->resume, &entry->card, entry->name);
    report_comment(&run->report, "%s, card %s: %s", entry->name, entry->card.at,
                   key == 'r'   ? "runs again (R)"
                   : key == 'l' ? "left out (L)"
                                : "left out, as nobody has answered");
}

void operator_ask(struct run *run, struct bus *bus, const struct card_key *card)
{
    if (!run->setup.key || run->setup.config->mode != MODE_TEST)
        return;
    for (unsigned i = 0; i < run->resume.count; i++) {
        const struct resume_entry *const entry = &run->resume.entries[i];

        if (!entry->phase && entry->cuts >= RESUME_CUTS_MAX && card_key_equal(&entry->card, card) &&
            is_selected(run, entry->name))
            settle(run, bus, entry);
    }
}
