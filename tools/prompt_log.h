/* tools/prompt_log.h: barecard prompt --replay: the prompt over a log of accesses, where there is no card. */
#ifndef TOOLS_PROMPT_LOG_H
#define TOOLS_PROMPT_LOG_H

#include "linux/typing.h"
#include "suite/run/run.h"

struct prompt_over_log {
    char **argv;
    const char *path;
    const struct run_config *config;
    const struct run_script *script; /* null: lines are typed */
    struct typing *typing;
};

/* The exit status. */
int prompt_over_log(const struct prompt_over_log *work);

#endif
