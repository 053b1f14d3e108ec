#include "suite/run/rounds.h"

#define DAY_MINUTES 1440

/* The chip's place among those that are counted; null: there is no more room. */
static struct scene_rounds_chip *chip_of(struct scene_rounds *all, uint8_t card, const char *name)
{
    unsigned i = 0;

    while (i < all->chip_count &&
           (all->chips[i].card != card || !string_equal(all->chips[i].name, name)))
        i++;
    if (i == SCENE_ROUND_CHIPS)
        return NULL;
    if (i == all->chip_count) {
        struct text text = text_in(all->chips[i].name, sizeof(all->chips[i].name));

        all->chip_count++;
        all->chips[i].card = card;
        all->chips[i].first = all->done;
        all->chips[i].coolest = all->chips[i].hottest = NOT_KNOWN;
        text_string(&text, name);
    }
    return &all->chips[i];
}

static int least_known(int a, int b)
{
    return a < 0 || (b >= 0 && b < a) ? b : a;
}

static void count_chip(struct scene_rounds *all, uint8_t card, const struct scene_chip *bad,
                       int celsius)
{
    struct scene_rounds_chip *const chip = chip_of(all, card, bad->name);

    if (!chip)
        return;
    chip->rounds++;
    chip->wrong += bad->wrong;
    chip->coolest = least_known(chip->coolest, celsius);
    chip->hottest = celsius > chip->hottest ? celsius : chip->hottest;
}

/* The first round and the lowest temperature are those of rounds that failed, or, while none has, of those that did not
 * pass: a page tells them beside the number of the same rounds. */
static void count_unpassed(struct scene_rounds_card *sum, unsigned round, bool failed, int celsius)
{
    sum->failed += failed;
    if (!sum->unpassed++ || (failed && sum->failed == 1)) {
        sum->first = round;
        sum->bad_least = NOT_KNOWN;
    }
    if (failed || !sum->failed)
        sum->bad_least = least_known(sum->bad_least, celsius);
}

/* The lowest temperature of bad and of good rounds is kept apart, because a card that fails only
 * when warm shows there. */
static void count_card(struct scene_rounds *all, uint8_t place, const struct scene_card *card,
                       int celsius)
{
    struct scene_rounds_card *const sum = &all->cards[place];

    sum->wrong += card->wrong;
    if (card->state == STATE_PASS) {
        sum->good_least = least_known(sum->good_least, celsius);
    } else {
        count_unpassed(sum, all->done, card->state == STATE_FAIL, celsius);
    }
    if (card->state == STATE_FAIL && finding_chip_count(&card->finding))
        finding_join(&sum->finding, &card->finding);
    for (unsigned i = 0; i < card->chip_count; i++)
        if (card->chips[i].state == CHIP_BAD)
            count_chip(all, place, &card->chips[i], celsius);
}

/* Two steps become one when there are too many of them. */
static void halve_steps(struct scene_rounds *all)
{
    for (unsigned i = 0; i < SCENE_ROUNDS / 2; i++) {
        const struct scene_round *const a = &all->steps[2 * i], *const b = a + 1;
        struct scene_round sum = a->celsius > b->celsius ? *a : *b;

        sum.bad = a->bad | b->bad;
        sum.failed = a->failed | b->failed;

        for (unsigned card = 0; card < SCENE_CARDS; card++)
            sum.wrong[card] = a->wrong[card] + b->wrong[card] < a->wrong[card]
                                  ? UINT32_MAX
                                  : a->wrong[card] + b->wrong[card];
        all->steps[i] = sum;
    }
    all->step_count = SCENE_ROUNDS / 2;
    all->per *= 2;
}

static void add_card(struct scene_round *step, unsigned place, const struct scene_card *card)
{
    const uint64_t sum = step->wrong[place] + card->wrong;

    step->wrong[place] = sum > UINT32_MAX ? UINT32_MAX : (uint32_t)sum;
    step->bad |= (uint8_t)((card->state != STATE_PASS) << place);
    step->failed |= (uint8_t)((card->state == STATE_FAIL) << place);
}

/* The step of this round, which may be that of rounds before, too. */
static struct scene_round *step_of(struct scene_rounds *all, int celsius)
{
    if ((all->done - 1) % all->per == 0 && all->step_count == SCENE_ROUNDS)
        halve_steps(all);
    if ((all->done - 1) % all->per == 0)
        all->steps[all->step_count++] = (struct scene_round){ .celsius = NOT_KNOWN };
    struct scene_round *const step = &all->steps[all->step_count - 1];

    if (celsius > step->celsius)
        step->celsius = (int16_t)celsius;
    return step;
}

/* The card's place, a new one where no round had it; SCENE_CARDS: there is no more room, and it is in no sum. */
static unsigned place_of(struct scene_rounds *all, const struct scene_card *card)
{
    const unsigned place = scene_rounds_place(all, card);

    if (place < SCENE_CARDS || all->card_count == SCENE_CARDS)
        return place;
    struct scene_rounds_card *const sum = &all->cards[all->card_count];
    struct text at = text_in(sum->at, sizeof(sum->at));

    text_string(&at, card->at ? card->at : "");
    sum->good_least = sum->bad_least = NOT_KNOWN;
    return all->card_count++;
}

