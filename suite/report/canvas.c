#include "suite/report/canvas.h"

#include "engines/text.h"
#include "hw/least.h"
#include "suite/report/font.h"

#define DASH         8 /* pixels drawn of a dashed line, and as many left out */
#define LINE_GAP     2 /* font pixels between two lines of a paragraph */
#define LINE_LETTERS 160

/* Rows of nine pixels, the leftmost in bit 8. */
static const uint16_t signs[SIGNS][SIGN_SIZE] = {
    [SIGN_TICK] = { 0x001, 0x003, 0x006, 0x00c, 0x118, 0x1b0, 0x0e0, 0x040, 0x000 },
    [SIGN_CROSS] = { 0x183, 0x1c7, 0x0ee, 0x07c, 0x038, 0x07c, 0x0ee, 0x1c7, 0x183 },
    [SIGN_DASH] = { 0x000, 0x000, 0x000, 0x1ff, 0x1ff, 0x1ff, 0x000, 0x000, 0x000 },
    [SIGN_HALF] = { 0x1ff, 0x1f1, 0x1f1, 0x1f1, 0x1f1, 0x1f1, 0x1f1, 0x1f1, 0x1ff },
    [SIGN_BANG] = { 0x038, 0x038, 0x038, 0x038, 0x038, 0x010, 0x000, 0x038, 0x038 },
    [SIGN_ARROW] = { 0x080, 0x0c0, 0x0e0, 0x0f0, 0x0f8, 0x0f0, 0x0e0, 0x0c0, 0x080 },
    [SIGN_DOTS] = { 0x000, 0x000, 0x000, 0x000, 0x1b6, 0x1b6, 0x000, 0x000, 0x000 },
};

struct canvas canvas_in(uint32_t *pixels, int width, int height)
{
    return (struct canvas){ .pixels = pixels, .width = width, .height = height };
}

static int most(int a, int b)
{
    return a > b ? a : b;
}

/* The part of the area that lies on the canvas. */
static struct area clipped(const struct canvas *canvas, struct area a)
{
    const int x = most(a.x, 0), y = most(a.y, 0);

    return (struct area){ x, y, most(LEAST(a.x + a.width, canvas->width) - x, 0),
                          most(LEAST(a.y + a.height, canvas->height) - y, 0) };
}

static struct area joined(struct area a, struct area b)
{
    const int x = LEAST(a.x, b.x), y = LEAST(a.y, b.y);

    return (struct area){ x, y, most(a.x + a.width, b.x + b.width) - x,
                          most(a.y + a.height, b.y + b.height) - y };
}

static bool touches(struct area a, struct area b)
{
    return a.x <= b.x + b.width && b.x <= a.x + a.width && a.y <= b.y + b.height &&
           b.y <= a.y + a.height;
}

static void note(struct canvas *canvas, struct area area)
{
    struct area *const last = &canvas->changes[canvas->change_count - 1];

    if (!area.width || !area.height)
        return;
    if (canvas->change_count && (canvas->change_count == CANVAS_CHANGES || touches(*last, area)))
        *last = joined(*last, area);
    else
        canvas->changes[canvas->change_count++] = area;
}

/* Pixels of one row, two at a time as far as they go, because most areas of a page are wide. */
static void paint_row(uint32_t *pixels, int count, uint32_t colour)
{
    const uint64_t two = (uint64_t)colour << 32 | colour;

    for (; count >= 8; count -= 8, pixels += 8)
        for (unsigned i = 0; i < 8; i += 2)
            __builtin_memcpy(pixels + i, &two, sizeof(two));
    for (int i = 0; i < count; i++)
        pixels[i] = colour;
}

/* Does not note the change: its caller draws many small pieces and notes them once. */
static void paint(struct canvas *canvas, struct area area, uint32_t colour)
{
    const struct area a = clipped(canvas, area);

    for (int y = a.y; a.width && y < a.y + a.height; y++)
        paint_row(canvas->pixels + (size_t)y * (size_t)canvas->width + a.x, a.width, colour);
}

void canvas_fill(struct canvas *canvas, struct area area, uint32_t colour)
{
    paint(canvas, area, colour);
    note(canvas, clipped(canvas, area));
}

void canvas_frame(struct canvas *canvas, struct area a, int thickness, bool dashed, uint32_t colour)
{
    const int step = dashed ? 2 * DASH : most(a.width, a.height) + 1, length = dashed ? DASH : step;

    for (int x = 0; x < a.width; x += step) {
        const int part = LEAST(length, a.width - x);

        paint(canvas, (struct area){ a.x + x, a.y, part, thickness }, colour);
        paint(canvas, (struct area){ a.x + x, a.y + a.height - thickness, part, thickness },
              colour);
    }
    for (int y = 0; y < a.height; y += step) {
        const int part = LEAST(length, a.height - y);

        paint(canvas, (struct area){ a.x, a.y + y, thickness, part }, colour);
        paint(canvas, (struct area){ a.x + a.width - thickness, a.y + y, thickness, part }, colour);
    }
    note(canvas, clipped(canvas, a));
}

