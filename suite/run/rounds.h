/* suite/run/rounds.h: the same run again and again, to find faults that show only now and then, or only when warm.
 *
 * Shape   pure. Each round is a run of its own with its own verdict; here these are summed up.
 * Units   degrees C; minutes since midnight. */
#ifndef SUITE_RUN_ROUNDS_H
#define SUITE_RUN_ROUNDS_H

#include "suite/kit/settings.h"
#include "suite/report/record.h"
#include "suite/report/scene.h"
#include "suite/report/verdict.h"

#define ROUNDS_WORDS_MAX 480
#define ROUNDS_CARDS     32 /* more than a rig has slots */

struct rounds {
    unsigned done, not_passed, first; /* first: the number of the first round that was not PASS */
    enum verdict worst;
    unsigned worst_in;      /* the number of the first round that came to that */
    bool idle;              /* the last round found nothing that it could test */
    uint64_t wrong;         /* words of all cards and rounds */
    uint64_t most_wrong;    /* in one round */
    unsigned most_wrong_in; /* its number */
    unsigned first_wrong;   /* the number of the first round with any */
    bool sensor;
    int coolest, hottest;
    /* A key that has to be pressed twice; kept here, because a round may end before the second
     * press. */
    int asked;
    uint64_t asked_us;
    struct card_key known[ROUNDS_CARDS]; /* that a round has found */
    unsigned known_count, found;         /* found: by their bits, in the round that runs */
    struct scene_rounds all;
};

/* The round that runs has found this card. More than ROUNDS_CARDS are not remembered. */
void rounds_find(struct rounds *rounds, const struct card_key *key);

/* Adds a round's result: its verdict, and its scene on the screen. */
void rounds_add(struct rounds *rounds, enum verdict verdict, const struct scene *scene);
/* Puts the results of all rounds, with the chips that were bad in others, on the scene of the worst one. The scene
 * points to `rounds`. One round alone leaves the scene as it is. */
void rounds_show(const struct rounds *rounds, struct scene *scene);
/* Whether another round follows. None follows one in which nothing could be tested: the next would come to the same
 * at once, and fill the medium with reports of nothing. `minute`: time of day, below 0: not known, so that `until` never comes. `begun`:
 * the time of day when the first round began, as a time before it is tomorrow's. */
bool rounds_go_on(const struct rounds *rounds, const struct run_config *config, int begun,
                  int minute);
/* "3 rounds: 2 not PASS, the first was round 2; 40 wrong words, the first in round 2, most in round 3 (30); card 1,
 * chip B1 bad in 2, 40 words; 45 to 61 C". Wrong words of a chip can be more or fewer than those of all rounds: one
 * word may be wrong in two chips, and a chip without a fault is not named. */
void rounds_words(const struct rounds *rounds, struct text *text);

#endif
