/* suite/report/report.h: one report in four forms: TAP 13, report.jsonl, report.txt, the scene of the screen.
 *
 * Shape   the runner tells each event, and the report writes it to the sinks at once, so that a hang or a power cut
 *         leaves all records before it. All calls between report_begin_card and report_card_verdict are of that card,
 *         which the records name by its bus address. */
#ifndef SUITE_REPORT_REPORT_H
#define SUITE_REPORT_REPORT_H

#include "suite/kit/test.h"
#include "suite/report/moment.h"
#include "suite/report/record.h"
#include "suite/report/sinks.h"
#include "suite/report/stage.h"
#include "suite/report/verdict.h"

#define REPORT_LINE_MAX    4096
#define REPORT_MASKS_MAX   1024
#define REPORT_REASON_MAX  240
#define REPORT_COMMENT_MAX 640

struct report_counts {
    unsigned of[TEST_RESULTS];
    unsigned differs;        /* from the documents, without failing the card */
    unsigned risky_left_out; /* risky tests of the suite, left out without risky=1 */
};

/* Reasons for which tests of the card in hand did not run: report.txt has a line for each of them. */
#define REPORT_SKIPS 8
struct report_skip {
    const char *test; /* the first of them */
    unsigned count;
    char reason[TEST_SENTENCE_MAX];
};

struct report {
    const struct run_sinks *sinks;
    struct moment began; /* the run, by the machine's clock */
    uint64_t began_us;   /* by the sinks' */
    struct card_key key; /* of the card that the next records speak of */
    unsigned number;     /* test lines so far */
    struct report_counts all, of_card;
    struct stage stage;
    char line[REPORT_LINE_MAX];
    char masks[REPORT_MASKS_MAX]; /* a long member of the record in `line` */
    char held
        [3 *
         REPORT_LINE_MAX]; /* two records that go out together, and a note of the sink that takes them */
    size_t held_used;
    bool putting; /* the sink has them */
    unsigned skip_count;
    struct report_skip skips[REPORT_SKIPS];
};

/* A card, as the report describes it. */
struct report_card {
    const struct pci_card *pci;
    const struct chip *chip; /* null: not known */
    uint32_t boot_0;
    const char *vbios;             /* its version; empty: not known */
    const char *serial;            /* empty: the card does not say one */
    const struct vram_map *memory; /* null: not read */
    const char *state;             /* "ready", "drives the console", ... */
};

/* The run as a whole, as the report describes it. */
struct report_run {
    const char *version; /* "0.1.0 3f2a...": version and build id */
    const char *machine; /* its name */
    const char *suite;   /* as the configuration has it */
    const char *label;   /* the name that the person at the rig gave to the tested card; may be
                          * empty */
    unsigned number;     /* of this run among those of its medium, from 1 */
    unsigned round;      /* of several of the same run, from 1; 0: there is only one */
    struct moment began;
    bool model; /* the cards are the device model */
};

/* Origin and standing of a test, told beside its result. */
struct report_test {
    const char *source; /* "tesla-vm.md §1.7, PTE bit 0" */
    const char *basis;  /* "proven", "documented", "unverified E17" */
    bool open;          /* the claim is not shown to be true: reports say so beside the name */
    uint64_t ms;        /* that it took */
    bool differs;       /* it failed, which says something of the documents and not of the card */
};

void report_open(struct report *report, const struct run_sinks *sinks,
                 const struct report_run *run);
void report_comment(struct report *report, const char *format, ...)
    __attribute__((format(printf, 2, 3)));
/* A record of a line that is a comment in TAP, or was one already. report_comment writes both. */
void report_note(struct report *report, const char *line);
/* A card that will be tested, told before the first one begins. */
void report_found(struct report *report, const struct card_key *key);
/* All records from here on, until the next call, are this card's. */
void report_begin_card(struct report *report, const struct card_key *key);
/* A step of the takeover, told before it is made, so that a hang within it has a name. */
void report_phase(struct report *report, const char *phase);
/* A test, or a phase, that the boot before did not survive. `why`: RECORD_RESET or RECORD_CRASH. */
void report_left_out(struct report *report, const struct card_key *key, bool phase,
                     const char *name, const char *why);
/* A test in which the machine was switched off, in so many boots in a row. */
void report_cut(struct report *report, const struct card_key *key, const char *test, unsigned cuts);
void report_card(struct report *report, const struct report_card *card);
/* Tests that this card will get, and risky ones that are left out without risky=1. */
void report_plan(struct report *report, unsigned count, unsigned risky_left_out);
/* Sum of the weights of this card's tests (suite/report/stage.h). */
void report_weigh(struct report *report, unsigned weight);
/* `watchdog_s`: how long the machine may stay silent from here on before the watchdog resets it. */
void report_start(struct report *report, const char *test, unsigned weight, unsigned watchdog_s);
/* For curves of a run: percent, rate and temperature of the test. */
void report_sample(struct report *report, const char *test, const struct test_sample *sample);
/* The test that a pause stands before. */
void report_next(struct report *report, const char *test);
/* How far the test is in percent, and its present step. */
void report_progress(struct report *report, const struct test *t, unsigned percent,
                     const char *what);
void report_end(struct report *report, const struct test *t, const struct report_test *about);
/* The person at the rig has the tests wait, or go on; asked again and again while they wait. */
void report_pause(struct report *report, bool paused);
/* The person at the rig wants to see something else. */
void report_show(struct report *report);
/* Tests that did not run, for any reason. */
unsigned report_skipped(const struct report_counts *counts);
/* The known facts of that card, for tools; unknown ones are left out. */
void report_facts(struct report *report, const struct facts *facts);
/* The verdict on the card that report_begin_card named. */
void report_card_verdict(struct report *report, const struct judgement *judgement);
/* The report of one card of several that are tested at the same time: its sinks are its own, and nothing is written yet. */
void report_open_card(struct report *report, const struct report *of,
                      const struct run_sinks *sinks);
/* The text of such a report becomes part of that of the run: lines of TAP, whose tests get the run's next numbers, and
 * whole records. */
void report_pass_tap(struct report *report, const char *text, size_t size);
void report_pass_record(struct report *report, const char *lines, size_t size);
/* Its scene, at the place of its card among those of the run, for as long as several are tested. */
void report_show_card(struct report *report, unsigned place, const struct report *of_card);
/* Its verdict, once all its text was passed on: cards in the order of their places. */
void report_add_card(struct report *report, const struct report *of_card);
/* Whether several cards are tested from here on. */
void report_together(struct report *report, bool together);
/* The verdict over all rounds so far. No card's report follows. */
void report_rounds(struct report *report, const char *words);
/* The verdict on the run; ends the report. */
void report_verdict(struct report *report, const struct judgement *judgement);

#endif
