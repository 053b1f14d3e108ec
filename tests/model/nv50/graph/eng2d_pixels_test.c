/* Rectangles and blits of PGRAPH's 2D class beside pictures painted here pixel by pixel: corners, clip rectangles,
 * steps of the source, its edges. After each of them the whole target must be the same. Typed from
 * docs/hardware/tesla-mmio.md §5.8. */
#include <string.h>

#include "reference/nv50.h"
#include "tests/kit/tests.h"
#include "tests/model/nv50/graph/pgraph_rig.h"

#define SOURCE 0x2000000u /* where they lie in VRAM */
#define TARGET 0x2100000u
#define LINES  40u
#define PITCH  256u
#define SIZE   (LINES * PITCH)
#define ROUNDS 200

struct picture {
    uint32_t width, height;
    uint8_t bytes[SIZE];
};

struct clip {
    bool on;
    uint32_t x, y, w, h;
};

static uint32_t random_state;
static uint32_t pixel_bytes; /* 4: X8R8G8B8, 2: R5G6B5, of both pictures */
static struct picture source, target;

/* 0 to `most`. */
static uint32_t dice(uint32_t most)
{
    random_state = random_state * 1664525 + 1013904223;
    return (random_state >> 8) % (most + 1);
}

static uint32_t format(void)
{
    return pixel_bytes == 4 ? 0xe6 : 0xe8;
}

static void describe(uint32_t base, const struct picture *picture, uint32_t at)
{
    const uint32_t words[] = {
        format(), 1, 0, 1, 0, PITCH, picture->width, picture->height, 0, at
    };

    for (uint32_t i = 0; i < ARRAY_SIZE(words); i++)
        send(1, base + 4 * i, words[i]);
}

static struct clip any_clip(void)
{
    const struct clip clip = { dice(1), dice(30), dice(20), dice(60), dice(40) };
    const uint32_t words[] = { clip.x, clip.y, clip.w, clip.h, clip.on };

    for (uint32_t i = 0; i < ARRAY_SIZE(words); i++)
        send(1, 0x280 + 4 * i, words[i]);
    return clip;
}

static bool is_inside(const struct clip *clip, uint32_t x, uint32_t y)
{
    return x < target.width && y < target.height &&
           (!clip->on ||
            (x >= clip->x && x < clip->x + clip->w && y >= clip->y && y < clip->y + clip->h));
}

static void paint(const struct clip *clip, uint32_t x, uint32_t y, const void *pixel)
{
    if (is_inside(clip, x, y))
        memcpy(&target.bytes[y * PITCH + x * pixel_bytes], pixel, pixel_bytes);
}

/* The second corner is not part of it. */
static void one_rectangle(void)
{
    const struct clip clip = any_clip();
    const uint32_t x0 = dice(60), y0 = dice(40), x1 = dice(70), y1 = dice(50);
    const uint32_t color = dice(0xffffff);
    const uint32_t corners[] = { x0, y0, x1, y1 };

    send(1, 0x588, pixel_bytes == 4 ? color : color & 0xffff);
    for (uint32_t i = 0; i < 4; i++)
        send(1, 0x600 + 4 * i, corners[i]);
    for (uint32_t y = y0; y < y1; y++)
        for (uint32_t x = x0; x < x1; x++)
            paint(&clip, x, y, &color);
}

static void send_fixed(uint32_t at, uint64_t value)
{
    send(1, at, (uint32_t)value);
    send(1, at + 4, (uint32_t)(value >> 32));
}

/* In 1/16 pixels, often one of them. */
static uint64_t any_step(void)
{
    return dice(1) ? UINT64_C(1) << 32 : (uint64_t)dice(40) << 28;
}

static uint32_t at_edge(uint64_t place, uint32_t size)
{
    return place >> 32 < size ? (uint32_t)(place >> 32) : size - 1;
}

/* Pixel i of a line comes from where i steps lead, at the edge from the last one there is. */
static void one_blit(void)
{
    const struct clip clip = any_clip();
    const uint32_t x = dice(60), y = dice(40), w = dice(30), h = dice(20);
    const uint64_t du = any_step(), dv = any_step();
    const uint64_t sx = (uint64_t)dice(40 * 16) << 28, sy = (uint64_t)dice(40 * 16) << 28;
    const uint32_t words[] = { x, y, w, h };

    for (uint32_t i = 0; i < 4; i++)
        send(1, 0x8b0 + 4 * i, words[i]);
    send_fixed(0x8c0, du);
    send_fixed(0x8c8, dv);
    send_fixed(0x8d0, sx);
    send_fixed(0x8d8, sy);
    for (uint32_t j = 0; j < h; j++)
        for (uint32_t i = 0; i < w; i++) {
            const uint32_t from_x = at_edge(sx + i * du, source.width);
            const uint32_t from_y = at_edge(sy + j * dv, source.height);

            paint(&clip, x + i, y + j, &source.bytes[from_y * PITCH + from_x * pixel_bytes]);
        }
}

static void expect_picture(const uint8_t *vram, unsigned number)
{
    for (uint32_t i = 0; i < SIZE; i++)
        if (vram[TARGET + i] != target.bytes[i])
            fail_msg("drawing %u, %u bytes a pixel: byte %u of line %u is 0x%02x, 0x%02x is right",
                     number, pixel_bytes, i % PITCH, i / PITCH, vram[TARGET + i], target.bytes[i]);
}

/* Sources and targets of 1 to 60 by 1 to 40 pixels. */
static void new_pictures(void)
{
    source.width = 1 + dice(59);
    source.height = 1 + dice(39);
    target.width = 1 + dice(59);
    target.height = 1 + dice(39);
    describe(0x230, &source, SOURCE);
    describe(0x200, &target, TARGET);
}

static void draw_all(uint32_t bytes)
{
    uint64_t size;

    bring_up("g84", NULL);
    uint8_t *const vram = model_vram(card, &size);
    assert_true(size >= TARGET + SIZE);
    random_state = bytes;
    pixel_bytes = bytes;
    for (uint32_t i = 0; i < SIZE; i++)
        source.bytes[i] = vram[SOURCE + i] = (uint8_t)dice(255);
    memcpy(target.bytes, vram + TARGET, SIZE);
    send(1, 0, ENG2D);
    for (uint32_t at = 0x180; at <= 0x188; at += 4)
        send(1, at, VRAM);
    send(1, 0x2ac, 3); /* copies the drawn pixels */
    send(1, 0x580, 4);
    send(1, 0x584, format());
    for (unsigned number = 0; number < ROUNDS; number++) {
        if (number % 8 == 0)
            new_pictures();
        if (number % 2)
            one_blit();
        else
            one_rectangle();
        assert_int_equal(rd(REF_PGRAPH_INTR), 0);
        expect_picture(vram, number);
    }
}

TEST(drawings_are_as_painted_by_hand, NULL, close_card)
{
    draw_all(4);
    close_card(NULL);
    draw_all(2);
}
