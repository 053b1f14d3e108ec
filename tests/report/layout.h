/* tests/report/layout.h: the two pictures of the screen: a run under way, and the verdict.
 *
 * Shape   pure: fills report->screen from what the report remembers. */
#ifndef TESTS_REPORT_LAYOUT_H
#define TESTS_REPORT_LAYOUT_H

#include "tests/report/report.h"

void layout_run(struct report *report);
void layout_verdict(struct report *report, enum verdict verdict, const char *reason);

#endif
