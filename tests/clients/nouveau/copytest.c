/* copytest.c: user space's half of the nouveau client. Drives the card through the kernel's own DRM
 * requests and checks every byte that comes back; needs no library but libc.
 *
 *   copytest NODE [all|short|fault|stress]
 *
 * Prints "ok NAME: DETAIL" or "FAIL NAME: DETAIL" for each check; status 0 if none failed. */
#include <errno.h>
#include <fcntl.h>
#include <stdarg.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/ioctl.h>
#include <sys/mman.h>
#include <sys/wait.h>
#include <time.h>
#include <unistd.h>

#include <drm.h>
#include <nouveau_drm.h>

/* Requests that the header no longer describes. */
struct q_param {
    uint64_t param, value;
};
struct q_chan {
    uint32_t fb_handle, tt_handle;
    int32_t id;
    uint32_t push_domains, notifier;
    struct {
        uint32_t handle, cls;
    } sub[8];
    uint32_t nsub;
};
struct q_chan_free {
    int32_t id;
};
struct q_grobj {
    int32_t chan;
    uint32_t handle;
    int32_t cls;
};
struct q_ntfy {
    uint32_t chan, handle, size, offset;
};
#define Q_PARAM     DRM_IOWR(DRM_COMMAND_BASE + 0x00, struct q_param)
#define Q_CHAN      DRM_IOWR(DRM_COMMAND_BASE + 0x02, struct q_chan)
#define Q_CHAN_FREE DRM_IOW(DRM_COMMAND_BASE + 0x03, struct q_chan_free)
#define Q_GROBJ     DRM_IOW(DRM_COMMAND_BASE + 0x04, struct q_grobj)
#define Q_NTFY      DRM_IOWR(DRM_COMMAND_BASE + 0x05, struct q_ntfy)

enum { VRAM = NOUVEAU_GEM_DOMAIN_VRAM, GART = NOUVEAU_GEM_DOMAIN_GART };
enum { CLS_2D = 0x502d, CLS_M2MF = 0x5039 };
enum {
    H_VRAM = 0xd1a00001,
    H_GART = 0xd1a00002,
    H_NTFY = 0xd1a00003,
    H_M2MF = 0xd1a05039,
    H_2D = 0xd1a0502d
};

static int fd, failures;

static void verdict(int good, const char *name, const char *fmt, ...)
{
    va_list ap;
    printf("%s %s: ", good ? "ok" : "FAIL", name);
    va_start(ap, fmt);
    vprintf(fmt, ap);
    va_end(ap);
    printf("\n");
    fflush(stdout);
    failures += !good;
}

static int call(unsigned long req, void *arg)
{
    int r;
    do
        r = ioctl(fd, req, arg);
    while (r < 0 && (errno == EINTR || errno == EAGAIN));
    return r < 0 ? -errno : 0;
}

static double now(void)
{
    struct timespec t;
    clock_gettime(CLOCK_MONOTONIC, &t);
    return (double)t.tv_sec + (double)t.tv_nsec * 1e-9;
}

static uint64_t param(int which)
{
    struct q_param p = { .param = which };
    return call(Q_PARAM, &p) ? ~0ull : p.value;
}

/* ---- buffer objects ---------------------------------------------------- */

struct bo {
    uint32_t handle, domains, size;
    uint64_t va, cookie;
    uint32_t *map;
};

static int bo_new_tiled(struct bo *b, uint32_t size, uint32_t domains, uint32_t kind, uint32_t mode)
{
    struct drm_nouveau_gem_new n;
    int r;

    memset(&n, 0, sizeof(n));
    memset(b, 0, sizeof(*b));
    n.info.size = size;
    n.info.domain = domains | NOUVEAU_GEM_DOMAIN_MAPPABLE;
    n.info.tile_flags = kind << 8;
    n.info.tile_mode = mode;
    n.align = 4096;
    r = call(DRM_IOWR(DRM_COMMAND_BASE + DRM_NOUVEAU_GEM_NEW, struct drm_nouveau_gem_new), &n);
    if (r)
        return r;
    b->handle = n.info.handle;
    b->domains = domains;
    b->size = size;
    b->va = n.info.offset;
    b->cookie = n.info.map_handle;
    b->map = mmap(NULL, size, PROT_READ | PROT_WRITE, MAP_SHARED, fd, b->cookie);
    if (b->map == MAP_FAILED) {
        b->map = NULL;
        return -errno;
    }
    return 0;
}

