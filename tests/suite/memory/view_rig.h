/* tests/suite/memory/view_rig.h: a test's view of memory that a bench makes up, for what looks through it. */
#pragma once

#include "suite/memory/view.h"
#include "tests/kit/bench.h"
#include "tests/kit/tests.h"

static struct bench bench;
static struct card card;
static struct run_config config;
static struct test t;
static struct memory_view view;

/* The way of memory that lies in BAR1 as a whole. */
static inline enum err show_all(struct memory_view *of, uint64_t base)
{
    (void)of, (void)base;
    return OK;
}

static char said[1024];

/* A test's `say`. */
static inline void keep_line(struct test *test, const char *line)
{
    const size_t used = strlen(said);

    snprintf(said + used, sizeof(said) - used, "%s\n", line);
}
