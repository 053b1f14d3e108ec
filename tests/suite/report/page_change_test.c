/* Only what has changed is drawn again: each thing that a page shows, changed alone, and pages that follow each other.
 * After it the page looks like one that was never drawn before. */
#include <string.h>

#include "hw/bits.h"
#include "tests/kit/tests.h"
#include "tests/suite/report/judged.h"
#include "tests/suite/report/page_rig.h"
#include "tests/suite/report/scene_rig.h"

static const struct advice advice = { "A line is stuck", { "Look at it.", "Run again." } };
static const struct scene_problem problems[] = {
    { .state = STATE_FAIL, .test = "vm.a", .words = "a" },
    { .state = STATE_FAIL, .test = "vm.b", .words = "b", .expected = "1", .actual = "2" },
};

static struct scene running(void)
{
    struct scene scene = scene_running();

    scene.problems = problems;
    return scene;
}

static struct scene verdict(void)
{
    struct scene scene = running();

    scene.state = scene.cards[0].state = STATE_FAIL;
    scene.cards[0].advice = &advice;
    scene.cards[0].reason = "vm.a: a";
    scene.cards[0].memory_tested = true;
    return scene;
}

/* Memory whose chips nobody can tell apart. */
static struct scene without_chips(void)
{
    struct scene scene = running();

    scene.cards[0].parts = scene.cards[0].chip_count = 0;
    scene.cards[0].memory_state = CHIP_TESTED;
    return scene;
}

static struct scene several(void)
{
    return scene_many(2, 0);
}

static struct scene details(void)
{
    struct scene scene = running();

    scene.details = true;
    scene.problem_count = ARRAY_SIZE(problems);
    return scene;
}

static struct scene menu(void)
{
    struct scene scene = running();

    scene.line_count = 10;
    for (unsigned i = 0; i < 10; i++)
        scene.lines[i] = (struct scene_line){ "Line", "what it does" };
    scene.seconds = 9;
    return scene;
}

static struct scene question(void)
{
    struct scene scene = running();

    scene.question = "Which card is this?";
    scene.otherwise = "the run begins";
    scene.seconds = 9;
    return scene;
}

#define CHANGE(page, member, ...)                                                                  \
    static void page##_changes_##member(struct scene *scene)                                       \
    {                                                                                              \
        __VA_ARGS__;                                                                               \
    }
#define ROW(page, member)                                                                          \
    {                                                                                              \
#page " " #member, page, page##_changes_##member                                           \
    }

