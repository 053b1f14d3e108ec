#include "suite/report/stage.h"

#include "engines/family.h"
#include "hw/bits.h"

#define BUILD_DIGITS 7 /* digits of the build id that are shown: enough to find the build */

_Static_assert(SCENE_WORDS >= TEST_SENTENCE_MAX, "a problem has the whole sentence of its test");

static void copy(char *to, size_t size, const char *from)
{
    struct text text = text_in(to, size);

    text_string(&text, from ? from : "");
}

/* The version with the first digits of its build id: "0.1.0 3f2a5c1". */
static void short_version(char *to, size_t size, const char *version)
{
    struct text text = text_in(to, size);
    unsigned digits = 0;

    for (bool id = false; *version && digits < BUILD_DIGITS; version++) {
        text_char(&text, *version);
        digits += id;
        id = id || *version == ' ';
    }
}

/* Numbers begin as NOT_KNOWN, because a 0 would be shown as measured. */
void stage_open(struct stage *stage, const char *version, const char *machine)
{
    *stage = (struct stage){ 0 };
    short_version(stage->version, sizeof(stage->version), version);
    copy(stage->machine, sizeof(stage->machine), machine);
    stage->scene = (struct scene){ .version = stage->version,
                                   .machine = stage->machine,
                                   .state = STATE_RUNNING,
                                   .reason = stage->reason,
                                   .test = stage->test,
                                   .what = stage->what,
                                   .problems = stage->problems,
                                   .seconds = NOT_KNOWN,
                                   .percent = NOT_KNOWN,
                                   .elapsed = NOT_KNOWN,
                                   .left = NOT_KNOWN,
                                   .celsius = NOT_KNOWN,
                                   .hottest = NOT_KNOWN,
                                   .rate = NOT_KNOWN };
}

/* ---- cards ----------------------------------------------------------------------------------- */

static struct scene_card *card_in_hand(struct stage *stage)
{
    return &stage->scene.cards[stage->scene.card];
}

void stage_found(struct stage *stage, const char *at)
{
    struct scene *const scene = &stage->scene;

    if (scene->card_count == SCENE_CARDS)
        return;
    struct stage_card *const words = &stage->cards[scene->card_count];
    copy(words->at, sizeof(words->at), at);
    scene->cards[scene->card_count++] = (struct scene_card){ .at = words->at,
                                                             .title = words->title,
                                                             .memory = words->memory,
                                                             .reason = words->reason,
                                                             .state = STATE_WAITING };
}

/* A card that was not announced gets its place here, because its bus may have been found only now. */
void stage_begin(struct stage *stage, const char *at)
{
    struct scene *const scene = &stage->scene;

    if (stage->begun >= scene->card_count)
        stage_found(stage, at);
    scene->card = stage->begun < SCENE_CARDS ? stage->begun : SCENE_CARDS - 1;
    stage->begun++;
    struct stage_card *const words = &stage->cards[scene->card];
    *words = (struct stage_card){ 0 };
    copy(words->at, sizeof(words->at), at);
    *card_in_hand(stage) = (struct scene_card){ .at = words->at,
                                                .title = words->title,
                                                .memory = words->memory,
                                                .reason = words->reason,
                                                .state = STATE_RUNNING };
    stage->plan = stage->done = stage->test_weight = 0;
    stage->pinned_count = stage->last_count = 0;
    scene->result_count = 0;
    scene->test_number = scene->test_count = 0;
    scene->celsius = scene->rate = NOT_KNOWN;
    scene->tested = 0;
}

void stage_card(struct stage *stage, const char *title, const char *memory)
{
    struct stage_card *const words = &stage->cards[stage->scene.card];

    copy(words->title, sizeof(words->title), title);
    copy(words->memory, sizeof(words->memory), memory);
}

/* ---- chips ----------------------------------------------------------------------------------- */

static enum chip_state chip_state_of(const struct chip_table *chips, unsigned part, unsigned rank,
                                     unsigned chip, enum chip_state otherwise)
{
    return chips->bad[part][rank][chip]     ? CHIP_BAD
           : chips->wrong[part][rank][chip] ? CHIP_WRONG
                                            : otherwise;
}

