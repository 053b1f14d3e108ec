#include "suite/report/scene.h"

#define SURE_OF_LEFT 20u /* thousandths of the run after which the time left is more than a guess */

void scene_clock(struct scene *scene, unsigned elapsed_s)
{
    const unsigned done = scene->run_thousandths;

    scene->elapsed = (int)elapsed_s;
    scene->left =
        done >= SURE_OF_LEFT ? (int)((uint64_t)elapsed_s * (1000 - done) / done) : NOT_KNOWN;
}

uint64_t scene_paused_us(struct scene_pause *pause, const struct scene *scene, uint64_t now_us)
{
    const uint64_t took_us = pause->on ? now_us - pause->seen_us : 0;

    *pause = (struct scene_pause){ .on = scene->paused, .seen_us = now_us };
    return took_us;
}

const char *scene_trouble(const struct scene *scene, const char **why)
{
    *why = scene->lost ? scene->lost : scene->unsent;
    return scene->lost ? "REPORT NOT SAVED" : scene->unsent ? "REPORT NOT SENT" : NULL;
}

int64_t scene_card_wrong(const struct scene_card *card)
{
    bool bad = false;

    for (unsigned i = 0; i < card->chip_count; i++)
        bad = bad || card->chips[i].state == CHIP_BAD;
    return card->memory_tested && (card->wrong || !bad) ? (int64_t)card->wrong : NOT_KNOWN;
}

bool scene_card_holds(const struct scene_card *card)
{
    return card->state == STATE_PASS && card->conditions.read;
}

static bool shows_one(const struct scene *scene)
{
    return scene->card_count == 1 || (scene->card_count && scene->one_card);
}

bool scene_card_is_part(const struct scene_card *card)
{
    return card->state == STATE_PASS &&
           (card->finding.cause == CAUSE_PART_OF_SUITE || card->finding.cause == CAUSE_NOT_WARMED);
}

bool scene_is_part(const struct scene *scene)
{
    bool part = false;

    if (shows_one(scene))
        return scene_card_is_part(&scene->cards[scene->card]);
    for (unsigned i = 0; i < scene->card_count; i++)
        part |= scene_card_is_part(&scene->cards[i]);
    return part && scene->state == STATE_PASS;
}

void scene_card_headline(const struct scene_card *card, struct text *words)
{
    if (finding_chip_count(&card->finding) || card->finding.cores)
        headline_words(words, &card->finding);
    else if (scene_card_holds(card) && !scene_card_is_part(card))
        conditions_read(&card->conditions, words);
    else if (card->advice)
        text_string(words, card->advice->headline);
}

static unsigned cards_in(const struct scene *scene, enum scene_state state)
{
    unsigned count = 0;

    for (unsigned i = 0; i < scene->card_count; i++)
        count += scene->cards[i].state == state;
    return count;
}

unsigned scene_rounds_place(const struct scene_rounds *all, const struct scene_card *card)
{
    for (unsigned i = 0; i < all->card_count; i++)
        if (string_equal(all->cards[i].at, card->at ? card->at : ""))
            return i;
    return SCENE_CARDS;
}

const struct scene_rounds_card *scene_card_rounds(const struct scene *scene)
{
    const struct scene_rounds *const all = scene->all_rounds;

    if (!shows_one(scene) || !all || scene->state == STATE_RUNNING)
        return NULL;
    const unsigned place = scene_rounds_place(all, &scene->cards[scene->card]);
    return place < SCENE_CARDS ? &all->cards[place] : NULL;
}

enum scene_state scene_shown_state(const struct scene *scene)
{
    return shows_one(scene) ? (enum scene_state)scene->cards[scene->card].state
                            : (enum scene_state)scene->state;
}

void scene_headline(const struct scene *scene, struct text *words)
{
    const unsigned bad = cards_in(scene, STATE_FAIL), good = cards_in(scene, STATE_PASS);

    if (shows_one(scene))
        scene_card_headline(&scene->cards[scene->card], words);
    else if (bad)
        text_format(words, "%u of %u cards %s bad", bad, scene->card_count,
                    bad == 1 ? "is" : "are");
    else if (good && good == scene->card_count)
        text_format(words, "All %u cards are good%s", good,
                    scene_is_part(scene) ? ", but only a part was tested" : "");
    else if (good)
        text_format(words, "Only %u of %u cards tested good", good, scene->card_count);
    else if (scene->advice)
        text_string(words, scene->advice->headline);
}

