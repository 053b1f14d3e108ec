#include "tools/workers.h"

#include <limits.h>
#include <linux/futex.h>
#include <stdlib.h>
#include <string.h>
#include <sys/syscall.h>
#include <time.h>
#include <unistd.h>

#define WAIT_NS 5000000

struct memory {
    struct memory *next;
    _Alignas(16) uint8_t bytes[];
};

struct job {
    void (*work)(void *of);
    void *of;
};

static unsigned begin(void *opaque, unsigned wanted)
{
    (void)opaque;
    return wanted < WORKERS_MAX ? wanted : WORKERS_MAX;
}

static void *get_memory(void *opaque, size_t size)
{
    struct workers *const workers = opaque;
    struct memory *const memory = calloc(1, sizeof(*memory) + size);

    if (!memory)
        return NULL;
    memory->next = workers->memory;
    workers->memory = memory;
    return memory->bytes;
}

/* A modelled bus is the thread's that drives its card, and nobody else's. */
static struct bus *bus_of(void *opaque, struct bus *bus, const struct pci_card *found,
                          struct errand *errand, struct run *run)
{
    const struct workers *const workers = opaque;

    (void)found, (void)errand;
    if (workers->listens)
        workers->listens(workers->opaque, bus, run);
    return bus;
}

static void *carry_out(void *opaque)
{
    const struct job job = *(struct job *)opaque;

    free(opaque);
    job.work(job.of);
    return NULL;
}

static bool start(void *opaque, unsigned worker, void (*work)(void *of), void *of)
{
    struct workers *const workers = opaque;
    struct job *const job = malloc(sizeof(*job));

    if (workers->running[worker])
        pthread_join(workers->threads[worker], NULL);
    workers->running[worker] = false;
    if (!job)
        return false;
    *job = (struct job){ work, of };
    workers->running[worker] = pthread_create(&workers->threads[worker], NULL, carry_out, job) == 0;
    if (!workers->running[worker])
        free(job);
    return workers->running[worker];
}

/* Of this machine, not of the modelled card, whose clock runs as fast as its work. */
static uint64_t time_us(void *opaque, struct bus *bus)
{
    struct timespec now;

    (void)opaque, (void)bus;
    clock_gettime(CLOCK_MONOTONIC, &now);
    return (uint64_t)now.tv_sec * 1000000 + (uint64_t)now.tv_nsec / 1000;
}

static void wait(void *opaque, const uint32_t *word, uint32_t seen)
{
    const struct timespec some = { .tv_nsec = WAIT_NS };

    (void)opaque;
    syscall(SYS_futex, word, FUTEX_WAIT_PRIVATE, seen, &some, NULL, 0);
}

static void wake(void *opaque, const uint32_t *word)
{
    (void)opaque;
    syscall(SYS_futex, word, FUTEX_WAKE_PRIVATE, INT_MAX, NULL, NULL, 0);
}

/* A thread that was given up goes on in its memory, until the process ends. */
static void end(void *opaque, bool all_back)
{
    struct workers *const workers = opaque;

    for (unsigned i = 0; i < WORKERS_MAX; i++) {
        if (workers->running[i] && all_back)
            pthread_join(workers->threads[i], NULL);
        else if (workers->running[i])
            pthread_detach(workers->threads[i]);
        workers->running[i] = false;
    }
    while (workers->memory) {
        struct memory *const memory = workers->memory;

        workers->memory = memory->next;
        if (all_back)
            free(memory);
    }
}

void workers_open(struct workers *workers)
{
    *workers = (struct workers){ .ops = { .opaque = workers,
                                          .begin = begin,
                                          .memory = get_memory,
                                          .bus = bus_of,
                                          .start = start,
                                          .time_us = time_us,
                                          .wait = wait,
                                          .wake = wake,
                                          .end = end } };
}
