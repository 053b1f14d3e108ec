/* tests/run/resume.h: what the report of the boot before says about this one.
 *
 * Shape   pure. A test that was started and never ended, in a run without a verdict, reset the
 *         machine; it is left out this time, as are those that the run before had left out.
 * Errors  a report that is cut, or is not ours, leaves nothing out. */
#ifndef TESTS_RUN_RESUME_H
#define TESTS_RUN_RESUME_H

#include <stdbool.h>
#include <stddef.h>

#define RESUME_MAX      16
#define RESUME_NAME_MAX 64
#define RESUME_REASON   "machine was reset during "

struct resume {
    unsigned count;
    char left_out[RESUME_MAX][RESUME_NAME_MAX];
};

void resume_read(struct resume *resume, const char *report, size_t size);
bool resume_leaves_out(const struct resume *resume, const char *test);

#endif