/* clang-format off */
CHANGE(running, version, scene->version = "7")
CHANGE(running, time, scene->time = "noon")
CHANGE(running, machine, scene->machine = "another")
CHANGE(running, saved, scene->saved = "a server")
CHANGE(running, celsius, scene->celsius = 62)
CHANGE(running, limit, scene->limit = 96)
CHANGE(running, heat, scene->celsius = 94)
CHANGE(running, rate, scene->rate = 0)
CHANGE(running, elapsed, scene->elapsed = 0)
CHANGE(running, left, scene->left = -1)
CHANGE(running, passed, scene->cards[0].passed = 1)
CHANGE(running, failed, scene->cards[0].failed = 1)
CHANGE(running, round, scene->rounds = "round 2 of 3")
CHANGE(running, run, scene->run_thousandths = 999)
CHANGE(running, test, scene->test = "m")
CHANGE(running, what, scene->what = "m")
CHANGE(running, pause, scene->paused = true)
CHANGE(running, percent, scene->percent = 0)
CHANGE(running, results, scene->results[2].words = "x")
CHANGE(running, count, scene->result_count = 1)
CHANGE(running, one_key, scene->key_count = 1)
CHANGE(running, first_key, scene->keys[0].key = "F1")
CHANGE(running, last_label, scene->keys[3].label = "No")
CHANGE(running, first_chip, scene->cards[0].chips[0].state = CHIP_BAD)
CHANGE(running, last_chip, scene->cards[0].chips[3].state = CHIP_WRONG)
CHANGE(running, name, scene->cards[0].chips[3].name[0] = 'Z')
CHANGE(running, lost, scene->lost = "the stick is full")
CHANGE(running, unsent, scene->unsent = "no answer")
CHANGE(running, details, scene->details = true)
CHANGE(running, question, scene->question = "Who?"; scene->typed = "")
CHANGE(running, menu, scene->line_count = 1; scene->lines[0] = (struct scene_line){ "Line", "" })
CHANGE(running, verdict, *scene = verdict())
CHANGE(running, card, scene->card_count = 2; scene->cards[1] = scene->cards[0]; scene->card = 1)
CHANGE(without_chips, memory_state, scene->cards[0].memory_state = CHIP_BAD)
CHANGE(without_chips, at, scene->cards[0].at = "x")
CHANGE(verdict, wrong, scene->cards[0].wrong = 5)
CHANGE(verdict, tested, scene->cards[0].memory_tested = false)
CHANGE(verdict, hottest, scene->hottest = 99)
CHANGE(verdict, elapsed, scene->elapsed = 3)
CHANGE(verdict, differs, scene->cards[0].differs = 1)
CHANGE(verdict, label, scene->label = "7")
CHANGE(verdict, finding, scene->cards[0].finding = stuck_line_of_b1())
CHANGE(verdict, reason, scene->cards[0].reason = "no")
CHANGE(verdict, state, scene->cards[0].state = STATE_INCOMPLETE)
CHANGE(verdict, running, *scene = running())
CHANGE(several, one_card, scene->one_card = true)
CHANGE(several, count, scene->card_count = 1; scene->card = 0)
CHANGE(several, lost, scene->lost = "the stick is full")
CHANGE(several, first, scene->cards[0].state = STATE_NOT_TESTED)
CHANGE(several, second, scene->cards[1].state = STATE_INCOMPLETE)
CHANGE(several, at, scene->cards[1].at = "x")
CHANGE(several, title, scene->cards[1].title = "x")
CHANGE(several, label, scene->label = "7")
CHANGE(details, first, scene->first_problem = 1)
CHANGE(details, count, scene->problem_count = 1)
CHANGE(details, more, scene->problems_lost = 4)
CHANGE(menu, line, scene->line = 9)
CHANGE(menu, next_line, scene->line = 1)
CHANGE(menu, seconds, scene->seconds = 0)
CHANGE(menu, clock, scene->seconds = -1)
CHANGE(menu, name, scene->lines[9].name = "Another")
CHANGE(question, words, scene->question = "Who?")
CHANGE(question, seconds, scene->seconds = 8)
CHANGE(question, typed, scene->typed = "y")

static const struct {
    const char *name;
    struct scene (*page)(void);
    void (*change)(struct scene *scene);
} changes[] = {
    ROW(running, version), ROW(running, time), ROW(running, machine), ROW(running, saved),
    ROW(running, celsius), ROW(running, limit), ROW(running, heat), ROW(running, rate),
    ROW(running, elapsed), ROW(running, left), ROW(running, passed), ROW(running, failed),
    ROW(running, round), ROW(running, run), ROW(running, test), ROW(running, what),
    ROW(running, pause), ROW(running, percent), ROW(running, results), ROW(running, count),
    ROW(running, one_key), ROW(running, first_key), ROW(running, last_label),
    ROW(running, first_chip), ROW(running, last_chip), ROW(running, name), ROW(running, lost),
    ROW(running, unsent), ROW(running, details), ROW(running, question), ROW(running, menu),
    ROW(running, verdict), ROW(running, card), ROW(without_chips, memory_state),
    ROW(without_chips, at), ROW(verdict, wrong), ROW(verdict, tested), ROW(verdict, hottest),
    ROW(verdict, elapsed), ROW(verdict, differs), ROW(verdict, label), ROW(verdict, finding),
    ROW(verdict, reason), ROW(verdict, state), ROW(verdict, running),
    ROW(several, one_card), ROW(several, count), ROW(several, lost), ROW(several, first),
    ROW(several, second), ROW(several, at), ROW(several, title), ROW(several, label),
    ROW(details, first), ROW(details, count), ROW(details, more), ROW(menu, line),
    ROW(menu, next_line), ROW(menu, seconds), ROW(menu, clock), ROW(menu, name),
    ROW(question, words), ROW(question, seconds), ROW(question, typed),
};
/* clang-format on */

TEST(a_change_is_drawn_and_comes_back)
{
    for (unsigned i = 0; i < ARRAY_SIZE(changes); i++) {
        const struct scene before = changes[i].page();
        struct scene after = changes[i].page();

        changes[i].change(&after);
        expect_change_drawn(changes[i].name, &before, &after);
    }
}