static int bo_new(struct bo *b, uint32_t size, uint32_t domains)
{
    return bo_new_tiled(b, size, domains, 0, 0);
}

static uint32_t bo_domain(struct bo *b)
{
    struct drm_nouveau_gem_info i = { .handle = b->handle };
    return call(DRM_IOWR(DRM_COMMAND_BASE + DRM_NOUVEAU_GEM_INFO, struct drm_nouveau_gem_info), &i)
               ? 0
               : i.domain;
}

static int bo_wait(struct bo *b)
{
    struct drm_nouveau_gem_cpu_prep p = { .handle = b->handle,
                                          .flags = NOUVEAU_GEM_CPU_PREP_WRITE };
    return call(
        DRM_IOW(DRM_COMMAND_BASE + DRM_NOUVEAU_GEM_CPU_PREP, struct drm_nouveau_gem_cpu_prep), &p);
}

static int bo_idle(struct bo *b)
{
    struct drm_nouveau_gem_cpu_prep p = {
        .handle = b->handle, .flags = NOUVEAU_GEM_CPU_PREP_WRITE | NOUVEAU_GEM_CPU_PREP_NOWAIT
    };
    return call(DRM_IOW(DRM_COMMAND_BASE + DRM_NOUVEAU_GEM_CPU_PREP,
                        struct drm_nouveau_gem_cpu_prep),
                &p) == 0;
}

/* ---- channels ------------------------------------------------------------ */

struct chan {
    int id;
    struct bo push;
    unsigned pos, start;
    struct drm_nouveau_gem_pushbuf_bo list[8];
    unsigned nlist;
};

static void use(struct chan *c, struct bo *b, uint32_t domains)
{
    struct drm_nouveau_gem_pushbuf_bo *e = &c->list[c->nlist++];
    memset(e, 0, sizeof(*e));
    e->handle = b->handle;
    e->valid_domains = domains;
    e->read_domains = e->write_domains = domains;
}

static void out(struct chan *c, uint32_t v)
{
    c->push.map[c->pos++] = v;
}

static void mthd(struct chan *c, int sub, int m, int n, ...)
{
    va_list ap;
    out(c, n << 18 | sub << 13 | m);
    va_start(ap, n);
    while (n--)
        out(c, va_arg(ap, uint32_t));
    va_end(ap);
}

static int kick(struct chan *c)
{
    struct drm_nouveau_gem_pushbuf_push p;
    struct drm_nouveau_gem_pushbuf q;
    int r;

    memset(&p, 0, sizeof(p));
    memset(&q, 0, sizeof(q));
    use(c, &c->push, GART);
    p.bo_index = c->nlist - 1;
    c->list[p.bo_index].write_domains = 0;
    p.offset = c->start * 4;
    p.length = (c->pos - c->start) * 4;
    q.channel = c->id;
    q.nr_buffers = c->nlist;
    q.buffers = (uintptr_t)c->list;
    q.nr_push = 1;
    q.push = (uintptr_t)&p;
    r = call(DRM_IOWR(DRM_COMMAND_BASE + DRM_NOUVEAU_GEM_PUSHBUF, struct drm_nouveau_gem_pushbuf),
             &q);
    c->nlist = 0;
    c->start = c->pos;
    return r;
}

static int chan_new(struct chan *c)
{
    struct q_chan q;
    struct q_grobj g;
    struct q_ntfy n;
    int r;

    memset(c, 0, sizeof(*c));
    memset(&q, 0, sizeof(q));
    q.fb_handle = H_VRAM;
    q.tt_handle = H_GART;
    if ((r = call(Q_CHAN, &q)))
        return r;
    c->id = q.id;
    g = (struct q_grobj){ c->id, H_M2MF, CLS_M2MF };
    if ((r = call(Q_GROBJ, &g)))
        return r;
    n = (struct q_ntfy){ c->id, H_NTFY, 32, 0 };
    if ((r = call(Q_NTFY, &n)))
        return r;
    if ((r = bo_new(&c->push, 65536, GART)))
        return r;
    mthd(c, 0, 0x0000, 1, H_M2MF);
    mthd(c, 0, 0x0180, 3, H_NTFY, H_VRAM, H_VRAM);
    return 0;
}