static int magnitude(int value)
{
    return value < 0 ? -value : value;
}

void canvas_line(struct canvas *canvas, int x, int y, int to_x, int to_y, int thickness,
                 uint32_t colour)
{
    const int steps = most(most(magnitude(to_x - x), magnitude(to_y - y)), 1);
    const int half = thickness / 2;

    for (int i = 0; i <= steps; i++)
        paint(canvas,
              (struct area){ x + (to_x - x) * i / steps - half, y + (to_y - y) * i / steps - half,
                             thickness, thickness },
              colour);
    const struct area all = { LEAST(x, to_x) - half, LEAST(y, to_y) - half,
                              magnitude(to_x - x) + thickness, magnitude(to_y - y) + thickness };
    note(canvas, clipped(canvas, all));
}

void canvas_sign(struct canvas *canvas, int x, int y, int scale, enum sign sign, uint32_t colour)
{
    for (int row = 0; row < SIGN_SIZE; row++)
        for (int column = 0; column < SIGN_SIZE; column++)
            if (signs[sign][row] & 1 << (SIGN_SIZE - 1 - column))
                paint(canvas, (struct area){ x + column * scale, y + row * scale, scale, scale },
                      colour);
    note(canvas, clipped(canvas, (struct area){ x, y, SIGN_SIZE * scale, SIGN_SIZE * scale }));
}

/* ---- text ---- */

static const unsigned char *glyph_of(char c)
{
    const bool known = c >= FONT_FIRST && c < FONT_FIRST + FONT_GLYPHS;

    return font_glyphs[(known ? c : '?') - FONT_FIRST];
}

static void letter(struct canvas *canvas, int x, int y, struct pen pen, char c)
{
    const unsigned char *const glyph = glyph_of(c);

    paint(canvas, (struct area){ x, y, FONT_WIDTH * pen.scale, FONT_HEIGHT * pen.scale }, pen.back);
    for (int row = 0; row < FONT_HEIGHT; row++) {
        const unsigned bits = pen.strong ? glyph[row] | glyph[row] >> 1 : glyph[row];

        for (int column = 0; column < FONT_WIDTH; column++)
            if (bits & 0x80u >> column)
                paint(canvas,
                      (struct area){ x + column * pen.scale, y + row * pen.scale, pen.scale,
                                     pen.scale },
                      pen.colour);
    }
}

int canvas_text(struct canvas *canvas, int x, int y, struct pen pen, const char *text)
{
    const int from = x;

    for (; *text; text++, x += FONT_WIDTH * pen.scale)
        letter(canvas, x, y, pen, *text);
    note(canvas, clipped(canvas, (struct area){ from, y, x - from, FONT_HEIGHT * pen.scale }));
    return x;
}

int text_width(int scale, const char *text)
{
    return (int)string_length(text) * FONT_WIDTH * scale;
}

int text_scale(const char *text, int width, int largest)
{
    int scale = largest;

    while (scale > 1 && text_width(scale, text) > width)
        scale--;
    return scale;
}

/* How many characters stand in a line that has room for `room`. */
static int line_length(const char *text, int room)
{
    const int length = (int)string_length(text);
    int used = room;

    if (length <= room)
        return length;
    while (used > 0 && text[used] != ' ')
        used--;
    return used ? used : room;
}

static int letters_in(int width, int scale)
{
    return LEAST(width / (FONT_WIDTH * scale), LINE_LETTERS);
}

int paragraph_height(const char *text, int width, int scale)
{
    const int room = letters_in(width, scale);
    int lines = 0;

    for (; *text && room > 3; lines++)
        for (text += line_length(text, room); *text == ' '; text++)
            ;
    return lines * (FONT_HEIGHT + LINE_GAP) * scale;
}

/* The last line that fits ends with "...", because a text cut without a mark reads as if it were
 * whole. */
int canvas_paragraph(struct canvas *canvas, struct area area, struct pen pen, const char *text)
{
    const int line = (FONT_HEIGHT + LINE_GAP) * pen.scale, bottom = area.y + area.height;
    const int room = letters_in(area.width, pen.scale);
    int y = area.y;

    for (; *text && y + FONT_HEIGHT * pen.scale <= bottom && room > 3; y += line) {
        const int length = line_length(text, room);
        const bool last = y + line + FONT_HEIGHT * pen.scale > bottom && text[length];
        char letters[LINE_LETTERS + 1];
        struct text words = text_in(letters, sizeof(letters));

        for (int i = 0; i < (last ? LEAST(length, room - 3) : length); i++)
            text_char(&words, text[i]);
        if (last)
            text_string(&words, "...");
        canvas_text(canvas, area.x, y, pen, letters);
        for (text += length; *text == ' '; text++)
            ;
    }
    return y;
}
