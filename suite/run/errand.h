/* suite/run/errand.h: work of the boot processor for a worker: everything that calls the machine's firmware, or writes.
 *
 * Shape   the worker asks for one thing at a time and waits for it, so the errand may use all that the worker has, as
 *         if the worker did it. Once the worker is given up its errands are not done any more, and it waits for ever: a
 *         processor that comes back after all does no more harm. */
#ifndef SUITE_RUN_ERRAND_H
#define SUITE_RUN_ERRAND_H

#include "suite/run/workers.h"

struct errand {
    const struct run_workers *workers;
    uint32_t *bell; /* atomic; counts the errands of all workers that the boot processor has to look
                     * at */
    uint32_t asked; /* atomic */
    bool here;      /* on the boot processor, which does it at once */
    void (*what)(void *of);
    void *of;
};

/* The boot processor has something to look at. */
void errand_ring(const struct errand *errand);
/* By the worker: `what` has been done when this returns. */
void errand_ask(struct errand *errand, void (*what)(void *of), void *of);
/* By the boot processor: does the errand; false: there was none. */
bool errand_serve(struct errand *errand);

#endif