static void chan_free(struct chan *c)
{
    struct q_chan_free f = { c->id };
    call(Q_CHAN_FREE, &f);
}

/* A block-linear surface: `w' bytes wide, `h' lines, blocks 1 << bh GOBs high. */
struct tiled {
    uint64_t va;
    uint32_t bh, w, h, x, y;
};

static void copy_tiled(struct chan *c, int to, const struct tiled *t, uint64_t lin, uint32_t pitch,
                       uint32_t len, uint32_t lines)
{
    uint64_t src = to ? lin : t->va, dst = to ? t->va : lin;

    mthd(c, 0, to ? 0x0200 : 0x021c, 1, 1);
    mthd(c, 0, to ? 0x021c : 0x0200, 7, 0, t->bh << 4, t->w, t->h, 1, 0, t->y << 16 | t->x);
    mthd(c, 0, 0x0238, 2, (uint32_t)(src >> 32), (uint32_t)(dst >> 32));
    mthd(c, 0, 0x030c, 8, (uint32_t)src, (uint32_t)dst, pitch, pitch, len, lines, 0x0101, 0);
    mthd(c, 0, 0x0100, 1, 0);
}

/* Linear copy of `lines' lines of `len' bytes. */
static void copy(struct chan *c, uint64_t src, uint32_t sp, uint64_t dst, uint32_t dp, uint32_t len,
                 uint32_t lines)
{
    mthd(c, 0, 0x0200, 1, 1); /* source: pitch */
    mthd(c, 0, 0x021c, 1, 1); /* destination: pitch */
    mthd(c, 0, 0x0238, 2, (uint32_t)(src >> 32), (uint32_t)(dst >> 32));
    mthd(c, 0, 0x030c, 8, (uint32_t)src, (uint32_t)dst, sp, dp, len, lines, 0x0101, 0);
    mthd(c, 0, 0x0100, 1, 0);
}

static void sem_release(struct chan *c, uint64_t va, uint32_t v)
{
    mthd(c, 0, 0x0060, 1, H_VRAM);
    mthd(c, 0, 0x0010, 4, (uint32_t)(va >> 32), (uint32_t)va, v, 2);
}

static void sem_acquire(struct chan *c, uint64_t va, uint32_t v)
{
    mthd(c, 0, 0x0060, 1, H_VRAM);
    mthd(c, 0, 0x0010, 4, (uint32_t)(va >> 32), (uint32_t)va, v, 1);
}

/* ---- patterns -------------------------------------------------------------- */

static uint32_t pat(uint32_t seed, uint32_t i)
{
    uint32_t x = (i + 1) * 2654435761u ^ seed;
    return x ^ x >> 15;
}

static void fill(struct bo *b, uint32_t seed)
{
    for (uint32_t i = 0; i < b->size / 4; i++)
        b->map[i] = pat(seed, i);
}

static uint32_t wrong(const uint32_t *m, uint32_t n, uint32_t seed, uint32_t *first)
{
    uint32_t bad = 0;
    for (uint32_t i = 0; i < n; i++)
        if (m[i] != pat(seed, i) && !bad++)
            *first = i;
    return bad;
}

static void compare(const char *name, struct bo *b, uint32_t seed)
{
    uint32_t first = 0, bad = wrong(b->map, b->size / 4, seed, &first);
    if (bad)
        verdict(0, name,
                "%u of %u words differ, first at %#x: %08x "
                "instead of %08x",
                bad, b->size / 4, first * 4, b->map[first], pat(seed, first));
    else
        verdict(1, name, "%u KiB", b->size >> 10);
}

/* ---- what the tests share ---- */

#define SIZE (256u << 10)

