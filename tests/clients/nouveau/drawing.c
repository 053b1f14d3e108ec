/* tests/clients/nouveau/drawing.c: the 2D engine (docs/hardware/tesla-mmio.md §5.8). */
#include "tests/clients/nouveau/world.h"

#define SIDE   256u /* pixels of 32 bits, and lines */
#define COLOR  0xe6 /* a format with 8 bits for each colour, 8 unused */
#define OPAQUE 3    /* operations */
#define ROP    1

static void surface(struct channel *c, unsigned first, uint64_t va)
{
    method(c, SUB_2D, first, 2, COLOR, 1);
    method(c, SUB_2D, first + 0x14, 5, SIDE * 4, SIDE, SIDE, (uint32_t)(va >> 32), (uint32_t)va);
}

struct area {
    uint32_t left, top, right, bottom;
};

static void rectangle(struct channel *c, uint32_t color, struct area a)
{
    method(c, SUB_2D, 0x0588, 1, color);
    method(c, SUB_2D, 0x0600, 4, a.left, a.top, a.right, a.bottom);
}

static bool inside(struct area a, uint32_t x, uint32_t y)
{
    return x >= a.left && x < a.right && y >= a.top && y < a.bottom;
}

static const struct area all = { 0, 0, SIDE, SIDE }, filled = { 10, 20, 30, 60 },
                         moved = { 15, 25, 35, 65 }, inverted = { 200, 200, 210, 210 };

static void commands(struct channel *c, uint64_t va)
{
    method(c, SUB_2D, 0x0000, 1, HANDLE_2D);
    method(c, SUB_2D, 0x0180, 4, HANDLE_NOTIFY, HANDLE_VRAM, HANDLE_VRAM, HANDLE_VRAM);
    surface(c, 0x0200, va);
    surface(c, 0x0230, va);
    method(c, SUB_2D, 0x0290, 1, 0);
    method(c, SUB_2D, 0x02a0, 1, 0x55);
    method(c, SUB_2D, 0x02ac, 1, OPAQUE);
    method(c, SUB_2D, 0x0580, 2, 4, COLOR);
    method(c, SUB_2D, 0x0888, 1, 1);
    rectangle(c, 0x00112233, all);
    rectangle(c, 0x00445566, filled);
    method(c, SUB_2D, 0x02ac, 1, ROP);
    rectangle(c, 0, inverted);
    method(c, SUB_2D, 0x02ac, 1, OPAQUE);
    method(c, SUB_2D, 0x0110, 1, 0);
    method(c, SUB_2D, 0x08b0, 12, moved.left, moved.top, 20, 40, 0, 1, 0, 1, 0, filled.left, 0,
           filled.top);
}

static uint32_t wanted(uint32_t x, uint32_t y)
{
    const uint32_t color = inside(filled, x, y) || inside(moved, x, y) ? 0x00445566 : 0x00112233;
    return (inside(inverted, x, y) ? ~color : color) & 0xffffff;
}

/* Fills, an inverted rectangle, and a blit that overlaps itself. */
void test_drawing(struct world *w)
{
    struct buffer *v = &w->vram[0];
    uint32_t wrong = 0;

    commands(&w->channel, v->va);
    channel_use(&w->channel, v, VRAM);
    const int error = run(&w->channel, v);
    for (uint32_t y = 0; y < SIDE; y++)
        for (uint32_t x = 0; x < SIDE; x++)
            wrong += (v->map[y * SIDE + x] & 0xffffff) != wanted(x, y);
    judge(w, "drawing", error, wrong, "pixels");
}