/* The cards that have the verdict of the run. */
static void list_cards(const struct scene *scene, struct text *words)
{
    for (unsigned i = 0; i < scene->card_count; i++) {
        if (scene->cards[i].state != scene->state)
            continue;
        text_format(words, "%sCARD %u at %s", words->used ? ", " : "", i + 1, scene->cards[i].at);
        const unsigned chips = finding_chip_count(&scene->cards[i].finding);

        if (chips)
            text_string(words, chips == 1 ? ", chip " : ", chips ");
        finding_chips(words, &scene->cards[i].finding);
        if (scene->cards[i].finding.cores)
            text_string(words, ", ");
        cores_names(words, scene->cards[i].finding.cores, 1);
    }
}

/* The card stands in the line below. */
static void second_of_pass(const struct scene_card *card, struct text *words)
{
    if (scene_card_is_part(card))
        conditions_words(&card->conditions, words);
    else
        conditions_around(&card->conditions, words);
    if (words->used && words->chars[0] >= 'a' && words->chars[0] <= 'z')
        words->chars[0] = (char)(words->chars[0] - 'a' + 'A');
}

/* "Bad in 9 of 130 rounds, all at 77 C or warmer"; the latter only where a round that passed was cooler. */
static void second_of_rounds(const struct scene *scene, const struct scene_rounds_card *rounds,
                             struct text *words)
{
    text_format(words, "%s in %u of %u rounds", rounds->failed ? "Bad" : "Not PASS",
                rounds->failed ? rounds->failed : rounds->unpassed, scene->all_rounds->done);
    if (rounds->bad_least >= 0 && rounds->good_least >= 0 && rounds->good_least < rounds->bad_least)
        text_format(words, ", all at %d C or warmer", rounds->bad_least);
    else
        text_format(words, ", the first was round %u", rounds->first);
}

/* The first value with both numbers, of the others their names: the table below has them. */
static void second_of_other(const struct board_table *board, struct text *words)
{
    unsigned said = 0;

    for (unsigned i = 0; i < board->count; i++) {
        const struct board_row *const row = &board->rows[i];

        if (row->differs && !said++)
            text_format(words, "%s %s, %s expected", row->name, row->found, row->expected);
        else if (row->differs)
            text_format(words, "; %s differs", row->name);
    }
}

/* Rounds that did not pass come first, because the last round alone may have been good. */
void scene_second(const struct scene *scene, struct text *words)
{
    const struct scene_card *const card = &scene->cards[scene->card];
    const struct scene_rounds_card *const rounds = scene_card_rounds(scene);

    if (rounds && rounds->unpassed)
        second_of_rounds(scene, rounds, words);
    else if (shows_one(scene) && scene_card_holds(card))
        second_of_pass(card, words);
    else if (shows_one(scene) && scene_card_is_other(card))
        second_of_other(&card->board, words);
    else if (shows_one(scene)) {
        text_format(words, "Card %s %s", card->at ? card->at : "", card->title ? card->title : "");
        if (card->finding.cores)
            text_format(words, ": %u of %u multiprocessors good",
                        cores_count(cores_good(&card->cores)), cores_count(card->cores.there));
    } else if (scene->remark[0])
        text_string(words, scene->remark);
    else if (scene->card_count)
        list_cards(scene, words);
    if (!words->used && scene->reason)
        text_string(words, scene->reason);
    if (scene->label && scene->label[0])
        text_format(words, "%s%s", words->used ? ", " : "", scene->label);
}

void scene_minutes(int seconds, struct text *words)
{
    if (seconds < 0)
        text_string(words, "--:--");
    else
        text_format(words, "%d:%02d", seconds / 60, seconds % 60);
}

void scene_answer(const struct scene *scene, struct text *words)
{
    if (scene->typed)
        text_format(words, "%s_", scene->typed);
    else if (scene->otherwise)
        text_format(words, "%s in %d s", scene->otherwise, scene->seconds);
}

/* ---- keys ------------------------------------------------------------------------------------ */

bool scene_prompts(const struct scene *scene)
{
    return scene->prompt && scene->prompt->open;
}

static void offer(struct scene *scene, const char *key, const char *label)
{
    if (scene->key_count < SCENE_KEYS)
        scene->keys[scene->key_count++] = (struct scene_key){ key, label };
}

/* A key that ends something has to be pressed twice, because one key is easily pressed by
 * mistake. */
static const struct last_key {
    int key;
    bool running; /* while a card is tested; else at the verdict */
    enum scene_choice choice;
    const char *name, *words;
} last_keys[] = {
    { KEY_ESC, true, CHOICE_STOP, "Esc", "once more stops the run" },
    { 's', true, CHOICE_SKIP, "S", "once more skips the test" },
    { 'm', true, CHOICE_SHORTEN, "M", "once more shortens the memory test" },
    { 'o', false, CHOICE_POWER_OFF, "O", "once more powers off" },
    { 'f', false, CHOICE_SETUP, "F", "once more opens the firmware's setup" },
    { 'x', false, CHOICE_LEAVE, "X", "once more leaves" },
};

