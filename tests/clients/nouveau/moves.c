/* tests/clients/nouveau/moves.c: buffers that the kernel moves between VRAM and system memory, by its own copies. */
#include <stdlib.h>
#include <sys/mman.h>

#include "tests/clients/nouveau/world.h"

/* More than the 4 MiB that the kernel copies at a time. */
#define MOVED_BYTES (5u << 20)

static void move(struct world *w, struct buffer *x, uint32_t domain, const char *name)
{
    channel_use(&w->channel, x, domain);
    nothing(&w->channel);
    const int error = run(&w->channel, x);
    verdict(w, !error && buffer_domain(x) == domain, name, "domain %u, %s", buffer_domain(x),
            word_for(error));
}

void test_moves(struct world *w)
{
    struct buffer x;

    const int error = buffer_new(w->fd, MOVED_BYTES, VRAM | GART, &x);
    verdict(w, !error, "movable-buffer", "%s", word_for(error));
    if (error)
        return;
    fill(&x, 33);
    move(w, &x, GART, "evict");
    compare(w, "evict-data", &x, 33);
    move(w, &x, VRAM, "move-in");
    compare(w, "move-in-data", &x, 33);
}

#define EACH (4u << 20)

/* Each has its number in its first word and the inverse in its last. */
static int make(struct world *w, struct buffer *in, struct buffer *one, uint32_t number)
{
    const int error = buffer_new(w->fd, EACH, VRAM | GART, one);
    if (error)
        return error;
    munmap(one->map, EACH);
    in->map[0] = number;
    in->map[EACH / 4 - 1] = ~number;
    channel_use(&w->channel, in, GART);
    channel_use(&w->channel, one, VRAM);
    copy_whole(&w->channel, in->va, one->va, EACH);
    return run(&w->channel, in);
}

static int look(struct world *w, struct buffer *out, struct buffer *one, uint32_t number,
                uint32_t *wrong)
{
    uint32_t at;

    channel_use(&w->channel, out, GART);
    channel_use(&w->channel, one, VRAM);
    copy_whole(&w->channel, one->va, out->va, EACH);
    const int error = run(&w->channel, out);
    *wrong += out->map[0] != number || out->map[EACH / 4 - 1] != ~number;
    out->map[0] = pattern(77, 0);
    out->map[EACH / 4 - 1] = pattern(77, EACH / 4 - 1);
    *wrong += wrong_words(out->map, EACH / 4, 77, &at);
    return error;
}

/* More buffers than VRAM holds: the kernel moves out the least recently used ones. */
void test_overcommitted(struct world *w)
{
    const uint32_t count = (uint32_t)(drm_param(w->fd, PARAM_VRAM) / EACH) + 8;
    struct buffer *all = calloc(count, sizeof(*all)), in, out;
    uint32_t moved = 0, wrong = 0;

    int error = buffer_new(w->fd, EACH, GART, &in);
    error = error ? error : buffer_new(w->fd, EACH, GART, &out);
    if (!all || error) {
        verdict(w, false, "stress-fill", "%s", word_for(error));
        free(all);
        return;
    }
    fill(&in, 77);
    for (uint32_t i = 0; i < count && !error; i++)
        error = make(w, &in, &all[i], i);
    for (uint32_t i = 0; i < count && !error; i++)
        moved += buffer_domain(&all[i]) == GART;
    verdict(w, !error && moved, "stress-fill", "%u buffers, %u moved out, %s", count, moved,
            word_for(error));
    for (uint32_t i = 0; i < count && !error; i++)
        error = look(w, &out, &all[i], i, &wrong);
    judge(w, "stress-data", error, wrong, "words");
    free(all);
}
