/* suite/report/verdict.h: the verdict on a run, or on one card of it. */
#ifndef SUITE_REPORT_VERDICT_H
#define SUITE_REPORT_VERDICT_H

#include "suite/kit/finding.h"
#include "suite/report/conditions.h"

enum verdict { VERDICT_PASS, VERDICT_FAIL, VERDICT_NOT_TESTED, VERDICT_INCOMPLETE };

/* The words, the same on the screen, in every report and on the last line. */
#define WORD_PASS       "PASS"
#define WORD_FAIL       "FAIL"
#define WORD_NOT_TESTED "NOT TESTED"
#define WORD_INCOMPLETE "INCOMPLETE"

/* Longer than any sentence of a test with its name before it and the failures after it that it explains: no reason is
 * ever cut. */
#define REASON_MAX 560

/* A verdict, its finding, and the same in a sentence: the test's name, and what it said. */
struct judgement {
    enum verdict verdict;
    struct finding finding;
    const char *test; /* whose result it rests on, a row's name; null: no test's */
    char reason[REASON_MAX];
    struct conditions conditions; /* extent, clock and link of the test */
};

const char *verdict_name(enum verdict verdict); /* its word */
int verdict_status(enum verdict verdict);       /* exit status: 0 PASS, 1 FAIL, else 2 */
/* How bad it is, from 0, a pass, up to 3, a failure; the worst card's is the run's. */
unsigned verdict_rank(enum verdict verdict);

#endif
