/* Functions of a copy engine of GV100 beside copies, and both families of the host's semaphores. */
#include "tests/clients/nouveau/world.h"

#define GUARD 0x55
#define SPACE 16384u /* between two lines */

/* Lines of odd lengths from and to odd addresses; the bytes around them stay. */
static void odd_lines(struct world *w)
{
    static const uint16_t lengths[] = { 1, 2, 3, 5, 16, 31, 64, 255, 4095, 4096, 4097, 9999 };
    struct channel *c = &w->channel;
    struct buffer *a = &w->system[0], *b = &w->system[1], *u = &w->vram[1];
    const uint8_t *const from = (const uint8_t *)a->map, *const to = (const uint8_t *)b->map;
    uint32_t wrong = 0;

    fill(a, 44);
    memset(b->map, GUARD, SIZE);
    channel_use(c, a, GART);
    channel_use(c, u, VRAM);
    channel_use(c, b, GART);
    engine_copy_line(c, b->va, u->va, SIZE, 0);
    for (uint32_t i = 0; i < sizeof(lengths) / sizeof(lengths[0]); i++)
        engine_copy_line(c, a->va + 7 * i + 1, u->va + SPACE * i + 3 * i + 1, lengths[i], 0);
    engine_copy_line(c, u->va, b->va, SIZE, 0);
    const int error = run(c, b);
    for (uint32_t i = 0; i < sizeof(lengths) / sizeof(lengths[0]); i++) {
        const uint32_t at = SPACE * i + 3 * i + 1;

        wrong += to[at - 1] != GUARD || to[at + lengths[i]] != GUARD;
        wrong += memcmp(to + at, from + 7 * i + 1, lengths[i]) != 0;
    }
    judge(w, "odd-lines", error, wrong, "lines");
}

static void remap_fill(struct world *w)
{
    struct buffer *u = &w->vram[1];
    uint32_t wrong = 0;

    channel_use(&w->channel, u, VRAM);
    engine_fill(&w->channel, u->va, 0x11223344, 0xaabbccdd, SIZE);
    const int error = run(&w->channel, u);
    for (uint32_t i = 0; i < SIZE / 4; i++)
        wrong += u->map[i] != (i & 1 ? 0xaabbccdd : 0x11223344);
    judge(w, "remap-fill", error, wrong, "words");
}

/* One word, or four with the time in nanoseconds in the last two (gv100.md §7). */
static void engine_semaphores(struct world *w)
{
    struct channel *c = &w->channel;
    struct buffer *a = &w->system[0], *v = &w->vram[0], *s = &w->page;

    memset(s->map, 0, s->size);
    channel_use(c, a, GART);
    channel_use(c, v, VRAM);
    channel_use(c, s, GART);
    engine_semaphore(c, s->va, 0xc0ffee01);
    engine_copy_line(c, a->va, v->va, 4096, LAUNCH_SEMAPHORE);
    engine_semaphore(c, s->va + 32, 0xc0ffee02);
    engine_copy_line(c, a->va, v->va, 4096, LAUNCH_SEMAPHORE_TIMED);
    const int error = run(c, s);
    const uint64_t time = s->map[10] | (uint64_t)s->map[11] << 32;
    const uint64_t ago = drm_param(w->fd, PARAM_TIMER) - time;
    verdict(w, !error && s->map[0] == 0xc0ffee01 && !s->map[1], "engine-semaphore", "%08x, %s",
            s->map[0], word_for(error));
    verdict(w, s->map[8] == 0xc0ffee02 && !s->map[9] && ago < 60000000000, "engine-semaphore-time",
            "%08x, %llu ns ago", s->map[8], (unsigned long long)ago);
}

/* SEMAPHORED: 0x2 release of four words, 0x01100002 of one, 0x1 acquire. SEM_EXECUTE: 0x1 release, 0x01000000 with 64
 * bits, 0x02000000 with the time, 0x100000 without waiting for idle, 0x3 acquire a word of at least so much (§4.3). */
static void host_semaphores(struct world *w)
{
    struct channel *c = &w->channel;
    struct buffer *s = &w->page;

    memset(s->map, 0, s->size);
    channel_use(c, s, GART);
    host_semaphore(c, s->va, 0x1001, 0x01100002);
    host_semaphore(c, s->va + 16, 0x1002, 0x00000002);
    host_execute(c, s->va + 32, 0x1003, 0x00000001);
    host_execute(c, s->va + 48, 0x500001004, 0x01100001);
    host_execute(c, s->va + 64, 0x1005, 0x02100001);
    host_semaphore(c, s->va, 0x1001, 0x00000001);
    host_execute(c, s->va + 32, 0x1002, 0x00000003);
    host_semaphore(c, s->va + 96, 0x1006, 0x01100002);
    const int error = run(c, s);
    verdict(w,
            !error && s->map[0] == 0x1001 && !s->map[2] && s->map[4] == 0x1002 &&
                (s->map[6] | s->map[7]) && s->map[24] == 0x1006,
            "host-semaphores", "%x %x %x, %s", s->map[0], s->map[4], s->map[24], word_for(error));
    verdict(w,
            s->map[8] == 0x1003 && !s->map[10] && s->map[12] == 0x1004 && s->map[13] == 5 &&
                s->map[16] == 0x1005 && (s->map[18] | s->map[19]),
            "host-executes", "%x %x:%x %x", s->map[8], s->map[13], s->map[12], s->map[16]);
}

void test_copy_engine(struct world *w)
{
    odd_lines(w);
    remap_fill(w);
    engine_semaphores(w);
    host_semaphores(w);
}
