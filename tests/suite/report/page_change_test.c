/* Only what has changed is drawn again: each thing that a page shows, changed alone, and pages that follow each other.
 * After it the page looks like one that was never drawn before. */
#include "suite/report/layout.h"
#include "tests/suite/report/judged.h"
#include "tests/suite/report/page_rig.h"
#include "tests/suite/report/scene_rig.h"

static struct shot shots[SHOTS];

/* What changes on which page. */
/* clang-format off */
#define PROMPT static struct scene_prompt other; other = *scene->prompt; scene->prompt = &other;
/* A number that is 0 is known; page and screen say so. */
#define ZEROS(X)                                                                                   \
    X(held, rate, scene->rate = 0) X(held, left, scene->left = 0)                                  \
    X(held, percent, scene->percent = 0) X(bare, elapsed, scene->elapsed = 0)                      \
    X(bare, celsius, scene->celsius = 0) X(long_menu, seconds, scene->seconds = 0)
#define CHANGES(X)                                                                                 \
    X(bare, no_heat, scene->hottest = 0) X(together, no_rate, scene->cards[2].rate = 0)            \
    X(together, no_heat, scene->cards[2].celsius = 0)                                              \
    X(running, version, scene->version = "7") X(running, time, scene->time = "noon")               \
    X(running, machine, scene->machine = "another") X(running, saved, scene->saved = "a server")   \
    X(running, celsius, scene->celsius = 62) X(running, limit, scene->limit = 96)                  \
    X(running, heat, scene->celsius = 94) X(running, rate, scene->rate = 0)                        \
    X(running, elapsed, scene->elapsed = 0) X(running, left, scene->left = -1)                     \
    X(running, passed, scene->cards[0].passed = 1) X(running, failed, scene->cards[0].failed = 1)  \
    X(running, round, scene->rounds = "round 2 of 3")                                              \
    X(running, run, scene->run_thousandths = 999) X(running, test, scene->test = "m")              \
    X(running, what, scene->what = "m") X(running, pause, scene->paused = true)                    \
    X(running, percent, scene->percent = 0) X(running, results, scene->results[2].words = "x")     \
    X(running, count, scene->result_count = 1) X(running, one_key, scene->key_count = 1)           \
    X(running, first_key, scene->keys[0].key = "F1")                                               \
    X(running, last_label, scene->keys[3].label = "No")                                            \
    X(running, first_chip, scene->cards[0].chips[0].state = CHIP_BAD)                              \
    X(running, last_chip, scene->cards[0].chips[3].state = CHIP_WRONG)                             \
    X(running, name, scene->cards[0].chips[3].name[0] = 'Z')                                       \
    X(running, lost, scene->lost = "the stick is full")                                            \
    X(running, unsent, scene->unsent = "no answer") X(running, details, scene->details = true)     \
    X(running, question, scene->question = "Who?"; scene->typed = "")                              \
    X(running, menu, scene->line_count = 1; scene->lines[0] = (struct scene_line){ "Line", "" })   \
    X(running, verdict, *scene = *shot_called(shots, "fail"))                                             \
    X(running, card, scene->card_count = 2; scene->cards[1] = scene->cards[0]; scene->card = 1)    \
    X(without_chips, memory_state, card->memory_state = CHIP_TESTED)                               \
    X(without_chips, at, scene->cards[0].at = "x")                                                 \
    X(bare, wrong, card->wrong = 5; card->memory_tested = true)                                    \
    X(bare, tested, card->memory_tested = true) X(bare, hottest, scene->hottest = 99)              \
    X(fail, elapsed, scene->elapsed = 3) X(fail, differs, scene->cards[0].differs = 1)             \
    X(fail, label, scene->label = "7")                                                             \
    X(incomplete, finding, scene->cards[0].finding = stuck_line_of_b1())                           \
    X(fail, reason, scene->cards[0].reason = "no")                                                 \
    X(fail, state, scene->cards[0].state = STATE_INCOMPLETE)                                       \
    X(fail, running, *scene = *shot_called(shots, "running"))                                             \
    X(two_cards, one_card, scene->one_card = true)                                                 \
    X(two_cards, count, scene->card_count = 1; scene->card = 0)                                    \
    X(two_cards, lost, scene->lost = "the stick is full")                                          \
    X(two_cards, first, scene->cards[0].state = STATE_NOT_TESTED)                                  \
    X(two_cards, second, scene->cards[1].state = STATE_INCOMPLETE)                                 \
    X(two_cards, at, scene->cards[1].at = "x") X(two_cards, title, scene->cards[1].title = "x")    \
    X(two_cards, label, scene->label = "7") X(details, first, scene->first_problem = 2)            \
    X(details, count, scene->problem_count = 1) X(details, more, scene->problems_lost = 5)         \
    X(menu, line, scene->line = 9) X(menu, next_line, scene->line = 2)                             \
    X(menu, seconds, scene->seconds = 0) X(menu, clock, scene->seconds = -1)                       \
    X(menu, name, scene->lines[5].name = "Another") X(question, words, scene->question = "Who?")   \
    X(key_question, seconds, scene->seconds = 8) X(question, typed, scene->typed = "y")            \
    X(two_cards, memory, card->memory = "16 MiB") X(two_cards, chip, card->chips[2].name[0] = 'Z') \
    X(two_cards, chip_state, card->chips[0].state = CHIP_WRONG)                                    \
    X(two_cards, advice, card->advice = advice_of(CAUSE_NO_CARD); card->reason = "no card")        \
    X(three_cards, state, card->state = STATE_INCOMPLETE)                                          \
    X(three_cards, advice, card->advice = advice_of(CAUSE_NO_CARD); card->reason = "no card")      \
    X(fail, at, card->at = "x") X(fail, title, card->title = "GT216")                              \
    X(fail, memory, card->memory = "16 MiB") X(fail, chip, card->chips[2].name[0] = 'Z')           \
    X(fail, advice, card->advice = advice_of(CAUSE_NO_CARD); card->reason = "no card")             \
    X(running, words, scene->results[0].words = "x")                                               \
    X(running, result, scene->results[0].state = STATE_INCOMPLETE)                                 \
    X(running, result_test, scene->results[0].test = "vm.other")                                   \
    X(running, label_of_key, scene->keys[0].label = "Other") X(running, bars, card->percent = 50)  \
    X(together, run, scene->run_thousandths = 999) X(together, pause, scene->paused = true)        \
    X(together, test, card->test = "vm.other") X(together, percent, card->percent = 50)            \
    X(together, celsius, card->celsius = 7) X(together, rate, card->rate = 7)                      \
    X(together, passed, card->passed = 7) X(together, failed, card->failed = 7)                    \
    X(bad_core, good, card->cores.good[CORE_UNITS - 1] = 0)                                        \
    X(bad_core, bad, card->cores.bad[2] = core_bit(3, 1))                                          \
    X(bad_core, which, card->finding.cores = core_bit(3, 0))                                       \
    X(not_expected, file, card->board.file[0] = 'x')                                               \
    X(not_expected, compared, card->board.compared = 30)                                           \
    X(not_expected, name, card->board.rows[9].name = "x")                                          \
    X(not_expected, expected, card->board.rows[9].expected[0] = 'x')                               \
    X(not_expected, found, card->board.rows[0].found[0] = 'x')                                     \
    X(rounds, done, static struct scene_rounds more; more = *scene->all_rounds; scene->all_rounds = &more; more.done = 131; more.chips[0].wrong++; more.steps[0].wrong[0] = 3)\
    X(rounds, words, scene->rounds = "no") X(pass, clock, card->conditions.memory_khz = 800000)    \
    X(pass, link, card->conditions.link.width = 2) X(pass, heat, card->conditions.hottest = 64)    \
    X(pass, read, card->conditions.read *= 100)                                                    \
    X(details, words, static struct scene_problem other[10]; memcpy(other, scene->problems, sizeof(other)); other[1].more = 3; scene->problems = other)\
    X(long_prompt, input, PROMPT other.input = "x"; other.cursor = 1)                              \
    X(long_prompt, cursor, PROMPT other.cursor--) X(long_prompt, lines, PROMPT other.line_count++) \
    X(long_prompt, answered, PROMPT other.input = NULL)                                            \
    X(long_prompt, writes, PROMPT other.write_count++)                                             \
    X(long_prompt, where, PROMPT other.writes[3].where[0] = 'x')                                   \
    X(long_prompt, values, PROMPT other.writes[0].values[0] = 'x')
