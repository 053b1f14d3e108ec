#include "hw/nv50/eng2d.h"
#include "model/nv50/base/card.h"
#include "model/nv50/graph/draw.h"
#include "model/nv50/graph/pgraph.h"
#include "model/nv50/graph/pixel.h"

#define SIDE 8u /* of a square pattern */

/* The cells of the colour pattern are kept where X8R8G8B8 puts them; the other formats are converted. */
static uint32_t *cell(struct nv50 *card, uint32_t index)
{
    return &card->pgraph->state.eng2d[(ENG2D_PATTERN_COLORS - METHODS_FIRST) / 4 + index];
}

/* Luminance is the same in red, green and blue. */
static uint32_t grey(uint32_t level)
{
    return PIXEL_GREY(level & 0xff) & ~PIXEL_ALPHA;
}

void pattern_method(struct nv50 *card, uint32_t method, uint32_t data)
{
    const uint32_t halves[2] = { data & 0xffff, data >> 16 };

    if (method >= ENG2D_PATTERN_Y8) {
        for (unsigned i = 0; i < 4; i++)
            *cell(card, method - ENG2D_PATTERN_Y8 + i) = grey(data >> (8 * i));
    } else if (method >= ENG2D_PATTERN_R5G6B5) {
        const bool fifteen = method >= ENG2D_PATTERN_X1R5G5B5;
        const uint32_t first = fifteen ? ENG2D_PATTERN_X1R5G5B5 : ENG2D_PATTERN_R5G6B5;
        for (unsigned i = 0; i < 2; i++)
            *cell(card, (method - first) / 2 + i) =
                pixel_convert(halves[i], fifteen ? ENG2D_FORMAT_X1R5G5B5 : ENG2D_FORMAT_R5G6B5,
                              ENG2D_FORMAT_X8R8G8B8);
    }
}

bool pattern_is_known(const struct nv50 *card)
{
    return eng2d_word(card, ENG2D_PATTERN_SELECT) <= ENG2D_PATTERN_COLOR &&
           eng2d_word(card, ENG2D_PATTERN_COLOR_FORMAT) <= ENG2D_PATTERN_X16A8Y8;
}

/* A colour of the two that a bitmap has. */
static uint32_t bitmap_color(const struct nv50 *card, uint32_t value)
{
    switch (eng2d_word(card, ENG2D_PATTERN_COLOR_FORMAT)) {
    case ENG2D_PATTERN_A16R5G6B5:
        return (value & PIXEL_ALPHA) |
               (pixel_convert(value & 0xffff, ENG2D_FORMAT_R5G6B5, ENG2D_FORMAT_A8R8G8B8) &
                ~PIXEL_ALPHA);
    case ENG2D_PATTERN_X16A1R5G5B5:
        return pixel_convert(value & 0xffff, ENG2D_FORMAT_A1R5G5B5, ENG2D_FORMAT_A8R8G8B8);
    case ENG2D_PATTERN_X16A8Y8:
        return (value >> 8 & 0xff) << 24 | grey(value);
    default:
        return value;
    }
}

static uint32_t bitmap_pixel(const struct nv50 *card, uint32_t x, uint32_t y)
{
    const uint32_t shape = eng2d_word(card, ENG2D_PATTERN_SELECT);
    uint32_t bit = shape == ENG2D_PATTERN_64X1   ? x % 64
                   : shape == ENG2D_PATTERN_1X64 ? y % 64
                                                 : y % SIDE * SIDE + x % SIDE;

    if (eng2d_word(card, ENG2D_PATTERN_BITMAP_FORMAT) == ENG2D_PATTERN_CGA6)
        bit ^= 7; /* the leftmost pixel is the most significant bit of its byte */
    const uint32_t word = eng2d_word(card, ENG2D_PATTERN_BITMAP + bit / 32 * 4);
    return bitmap_color(card,
                        eng2d_word(card, ENG2D_PATTERN_BITMAP_COLOR + (word >> bit % 32 & 1) * 4));
}

uint32_t pattern_pixel(const struct nv50 *card, uint32_t x, uint32_t y)
{
    const uint32_t offset = eng2d_word(card, ENG2D_PATTERN_OFFSET);

    x += FIELD_GET(ENG2D_PATTERN_OFFSET_X, offset);
    y += FIELD_GET(ENG2D_PATTERN_OFFSET_Y, offset);
    if (eng2d_word(card, ENG2D_PATTERN_SELECT) != ENG2D_PATTERN_COLOR)
        return bitmap_pixel(card, x, y);
    return PIXEL_ALPHA | eng2d_word(card, ENG2D_PATTERN_COLORS + 4 * (y % SIDE * SIDE + x % SIDE));
}