struct world {
    struct chan chan;
    struct bo a, b, s; /* in system memory */
    struct bo v, w;    /* in VRAM */
    int chip;
};

static const char *word_for(int error)
{
    return error ? strerror(-error) : "done";
}

/* Sends what is there and waits until the buffer is idle. */
static int run(struct chan *c, struct bo *b)
{
    const int error = kick(c);
    return error ? error : bo_wait(b);
}

static void judge(const char *name, int error, uint32_t bad)
{
    verdict(!error && !bad, name, "%u wrong words, %s", bad, word_for(error));
}

/* ---- the tests ---- */

static void card_facts(struct world *w)
{
    const uint64_t before = param(14);
    usleep(20000);
    const uint64_t passed = param(14) - before;

    w->chip = (int)param(11);
    verdict(w->chip > 0, "chipset-id", "%#x", w->chip);
    verdict(param(8) >> 20 > 0, "vram-size", "%u MiB", (unsigned)(param(8) >> 20));
    /* The driver programs the timer so that it counts nanoseconds. */
    verdict(passed > 15000000 && passed < 2000000000, "timer", "%llu ns over a sleep of 20 ms",
            (unsigned long long)passed);
}

static int set_up(struct world *w)
{
    int error = chan_new(&w->chan);
    verdict(!error, "channel", "id %d, %s", w->chan.id, word_for(error));
    if (error)
        return error;
    error = call(Q_GROBJ, &(struct q_grobj){ w->chan.id, H_2D, CLS_2D });
    verdict(!error, "2d-object", "%s", word_for(error));
    error = bo_new(&w->a, SIZE, GART);
    error = error ? error : bo_new(&w->b, SIZE, GART);
    error = error ? error : bo_new(&w->s, 4096, GART);
    error = error ? error : bo_new(&w->v, SIZE, VRAM);
    error = error ? error : bo_new(&w->w, SIZE, VRAM);
    verdict(!error, "buffers", "%s", word_for(error));
    return error;
}

/* Nothing but the kernel's fence. */
static void empty_submission(struct world *w)
{
    const double start = now();

    memset(w->s.map, 0, 4096);
    use(&w->chan, &w->s, GART);
    const int error = run(&w->chan, &w->s);
    verdict(!error && now() - start < 10, "fence", "%.3f s, %s", now() - start, word_for(error));
}

static void linear_copies(struct world *w)
{
    struct chan *c = &w->chan;

    fill(&w->v, 11);
    compare("vram-by-cpu", &w->v, 11);

    fill(&w->a, 22);
    memset(w->b.map, 0xee, SIZE);
    use(c, &w->a, GART);
    use(c, &w->v, VRAM);
    copy(c, w->a.va, 4096, w->v.va, 4096, 4096, SIZE / 4096);
    int error = run(c, &w->v);
    verdict(!error, "submit-up", "%s", word_for(error));
    compare("gart-to-vram", &w->v, 22);

    use(c, &w->v, VRAM);
    use(c, &w->w, VRAM);
    use(c, &w->b, GART);
    copy(c, w->v.va, 64, w->w.va, 64, 64, 2047);
    copy(c, w->v.va + 2047 * 64, 64, w->w.va + 2047 * 64, 64, 64, SIZE / 64 - 2047);
    copy(c, w->w.va, 1024, w->b.va, 1024, 1024, SIZE / 1024);
    error = run(c, &w->b);
    verdict(!error, "submit-down", "%s", word_for(error));
    compare("vram-to-vram-to-gart", &w->b, 22);
}

/* Lines shorter than the pitch leave the gaps alone. */
static void pitched_copy(struct world *w)
{
    uint32_t bad = 0;

    memset(w->b.map, 0x55, SIZE);
    use(&w->chan, &w->a, GART);
    use(&w->chan, &w->b, GART);
    copy(&w->chan, w->a.va, 100, w->b.va + 4, 256, 100, 64);
    const int error = run(&w->chan, &w->b);
    for (uint32_t y = 0; y < 64; y++) {
        for (uint32_t i = 0; i < 64; i++) {
            const uint32_t o = i - 1;
            bad += w->b.map[y * 64 + i] != (o < 25 ? pat(22, y * 25 + o) : 0x55555555);
        }
    }
    judge("pitched-copy", error, bad);
}

