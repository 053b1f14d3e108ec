/* suite/report/scene.h: the content of the drawn screen, without its looks.
 *
 * Shape   the reporter fills it, suite/report/page.c draws it. Texts are the reporter's and live as long as
 *         the scene; null or empty: nothing is shown there.
 * Units   seconds, degrees C, hundredths. Below 0: not known. */
#ifndef SUITE_REPORT_SCENE_H
#define SUITE_REPORT_SCENE_H

#include <stdbool.h>
#include <stdint.h>

#include "engines/text.h"
#include "suite/kit/board_table.h"
#include "suite/report/advice.h"
#include "suite/report/conditions.h"
#include "suite/report/crash.h"
#include "suite/report/keys.h"
#include "suite/report/scene_prompt.h"

#define NOT_KNOWN     (-1) /* of a number; so is any other below 0 */
#define SCENE_CARDS   8
#define SCENE_AT      16 /* an address in PCI's notation */
#define SCENE_CHIPS   64 /* of one card: eight partitions of four, two ranks */
#define SCENE_RESULTS 6
#define SCENE_KEYS    7
#define SCENE_LINES   12 /* of a menu */
#define SCENE_NAME    12
#define SCENE_WORDS   448 /* of a problem: as many as a test says */
#define SCENE_LINE                                                                                 \
    HEADLINE_MAX /* with its end: the words of a line are cut by the screen, never by this */

enum scene_state {
    STATE_WAITING,
    STATE_RUNNING,
    STATE_PASS,
    STATE_FAIL,
    STATE_NOT_TESTED,
    STATE_INCOMPLETE,
    STATES
};

enum chip_state {
    CHIP_WAITING,
    CHIP_TESTED,  /* good, or good so far */
    CHIP_TESTING, /* now */
    CHIP_WRONG,   /* words were wrong, no fault was found yet */
    CHIP_BAD,
};

struct scene_chip {
    char name[SCENE_NAME]; /* "B1", "B1a" */
    uint8_t part;          /* ordinal of its partition */
    uint8_t state;         /* enum chip_state */
    uint8_t found;         /* the same as tests left it that have ended */
    uint64_t wrong;        /* words, of those tests */
};

struct scene_card {
    const char *at;               /* "0000:01:00.0" */
    const char *title;            /* "G84" */
    const char *memory;           /* "256 MiB, 2 partitions" */
    uint8_t state;                /* enum scene_state */
    const char *reason;           /* of the verdict */
    struct finding finding;       /* of the verdict */
    const struct advice *advice;  /* its next steps; null: there is no verdict yet */
    struct conditions conditions; /* of the verdict */
    struct core_table cores;      /* of tests that have ended */
    uint8_t percent;              /* of the test of its memory, for chips under test */
    const char *test;  /* that runs, where several cards are tested at the same time; else null */
    int celsius, rate; /* with it; NOT_KNOWN: not known */
    unsigned parts;    /* 0: no picture of chips */
    uint8_t memory_state; /* enum chip_state, of all memory where no chip can be named */
    bool memory_tested;   /* `wrong` counts errors that a test of memory has found */
    unsigned chip_count;
    struct scene_chip chips[SCENE_CHIPS];
    uint64_t
        wrong; /* words of all its memory, also where no chip can be named, of all tests that have ended */
    unsigned passed, failed, skipped, errors, differs;
    struct board_table board; /* the values that a board file expects */
};

struct scene_result {
    uint8_t state; /* enum scene_state: of the sign before it */
    const char *test, *words;
};

struct scene_key {
    const char *key, *label;
};

/* A result that is not good, in full. */
struct scene_problem {
    uint8_t card, state;
    char test[48], words[SCENE_WORDS], expected[120], actual[120];
    uint8_t rank; /* the lower, the nearer to the cause: they stand in this order */
    unsigned
        more; /* tests of the card that were left out for the same reason, and have no problem of their own */
};

struct scene_line {
    const char *name, *about;
};

