/* suite/report/stage.h: keeps the scene of the screen up to date while the report is written.
 *
 * Shape   pure. The reporter tells events in their order; the scene always shows the present state. Cards that were
 *         found but not tested yet wait; of more than SCENE_CARDS the last ones share one place. The share of the run
 *         that is done is counted in weights: a short test weighs 1, a long one as much as the runner says. All cards
 *         weigh the same.
 * Units   weights as above; seconds, degrees C, MB/s. */
#ifndef SUITE_REPORT_STAGE_H
#define SUITE_REPORT_STAGE_H

#include "suite/kit/test.h"
#include "suite/report/record.h"
#include "suite/report/scene.h"
#include "suite/report/verdict.h"

#define STAGE_PINNED   3 /* failures that stay in view while the card is tested */
#define STAGE_WORDS    160
#define STAGE_PROBLEMS 32

struct stage_line {
    uint8_t state;
    char test[48], words[STAGE_WORDS];
};

struct stage_card {
    char at[CARD_KEY_AT_MAX], title[24], memory[48], reason[REASON_MAX], test[48];
    unsigned
        thousandths; /* of its tests that are done, where several cards are tested at the same time */
};

struct stage {
    struct scene scene;
    struct stage_card cards[SCENE_CARDS];
    char version[32], machine[100], reason[REASON_MAX], test[48], what[STAGE_WORDS];
    unsigned begun, ended; /* cards that are or were in hand, that have a verdict */
    unsigned plan, done, test_weight;
    unsigned pinned_count, last_count;
    struct stage_line pinned[STAGE_PINNED], last[SCENE_RESULTS];
    struct scene_problem problems[STAGE_PROBLEMS];
};

void stage_open(struct stage *stage, const char *version, const char *machine);
/* A card that will be tested. */
void stage_found(struct stage *stage, const char *at);
/* The card that all is about until stage_card_verdict. */
void stage_begin(struct stage *stage, const char *at);
/* "G84", "256 MiB, 2 partitions"; either may be empty. */
void stage_card(struct stage *stage, const char *title, const char *memory);
/* How many tests the card will get, and the sum of their weights. */
void stage_plan(struct stage *stage, unsigned tests);
void stage_weigh(struct stage *stage, unsigned weight);
void stage_start(struct stage *stage, const char *test, unsigned weight);
/* The test that comes next, while it is waited for. */
void stage_next(struct stage *stage, const char *test);
/* How far the test is, 0 to 100, its present step, and its readings. */
void stage_progress(struct stage *stage, const struct test *t, unsigned percent, const char *what);
/* counts: a failure counts against the card. */
void stage_end(struct stage *stage, const struct test *t, bool counts);
void stage_card_verdict(struct stage *stage, const struct judgement *judgement);
void stage_verdict(struct stage *stage, const struct judgement *judgement);

/* Several cards at the same time, each with a stage of its own that has this card alone: whether this holds from here
 * on, the present work of the card at that place of the run's stage, and the result of the next card. */
void stage_together(struct stage *stage, bool together);
void stage_show_card(struct stage *stage, unsigned place, const struct stage *of_card);
void stage_add_card(struct stage *stage, const struct stage *of_card);

#endif
