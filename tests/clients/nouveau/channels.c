/* tests/clients/nouveau/channels.c: one channel's ring, and two channels of one client. */
#include <errno.h>
#include <sys/wait.h>
#include <unistd.h>

#include "tests/clients/nouveau/world.h"

#define SUBMISSIONS 2200u
#define PIECE       100u /* bytes of each */

/* Enough submissions for the ring (1023 entries, two each time), the kernel's command buffer and ours to wrap. */
void test_ring_wrap(struct world *w)
{
    const double start = now();
    struct buffer *from = &w->system[0], *to = &w->vram[0];
    uint32_t wrong = 0;
    int error = 0;

    fill(from, 66);
    memset(to->map, 0, SIZE);
    for (uint32_t i = 0; i < SUBMISSIONS && !error; i++) {
        channel_use(&w->channel, from, GART);
        channel_use(&w->channel, to, VRAM);
        copy(&w->channel, (struct pitched){ from->va + i * PIECE, PIECE },
             (struct pitched){ to->va + i * PIECE, PIECE }, PIECE, 1);
        error = channel_kick(&w->channel);
    }
    error = error ? error : buffer_wait(to);
    for (uint32_t i = 0; i < SIZE / 4; i++)
        wrong += to->map[i] != (i < SUBMISSIONS * PIECE / 4 ? pattern(66, i) : 0);
    verdict(w, !error && !wrong, "ring-wrap", "%u submissions, %.1f s, %u wrong words, %s",
            SUBMISSIONS, now() - start, wrong, word_for(error));
}

/* Copies of its own, then turns taken with the first one. */
static int copies(struct world *w, struct channel *other)
{
    struct buffer *a = &w->system[0], *b = &w->system[1], *v = &w->vram[0], *u = &w->vram[1];

    fill(a, 22);
    fill(v, 22);
    memset(b->map, 0, SIZE);
    channel_use(other, v, VRAM);
    channel_use(other, b, GART);
    copy(other, (struct pitched){ v->va, 512 }, (struct pitched){ b->va, 512 }, 512, SIZE / 512);
    int error = run(other, b);
    verdict(w, !error, "submit-2", "%s", word_for(error));
    compare(w, "copy-2", b, 22);

    memset(u->map, 0, SIZE);
    for (uint32_t i = 0; i < 8 && !error; i++) {
        struct channel *c = i & 1 ? other : &w->channel;
        const uint32_t at = i * (SIZE / 8);
        channel_use(c, a, GART);
        channel_use(c, u, VRAM);
        copy(c, (struct pitched){ a->va + at, 256 }, (struct pitched){ u->va + at, 256 }, 256,
             SIZE / 8 / 256);
        error = channel_kick(c);
    }
    error = error ? error : buffer_wait(u);
    verdict(w, !error, "interleave", "%s", word_for(error));
    compare(w, "interleave-data", u, 22);
    return error;
}

/* The second channel must not run past its acquire before the release. Buffers differ: no order by the kernel. */
static void semaphores(struct world *w, struct channel *other, const struct buffer *seen)
{
    const uint64_t semaphore = w->page.va;

    w->page.map[0] = seen->map[0] = seen->map[4] = 0;
    semaphore_release(other, seen->va, 1);
    semaphore_acquire(other, semaphore, 0x1234);
    semaphore_release(other, seen->va + 16, 2);
    channel_use(other, seen, GART);
    int error = channel_kick(other);
    usleep(100000);
    verdict(w, !error && seen->map[0] == 1 && seen->map[4] == 0 && !buffer_is_idle(seen),
            "semaphore-hold", "before the acquire %u, behind it %u", seen->map[0], seen->map[4]);
    if (error)
        return;

    /* We wait before the release comes: the kernel has to be woken by the card. */
    const pid_t child = fork();
    if (child == 0) {
        usleep(200000);
        semaphore_release(&w->channel, semaphore, 0x1234);
        channel_use(&w->channel, &w->page, GART);
        _exit(channel_kick(&w->channel) != 0);
    }
    error = child < 0 ? -errno : buffer_wait(seen);
    waitpid(child, NULL, 0);
    verdict(w, !error && seen->map[4] == 2 && w->page.map[0] == 0x1234, "semaphore-go",
            "behind the acquire %u, %s", seen->map[4], word_for(error));
}

void test_second_channel(struct world *w)
{
    struct channel other;

    const int error = channel_new(w->fd, w->chip, &other);
    verdict(w, !error && other.id != w->channel.id, "channel-2", "id %d, %s", other.id,
            word_for(error));
    if (error)
        return;
    if (!copies(w, &other))
        semaphores(w, &other, &w->seen);
    channel_free(&other);
}