/* A chip stays as bad as a test that has ended has found it. */
static void show_state(struct scene_chip *shown, enum chip_state state)
{
    shown->state = shown->found > state ? shown->found : (uint8_t)state;
}

/* Lists all chips of the card. A chip without an error gets the state `otherwise`. */
static void show_chips(struct scene_card *card, const struct chip_table *chips,
                       enum chip_state otherwise)
{
    card->parts = chips->parts;
    card->chip_count = 0;
    for (unsigned part = 0; part < chips->parts; part++)
        for (unsigned i = 0; i < chips->ranks * chip_count(chips); i++) {
            const unsigned rank = i / chip_count(chips), chip = i % chip_count(chips);

            if (card->chip_count == SCENE_CHIPS)
                return;
            struct scene_chip *const shown = &card->chips[card->chip_count];
            struct text name = text_in(shown->name, sizeof(shown->name));
            shown->part = (uint8_t)part;
            show_state(shown, chip_state_of(chips, part, rank, chip, otherwise));
            chip_name(&name, chips, part, rank, chip);
            card->chip_count++;
        }
}

/* Whether the count of wrong words says something: the test has looked at pieces of the memory, or passed. */
static bool has_counted(const struct test *t)
{
    for (unsigned part = 0; part < t->strip.parts; part++)
        if (t->strip.left_out[part] != UINT64_MAX || t->result == TEST_PASS)
            return true;
    return false;
}

/* Whether the test has been through all words of the partition that any test can reach. */
static bool went_through(const struct test *t, unsigned part)
{
    if (part >= t->strip.parts || t->strip.left_out[part] == UINT64_MAX)
        return false;
    return t->untested <= t->excused ||
           (t->config->has_part && t->config->part == part && !t->config->range_to);
}

/* Like a chip, all memory stays as bad as a test has found it; only a test that has passed says that it is good. */
static void show_whole(struct scene_card *card, const struct test *t)
{
    const enum chip_state state = card->wrong && t->result == TEST_FAIL          ? CHIP_BAD
                                  : card->wrong                                  ? CHIP_WRONG
                                  : t->result == TEST_PASS && went_through(t, 0) ? CHIP_TESTED
                                                                                 : CHIP_WAITING;

    if (state > card->memory_state)
        card->memory_state = (uint8_t)state;
}

/* Adds the error counts of a test that has ended; its chips are listed in the same order. */
static void count_wrong(struct scene_card *card, const struct test *t)
{
    const unsigned chips = t->chips.parts ? chip_count(&t->chips) : 0;

    for (unsigned i = 0; i < card->chip_count && chips; i++) {
        const unsigned part = i / (t->chips.ranks * chips), rank = i / chips % t->chips.ranks;

        card->chips[i].wrong += t->chips.wrong[part][rank][i % chips];
    }
    for (unsigned part = 0; part < t->strip.parts; part++)
        for (unsigned i = 0; i < VRAM_PIECES; i++)
            card->wrong += t->strip.wrong[part][i];
    card->memory_tested = card->memory_tested || has_counted(t);
    if (t->strip.parts && !card->parts)
        show_whole(card, t);
}

/* A test works on one partition at a time: chips of the others wait. */
static void leave_others(struct scene_card *card, unsigned part)
{
    for (unsigned i = 0; i < card->chip_count; i++)
        if (card->chips[i].state == CHIP_TESTING && card->chips[i].part != part)
            card->chips[i].state = CHIP_WAITING;
}

/* After a test, chips without errors become tested if it went through all of them; else they keep
 * their state. */
static void settle_chips(struct scene_card *card, const struct test *t)
{
    const bool ended = t->result == TEST_PASS || t->chips.parts;

    for (unsigned i = 0; i < card->chip_count; i++) {
        struct scene_chip *const chip = &card->chips[i];

        if (chip->state == CHIP_TESTING)
            chip->state = ended && went_through(t, chip->part) ? CHIP_TESTED : CHIP_WAITING;
        if (chip->found > chip->state)
            chip->state = chip->found;
        chip->found = chip->state;
    }
}

