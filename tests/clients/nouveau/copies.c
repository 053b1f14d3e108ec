/* tests/clients/nouveau/copies.c: copies between pitched buffers, in every direction, and the CPU's own accesses. */
#include "tests/clients/nouveau/world.h"

/* Nothing but the kernel's fence. */
void test_fence(struct world *w)
{
    const double start = now();

    memset(w->page.map, 0, w->page.size);
    channel_use(&w->channel, &w->page, GART);
    const int error = run(&w->channel, &w->page);
    const double passed = now() - start;
    verdict(w, !error && passed < 10, "fence", "%.3f s, %s", passed, word_for(error));
}

/* System memory to VRAM, VRAM to VRAM in lines that end elsewhere, VRAM to system memory. */
void test_linear(struct world *w)
{
    struct channel *c = &w->channel;
    struct buffer *a = &w->system[0], *b = &w->system[1], *v = &w->vram[0], *u = &w->vram[1];
    const uint32_t cut = 2047 * 64;

    fill(v, 11);
    compare(w, "vram-by-cpu", v, 11);

    fill(a, 22);
    memset(b->map, 0xee, SIZE);
    channel_use(c, a, GART);
    channel_use(c, v, VRAM);
    copy_whole(c, a->va, v->va, SIZE);
    int error = run(c, v);
    verdict(w, !error, "submit-up", "%s", word_for(error));
    compare(w, "gart-to-vram", v, 22);

    channel_use(c, v, VRAM);
    channel_use(c, u, VRAM);
    channel_use(c, b, GART);
    copy(c, (struct pitched){ v->va, 64 }, (struct pitched){ u->va, 64 }, 64, 2047);
    copy(c, (struct pitched){ v->va + cut, 64 }, (struct pitched){ u->va + cut, 64 }, 64,
         SIZE / 64 - 2047);
    copy(c, (struct pitched){ u->va, 1024 }, (struct pitched){ b->va, 1024 }, 1024, SIZE / 1024);
    error = run(c, b);
    verdict(w, !error, "submit-down", "%s", word_for(error));
    compare(w, "vram-to-vram", u, 22);
    compare(w, "vram-to-gart", b, 22);
}

#define SEED       33u
#define LENGTH     101u /* bytes of a line */
#define FROM_PITCH 131u
#define TO_PITCH   259u
#define FROM_SKIP  3u /* bytes before the first line */
#define TO_SKIP    5u
#define LINES      300u
#define GAP        0x5a

static uint32_t wrong_lines(const uint8_t *seen)
{
    uint32_t wrong = 0;
    for (uint32_t i = 0; i < SIZE; i++) {
        const uint32_t line = (i - TO_SKIP) / TO_PITCH, at = (i - TO_SKIP) % TO_PITCH;
        const bool copied = i >= TO_SKIP && line < LINES && at < LENGTH;
        const uint8_t want = copied ? pattern_byte(SEED, FROM_SKIP + line * FROM_PITCH + at) : GAP;
        wrong += seen[i] != want;
    }
    return wrong;
}

/* Lines of odd lengths, addresses and pitches leave the gaps alone. In VRAM they are read through the aperture. */
void test_pitched(struct world *w)
{
    static const char *const names[2][2] = {
        { "pitched-gart-to-gart", "pitched-gart-to-vram" },
        { "pitched-vram-to-gart", "pitched-vram-to-vram" },
    };

    for (unsigned i = 0; i < 4; i++) {
        const bool from_vram = i / 2, to_vram = i % 2;
        struct buffer *from = from_vram ? &w->vram[0] : &w->system[0];
        struct buffer *to = to_vram ? &w->vram[1] : &w->system[1];

        fill(from, SEED);
        memset(to->map, GAP, SIZE);
        channel_use(&w->channel, from, from_vram ? VRAM : GART);
        channel_use(&w->channel, to, to_vram ? VRAM : GART);
        copy(&w->channel, (struct pitched){ from->va + FROM_SKIP, FROM_PITCH },
             (struct pitched){ to->va + TO_SKIP, TO_PITCH }, LENGTH, LINES);
        const int error = run(&w->channel, to);
        judge(w, names[from_vram][to_vram], error, wrong_lines((const uint8_t *)to->map), "bytes");
    }
}

/* Stores and loads of 1, 2, 4 and 8 bytes through the aperture. */
void test_narrow(struct world *w)
{
    volatile uint8_t *p8 = (void *)w->vram[1].map;
    volatile uint16_t *p16 = (void *)w->vram[1].map;
    volatile uint32_t *p32 = w->vram[1].map;
    volatile uint64_t *p64 = (void *)w->vram[1].map;
    uint32_t wrong = 0;

    for (unsigned i = 0; i < 64; i++)
        p8[i] = (uint8_t)(i * 7 + 1);
    for (unsigned i = 32; i < 64; i++)
        p16[i] = (uint16_t)(i * 771);
    for (unsigned i = 0; i < 64; i++)
        wrong += (uint8_t)(p32[i / 4] >> i % 4 * 8) != (uint8_t)(i * 7 + 1);
    for (unsigned i = 32; i < 64; i++)
        wrong += (uint16_t)(p32[i / 2] >> i % 2 * 16) != (uint16_t)(i * 771);
    p64[0] = 0x0123456789abcdef;
    wrong += p8[0] != 0xef || p16[1] != 0x89ab || p32[1] != 0x01234567;
    judge(w, "narrow-accesses", 0, wrong, "words");
}
