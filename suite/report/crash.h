/* suite/report/crash.h: words for a failure of the firmware itself: on the screen, in report.jsonl and in report.txt.
 *
 * Shape   holds its own words and nothing of the run, because the run itself may be broken. The page is drawn of a
 *         scene whose `crash` is set (suite/report/page.h).
 * Errors  none: a text that does not fit is cut. */
#ifndef SUITE_REPORT_CRASH_H
#define SUITE_REPORT_CRASH_H

#include <stdint.h>

#include "engines/text.h"
#include "suite/report/record.h"

#define CRASH_LINES    20
#define CRASH_LINE_MAX 128
#define CRASH_TEST_MAX 80

/* The running test and its card; kept up to date, because after a crash it is too late to ask. */
struct crash_running {
    char test[CRASH_TEST_MAX];  /* empty: none */
    char at[CARD_KEY_AT_MAX];   /* bus address of the card; empty: none is in hand */
    char about[CRASH_LINE_MAX]; /* chipset, memory and round, for the screen */
    uint64_t begun_us;          /* the run, by the machine's clock */
};

struct crash {
    const struct crash_running *running;
    bool hardware; /* the machine's hardware has reported it; no code of ours is to blame */
    bool kept;     /* report.jsonl has it, so the next boot leaves the test out */
    bool keys;     /* the machine has keys */
    uint64_t up_ms;
    char code
        [CRASH_LINE_MAX]; /* the same for the same fault of the same build: "X14-find_wrong-1f" */
    char what[CRASH_LINE_MAX]; /* "exception 14 (page fault)" */
    unsigned line_count;       /* for the developer */
    char lines[CRASH_LINES][CRASH_LINE_MAX];
};

/* "Barecard failed, not the card", or that the rig reports a hardware error. */
const char *crash_headline(const struct crash *crash);
/* The sentence below it: that the card is not judged. */
const char *crash_meaning(const struct crash *crash);
/* The line of report.jsonl, and the last lines of report.txt. */
void crash_record(const struct crash *crash, struct text *line);
void crash_plain(const struct crash *crash, struct text *text);

#endif