/* Stores and loads of 1, 2, 4 and 8 bytes through the aperture. */
static void narrow_accesses(struct world *w)
{
    volatile uint8_t *p8 = (void *)w->w.map;
    volatile uint16_t *p16 = (void *)w->w.map;
    volatile uint32_t *p32 = w->w.map;
    volatile uint64_t *p64 = (void *)w->w.map;
    uint32_t bad = 0;

    for (unsigned i = 0; i < 64; i++)
        p8[i] = (uint8_t)(i * 7 + 1);
    for (unsigned i = 32; i < 64; i++)
        p16[i] = (uint16_t)(i * 771);
    for (unsigned i = 0; i < 64; i++)
        bad += (uint8_t)(p32[i / 4] >> i % 4 * 8) != (uint8_t)(i * 7 + 1);
    for (unsigned i = 32; i < 64; i++)
        bad += (uint16_t)(p32[i / 2] >> i % 2 * 16) != (uint16_t)(i * 771);
    p64[0] = 0x0123456789abcdef;
    bad += p8[0] != 0xef || p16[1] != 0x89ab || p32[1] != 0x01234567;
    judge("narrow-accesses", 0, bad);
}

/* Gobs of 64 bytes by 4 lines, in blocks of 4 gobs. */
static uint32_t tiled_word(uint32_t x, uint32_t y)
{
    return ((y / 16 * 16 + x / 64) * 1024 + y % 16 / 4 * 256 + y % 4 * 64 + x % 64) / 4;
}

static void tiled_copies(struct world *w)
{
    struct chan *c = &w->chan;
    struct bo x;
    uint32_t bad = 0;

    int error = bo_new_tiled(&x, SIZE, VRAM | GART, 0x70, 0x20);
    verdict(!error, "tiled-buffer", "%s", word_for(error));
    if (error)
        return;
    struct tiled t = { x.va, 2, 1024, 256, 0, 0 };
    const struct tiled raw = { x.va, 0, 64, SIZE / 64, 0, 0 }; /* one gob wide: in address order */

    use(c, &w->a, GART);
    use(c, &x, VRAM);
    copy_tiled(c, 1, &t, w->a.va, 1024, 1024, 256);
    use(c, &w->b, GART);
    copy_tiled(c, 0, &t, w->b.va, 1024, 1024, 256);
    memset(w->b.map, 0, SIZE);
    error = run(c, &w->b);
    verdict(!error, "submit-tiled", "%s", word_for(error));
    compare("tiled-there-and-back", &w->b, 22);

    use(c, &x, VRAM);
    use(c, &w->b, GART);
    copy_tiled(c, 0, &raw, w->b.va, 64, 64, SIZE / 64);
    error = run(c, &w->b);
    for (uint32_t y = 0; y < 256; y++)
        for (uint32_t i = 0; i < 256; i++)
            bad += w->b.map[tiled_word(i * 4, y)] != pat(22, y * 256 + i);
    judge("tiled-order", error, bad);

    /* The kernel's own move of the buffer, then a rectangle inside it. */
    use(c, &x, GART);
    mthd(c, 0, 0x0100, 1, 0);
    error = run(c, &x);
    verdict(!error && bo_domain(&x) == GART, "tiled-evict", "domain %u", bo_domain(&x));
    t.x = 192;
    t.y = 37;
    memset(w->b.map, 0, SIZE);
    use(c, &x, VRAM);
    use(c, &w->b, GART);
    copy_tiled(c, 0, &t, w->b.va, 256, 256, 99);
    error = run(c, &w->b);
    bad = bo_domain(&x) != VRAM;
    for (uint32_t y = 0; y < 99; y++)
        for (uint32_t i = 0; i < 64; i++)
            bad += w->b.map[y * 64 + i] != pat(22, (y + 37) * 256 + 48 + i);
    judge("tiled-rectangle", error, bad);
}