/* ---- how far the run is ---------------------------------------------------------------------- */

static unsigned thousandths_of_card(const struct stage *stage)
{
    const unsigned percent = stage->scene.percent > 0 ? (unsigned)stage->scene.percent : 0;
    const unsigned done = stage->done * 100 + stage->test_weight * percent;

    if (!stage->plan)
        return 0;
    return done >= stage->plan * 100 ? 1000
                                     : (unsigned)((uint64_t)done * 1000 / (stage->plan * 100));
}

static void measure(struct stage *stage)
{
    struct scene *const scene = &stage->scene;
    const unsigned cards = scene->card_count > stage->begun ? scene->card_count : stage->begun;
    const unsigned now = stage->begun > stage->ended ? thousandths_of_card(stage) : 0;

    scene->run_thousandths = cards ? (stage->ended * 1000 + now) / cards : 0;
}

/* ---- tests ----------------------------------------------------------------------------------- */

void stage_plan(struct stage *stage, unsigned tests)
{
    stage->scene.test_count = tests;
}

void stage_weigh(struct stage *stage, unsigned weight)
{
    stage->plan = weight;
}

void stage_start(struct stage *stage, const char *test, unsigned weight)
{
    copy(stage->test, sizeof(stage->test), test);
    stage->what[0] = '\0';
    stage->scene.shortens = false;
    stage->test_weight = weight;
    stage->scene.percent = NOT_KNOWN;
    stage->scene.rate = NOT_KNOWN;
    stage->scene.tested = 0;
    measure(stage);
}

void stage_next(struct stage *stage, const char *test)
{
    struct text text = text_in(stage->test, sizeof(stage->test));

    text_format(&text, "next: %s", test);
    stage->what[0] = '\0';
    stage->scene.percent = NOT_KNOWN;
}

static void take_readings(struct stage *stage, const struct test *t)
{
    if (t->celsius) {
        stage->scene.celsius = (int)t->celsius;
        stage->scene.limit = (int)card_max_celsius(t->card, t->config->max_temp);
        if (stage->scene.celsius > stage->scene.hottest)
            stage->scene.hottest = stage->scene.celsius;
    }
    if (t->rate)
        stage->scene.rate = (int)t->rate;
    stage->scene.tested = t->tested;
}

void stage_progress(struct stage *stage, const struct test *t, unsigned percent, const char *what)
{
    struct scene_card *const card = card_in_hand(stage);

    copy(stage->what, sizeof(stage->what), what);
    stage->scene.percent = (int)percent;
    stage->scene.shortens = t->shortens && !t->shortened;
    take_readings(stage, t);
    if (t->watched) {
        show_chips(card, t->watched, CHIP_TESTING);
        if (t->config->has_part)
            leave_others(card, t->config->part);
    }
    card->percent = (uint8_t)percent;
    measure(stage);
}

/* Failures stay at the top; below them stand the last results, the newest at the end. */
static void list_results(struct stage *stage)
{
    struct scene *const scene = &stage->scene;
    const unsigned room = SCENE_RESULTS - stage->pinned_count;
    const unsigned last = stage->last_count < room ? stage->last_count : room;

    scene->result_count = 0;
    for (unsigned i = 0; i < stage->pinned_count + last; i++) {
        const struct stage_line *const line =
            i < stage->pinned_count
                ? &stage->pinned[i]
                : &stage
                       ->last[(stage->last_count - last + i - stage->pinned_count) % SCENE_RESULTS];

        scene->results[scene->result_count++] =
            (struct scene_result){ .state = line->state, .test = line->test, .words = line->words };
    }
}

static uint8_t state_of(const struct test *t, bool counts)
{
    static const uint8_t states[TEST_RESULTS] = {
        [TEST_PASS] = STATE_PASS,        [TEST_FAIL] = STATE_FAIL,
        [TEST_LACKS] = STATE_NOT_TESTED, [TEST_SKIP] = STATE_INCOMPLETE,
        [TEST_ERROR] = STATE_INCOMPLETE,
    };

    return t->result == TEST_FAIL && !counts ? STATE_INCOMPLETE : states[t->result];
}