/* A card that is not found any more makes its round bad too, or a card that fell off would look sound. */
static void add_to_all(struct scene_rounds *all, const struct scene *scene)
{
    const int celsius = scene->hottest > scene->celsius ? scene->hottest : scene->celsius;
    unsigned found = 0;

    if (!all->done++)
        all->per = 1;
    struct scene_round *const step = step_of(all, celsius);

    for (unsigned i = 0; i < scene->card_count; i++) {
        const unsigned place = place_of(all, &scene->cards[i]);

        if (place == SCENE_CARDS)
            continue;
        found |= 1u << place;
        add_card(step, place, &scene->cards[i]);
        count_card(all, (uint8_t)place, &scene->cards[i], celsius);
    }
    for (unsigned place = 0; place < all->card_count; place++)
        if (!(found >> place & 1)) {
            step->bad |= (uint8_t)(1u << place);
            count_unpassed(&all->cards[place], all->done, false, NOT_KNOWN);
        }
}

void rounds_find(struct rounds *rounds, const struct card_key *key)
{
    unsigned i = 0;

    while (i < rounds->known_count && !card_key_equal(&rounds->known[i], key))
        i++;
    if (i == ROUNDS_CARDS)
        return;
    if (i == rounds->known_count)
        rounds->known[rounds->known_count++] = *key;
    rounds->found |= 1u << i;
}

static void count_words(struct rounds *rounds, const struct scene *scene)
{
    uint64_t wrong = 0;

    for (unsigned card = 0; card < scene->card_count; card++)
        wrong += scene->cards[card].wrong;
    if (wrong && !rounds->first_wrong)
        rounds->first_wrong = rounds->done;
    if (wrong > rounds->most_wrong) {
        rounds->most_wrong = wrong;
        rounds->most_wrong_in = rounds->done;
    }
    rounds->wrong += wrong;
}

static void take_temperature(struct rounds *rounds, int celsius)
{
    if (celsius < 0)
        return;
    if (!rounds->sensor || celsius < rounds->coolest)
        rounds->coolest = celsius;
    if (!rounds->sensor || celsius > rounds->hottest)
        rounds->hottest = celsius;
    rounds->sensor = true;
}

static bool tested_nothing(const struct scene *scene)
{
    unsigned tests = 0;

    for (unsigned i = 0; i < scene->card_count; i++) {
        const struct scene_card *const card = &scene->cards[i];

        tests += card->passed + card->failed + card->errors + card->differs;
    }
    return !tests;
}

void rounds_add(struct rounds *rounds, enum verdict verdict, const struct scene *scene)
{
    const bool worst = !rounds->done || verdict_rank(verdict) > verdict_rank(rounds->worst);

    rounds->done++;
    if (verdict != VERDICT_PASS && !rounds->not_passed++)
        rounds->first = rounds->done;
    if (worst) {
        rounds->worst = verdict;
        rounds->worst_in = rounds->done;
    }
    rounds->idle = tested_nothing(scene);
    rounds->found = 0;
    count_words(rounds, scene);
    add_to_all(&rounds->all, scene);
    take_temperature(rounds, scene->celsius);
    take_temperature(rounds, scene->hottest);
}

bool rounds_go_on(const struct rounds *rounds, const struct run_config *config, int begun,
                  int minute)
{
    if (rounds->idle)
        return false;
    if (config->has_until && minute >= 0 && begun >= 0) {
        const int all = (config->until - begun + DAY_MINUTES) % DAY_MINUTES;
        const int passed = (minute - begun + DAY_MINUTES) % DAY_MINUTES;

        if (passed >= all)
            return false;
    }
    if (config->has_until && config->loop == 1)
        return true;
    return config->loop == LOOP_FOREVER || rounds->done < config->loop;
}

/* The first bad round is named, because it tells how long a fault takes to show. */
void rounds_words(const struct rounds *rounds, struct text *text)
{
    text_format(text, "%u round%s: ", rounds->done, rounds->done == 1 ? "" : "s");
    if (rounds->not_passed)
        text_format(text, "%u not PASS, the first was round %u", rounds->not_passed, rounds->first);
    else
        text_string(text, "all PASS");
    if (rounds->wrong)
        text_format(text, "; %llu wrong word%s, the first in round %u, most in round %u (%llu)",
                    (unsigned long long)rounds->wrong, rounds->wrong == 1 ? "" : "s",
                    rounds->first_wrong, rounds->most_wrong_in,
                    (unsigned long long)rounds->most_wrong);
    for (unsigned i = 0; i < rounds->all.chip_count; i++) {
        const struct scene_rounds_chip *const chip = &rounds->all.chips[i];

        text_format(text, "; card %u, chip %s bad in %u, %llu words", chip->card + 1u, chip->name,
                    chip->rounds, (unsigned long long)chip->wrong);
    }
    if (rounds->sensor)
        text_format(text, "; %d to %d C", rounds->coolest, rounds->hottest);
}

static void show_card(const struct scene_rounds *all, struct scene_card *card)
{
    const unsigned place = scene_rounds_place(all, card);

    if (place == SCENE_CARDS)
        return;
    const struct finding *const found = &all->cards[place].finding;

    if (finding_chip_count(&card->finding) &&
        finding_chip_count(found) > finding_chip_count(&card->finding)) {
        card->finding = *found;
        card->advice = advice_on(found);
    }
    for (unsigned i = 0; i < all->chip_count; i++)
        for (unsigned k = 0; k < card->chip_count; k++)
            if (all->chips[i].card == place &&
                string_equal(all->chips[i].name, card->chips[k].name))
                card->chips[k].state = CHIP_BAD;
}

void rounds_show(const struct rounds *rounds, struct scene *scene)
{
    if (rounds->done < 2)
        return;
    scene->all_rounds = &rounds->all;
    for (unsigned card = 0; card < scene->card_count; card++)
        show_card(&rounds->all, &scene->cards[card]);
}
