/* tests/report/layout.h: the pictures of the screen: a question, a run under way, the verdict.
 *
 * Shape   pure: fills a screen, that of the run from what the report remembers. */
#ifndef TESTS_REPORT_LAYOUT_H
#define TESTS_REPORT_LAYOUT_H

#include "tests/report/report.h"

void layout_run(struct report *report);
/* A question before the run, what has been typed so far, and the keys that end it. */
void layout_question(struct screen *screen, const char *question, const char *typed,
                     const char *keys);
void layout_verdict(struct report *report, enum verdict verdict, const char *reason);

#endif
