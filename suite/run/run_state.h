/* suite/run/run_state.h: shared by the files of the runner; otherwise only tests of them include it.
 *
 * Shape   run.c opens and closes a run and finds the cards; takeover.c takes a card over and gives it back;
 *         one_test.c runs one test on it; operator.c and ask.c hear the person at the rig. */
#ifndef SUITE_RUN_RUN_STATE_H
#define SUITE_RUN_RUN_STATE_H

#include "engines/mmiotrace.h"
#include "pci/errors.h"
#include "pci/path.h"
#include "pci/power.h"
#include "pci/reset.h"
#include "suite/prompt/prompt.h"
#include "suite/report/report.h"
#include "suite/run/resume.h"
#include "suite/run/run.h"
#include "suite/run/tally.h"

#define WATCHDOG_SLACK_S    30
#define TAKEOVER_DEADLINE_S 20
#define OPERATOR_SKIPPED    "skipped by the operator (S)"
#define OPERATOR_STOPPED    "stopped by the operator (Esc)"
#define STOPPED_MAX         120

/* A wish of the person at the rig while a test runs. */
enum wish { WISH_NONE, WISH_SKIP, WISH_STOP };

#define LOG_NAME_MAX 24

/* The log of accesses, where the configuration asks for one (suite/run/access_log.c). */
struct access_log {
    struct mmiotrace trace;
    char name[LOG_NAME_MAX];
    uint64_t used, room; /* bytes; room 0: nothing is logged */
    bool full;           /* from here on the last line alone is kept */
    uint64_t armed_us;   /* when the watchdog was armed for it */
};

/* A card that has its verdict. */
#define KNOWN_MAX 16
struct known {
    struct card_key key;
    struct facts facts;
};

struct lane;

/* A card where it was found; so many are gathered before the first of them is touched. */
#define RUN_FOUND_MAX SCENE_CARDS
struct found_card {
    struct bus *bus;
    struct pci_card found;
};

struct run {
    struct lane *
        lane; /* of the card, where several are tested at the same time; null: it is the run of all cards */
    struct run_setup
        setup; /* a copy, with one of its sinks: a report may be asked for more after its run */
    struct run_sinks sinks;
    uint8_t obstacle_cause; /* enum cause */
    const char *obstacle;   /* why nothing is tested at all; null: nothing stands in the way */
    char words
        [2 * CONFIG_SUITE_MAX +
         64]; /* of the obstacle, where it has to be written; else cards that card= passes over */
    struct report report;
    struct resume resume;
    struct tallies tallies;
    unsigned known_count; /* cards whose facts are kept, to tell which one is unlike the others */
    struct known known[KNOWN_MAX];
    struct access_log log;
    unsigned watchdog_s; /* timeout of the watchdog */
    enum wish wish;
    uint64_t wished_us, looked_us; /* when; when keys were looked at last */
    uint64_t asked_us;             /* when a key was pressed that is asked once more */
    int asked;                     /* which has been told */
    bool hurry;                    /* the test shall be shortened, if it can be */
    bool pause;                    /* wanted, at the next place where a test can wait */
    bool unattended;               /* a question was not answered */
    char stopped[STOPPED_MAX];     /* why, with WISH_STOP */
    bool disturbed;                /* the card was touched from outside: `stopped` says how */
    /* Of the card in hand. */
    struct tally tally;
    struct facts facts;
    uint64_t tested_us; /* that its tests took */
    struct card card;
    struct card_key key;
    struct pci_path path;         /* from it to the processor */
    struct pci_link link;         /* errors noted at both its ends */
    struct pci_saved saved;       /* configuration that a reset would clear */
    struct pci_power power;       /* the state in which it was found */
    const struct suite *suite;    /* of its family */
    uint8_t lost_cause;           /* enum cause */
    char lost[REPORT_REASON_MAX]; /* how it stopped answering; empty: it answers */
    unsigned probed;              /* cards in probe.json, and its part that has not been sent yet */
    char piece[1024];
    size_t piece_used;
    bool in_hand;                     /* it is taken, and not given back yet */
    bool open;                        /* it has no verdict yet */
    bool taken_over;                  /* its engines are quiet, so it may master the bus */
    struct prompt_setup prompt_setup; /* with mode=prompt */
    struct prompt prompt;
    unsigned row_count;
    const struct test_case *rows[TESTS_MAX + 1]; /* that are selected of the suite */
    /* The row's test ended so that those that need it must not run: its name, or that of the test that it needed
     * itself. Null: nothing of the kind. */
    const char *stops[TESTS_MAX + 1];
    /* The row's test has failed or could not be done, by itself: its name. One that did not run, because another was
     * needed that failed, proves nothing. */
    const char *failed[TESTS_MAX + 1];
    /* The row's test differs from the documents, which does not fail the card: named likewise. */
    const char *differs[TESTS_MAX + 1];
};

void run_watchdog(struct run *run, unsigned seconds);
/* Names the step that begins, for the exception handler and the report on the medium. */
void run_phase(struct run *run, const char *what);
void run_name(struct run *run, const char *name);

