#include "suite/run/errand.h"

void errand_ring(const struct errand *errand)
{
    __atomic_fetch_add(errand->bell, 1, __ATOMIC_ACQ_REL);
    errand->workers->wake(errand->workers->opaque, errand->bell);
}

void errand_ask(struct errand *errand, void (*what)(void *of), void *of)
{
    const struct run_workers *const workers = errand->workers;

    if (errand->here) {
        what(of);
        return;
    }
    errand->what = what;
    errand->of = of;
    __atomic_store_n(&errand->asked, 1, __ATOMIC_RELEASE);
    errand_ring(errand);
    while (__atomic_load_n(&errand->asked, __ATOMIC_ACQUIRE))
        workers->wait(workers->opaque, &errand->asked, 1);
}

/* The work may ask for more by itself, such as a line of the report. */
bool errand_serve(struct errand *errand)
{
    if (!__atomic_load_n(&errand->asked, __ATOMIC_ACQUIRE))
        return false;
    errand->here = true;
    errand->what(errand->of);
    errand->here = false;
    __atomic_store_n(&errand->asked, 0, __ATOMIC_RELEASE);
    errand->workers->wake(errand->workers->opaque, &errand->asked);
    return true;
}
