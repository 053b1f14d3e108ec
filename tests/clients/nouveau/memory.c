/* tests/clients/nouveau/memory.c: actions of user space without a channel of its own: the CPU's accesses, and more
 * buffers than VRAM holds, which the kernel moves out with its own copies. */
#include <stdlib.h>

#include "tests/clients/nouveau/world.h"

#define EACH (4u << 20)
#define STEP (EACH / 4 / 61) /* words from one that is looked at to the next */

static uint32_t differs(const struct buffer *b, uint32_t seed)
{
    for (uint32_t i = 0; i < EACH / 4; i += STEP)
        if (b->map[i] != pattern(seed, i))
            return 1;
    return 0;
}

/* Each may lie in VRAM alone, so the oldest has to give way, not the newest. */
static void overcommit(struct world *w, uint32_t count)
{
    struct buffer *all = calloc(count, sizeof(*all));
    uint32_t wrong = 0;
    int error = all ? 0 : -1;

    for (uint32_t i = 0; i < count && !error; i++) {
        error = buffer_new(w->fd, EACH, VRAM, &all[i]);
        for (uint32_t at = 0; !error && at < EACH / 4; at += STEP)
            all[i].map[at] = pattern(i, at);
    }
    verdict(w, !error, "overcommit", "%u buffers of 4 MiB, %s", count, word_for(error));
    for (uint32_t i = 0; i < count && !error; i++)
        wrong += differs(&all[i], i);
    judge(w, "overcommit-data", error, wrong, "buffers");
    free(all);
}

void test_memory(struct world *w)
{
    const uint64_t vram = drm_param(w->fd, PARAM_VRAM);
    struct buffer *v = &w->vram[1];

    const int error = buffer_new(w->fd, SIZE, VRAM, v);
    verdict(w, !error && buffer_domain(v) == VRAM, "vram-buffer", "%s", word_for(error));
    if (error)
        return;
    fill(v, 11);
    compare(w, "vram-by-cpu", v, 11);
    test_narrow(w);
    if (vram <= UINT64_C(1) << 30) /* more would not fit into the guest's memory */
        overcommit(w, (uint32_t)(vram / EACH) + 6);
}