/* A buffer that may live in either place, moved by the kernel. */
static void evictions(struct world *w)
{
    struct chan *c = &w->chan;
    struct bo x;

    int error = bo_new(&x, 5 << 20, VRAM | GART);
    verdict(!error, "movable-buffer", "domain %u, %s", bo_domain(&x), word_for(error));
    if (error)
        return;
    fill(&x, 33);
    use(c, &x, GART);
    mthd(c, 0, 0x0100, 1, 0);
    error = run(c, &x);
    verdict(!error && bo_domain(&x) == GART, "evict", "domain %u, %s", bo_domain(&x),
            word_for(error));
    compare("evict-data", &x, 33);
    use(c, &x, VRAM);
    mthd(c, 0, 0x0100, 1, 0);
    error = run(c, &x);
    verdict(!error && bo_domain(&x) == VRAM, "move-in", "domain %u, %s", bo_domain(&x),
            word_for(error));
    compare("move-in-data", &x, 33);
}

/* Enough submissions for the ring (1023 entries, two used each time) and for the kernel's command
 * buffer (64 KiB) to wrap. */
static void ring_wrap(struct world *w)
{
    const double start = now();
    int error = 0;

    for (unsigned i = 0; i < 2200 && !error; i++) {
        mthd(&w->chan, 0, 0x0100, 1, i);
        use(&w->chan, &w->s, GART);
        error = kick(&w->chan);
    }
    error = error ? error : bo_wait(&w->s);
    verdict(!error, "ring-wrap", "2200 submissions, %.1f s, %s", now() - start, word_for(error));
}

/* A surface for the 2D engine, 256 pixels of 32 bits by 256 lines. */
static void surface(struct chan *c, int base, uint64_t va)
{
    mthd(c, 1, base, 2, 0xe6, 1);
    mthd(c, 1, base + 0x14, 5, 1024, 256, 256, (uint32_t)(va >> 32), (uint32_t)va);
}

static void rectangle(struct chan *c, uint32_t color, uint32_t x, uint32_t y, uint32_t right,
                      uint32_t bottom)
{
    mthd(c, 1, 0x0588, 1, color);
    mthd(c, 1, 0x0600, 4, x, y, right, bottom);
}

/* Fills, an inverted rectangle, and a blit that overlaps itself. */
static void drawing(struct world *w)
{
    struct chan *c = &w->chan;
    uint32_t bad = 0;

    mthd(c, 1, 0x0000, 1, H_2D);
    mthd(c, 1, 0x0180, 4, H_NTFY, H_VRAM, H_VRAM, H_VRAM);
    surface(c, 0x0200, w->v.va);
    surface(c, 0x0230, w->v.va);
    mthd(c, 1, 0x0290, 1, 0);
    mthd(c, 1, 0x02a0, 1, 0x55);
    mthd(c, 1, 0x02ac, 1, 3);
    mthd(c, 1, 0x0580, 2, 4, 0xe6);
    mthd(c, 1, 0x0888, 1, 1);
    rectangle(c, 0x00112233, 0, 0, 256, 256);
    rectangle(c, 0x00445566, 10, 20, 30, 60);
    mthd(c, 1, 0x02ac, 1, 1);
    rectangle(c, 0, 200, 200, 210, 210);
    mthd(c, 1, 0x02ac, 1, 3);
    mthd(c, 1, 0x0110, 1, 0);
    mthd(c, 1, 0x08b0, 12, 15, 25, 20, 40, 0, 1, 0, 1, 0, 10, 0, 20);
    use(c, &w->v, VRAM);
    const int error = run(c, &w->v);
    for (uint32_t y = 0; y < 256; y++) {
        for (uint32_t x = 0; x < 256; x++) {
            uint32_t want = 0x00112233;
            if ((x >= 10 && x < 30 && y >= 20 && y < 60) ||
                (x >= 15 && x < 35 && y >= 25 && y < 65))
                want = 0x00445566;
            if (x >= 200 && x < 210 && y >= 200 && y < 210)
                want = ~want;
            bad += (w->v.map[y * 256 + x] & 0xffffff) != (want & 0xffffff);
        }
    }
    judge("drawing", error, bad);
}

