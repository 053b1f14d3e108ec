/* suite/memory/progress.h: how far a memory test is, how fast, how warm the card is.
 *
 * Shape   asked after each piece of work, looks once a second: progress with rate and remaining time,
 *         temperature; at max_temp the test pauses until the card has cooled down. Samples for the report come
 *         once a second at first and more seldom the longer the test takes.
 * Units   bytes, microseconds, degrees C.
 *         Each step extends the deadline of the test.
 * Errors  progress_step: false if the time that the configuration allows is over, or if the card does not
 *         cool down, which ends the test as an error of the rig. */
#ifndef SUITE_MEMORY_PROGRESS_H
#define SUITE_MEMORY_PROGRESS_H

#include "suite/kit/test.h"

#define PROGRESS_COOLED 3 /* degrees below max_temp at which a pause ends */

struct progress {
    struct test *t;
    uint64_t asked_us; /* when a key was looked for */
    uint64_t begun_us, looked_us, paused_us, sampled_us;
    unsigned samples;
    uint64_t done, all;
    bool sensor;
    unsigned before, highest, after; /* degrees C, with a sensor */
    uint64_t memory; /* that each step of the test goes over, for its plan; 0: it is not told */
    uint64_t
        heat_us; /* that the card was last warmed before a step; the steps that are to come wait as long */
    bool copies, shortens,
        planned; /* the card copies; M shortens the test; the plan has been told */
};

/* all: bytes that will be gone through. */
void progress_begin(struct progress *progress, struct test *t, uint64_t all);
/* A test that takes more than a minute says so as soon as its rate is known: how much memory, over which link, how long,
 * and that M shortens it. After progress_begin. */
void progress_plan(struct progress *progress, uint64_t memory, bool copies, bool shortens);
void progress_more(struct progress *progress, uint64_t bytes); /* that turned out to be needed */
bool progress_step(struct progress *progress, uint64_t bytes, const char *what) MUST_CHECK;
/* Reads the temperature a last time and says it. */
void progress_end(struct progress *progress);

#endif