static void keep_result(struct stage *stage, const struct test *t, uint8_t state)
{
    const bool pin = state == STATE_FAIL && stage->pinned_count < STAGE_PINNED;
    struct stage_line *const line = pin ? &stage->pinned[stage->pinned_count++]
                                        : &stage->last[stage->last_count++ % SCENE_RESULTS];

    line->state = state;
    copy(line->test, sizeof(line->test), t->name);
    copy(line->words, sizeof(line->words), t->result == TEST_PASS ? t->note : t->sentence);
}

/* Bad memory comes first, because it explains the rest; tests that did not run come last. */
static uint8_t rank_of(const struct test *t, uint8_t state)
{
    if (state == STATE_FAIL)
        return cause_explains((enum cause)t->finding.cause) ? 0 : 1;
    return t->result == TEST_SKIP ? 3 : 2;
}

/* A test that was left out for a reason that another one of the card was left out for already. */
static bool is_told(struct stage *stage, const struct test *t)
{
    for (unsigned i = 0; i < stage->scene.problem_count; i++) {
        struct scene_problem *const problem = &stage->problems[i];

        if (problem->rank == 3 && problem->card == stage->scene.card &&
            string_equal(problem->words, t->sentence)) {
            problem->more++;
            return true;
        }
    }
    return false;
}

/* An empty place among problems of this rank, after those that are there; the last ones make room. Null: all that are
 * kept are of a lower rank, or as old. */
static struct scene_problem *room_for(struct stage *stage, uint8_t rank)
{
    struct scene *const scene = &stage->scene;
    const bool full = scene->problem_count == STAGE_PROBLEMS;
    unsigned at = scene->problem_count;

    scene->problems_lost += full;
    while (at && stage->problems[at - 1].rank > rank)
        at--;
    if (at == STAGE_PROBLEMS)
        return NULL;
    scene->problem_count += !full;
    for (unsigned i = scene->problem_count - 1; i > at; i--)
        stage->problems[i] = stage->problems[i - 1];
    stage->problems[at] = (struct scene_problem){ .rank = rank };
    return &stage->problems[at];
}

/* Keeps the whole sentence for the page of details: tests that failed or could not run. */
static void keep_problem(struct stage *stage, const struct test *t, uint8_t state)
{
    if (state != STATE_FAIL && state != STATE_INCOMPLETE)
        return;
    if (t->result == TEST_SKIP && is_told(stage, t))
        return;
    struct scene_problem *const problem = room_for(stage, rank_of(t, state));
    if (!problem)
        return;
    problem->card = (uint8_t)stage->scene.card;
    problem->state = state;
    copy(problem->test, sizeof(problem->test), t->name);
    copy(problem->words, sizeof(problem->words), t->sentence);
    copy(problem->expected, sizeof(problem->expected), t->expected);
    copy(problem->actual, sizeof(problem->actual), t->actual);
}

static void count(struct scene_card *card, const struct test *t, bool counts)
{
    card->passed += t->result == TEST_PASS;
    card->failed += t->result == TEST_FAIL && counts;
    card->differs += t->result == TEST_FAIL && !counts;
    card->skipped += t->result == TEST_LACKS || t->result == TEST_SKIP;
    card->errors += t->result == TEST_ERROR;
}

/* The whole weight of the test counts as done even if it ended early, because the bar has to reach
 * its end. */
void stage_end(struct stage *stage, const struct test *t, bool counts)
{
    struct scene_card *const card = card_in_hand(stage);

    take_readings(stage, t);
    count(card, t, counts);
    keep_result(stage, t, state_of(t, counts));
    keep_problem(stage, t, state_of(t, counts));
    list_results(stage);
    if (t->chips.parts)
        show_chips(card, &t->chips, CHIP_TESTING);
    count_wrong(card, t);
    cores_join(&card->cores, &t->cores);
    settle_chips(card, t);
    if (t->board.compared)
        card->board = t->board;
    card->percent = 0;
    stage->done += stage->test_weight;
    stage->test_weight = 0;
    stage->scene.percent = NOT_KNOWN;
    stage->scene.test_number++;
    measure(stage);
}