/* Null: this key is not one of them now. */
static const struct last_key *last_key(const struct scene *scene, int key)
{
    const bool running = scene->state == STATE_RUNNING;

    for (unsigned i = 0; i < sizeof(last_keys) / sizeof(last_keys[0]); i++)
        if (last_keys[i].key == key && last_keys[i].running == running)
            return &last_keys[i];
    return NULL;
}

void scene_asked(const struct scene *scene, struct text *words)
{
    const struct last_key *const last = last_key(scene, scene->asked);

    if (last)
        text_format(words, "%s: %s, within %u s", last->name, last->words, SCENE_ASKED_S);
}

/* In the order of their worth: a narrow screen shows the first ones. */
void scene_offer_keys(struct scene *scene)
{
    const struct last_key *const last = last_key(scene, scene->asked);

    if (!scene->has_keys || scene->question)
        return;
    scene->key_count = 0;
    if (last) {
        offer(scene, last->name, last->words);
        offer(scene, "Any other key", "Back");
        return;
    }
    if (scene->line_count) {
        offer(scene, "Up Down", "Choose");
        offer(scene, "Enter", "Start");
        return;
    }
    if (scene_prompts(scene)) {
        offer(scene, "Enter", "Do it");
        offer(scene, "Tab", "Complete");
        offer(scene, "Up Down", "Earlier lines");
        offer(scene, "Esc", "Leave, put back");
        return;
    }
    if (scene->details) {
        offer(scene, "D", "Back");
        offer(scene, "Up Down", "Turn pages");
    }
    if (scene->state == STATE_RUNNING) {
        offer(scene, "Esc", "Stop");
        offer(scene, "Space", scene->paused ? "Go on" : "Pause");
        offer(scene, "S", "Skip test");
        if (scene->shortens)
            offer(scene, "M", "Shorten");
    } else {
        offer(scene, "R", scene->again ? scene->again : "Run again");
        if (scene->card_count > 1)
            offer(scene, "N", "Next card");
        offer(scene, "O", "Power off");
        offer(scene, "F", "Firmware setup");
    }
    if (!scene->details)
        offer(scene, "D", "Details");
    if (scene->state != STATE_RUNNING)
        offer(scene, "X", "Leave");
}

static void turn(struct scene *scene, bool up, unsigned by)
{
    if (up)
        scene->first_problem -= scene->first_problem < by ? scene->first_problem : by;
    else if (scene->first_problem + by < scene->problem_count)
        scene->first_problem += by;
}

/* Of several cards first all of them, then one after the other. */
static void next_card(struct scene *scene)
{
    if (scene->card_count < 2)
        return;
    scene->card = scene->one_card ? scene->card + 1 : 0;
    scene->one_card = scene->card < scene->card_count;
    if (!scene->one_card)
        scene->card = 0;
}

/* Where step=1 waits, a person is asked already: S needs no second one. */
static enum scene_choice press_last(struct scene *scene, const struct last_key *last, int asked)
{
    if (asked == last->key || (scene->waits && last->choice == CHOICE_SKIP))
        return last->choice;
    scene->asked = last->key;
    return CHOICE_NONE;
}

/* Any key takes back a key that waits for its second press, so that nothing ends by accident. */
enum scene_choice scene_press(struct scene *scene, int key)
{
    const bool ended = scene->state != STATE_RUNNING;
    const struct last_key *const last = last_key(scene, key);
    const int asked = scene->asked;

    scene->asked = KEY_NONE;
    if (last)
        return press_last(scene, last, asked);
    if (asked != KEY_NONE)
        return CHOICE_NONE;
    switch (key) {
    case 'd':
        scene->details = !scene->details;
        scene->first_problem = 0;
        break;
    case KEY_UP:
    case KEY_DOWN:
        turn(scene, key == KEY_UP, 1);
        break;
    case KEY_PAGE_UP:
    case KEY_PAGE_DOWN:
        turn(scene, key == KEY_PAGE_UP, 5);
        break;
    case 'n':
        if (ended)
            next_card(scene);
        break;
    case 'r':
        return ended ? CHOICE_AGAIN : CHOICE_NONE;
    case KEY_SPACE:
        return ended ? CHOICE_NONE : CHOICE_PAUSE;
    default:
        break;
    }
    return CHOICE_NONE;
}

bool scene_card_is_other(const struct scene_card *card)
{
    return card->finding.cause == CAUSE_NOT_EXPECTED && card->board.differing;
}