#define SCENE_ROUNDS      128 /* steps of the chart */
#define SCENE_ROUND_CHIPS 8   /* that are counted by name; there are seldom two */

/* Results of several rounds of one run. A step is one round, or `per` of them once there are more
 * than fit. */
struct scene_rounds {
    unsigned done, per, step_count;
    struct scene_round {
        uint32_t wrong[SCENE_CARDS]; /* words */
        int16_t celsius;             /* the warmest; below 0: not known */
        uint8_t bad,
            failed; /* cards that did not pass, and those that are bad, by the bits of their places */
    } steps[SCENE_ROUNDS];
    struct scene_rounds_card {
        char at[SCENE_AT]; /* a card keeps its place here when one before it has gone */
        unsigned failed, unpassed,
            first; /* first: the number of the first that failed; of the first not PASS where none has */
        uint64_t wrong;
        int good_least,
            bad_least; /* of the warmest temperatures of rounds that passed, and of those that `first` is
                                      of; NOT_KNOWN: of none */
        struct finding finding; /* of all rounds that failed */
    } cards[SCENE_CARDS];
    unsigned card_count; /* that any round had; a round passes none that it does not find */
    unsigned chip_count;
    struct scene_rounds_chip {
        uint8_t card; /* its place in `cards` */
        char name[SCENE_NAME];
        unsigned rounds, first; /* that it was bad in, and the first of them */
        uint64_t wrong;         /* words, of those rounds */
        int coolest, hottest;   /* NOT_KNOWN: no temperature */
    } chips[SCENE_ROUND_CHIPS];
};

struct scene {
    const struct crash *
        crash; /* null: the firmware works; else nothing but this, the header and the keys is shown */
    const struct scene_prompt *prompt; /* null: no person works on the card line by line */
    const char *version, *time, *machine;
    const char *label;     /* the person's name for the tested card; null or empty: none */
    const char *saved;     /* where the report is: "USB stick" */
    const char *lost;      /* why it is not kept; null: it is */
    const char *unsent;    /* why a server does not have it; null: it has, or there is none */
    const char *question;  /* before a run or a card; null: none is asked */
    const char *typed;     /* the answer so far; null: a key is the answer */
    const char *otherwise; /* then: the consequence of no key, in `seconds`; null: it has none */
    unsigned card_count, card;
    struct scene_card cards[SCENE_CARDS];
    uint8_t state;               /* RUNNING, or the verdict of all cards */
    const char *reason;          /* of that verdict */
    char remark[SCENE_WORDS];    /* on one of several cards that are good; empty: there is none */
    const struct advice *advice; /* the same, for a run without cards */
    const char *test, *what;     /* that runs, and its present step */
    int percent;                 /* of the test */
    unsigned run_thousandths;    /* of the run */
    int elapsed, left;
    int hottest;                           /* that was seen in this run */
    const char *rounds;                    /* "round 3 of 10; ..."; null: there is only one */
    const struct scene_rounds *all_rounds; /* of which this is the worst; null: not of several */
    int celsius, limit;                    /* temperature, and where the memory test pauses */
    int rate;                              /* MB/s */
    uint64_t tested; /* bytes of memory, by the test that runs; 0: it tests none */
    unsigned test_number, test_count;
    unsigned result_count;
    struct scene_result results[SCENE_RESULTS]; /* the newest last */
    /* The view that the person has chosen. */
    bool details;  /* the problems, from `first_problem` on */
    bool one_card; /* `card` alone, where there are several */
    unsigned first_problem;
    unsigned problem_count, problems_lost; /* lost: there was no room for them */
    const struct scene_problem *problems;
    bool has_keys; /* a person can press keys */
    bool paused;
    bool together;             /* several cards are tested at the same time: all are shown */
    bool waits;                /* for a person who lets the test run (step=1) */
    int asked;                 /* the key that is to be pressed once more; KEY_NONE: none */
    const char *again;         /* effect of R at the verdict; null: the same again */
    bool shortens;             /* the test can be shortened */
    unsigned line_count, line; /* of a menu before the run; none: there is no menu */
    struct scene_line lines[SCENE_LINES];
    int seconds; /* until the menu starts the chosen suite, or a question is answered; below 0:
                  * never */
    unsigned key_count;
    struct scene_key keys[SCENE_KEYS];
};

