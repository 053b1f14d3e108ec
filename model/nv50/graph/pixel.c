#include "model/nv50/graph/pixel.h"

#include <stddef.h>

#include "hw/nv50/eng2d.h"

struct format {
    uint8_t code, bytes;
    uint32_t alpha, red, green, blue;
};

/* clang-format off */
static const struct format formats[] = {
    { ENG2D_FORMAT_A8R8G8B8,    4, BITS(31, 24), BITS(23, 16), BITS(15, 8),  BITS(7, 0) },
    { ENG2D_FORMAT_X8R8G8B8,    4, 0,            BITS(23, 16), BITS(15, 8),  BITS(7, 0) },
    { ENG2D_FORMAT_A8B8G8R8,    4, BITS(31, 24), BITS(7, 0),   BITS(15, 8),  BITS(23, 16) },
    { ENG2D_FORMAT_X8B8G8R8,    4, 0,            BITS(7, 0),   BITS(15, 8),  BITS(23, 16) },
    { ENG2D_FORMAT_A2R10G10B10, 4, BITS(31, 30), BITS(29, 20), BITS(19, 10), BITS(9, 0) },
    { ENG2D_FORMAT_A2B10G10R10, 4, BITS(31, 30), BITS(9, 0),   BITS(19, 10), BITS(29, 20) },
    { ENG2D_FORMAT_R5G6B5,      2, 0,            BITS(15, 11), BITS(10, 5),  BITS(4, 0) },
    { ENG2D_FORMAT_A1R5G5B5,    2, BIT(15),      BITS(14, 10), BITS(9, 5),   BITS(4, 0) },
    { ENG2D_FORMAT_X1R5G5B5,    2, 0,            BITS(14, 10), BITS(9, 5),   BITS(4, 0) },
    { ENG2D_FORMAT_Y8,          1, 0,            BITS(7, 0),   0,            0 },
};
/* clang-format on */

static const struct format *format_of(uint32_t code)
{
    for (unsigned i = 0; i < ARRAY_SIZE(formats); i++)
        if (formats[i].code == code)
            return &formats[i];
    return NULL;
}

unsigned pixel_bytes(uint32_t format)
{
    const struct format *found = format_of(format);
    return found ? found->bytes : 0;
}

/* A field of `mask` as a fraction of 255, and back. */
static uint32_t widen(uint32_t pixel, uint32_t mask, uint32_t absent)
{
    return mask == 0 ? absent
                     : (uint32_t)((uint64_t)FIELD_GET(mask, pixel) * 255 / FIELD_MAX(mask));
}

static uint32_t narrow(uint32_t level, uint32_t mask)
{
    if (mask == 0)
        return 0;
    const uint64_t most = FIELD_MAX(mask);
    return FIELD_PUT(mask, (uint32_t)((level * most + 127) / 255));
}

uint32_t pixel_convert(uint32_t pixel, uint32_t from, uint32_t to)
{
    const struct format *in = format_of(from), *out = format_of(to);

    if (from == to || !in || !out)
        return pixel;
    return narrow(widen(pixel, in->alpha, 255), out->alpha) |
           narrow(widen(pixel, in->red, 0), out->red) |
           narrow(widen(pixel, in->green, 0), out->green) |
           narrow(widen(pixel, in->blue, 0), out->blue);
}

uint32_t pixel_rop(uint8_t table, uint32_t pattern, uint32_t source, uint32_t destination)
{
    uint32_t result = 0;

    for (unsigned i = 0; i < 8; i++)
        if (table & BIT(i))
            result |= (i & 4 ? pattern : ~pattern) & (i & 2 ? source : ~source) &
                      (i & 1 ? destination : ~destination);
    return result;
}

uint32_t pixel_level_product(uint32_t a, uint32_t b)
{
    return (a * b + 127) / 255;
}

uint32_t pixel_product(uint32_t a, uint32_t b)
{
    uint32_t product = 0;

    for (unsigned shift = 0; shift < 32; shift += 8)
        product |= pixel_level_product(a >> shift & 0xff, b >> shift & 0xff) << shift;
    return product;
}

uint32_t pixel_sum(uint32_t a, uint32_t b)
{
    uint32_t sum = 0;

    for (unsigned shift = 0; shift < 32; shift += 8) {
        const uint32_t level = (a >> shift & 0xff) + (b >> shift & 0xff);
        sum |= (level < 255 ? level : 255) << shift;
    }
    return sum;
}