/* A second channel: copies of its own, and turns taken with the first one. */
static int second_channel(struct world *w, struct chan *other)
{
    int error = chan_new(other);
    verdict(!error && other->id != w->chan.id, "channel-2", "id %d, %s", other->id,
            word_for(error));
    if (error)
        return error;
    fill(&w->v, 22);
    memset(w->b.map, 0, SIZE);
    use(other, &w->v, VRAM);
    use(other, &w->b, GART);
    copy(other, w->v.va, 512, w->b.va, 512, 512, SIZE / 512);
    error = run(other, &w->b);
    verdict(!error, "submit-2", "%s", word_for(error));
    compare("copy-2", &w->b, 22);

    memset(w->w.map, 0, SIZE);
    for (uint32_t i = 0; i < 8 && !error; i++) {
        struct chan *c = i & 1 ? other : &w->chan;
        use(c, &w->a, GART);
        use(c, &w->w, VRAM);
        copy(c, w->a.va + i * (SIZE / 8), 256, w->w.va + i * (SIZE / 8), 256, 256, SIZE / 8 / 256);
        error = kick(c);
    }
    error = error ? error : bo_wait(&w->w);
    verdict(!error, "interleave", "%s", word_for(error));
    compare("interleave-data", &w->w, 22);
    return error;
}

/* The second channel must not run past its acquire before the first one releases. The buffers
 * differ, so that the kernel adds no order of its own. */
static void semaphores(struct world *w, struct chan *other)
{
    struct bo s2;
    int error = bo_new(&s2, 4096, GART);

    if (error) {
        verdict(0, "semaphore-hold", "%s", word_for(error));
        return;
    }
    w->s.map[0] = s2.map[0] = s2.map[4] = 0;
    sem_release(other, s2.va, 1);
    sem_acquire(other, w->s.va, 0x1234);
    sem_release(other, s2.va + 16, 2);
    use(other, &s2, GART);
    error = kick(other);
    usleep(100000);
    verdict(!error && s2.map[0] == 1 && s2.map[4] == 0 && !bo_idle(&s2), "semaphore-hold",
            "before the acquire %u, behind it %u", s2.map[0], s2.map[4]);
    if (error)
        return;

    /* We wait before the release comes: the kernel has to be woken by the card. */
    const pid_t child = fork();
    if (child == 0) {
        usleep(200000);
        sem_release(&w->chan, w->s.va, 0x1234);
        use(&w->chan, &w->s, GART);
        _exit(kick(&w->chan) != 0);
    }
    error = child < 0 ? -errno : bo_wait(&s2);
    waitpid(child, NULL, 0);
    verdict(!error && s2.map[4] == 2 && w->s.map[0] == 0x1234, "semaphore-go",
            "behind the acquire %u, %s", s2.map[4], word_for(error));
}

/* Two clients have the same virtual address for different buffers. */
static void same_address(const char *path)
{
    const int saved = fd;
    struct {
        int fd;
        struct chan chan;
        struct bo from, to;
    } client[2];
    uint32_t bad = 0, at;
    int error = 0;

    for (unsigned i = 0; i < 2 && !error; i++) {
        fd = client[i].fd = open(path, O_RDWR);
        error = chan_new(&client[i].chan);
        error = error ? error : bo_new(&client[i].from, SIZE, GART);
        error = error ? error : bo_new(&client[i].to, SIZE, VRAM);
        if (!error)
            fill(&client[i].from, 44 + i);
    }
    for (unsigned turn = 0; turn < 4 && !error; turn++) {
        const unsigned i = turn & 1;
        const uint64_t half = turn / 2 * (SIZE / 2);
        fd = client[i].fd;
        use(&client[i].chan, &client[i].from, GART);
        use(&client[i].chan, &client[i].to, VRAM);
        copy(&client[i].chan, client[i].from.va + half, 4096, client[i].to.va + half, 4096, 4096,
             SIZE / 2 / 4096);
        error = run(&client[i].chan, &client[i].to);
    }
    for (unsigned i = 0; i < 2 && !error; i++)
        bad += wrong(client[i].to.map, SIZE / 4, 44 + i, &at);
    verdict(!error && !bad && client[0].to.va == client[1].to.va, "same-address",
            "at %#llx and %#llx, %u wrong words, %s", (unsigned long long)client[0].to.va,
            (unsigned long long)client[1].to.va, bad, word_for(error));
    for (unsigned i = 0; i < 2 && !error; i++) {
        fd = client[i].fd;
        chan_free(&client[i].chan);
        close(fd);
    }
    fd = saved;
}

