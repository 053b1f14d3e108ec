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

struct crew {
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
    struct crew *const crew = opaque;
    unsigned round = 0;

    pthread_mutex_lock(&crew->lock);
    for (;;) {
        while (crew->round == round && !crew->leave)
            pthread_cond_wait(&crew->begun, &crew->lock);
        if (crew->leave)
            break;
        round = crew->round;
        const unsigned part = crew->next++;
        pthread_mutex_unlock(&crew->lock);
        crew->found[part] = look_at_part(&crew->work, part, crew->count + 1);
        pthread_mutex_lock(&crew->lock);
        if (--crew->busy == 0)
            pthread_cond_signal(&crew->ended);
    }
    pthread_mutex_unlock(&crew->lock);
    return NULL;
}

static unsigned processors(void)
{
    cpu_set_t set;
    const int count = sched_getaffinity(0, sizeof(set), &set) ? 1 : CPU_COUNT(&set);

    return count > WORKERS_MAX ? WORKERS_MAX : (unsigned)count;
}

struct crew *crew_new(void)
{
    struct crew *const crew = calloc(1, sizeof(*crew));
    const unsigned wanted = processors() - 1;

    if (!crew)
        return NULL;
    pthread_mutex_init(&crew->lock, NULL);
    pthread_cond_init(&crew->begun, NULL);
    pthread_cond_init(&crew->ended, NULL);
    while (crew->count < wanted &&
           pthread_create(&crew->threads[crew->count], NULL, attend, crew) == 0)
        crew->count++;
    return crew;
}

void crew_free(struct crew *crew)
{
    if (!crew)
        return;
    pthread_mutex_lock(&crew->lock);
    crew->leave = true;
    pthread_cond_broadcast(&crew->begun);
    pthread_mutex_unlock(&crew->lock);
    for (unsigned i = 0; i < crew->count; i++)
        pthread_join(crew->threads[i], NULL);
    pthread_cond_destroy(&crew->begun);
    pthread_cond_destroy(&crew->ended);
    pthread_mutex_destroy(&crew->lock);
    free(crew);
}

/* The caller compares part 0 itself; small sizes it compares alone, because waking the threads
 * costs more than they save. */
size_t crew_compare(struct crew *crew, const uint64_t *words, const uint64_t *expected,
                    uint64_t value, size_t size)
{
    const struct work work = { .words = words, .expected = expected, .value = value, .size = size };

    if (!crew || !crew->count || size < ALONE) {
        const size_t found = look_at_part(&work, 0, 1);

        return found == SIZE_MAX ? size : 8 * found;
    }
    pthread_mutex_lock(&crew->lock);
    crew->work = work;
    crew->busy = crew->count;
    crew->next = 1;
    crew->round++;
    pthread_cond_broadcast(&crew->begun);
    pthread_mutex_unlock(&crew->lock);
    crew->found[0] = look_at_part(&work, 0, crew->count + 1);
    pthread_mutex_lock(&crew->lock);
    while (crew->busy)
        pthread_cond_wait(&crew->ended, &crew->lock);
    pthread_mutex_unlock(&crew->lock);
    for (unsigned i = 0; i <= crew->count; i++)
        if (crew->found[i] != SIZE_MAX)
            return 8 * crew->found[i];
    return size;
}