/* ---- verdicts -------------------------------------------------------------------------------- */

static uint8_t state_of_verdict(enum verdict verdict)
{
    static const uint8_t states[] = { [VERDICT_PASS] = STATE_PASS,
                                      [VERDICT_FAIL] = STATE_FAIL,
                                      [VERDICT_NOT_TESTED] = STATE_NOT_TESTED,
                                      [VERDICT_INCOMPLETE] = STATE_INCOMPLETE };

    return states[verdict];
}

void stage_card_verdict(struct stage *stage, const struct judgement *judgement)
{
    struct scene_card *const card = card_in_hand(stage);
    struct stage_card *const words = &stage->cards[stage->scene.card];

    copy(words->reason, sizeof(words->reason), judgement->reason);
    card->state = state_of_verdict(judgement->verdict);
    card->finding = judgement->finding;
    card->conditions = judgement->conditions;
    card->advice = advice_on(&judgement->finding);
    stage->ended++;
    stage->test[0] = stage->what[0] = '\0';
    measure(stage);
}

void stage_verdict(struct stage *stage, const struct judgement *judgement)
{
    struct scene *const scene = &stage->scene;

    copy(stage->reason, sizeof(stage->reason), judgement->reason);
    scene->state = state_of_verdict(judgement->verdict);
    scene->advice = advice_on(&judgement->finding);
    scene->card = 0;
    for (unsigned i = 0; i < scene->card_count; i++)
        if (scene->cards[i].state == scene->state) {
            scene->card = i;
            break;
        }
}

/* ---- several at the same time ---------------------------------------------------------------- */

/* The last ones share one place, as they do where one card is tested after the other. */
static unsigned place_of(unsigned card)
{
    return card < SCENE_CARDS ? card : SCENE_CARDS - 1;
}

static void measure_together(struct stage *stage)
{
    unsigned sum = stage->ended * 1000;

    for (unsigned i = stage->begun; i < stage->scene.card_count; i++)
        sum += stage->cards[i].thousandths;
    if (stage->scene.card_count)
        stage->scene.run_thousandths = sum / stage->scene.card_count;
}

void stage_together(struct stage *stage, bool together)
{
    stage->scene.together = together;
    for (unsigned i = stage->begun; i < stage->scene.card_count; i++)
        stage->cards[i].thousandths = 0;
}

/* The texts are copied and the pointers set anew, because the lane's own stage may change while
 * this one is drawn. */
void stage_show_card(struct stage *stage, unsigned place, const struct stage *of_card)
{
    struct scene *const scene = &stage->scene;
    const struct scene *const from = &of_card->scene;
    struct stage_card *const words = &stage->cards[place_of(place)];
    struct scene_card *const card = &scene->cards[place_of(place)];
    const bool runs = from->cards[0].state == STATE_RUNNING;

    *words = of_card->cards[0];
    copy(words->test, sizeof(words->test), of_card->test);
    words->thousandths = runs ? thousandths_of_card(of_card) : 1000;
    *card = from->cards[0];
    card->at = words->at;
    card->title = words->title;
    card->memory = words->memory;
    card->reason = words->reason;
    card->test = runs ? words->test : NULL;
    card->celsius = from->celsius;
    card->rate = from->rate;
    if (from->hottest > scene->hottest)
        scene->hottest = from->hottest;
    scene->shortens = from->shortens;
    scene->paused = from->paused;
    measure_together(stage);
}

/* Its problems keep their order among those of the other cards. */
void stage_add_card(struct stage *stage, const struct stage *of_card)
{
    const unsigned place = stage->begun++;

    stage->ended++;
    stage_show_card(stage, place, of_card);
    stage->scene.card = place_of(place);
    stage->scene.celsius = of_card->scene.celsius;
    stage->scene.problems_lost += of_card->scene.problems_lost;
    for (unsigned i = 0; i < of_card->scene.problem_count; i++) {
        struct scene_problem *const problem = room_for(stage, of_card->problems[i].rank);

        if (!problem)
            continue;
        *problem = of_card->problems[i];
        problem->card = (uint8_t)place_of(place);
    }
    measure_together(stage);
}