/* A copy from where nothing is mapped. The report is judged by who called us; the channel has to go
 * on. */
static void page_fault(struct world *w)
{
    use(&w->chan, &w->s, GART);
    copy(&w->chan, 0x7700001000, 256, w->s.va, 256, 256, 1);
    const int error = run(&w->chan, &w->s);
    verdict(!error, "after-fault", "channel %d, %s", w->chan.id, word_for(error));
}

#define EACH (4u << 20)

/* More buffers than VRAM holds: the kernel moves out what was used least recently. */
static int overcommit(struct world *w, struct bo *in, struct bo *all, uint32_t count)
{
    uint32_t moved = 0;
    int error = 0;

    for (uint32_t i = 0; i < count && !error; i++) {
        error = bo_new(&all[i], EACH, VRAM | GART);
        if (error)
            break;
        munmap(all[i].map, EACH);
        in->map[0] = i;
        in->map[EACH / 4 - 1] = ~i;
        use(&w->chan, in, GART);
        use(&w->chan, &all[i], VRAM);
        copy(&w->chan, in->va, 4096, all[i].va, 4096, 4096, EACH / 4096);
        error = run(&w->chan, in);
    }
    for (uint32_t i = 0; i < count && !error; i++)
        moved += bo_domain(&all[i]) == GART;
    verdict(!error && moved, "stress-fill", "%u buffers, %u moved out, %s", count, moved,
            word_for(error));
    return error;
}

static void stress(struct world *w)
{
    const uint32_t count = (uint32_t)(param(8) >> 22) + 8;
    struct bo *all = calloc(count, sizeof(*all)), in, out;
    uint32_t bad = 0, at;

    int error = bo_new(&in, EACH, GART);
    error = error ? error : bo_new(&out, EACH, GART);
    if (!all || error) {
        verdict(0, "stress-fill", "%s", word_for(error));
        return;
    }
    fill(&in, 77);
    error = overcommit(w, &in, all, count);
    for (uint32_t i = 0; i < count && !error; i++) {
        use(&w->chan, &out, GART);
        use(&w->chan, &all[i], VRAM);
        copy(&w->chan, all[i].va, 4096, out.va, 4096, 4096, EACH / 4096);
        error = run(&w->chan, &out);
        bad += out.map[0] != i || out.map[EACH / 4 - 1] != ~i;
        out.map[0] = pat(77, 0);
        out.map[EACH / 4 - 1] = pat(77, EACH / 4 - 1);
        bad += wrong(out.map, EACH / 4, 77, &at) != 0;
    }
    judge("stress-data", error, bad);
    free(all);
}

static void everything(struct world *w, const char *path)
{
    struct chan other;

    empty_submission(w);
    linear_copies(w);
    pitched_copy(w);
    narrow_accesses(w);
    tiled_copies(w);
    evictions(w);
    ring_wrap(w);
    drawing(w);
    if (!second_channel(w, &other)) {
        if (w->chip != 0x50) /* semaphores by address came with G84 */
            semaphores(w, &other);
        chan_free(&other);
    }
    same_address(path);
}

int main(int argc, char **argv)
{
    const char *path = argc > 1 ? argv[1] : "/dev/dri/renderD128";
    const char *mode = argc > 2 ? argv[2] : "all";
    static struct world w;

    fd = open(path, O_RDWR);
    if (fd < 0) {
        verdict(0, "open", "%s: %s", path, strerror(errno));
        return 1;
    }
    card_facts(&w);
    if (set_up(&w))
        return 1;
    if (!strcmp(mode, "fault"))
        page_fault(&w);
    else if (!strcmp(mode, "stress"))
        stress(&w);
    else if (!strcmp(mode, "short"))
        linear_copies(&w);
    else
        everything(&w, path);
    chan_free(&w.chan);
    return failures != 0;
}
