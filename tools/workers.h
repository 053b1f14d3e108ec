/* tools/workers.h: threads of this process as the processors that drive cards (suite/run/workers.h), each card on a modelled
 * bus of its own. */
#ifndef TOOLS_WORKERS_H
#define TOOLS_WORKERS_H

#include <pthread.h>

#include "suite/run/workers.h"

#define WORKERS_MAX 8

struct workers {
    struct run_workers ops; /* for run_setup */
    /* Told which run the remarks of a bus are for from here on. Null: nobody. */
    void (*listens)(void *opaque, struct bus *bus, struct run *run);
    void *opaque;
    pthread_t threads[WORKERS_MAX];
    bool running[WORKERS_MAX];
    struct memory *memory; /* all that was given out */
};

void workers_open(struct workers *workers);

#endif
