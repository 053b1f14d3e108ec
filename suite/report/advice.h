/* suite/report/advice.h: what the person at the bench can do next, for the screen and for reports.
 *
 * Shape   pure. A verdict and its reason, as the report says them, choose a row: a headline of at most 32
 *         characters (what is bad, and where) and up to three steps. The first step can be done at once.
 *         "swap" comes before "replace": a bad half of a partition is no proof of a bad chip.
 * Source  docs/report.md "What to do next", docs/hardware/board.md §1. */
#ifndef TESTS_REPORT_ADVICE_H
#define TESTS_REPORT_ADVICE_H

#define ADVICE_STEPS 3

struct advice {
    const char *headline;            /* without the name of a chip or partition */
    const char *steps[ADVICE_STEPS]; /* null: no such step */
};

/* `verdict` is "PASS", "FAIL", "NOT TESTED" or "INCOMPLETE"; null: the run was cut off. Never null. */
const struct advice *advice_for(const char *verdict, const char *reason);

#endif