/* clang-format on */

#define FUNCTION(page, member, ...)                                                                \
    static void page##_changes_##member(struct scene *scene, struct scene_card *card)              \
    {                                                                                              \
        (void)scene, (void)card;                                                                   \
        __VA_ARGS__;                                                                               \
    }
ZEROS(FUNCTION)
CHANGES(FUNCTION)

/* NOLINTNEXTLINE(bugprone-macro-parentheses): a term of a sum */
#define ONE_MORE(...)          +1
#define ROW(page, member, ...) { #page, #page " " #member, page##_changes_##member },
static const struct {
    const char *page, *name;
    void (*change)(struct scene *scene, struct scene_card *card);
} changes[] = { ZEROS(ROW) CHANGES(ROW) };

TEST(a_change_is_drawn_and_comes_back)
{
    static struct screen screens[2];

    take_shots(shots);
    for (unsigned i = 0; i < ARRAY_SIZE(changes); i++) {
        const struct scene before = *shot_called(shots, changes[i].page);
        struct scene after = before;

        changes[i].change(&after, &after.cards[after.card]);
        expect_change_drawn(changes[i].name, &before, &after);
        layout_draw(&screens[0], &before);
        layout_draw(&screens[1], &after);
        if (i < 0 ZEROS(ONE_MORE) && !memcmp(&screens[0], &screens[1], sizeof(screens[0])))
            fail_msg("%s is not on the screen", changes[i].name);
    }
}

