/* tests/clients/nouveau/tiled.c: copies to and from block-linear surfaces (docs/hardware/tesla-mmio.md §5.9). */
#include "tests/clients/nouveau/world.h"

#define SEED   22u
#define KIND   0x70u /* a storage type of colour surfaces */
#define WIDTH  1024u /* bytes */
#define HEIGHT 256u  /* lines: WIDTH * HEIGHT is SIZE */

#define GOB_WIDTH  64u
#define GOB_HEIGHT 4u
#define GOB_BYTES  256u

/* Where byte x of line y is: GOBs line by line inside, above each other in a block, blocks in rows. */
static uint32_t place(uint32_t block, uint32_t x, uint32_t y)
{
    const uint32_t block_height = GOB_HEIGHT << block, block_bytes = GOB_BYTES << block;
    const uint32_t number = y / block_height * (WIDTH / GOB_WIDTH) + x / GOB_WIDTH;
    return number * block_bytes + y % block_height / GOB_HEIGHT * GOB_BYTES +
           y % GOB_HEIGHT * GOB_WIDTH + x % GOB_WIDTH;
}

/* Words of a whole surface that are not where they belong. */
static uint32_t wrong_places(const uint32_t *words, uint32_t block)
{
    uint32_t wrong = 0;
    for (uint32_t y = 0; y < HEIGHT; y++)
        for (uint32_t x = 0; x < WIDTH; x += 4)
            wrong += words[place(block, x, y) / 4] != pattern(SEED, (y * WIDTH + x) / 4);
    return wrong;
}

static struct tiled surface(const struct buffer *b, uint32_t block)
{
    return (struct tiled){ b->va, block, WIDTH, HEIGHT, 0, 0 };
}

static struct pitched lines(const struct buffer *b)
{
    return (struct pitched){ b->va, WIDTH };
}

static void there_and_back(struct world *w, struct buffer *x)
{
    struct channel *c = &w->channel;
    const struct tiled t = surface(x, 2);

    fill(&w->system[0], SEED);
    memset(w->system[1].map, 0, SIZE);
    channel_use(c, &w->system[0], GART);
    channel_use(c, x, VRAM);
    copy_into_tiled(c, lines(&w->system[0]), &t, WIDTH, HEIGHT);
    channel_use(c, &w->system[1], GART);
    copy_from_tiled(c, &t, lines(&w->system[1]), WIDTH, HEIGHT);
    const int error = run(c, &w->system[1]);
    verdict(w, !error, "submit-tiled", "%s", word_for(error));
    compare(w, "tiled-there-and-back", &w->system[1], SEED);
}

/* A surface one GOB wide is in the order of addresses; so is the CPU's view of it. */
static void order(struct world *w, struct buffer *x)
{
    const struct tiled raw = { x->va, 0, GOB_WIDTH, SIZE / GOB_WIDTH, 0, 0 };
    struct buffer *to = &w->system[1];

    channel_use(&w->channel, x, VRAM);
    channel_use(&w->channel, to, GART);
    copy_from_tiled(&w->channel, &raw, (struct pitched){ to->va, GOB_WIDTH }, GOB_WIDTH,
                    SIZE / GOB_WIDTH);
    const int error = run(&w->channel, to);
    judge(w, "tiled-order", error, wrong_places(to->map, 2), "words");
    judge(w, "tiled-by-cpu", 0, wrong_places(x->map, 2), "words");
}

/* From blocks of 4 GOBs to blocks of 16. */
static void reblock(struct world *w, struct buffer *x)
{
    struct channel *c = &w->channel;
    const struct tiled from = surface(x, 2);
    struct buffer y;

    int error = buffer_new_tiled(w->fd, SIZE, VRAM | GART, KIND, 0x40, &y);
    if (!error) {
        const struct tiled to = surface(&y, 4);
        channel_use(c, x, VRAM);
        channel_use(c, &y, VRAM);
        copy_tiled(c, &from, &to, WIDTH, HEIGHT);
        error = run(c, &y);
    }
    judge(w, "tiled-to-tiled", error, error ? 0 : wrong_places(y.map, 4), "words");
}

/* The kernel moves the buffer to system memory; it comes back for a rectangle out of it, and one into it. */
static void rectangles(struct world *w, struct buffer *x)
{
    struct channel *c = &w->channel;
    struct tiled t = surface(x, 2);
    uint32_t wrong = 0;

    channel_use(c, x, GART);
    nothing(c);
    int error = run(c, x);
    verdict(w, !error && buffer_domain(x) == GART, "tiled-evict", "domain %u", buffer_domain(x));

    t.x = 192;
    t.y = 37;
    memset(w->system[1].map, 0, SIZE);
    channel_use(c, x, VRAM);
    channel_use(c, &w->system[1], GART);
    copy_from_tiled(c, &t, (struct pitched){ w->system[1].va, 256 }, 256, 99);
    error = run(c, &w->system[1]);
    wrong = buffer_domain(x) != VRAM;
    for (uint32_t y = 0; y < 99; y++)
        for (uint32_t i = 0; i < 64; i++)
            wrong += w->system[1].map[y * 64 + i] != pattern(SEED, (y + 37) * (WIDTH / 4) + 48 + i);
    judge(w, "tiled-rectangle", error, wrong, "words");

    channel_use(c, x, VRAM);
    channel_use(c, &w->system[0], GART);
    copy_into_tiled(c, (struct pitched){ w->system[0].va, 256 }, &t, 256, 99);
    error = run(c, x);
    wrong = 0;
    for (uint32_t y = 0; y < HEIGHT; y++) {
        for (uint32_t i = 0; i < WIDTH / 4; i++) {
            const bool inside = y >= 37 && y < 37 + 99 && i >= 48 && i < 48 + 64;
            const uint32_t at = inside ? (y - 37) * 64 + i - 48 : y * (WIDTH / 4) + i;
            wrong += x->map[place(2, i * 4, y) / 4] != pattern(SEED, at);
        }
    }
    judge(w, "tiled-rectangle-into", error, wrong, "words");
}

void test_tiled(struct world *w)
{
    struct buffer x;

    const int error = buffer_new_tiled(w->fd, SIZE, VRAM | GART, KIND, 0x20, &x);
    verdict(w, !error, "tiled-buffer", "%s", word_for(error));
    if (error)
        return;
    there_and_back(w, &x);
    order(w, &x);
    reblock(w, &x);
    rectangles(w, &x);
}
