/* The person at the rig, while tests run: Esc stops, S skips the test, M shortens it, each when it is pressed twice,
 * Space pauses, the others change the view. */
#include "suite/run/lane.h"

#define LOOK_US   UINT64_C(50000) /* between two looks for keys */
#define ASKED_US  (SCENE_ASKED_S * UINT64_C(1000000))
#define INSIST_US UINT64_C(2000000) /* that a test may take to end by itself */
#define PAUSE_US  50000             /* between two looks for the key that ends a pause */
#define KEYS_MAX  32 /* in one look: a keyboard's buffer, as a stuck key never ends */

static uint64_t now_us(const struct run *run)
{
    struct bus *const bus = run->card.bus;

    return bus->ops->time_us(bus);
}

void operator_wish(struct run *run, enum wish wish, const char *why)
{
    struct text stopped = text_in(run->stopped, sizeof(run->stopped));

    text_string(&stopped, why);
    run->wish = wish;
    run->wished_us = now_us(run);
    run->pause = false;
}

/* A wish to skip never replaces one to stop, because the person has already asked for more. */
static void press(struct run *run, int key)
{
    run->asked_us = now_us(run);
    switch (scene_press(run_scene(run), key)) {
    case CHOICE_STOP:
        operator_wish(run, WISH_STOP, OPERATOR_STOPPED);
        break;
    case CHOICE_SKIP:
        if (run->wish == WISH_NONE)
            operator_wish(run, WISH_SKIP, "");
        break;
    case CHOICE_SHORTEN:
        run->hurry = true;
        break;
    case CHOICE_PAUSE:
        run->pause = !run->pause;
        break;
    default:
        break;
    }
}

/* A disturbance counts even if a person has stopped the run, because the test's findings are in
 * doubt all the same. */
void operator_ask_surroundings(struct run *run)
{
    const struct run_setup *const setup = &run->setup;
    const char *why = setup->disturbed && !run->disturbed ? setup->disturbed(setup->opaque) : NULL;

    run->disturbed |= why != NULL;
    if (!why && setup->halt && run->wish != WISH_STOP)
        why = setup->halt(setup->opaque);
    if (why)
        operator_wish(run, WISH_STOP, why);
}

bool operator_can_interrupt(const struct run *run)
{
    return run->setup.key || run->setup.halt || run->setup.disturbed || run->lane;
}

void operator_look(struct run *run)
{
    const struct run_setup *const setup = &run->setup;

    if (!operator_can_interrupt(run) || now_us(run) - run->looked_us < LOOK_US)
        return;
    run->looked_us = now_us(run);
    if (run->lane) {
        lane_look(run);
        return;
    }
    operator_ask_surroundings(run);
    if (scene_prompts(run_scene(run))) { /* keys are a line that is typed */
        if (run->wish == WISH_NONE && prompt_interrupted(&run->prompt))
            operator_wish(run, WISH_SKIP, "");
        return;
    }
    if (run->looked_us - run->asked_us >= ASKED_US)
        run_scene(run)->asked = KEY_NONE;
    for (unsigned i = 0; setup->key && i < KEYS_MAX; i++) {
        const int key = setup->key(setup->opaque);

        if (key == KEY_NONE)
            break;
        press(run, key);
    }
}

bool operator_insists(const struct run *run)
{
    return run->wish != WISH_NONE && now_us(run) - run->wished_us >= INSIST_US;
}

/* On COM1 too, where nobody may be: at a place where the report can take a line. */
static void say_asked(struct run *run)
{
    const struct scene *const scene = run_scene(run);
    char letters[SCENE_LINE];
    struct text words = text_in(letters, sizeof(letters));

    if (scene->asked == run->asked)
        return;
    run->asked = scene->asked;
    scene_asked(scene, &words);
    if (words.used)
        report_comment(&run->report, "%s", letters);
    report_show(&run->report);
}

/* The deadline waits too, and the watchdog is told that a person is there. */
static void pause(struct run *run)
{
    struct card *const card = &run->card;
    const uint64_t begun_us = now_us(run);

    report_pause(&run->report, true);
    while (run->pause) {
        card->bus->ops->wait_us(card->bus, PAUSE_US);
        run_watchdog(run, TAKEOVER_DEADLINE_S + WATCHDOG_SLACK_S);
        report_pause(&run->report, true);
        operator_look(run);
        say_asked(run);
    }
    report_pause(&run->report, false);
    if (card->deadline_us)
        card->deadline_us += now_us(run) - begun_us;
}

void operator_heed(struct run *run)
{
    const bool details = run_scene(run)->details;

    operator_look(run);
    say_asked(run);
    if (details != run_scene(run)->details)
        report_show(&run->report);
}

bool operator_goes_on(struct run *run)
{
    operator_heed(run);
    if (run->pause)
        pause(run);
    return run->wish == WISH_NONE;
}

/* As a pause before the test, so Space runs it. Without a keyboard there is no wait. */
enum wish operator_step(struct run *run, const char *test)
{
    if (!run->setup.config->step || !run->setup.key)
        return WISH_NONE;
    report_comment(&run->report, "next: %s (Space runs it, S skips it, Esc stops)", test);
    report_next(&run->report, test);
    run->wish = WISH_NONE;
    run->pause = true;
    run_scene(run)->waits = true;
    operator_goes_on(run);
    run_scene(run)->waits = false;
    return run->wish;
}
