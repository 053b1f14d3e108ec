/* linux/run.h: `barecard run`: the self tests on this machine's cards, by one process that waits and one that tests.
 *
 * Shape   cards are found, looked at (linux/check.h) and opened by the guardian; a child does the run. Memory that both
 *         need is shared, so that the guardian gives every card back and ends the report when the child dies, whatever
 *         of. If the guardian is killed the child does it. If both are, the next start does (linux/hold.h).
 * Errors  a sentence on standard error and status 2, with nothing touched. */
#ifndef LINUX_RUN_H
#define LINUX_RUN_H

#include "linux/files.h"
#include "suite/kit/settings.h"
#include "suite/run/run.h"

#define WANTED_MAX 8

struct linux_request {
    const char *command; /* for messages: "barecard run" */
    const char *version;
    const struct roots *roots;
    const struct suites *suites;
    const struct run_config *config;
    const char *config_error;
    const struct expectations *board_file; /* null: nothing is expected */
    const struct run_script *script;       /* of mode=prompt; null: lines are typed */
    unsigned wanted_count;                 /* 0: every card that nothing uses */
    char wanted[WANTED_MAX][16];           /* addresses */
    const char *folder;                    /* of --out; null: none */
    bool take, no_iommu;
};

/* The exit status: 0 PASS, 1 FAIL, 2 all else; `reported`: there was a run, and its report has an end. */
int linux_run(const struct linux_request *request, bool *reported);

#endif
