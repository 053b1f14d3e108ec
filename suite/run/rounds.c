#include "suite/run/rounds.h"

#define DAY_MINUTES 1440

static void count_chip(struct rounds *rounds, uint8_t card, const struct scene_chip *chip)
{
    unsigned i = 0;

    while (i < rounds->chip_count &&
           (rounds->chips[i].card != card || !string_equal(rounds->chips[i].name, chip->name)))
        i++;
    if (i == ROUNDS_CHIPS)
        return;
    if (i == rounds->chip_count) {
        struct text text = text_in(rounds->chips[i].name, sizeof(rounds->chips[i].name));

        rounds->chip_count++;
        rounds->chips[i].card = card;
        text_string(&text, chip->name);
    }
    rounds->chips[i].rounds++;
    rounds->chips[i].wrong += chip->wrong;
}

static void count_chips(struct rounds *rounds, const struct scene *scene)
{
    for (unsigned card = 0; card < scene->card_count; card++)
        for (unsigned i = 0; i < scene->cards[card].chip_count; i++)
            if (scene->cards[card].chips[i].state == CHIP_BAD)
                count_chip(rounds, (uint8_t)card, &scene->cards[card].chips[i]);
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
    count_words(rounds, scene);
    count_chips(rounds, scene);
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
    for (unsigned i = 0; i < rounds->chip_count; i++)
        text_format(text, "; card %u, chip %s bad in %u, %llu words", rounds->chips[i].card + 1u,
                    rounds->chips[i].name, rounds->chips[i].rounds,
                    (unsigned long long)rounds->chips[i].wrong);
    if (rounds->sensor)
        text_format(text, "; %d to %d C", rounds->coolest, rounds->hottest);
}
