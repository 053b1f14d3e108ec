/* suite/run/select.h: which tests a suite names.
 *
 * Shape   "default": all but the extra ones; "all": every one; else name prefixes separated by
 *         commas, each matching whole words between dots ("vm" has vm.pte.absent, not vmx). */
#ifndef SUITE_RUN_SELECT_H
#define SUITE_RUN_SELECT_H

#include "suite/run/run.h"

bool suite_has(const char *suite, const struct test_case *row);
/* A prefix of the suite that no test of any family has; null: there is none. Writes it into `out`. */
const char *suite_unknown(const char *suite, const struct suites *suites,
                          char out[CONFIG_SUITE_MAX]);
/* The suite, or the prefix of a test's name, that differs least from `word`: by at most two letters that are
 * missing, too many or wrong. Null: none is that close. */
const char *suite_suggestion(const char *word, const struct suites *suites,
                             char out[CONFIG_SUITE_MAX]);
bool suite_is_whole(const char *suite);

#endif