/* Whatever stands behind the last member of a list. */
static void fill_beyond(struct scene *scene)
{
    static struct scene_problem problems[33];
    static struct scene_rounds all;
    static struct crash crash;

    /* clang-format off */
#define BEYOND(list, count, most, ...) for (unsigned i = count; i < (most); i++) (list)[i] = __VA_ARGS__
    BEYOND(scene->keys, scene->key_count, SCENE_KEYS, (struct scene_key){ "Z", "Z" });
    BEYOND(scene->results, scene->result_count, SCENE_RESULTS, (struct scene_result){ STATE_FAIL, "Z", "Z" });
    BEYOND(scene->lines, scene->line_count, SCENE_LINES, (struct scene_line){ "Z", "Z" });
    BEYOND(scene->cards, scene->card_count, SCENE_CARDS, (struct scene_card){ "Z", "Z", .state = scene->state });
    for (struct scene_card *card = scene->cards; card < scene->cards + SCENE_CARDS; card++) {
        BEYOND(card->chips, card->chip_count, SCENE_CHIPS, (struct scene_chip){ .name = "Z", .state = CHIP_BAD });
        BEYOND(card->board.rows, card->board.count, BOARD_ROWS, (struct board_row){ "Z", true, "Z", "Z" });
    }
    BEYOND(problems, 0, scene->problem_count, scene->problems[i]);
    BEYOND(problems, scene->problem_count, 33, (struct scene_problem){ 0, STATE_FAIL, "Z", "Z", "Z", "Z", 0, 1 });
    scene->problems = problems;
    if (scene->all_rounds) {
        all = *scene->all_rounds;
        scene->all_rounds = &all;
        BEYOND(all.steps, all.step_count, SCENE_ROUNDS, (struct scene_round){ { 99 }, 99, 1, 1 });
        BEYOND(all.chips, all.chip_count, SCENE_ROUND_CHIPS, (struct scene_rounds_chip){ 0, "Z", 9, 9, 9, 9, 9 });
    }
    if (scene->crash) {
        crash = *scene->crash;
        scene->crash = &crash;
        memset(crash.lines + crash.line_count, 'Z', (CRASH_LINES - crash.line_count) * sizeof(crash.lines[0]));
        crash.lines[CRASH_LINES - 1][CRASH_LINE_MAX - 1] = 0;
    }
    /* clang-format on */
}

TEST(a_list_ends_with_its_last_member)
{
    enum { WIDTH = 1280, HEIGHT = 800 };
    static uint32_t kept[WIDTH * HEIGHT];
    static struct screen screens[2];

    take_shots(shots);
    for (unsigned i = 0; i < SHOTS; i++) {
        memcpy(kept, page_show(&shots[i].scene, WIDTH, HEIGHT), sizeof(kept));
        if (!shots[i].scene.crash) /* that is told in plain lines */
            layout_draw(&screens[0], &shots[i].scene);
        fill_beyond(&shots[i].scene);
        if (memcmp(kept, page_show(&shots[i].scene, WIDTH, HEIGHT), sizeof(kept)) != 0)
            fail_msg("%s: the page shows more than its lists have", shots[i].name);
        if (shots[i].scene.crash)
            continue;
        layout_draw(&screens[1], &shots[i].scene);
        if (memcmp(&screens[0], &screens[1], sizeof(screens[0])) != 0)
            fail_msg("%s: the screen shows more than its lists have", shots[i].name);
    }
}
