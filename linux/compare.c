#include "linux/compare.h"

#include <pthread.h>
#include <sched.h>
#include <stdbool.h>
#include <stdlib.h>

#define STEP  512                  /* words that are looked at together */
#define ALONE ((size_t)256 * 1024) /* bytes that are not worth waking anybody for */

struct work {
    const uint64_t *words, *expected; /* null: each word is `value` */
    uint64_t value;
    size_t size;
};

struct comparers {
    unsigned count; /* of threads beside the one that asks */
    pthread_t threads[WORKERS_MAX];
    pthread_mutex_t lock;
    pthread_cond_t begun, ended;
    struct work work;
    unsigned round, busy, next;
    bool leave;
    size_t found[WORKERS_MAX + 1]; /* of each part */
};

/* Written so that the compiler makes vectors of it, once for each kind of processor. */
static inline __attribute__((always_inline)) size_t look(const struct work *work, size_t from,
                                                         size_t to)
{
    for (size_t at = from; at < to; at += STEP) {
        const size_t end = to - at < STEP ? to : at + STEP;
        uint64_t other = 0;

        for (size_t i = at; i < end; i++)
            other |= work->words[i] ^ (work->expected ? work->expected[i] : work->value);
        for (size_t i = at; other && i < end; i++)
            if (work->words[i] != (work->expected ? work->expected[i] : work->value))
                return i;
    }
    return to;
}

__attribute__((target("avx2"))) static size_t look_avx2(const struct work *work, size_t from,
                                                        size_t to)
{
    return look(work, from, to);
}

static size_t look_plain(const struct work *work, size_t from, size_t to)
{
    return look(work, from, to);
}

/* Part number `part` of so many, in words; SIZE_MAX: all of it is right. */
static size_t look_at_part(const struct work *work, unsigned part, unsigned parts)
{
    const size_t words = work->size / 8, from = words * part / parts,
                 to = words * (part + 1) / parts;
    const size_t found =
        __builtin_cpu_supports("avx2") ? look_avx2(work, from, to) : look_plain(work, from, to);

    return found == to ? SIZE_MAX : found;
}

/* Each thread takes the next part that no other has, because threads wake in any order. */
static void *attend(void *opaque)
{
    struct comparers *const comparers = opaque;
    unsigned round = 0;

    pthread_mutex_lock(&comparers->lock);
    for (;;) {
        while (comparers->round == round && !comparers->leave)
            pthread_cond_wait(&comparers->begun, &comparers->lock);
        if (comparers->leave)
            break;
        round = comparers->round;
        const unsigned part = comparers->next++;
        pthread_mutex_unlock(&comparers->lock);
        comparers->found[part] = look_at_part(&comparers->work, part, comparers->count + 1);
        pthread_mutex_lock(&comparers->lock);
        if (--comparers->busy == 0)
            pthread_cond_signal(&comparers->ended);
    }
    pthread_mutex_unlock(&comparers->lock);
    return NULL;
}

static unsigned processors(void)
{
    cpu_set_t set;
    const int count = sched_getaffinity(0, sizeof(set), &set) ? 1 : CPU_COUNT(&set);

    return count > WORKERS_MAX ? WORKERS_MAX : (unsigned)count;
}

struct comparers *comparers_new(void)
{
    struct comparers *const comparers = calloc(1, sizeof(*comparers));
    const unsigned wanted = processors() - 1;

    if (!comparers)
        return NULL;
    pthread_mutex_init(&comparers->lock, NULL);
    pthread_cond_init(&comparers->begun, NULL);
    pthread_cond_init(&comparers->ended, NULL);
    while (comparers->count < wanted &&
           pthread_create(&comparers->threads[comparers->count], NULL, attend, comparers) == 0)
        comparers->count++;
    return comparers;
}

void comparers_free(struct comparers *comparers)
{
    if (!comparers)
        return;
    pthread_mutex_lock(&comparers->lock);
    comparers->leave = true;
    pthread_cond_broadcast(&comparers->begun);
    pthread_mutex_unlock(&comparers->lock);
    for (unsigned i = 0; i < comparers->count; i++)
        pthread_join(comparers->threads[i], NULL);
    pthread_cond_destroy(&comparers->begun);
    pthread_cond_destroy(&comparers->ended);
    pthread_mutex_destroy(&comparers->lock);
    free(comparers);
}

/* The caller compares part 0 itself; small sizes it compares alone, because waking the threads
 * costs more than they save. */
size_t comparers_compare(struct comparers *comparers, const uint64_t *words,
                         const uint64_t *expected, uint64_t value, size_t size)
{
    const struct work work = { .words = words, .expected = expected, .value = value, .size = size };

    if (!comparers || !comparers->count || size < ALONE) {
        const size_t found = look_at_part(&work, 0, 1);

        return found == SIZE_MAX ? size : 8 * found;
    }
    pthread_mutex_lock(&comparers->lock);
    comparers->work = work;
    comparers->busy = comparers->count;
    comparers->next = 1;
    comparers->round++;
    pthread_cond_broadcast(&comparers->begun);
    pthread_mutex_unlock(&comparers->lock);
    comparers->found[0] = look_at_part(&work, 0, comparers->count + 1);
    pthread_mutex_lock(&comparers->lock);
    while (comparers->busy)
        pthread_cond_wait(&comparers->ended, &comparers->lock);
    pthread_mutex_unlock(&comparers->lock);
    for (unsigned i = 0; i <= comparers->count; i++)
        if (comparers->found[i] != SIZE_MAX)
            return 8 * comparers->found[i];
    return size;
}
