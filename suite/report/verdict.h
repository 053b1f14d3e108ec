/* suite/report/verdict.h: what a run, or one card of it, comes to. */
#ifndef TESTS_REPORT_VERDICT_H
#define TESTS_REPORT_VERDICT_H

enum verdict { VERDICT_PASS, VERDICT_FAIL, VERDICT_NOT_TESTED, VERDICT_INCOMPLETE };

const char *verdict_name(enum verdict verdict); /* "PASS", "NOT TESTED" */
int verdict_status(enum verdict verdict);       /* exit status: 0 PASS, 1 FAIL, else 2 */
/* How bad it is: PASS, NOT TESTED, INCOMPLETE, FAIL, from 0 up. */
unsigned verdict_rank(enum verdict verdict);

#endif