/* With log=: access_log_open makes the log; access_log_bus gives a bus that logs its accesses, or without log= that bus
 * itself; access_log_mark names the part of the run that comes next in the log. */
void access_log_open(struct run *run);
struct bus *access_log_bus(struct run *run, struct bus *bus);
/* From here on each access is a line of the report, or no longer. ERR_RIG: log= keeps a log already. */
enum err access_log_say(struct run *run, bool on) MUST_CHECK;
/* Writes the reads logged so far, before a line that is derived from them. */
void access_log_said(struct run *run);
void access_log_mark(struct run *run, const char *kind, const char *name);
void access_log_end(struct run *run);

/* Whether the card in hand has stopped answering, which is said once. */
bool run_lost(struct run *run);
/* The same of a card to which a port has stopped passing accesses on, even if reads seem to
 * succeed. For a test that has failed. */
bool run_shut_off(struct run *run);
/* Reads a card without a takeover, as mode=pci and mode=probe ask for; the document that is made of all of
 * them is begun by run_open and ended by run_close. */
void run_probe(struct run *run);
/* With dump=regs: the same of a card that is tested. */
void run_dump(struct run *run);
void run_probe_begin(struct run *run);
void run_probe_end(struct run *run);
/* Which family's card it is; false: no family's. */
bool run_identify(struct run *run, uint32_t boot_0);
/* The report's line of a card whose memory was not looked at. */
void run_say_state(struct run *run, uint32_t boot_0, const char *state);
/* Whether the firmware's console is drawn on the card in hand. */
bool run_drives_console(const struct run *run);
/* Leaves the VRAM out of all tests that the console on the card in hand is drawn into. Called after the family has
 * listed the areas that its displays show. ERR_NO_MEMORY: too many ranges. */
enum err run_spare_console(struct run *run) MUST_CHECK;
/* Facts of the card in hand for a report and a board file, as far as no test is needed. */
void run_know(struct run *run);
/* Keeps the facts of the card in hand until all cards have been tested. */
void run_keep_known(struct run *run);
/* Notes how one of several equal cards differs; a PASS names the first difference in brackets. */
void run_say_neighbours(struct run *run, struct judgement *judgement);
/* Everything from its BARs to their former state. */
void run_take_over(struct run *run);
/* One card from its address to its verdict. */
void run_card(struct run *run, struct bus *bus, const struct pci_card *found);
/* Its verdict, and its part in the run of all cards. */
void run_end_card(struct run *run);
/* Results of the tests of a card that the worker has run, for the run of all cards. */
void run_add_card(struct run *run, const struct run *of_card);
/* Whether several cards can be tested at the same time. Where somebody has asked for it with jobs= and they cannot, why
 * is said. */
bool run_has_jobs(struct run *run);
/* These cards, as many at the same time as jobs= says and there are processors for. */
void run_side_by_side(struct run *run, const struct found_card *cards, unsigned count);
/* The card in hand back to its former state, from the run's notes, wherever the run was cut off. */
void run_give_up(struct run *run);
/* Test number `index` of run->rows; posted: the memory of the card works. */
void run_one_test(struct run *run, unsigned index, bool posted);
/* In place of the end of a test or a step of the takeover, from which the card's processor has not come back. Nothing
 * behind the card's BARs is touched. */
void run_hung(struct run *run, const char *doing);
/* Says which bridges of the path were shut, and are open now. */
void run_say_opened(struct run *run, const struct pci_path *path);
/* Weight of a test in the screen's bar (suite/report/stage.h). */
unsigned test_weight(const struct run *run, const struct test_case *row);
/* Looks for keys, often enough for a person and seldom enough for the tests. */
void operator_look(struct run *run);
/* The same where the report can take a line and the screen be drawn. */
void operator_heed(struct run *run);
/* The same where the test can wait: a pause is made here, which the deadline does not count. False: the test is
 * to end. */
bool operator_goes_on(struct run *run);
/* Whether the surroundings want the run to end, or something has happened to the card; operator_look asks it too. */
void operator_ask_surroundings(struct run *run);
/* Somebody wants the test or the run to end. */
void operator_wish(struct run *run, enum wish wish, const char *why);
/* Whether anybody can end a test before its time. */
bool operator_can_interrupt(const struct run *run);
/* With step=1: waits until a person lets the test run; WISH_NONE: it runs. */
enum wish operator_step(struct run *run, const char *test);
/* Asks whether the card's tests in which the machine was switched off again and again shall run; without a keyboard, or
 * without an answer, they are left out. */
void operator_ask(struct run *run, struct bus *bus, const struct card_key *card);
/* Whether the test has been asked to end and has not done so by itself. */
bool operator_insists(const struct run *run);
/* With mode=prompt: the only test, and its arguments. */
extern const struct test_case prompt_row;
void run_prompt_open(struct run *run, struct test *t);
/* Whether a test may run that may hang silicon. */
bool run_risk_taken(const struct run *run, const struct test_case *row);
/* Whether the card in hand was tested, and not only used by hand. */
bool run_is_judged(const struct run *run);
/* The rows of the card's suite that the configuration selects. */
void run_select(struct run *run);

#endif
