#include "tests/suite/report/page_rig.h"
#include "suite/report/font.h"

#define SCALE_MAX 8

static uint32_t pixels[PAGE_RIG_WIDTH * PAGE_RIG_HEIGHT];
static uint32_t stencil[PAGE_RIG_WIDTH * FONT_HEIGHT * SCALE_MAX];
static struct page page;

const uint32_t *page_show(const struct scene *scene, int width, int height)
{
    assert_true(width <= PAGE_RIG_WIDTH && height <= PAGE_RIG_HEIGHT);
    page_open(&page, pixels, width, height);
    page_draw(&page, scene);
    return pixels;
}

bool page_says(int x, int y, struct pen pen, const char *words)
{
    const int width = text_width(pen.scale, words), height = FONT_HEIGHT * pen.scale;
    struct canvas canvas = canvas_in(stencil, width, height);

    if (x + width > page.canvas.width || y + height > page.canvas.height)
        return false;
    canvas_text(&canvas, 0, 0, pen, words);
    for (int row = 0; row < height; row++)
        if (memcmp(pixels + (y + row) * page.canvas.width + x, stencil + row * width,
                   (size_t)width * 4) != 0)
            return false;
    return true;
}

/* clang-format off */
static const struct { const char *name; uint32_t colour; } colours[] = {
    { "back", 0x0a0e13 }, { "panel", 0x141b23 }, { "rule", 0x3a4856 }, { "mute", 0x9aa8b6 }, { "text", 0xd6dee6 },
    { "white", 0xffffff }, { "run", 0x56c7f5 }, { "navy", 0x0e3a57 }, { "good", 0x4ade9b }, { "fern", 0x0f4030 },
    { "bad", 0xff8577 }, { "crim", 0xb5121b }, { "amber", 0xffc43d }, { "umber", 0x4a3300 }, { "board", 0x10211f },
    { "gold", 0xa0803a } };
/* clang-format on */

uint32_t page_colour(const char *name)
{
    for (unsigned i = 0; i < ARRAY_SIZE(colours); i++)
        if (!strcmp(colours[i].name, name))
            return colours[i].colour;
    fail_msg("no colour is called \"%s\"", name);
    return 0;
}

const char *page_colour_name(uint32_t colour)
{
    for (unsigned i = 0; i < ARRAY_SIZE(colours); i++)
        if (colours[i].colour == colour)
            return colours[i].name;
    fail_msg("colour 0x%06x has no name", colour);
    return "";
}

void expect_change_drawn(const char *name, const struct scene *before, const struct scene *after)
{
    enum { WIDTH = 1024, HEIGHT = 768 };
    static uint32_t kept[WIDTH * HEIGHT], first[WIDTH * HEIGHT];
    struct page old;

    page_open(&old, kept, WIDTH, HEIGHT);
    page_draw(&old, before);
    memcpy(first, kept, sizeof(kept));
    page_draw(&old, after);
    if (memcmp(kept, first, sizeof(kept)) == 0)
        fail_msg("%s changes nothing", name);
    page_show(after, WIDTH, HEIGHT);
    if (memcmp(kept, pixels, sizeof(kept)) != 0)
        fail_msg("%s is not drawn, or not all of it", name);
    page_draw(&old, before);
    if (memcmp(kept, first, sizeof(kept)) != 0)
        fail_msg("%s does not come back, or not all of it", name);
}
