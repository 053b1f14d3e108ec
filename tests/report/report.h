/* tests/report/report.h: one report in three forms: TAP 13, report.jsonl, the screen.
 *
 * Shape   the runner tells what happens, the report writes it to the sinks at once, so that a hang
 *         or a power cut leaves everything up to it.
 * Units   none. Errors  none: a sink that cannot write is the surroundings' business. */
#ifndef TESTS_REPORT_REPORT_H
#define TESTS_REPORT_REPORT_H

#include "tests/report/record.h"
#include "tests/run/run.h"
#include "tests/run/test.h"

#define REPORT_LINE_MAX   1536
#define REPORT_HISTORY    13 /* results that the screen keeps in view */
#define REPORT_REASON_MAX 200

struct report_history {
    char text[SCREEN_COLUMNS + 1];
    uint8_t colour;
};

struct report {
    const struct run_sinks *sinks;
    struct card_key key; /* of the card that the next records speak of */
    unsigned number;     /* test lines so far */
    unsigned planned;    /* test lines that there will be, for the progress bar */
    unsigned counts[TEST_RESULTS];
    unsigned todo;           /* differs from the documents, without failing the card */
    unsigned risky_left_out; /* tests of the suite that nobody has asked for with risky=1 */
    char title[SCREEN_COLUMNS + 1];
    char card[SCREEN_COLUMNS + 1];
    char now[SCREEN_COLUMNS + 1];
    struct report_history history[REPORT_HISTORY];
    unsigned history_count;
    struct chip_table chips; /* of the last test that found errors in the memory */
    struct screen screen;
    char line[REPORT_LINE_MAX];
};

/* What the report says of a card. */
struct report_card {
    const struct pci_card *pci;
    const struct chip *chip; /* null: not known */
    uint32_t boot_0;
    const struct memory_config *memory; /* null: not read */
    const char *state;                  /* "ready", "drives the console", ... */
};

void report_open(struct report *report, const struct run_sinks *sinks,
                 const struct run_setup *setup);
void report_comment(struct report *report, const char *format, ...)
    __attribute__((format(printf, 2, 3)));
/* All records from here on, until the next call, are this card's. */
void report_begin_card(struct report *report, const struct card_key *key);
/* A step of the takeover, said before it is made, so that a hang within it has a name. */
void report_phase(struct report *report, const char *phase);
/* A test, or a phase, that the boot before did not survive. */
void report_left_out(struct report *report, const struct card_key *key, bool phase,
                     const char *name);
void report_card(struct report *report, const struct report_card *card);
void report_start(struct report *report, const struct test_case *row);
void report_progress(struct report *report, const char *name, const char *what);
/* judged: a failure of an unverified claim counts against the card (it is the model). */
void report_end(struct report *report, const struct test *t, bool judged);
/* Tests that did not run, for whatever reason. */
unsigned report_skipped(const struct report *report);
void report_verdict(struct report *report, enum verdict verdict, const char *reason);

#endif
