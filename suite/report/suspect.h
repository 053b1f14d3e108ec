/* suite/report/suspect.h: which chip the reason of a FAIL names, for headlines.
 *
 * Shape   reasons are worded by suite/memory: "...: bit 37 stuck at 0 (chip B1)", several faults one behind the
 *         other with ";" between them. */
#ifndef TESTS_REPORT_SUSPECT_H
#define TESTS_REPORT_SUSPECT_H

#include "engines/text.h"

/* One chip: its name, and what is the matter with it, "bit 37 stuck at 0". Several: no name, and "Chips A0, B1 are
 * bad". None: nothing. */
void suspect_of(const char *reason, struct text *chip, struct text *what);

#endif
