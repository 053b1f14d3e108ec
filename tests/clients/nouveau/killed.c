/* tests/clients/nouveau/killed.c: accesses of GV100 that fault end their channel. The driver's report is for our caller
 * to judge (init.sh knows the address); its fences must end, and the next channel must work. */
#include <errno.h>
#include <sys/mman.h>

#include "tests/clients/nouveau/world.h"

#define HOLE     UINT64_C(0x7700001000) /* nothing is mapped there */
#define BAR1     (256u << 20)
#define BAR1_END (BAR1 - 0x10000) /* the driver maps from the start on */

/* The channel waits in front of the access until the kernel has queued its fence. */
static int hold(struct world *w)
{
    const int error = buffer_new(w->fd, 4096, GART, &w->seen);

    if (!error)
        w->seen.map[0] = 0;
    semaphore_acquire(&w->channel, w->seen.va, 1);
    channel_use(&w->channel, &w->page, GART);
    return error;
}

static void another_channel(struct world *w)
{
    struct channel other;
    int error = channel_new(w->fd, w->chip, &other);

    verdict(w, !error, "channel-after", "%s", word_for(error));
    if (error)
        return;
    fill(&w->system[0], 5);
    channel_use(&other, &w->system[0], GART);
    channel_use(&other, &w->vram[0], VRAM);
    copy_whole(&other, w->system[0].va, w->vram[0].va, SIZE);
    error = run(&other, &w->vram[0]);
    verdict(w, !error, "submit-after", "%s", word_for(error));
    compare(w, "copy-after", &w->vram[0], 5);
    channel_free(&other);
}

/* After it the channel is gone: its fences have ended with an error, nothing more is taken. */
static void expect_killed(struct world *w, int error)
{
    error = error ? error : channel_kick(&w->channel);
    w->seen.map[0] = 1;
    error = error ? error : buffer_wait(&w->page);
    verdict(w, !error, "fences-end", "%s", word_for(error));
    nothing(&w->channel);
    channel_use(&w->channel, &w->page, GART);
    error = channel_kick(&w->channel);
    verdict(w, error == -ENODEV, "channel-is-gone", "the next submission says: %s",
            word_for(error));
    another_channel(w);
}

void test_killed_by_read(struct world *w)
{
    const int error = hold(w);

    engine_copy_line(&w->channel, HOLE, w->page.va, 256, 0);
    expect_killed(w, error);
}

void test_killed_by_write(struct world *w)
{
    const int error = hold(w);

    engine_copy_line(&w->channel, w->page.va, HOLE, 256, 0);
    expect_killed(w, error);
}

void test_killed_by_semaphore(struct world *w)
{
    const int error = hold(w);

    semaphore_release(&w->channel, HOLE, 1);
    expect_killed(w, error);
}

void test_hole(struct world *w)
{
    volatile uint32_t *const words = mmap(NULL, BAR1, PROT_READ, MAP_SHARED, w->fd, 0);

    if (words == MAP_FAILED) {
        verdict(w, false, "hole", "%s", strerror(errno));
        return;
    }
    verdict(w, true, "hole", "the word there reads %08x", words[BAR1_END / 4]);
}