/* Whoever shows the scene tells how long the run has taken, because the reporter has no clock; the remaining time
 * follows from it. */
void scene_clock(struct scene *scene, unsigned elapsed_s);

/* Whether the last scene was one of a pause, and when it was seen. */
struct scene_pause {
    bool on;
    uint64_t seen_us;
};

/* How much of the time since the last scene was a pause, which is no time of the run. For each scene, also one that is not
 * shown. */
uint64_t scene_paused_us(struct scene_pause *pause, const struct scene *scene, uint64_t now_us);

/* Trouble with the report, "REPORT NOT SAVED", and why; null: none. */
const char *scene_trouble(const struct scene *scene, const char **why);

/* A key's request, where it is more than another view. */
enum scene_choice {
    CHOICE_NONE,
    CHOICE_STOP,
    CHOICE_SKIP,
    CHOICE_SHORTEN, /* the test, if it can be */
    CHOICE_PAUSE,   /* or an end of the pause */
    CHOICE_AGAIN,
    CHOICE_POWER_OFF,
    CHOICE_SETUP, /* the setup of the machine's firmware */
    CHOICE_LEAVE, /* to the machine's firmware */
};

/* "1:05" of 65 seconds; "--:--" if they are negative: unknown. */
void scene_minutes(int seconds, struct text *words);
/* The line below a question: the text typed so far, or the consequence of no answer. */
void scene_answer(const struct scene *scene, struct text *words);
/* Whether a person, or a script, works on a card just now. */
bool scene_prompts(const struct scene *scene);
/* The keys that do something now, for the last line of the screen. */
void scene_offer_keys(struct scene *scene);
/* How long a key that is asked once more is waited for. */
#define SCENE_ASKED_S 10

/* A key while a run or a verdict is shown: changes the view, or gives the key's request. A key that ends something has
 * to be pressed twice: after the first time it is in scene->asked, and any other key takes it back. A key without a
 * meaning here is ignored. */
enum scene_choice scene_press(struct scene *scene, int key);
/* "Esc: once more stops the run, within 10 s", for those who see no screen; only while a key is asked once more. */
void scene_asked(const struct scene *scene, struct text *words);

/* Wrong words that memory tests have counted; NOT_KNOWN where none has ended, or where a chip is bad and none of its
 * words was counted, because its wires were found to be bad first. */
int64_t scene_card_wrong(const struct scene_card *card);
/* Whether a card passed whose memory was read: only then is there something that the PASS holds for. */
bool scene_card_holds(const struct scene_card *card);
/* Whether a PASS holds for less than was asked for: of one card, and of what is shown, one or all. */
bool scene_card_is_part(const struct scene_card *card);
bool scene_is_part(const struct scene *scene);
/* The headline of one card, "Chip B1: bit 37 stuck at 0"; empty before its verdict. */
void scene_card_headline(const struct scene_card *card, struct text *words);
/* The place of a card of a round, by its address, among those of all rounds; SCENE_CARDS: it has none. */
unsigned scene_rounds_place(const struct scene_rounds *all, const struct scene_card *card);
/* Results of all rounds for the shown card; null: there is one round alone, all cards are shown, or there were more cards
 * than places. */
const struct scene_rounds_card *scene_card_rounds(const struct scene *scene);
/* Whether a table shows the values in which the card is not the expected one. */
bool scene_card_is_other(const struct scene_card *card);
/* The state of the shown card, or of all cards. */
enum scene_state scene_shown_state(const struct scene *scene);
/* The two lines beside the verdict of the run: its headline, and the card. */
void scene_headline(const struct scene *scene, struct text *words);
void scene_second(const struct scene *scene, struct text *words);

#endif
