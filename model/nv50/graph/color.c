#include "model/nv50/graph/color.h"

#include "hw/bits.h"

/* How a component is kept: a fraction of all ones, one with a sign, the number itself, or a float of 16, 11 or 10 bits.
 * sRGB's curve is not modelled: such formats are cleared as the linear ones. */
enum kind { UNORM, SNORM, NUMBER, FLOAT };

struct component {
    uint8_t at, width; /* bits; width 0: ABSENT, the format has none */
};

/* clang-format off */
#define ABSENT { .width = 0 }
/* clang-format on */

/* From the lowest bits up, as the formats' names go. Bits that only fill up a pixel (X) are written as alpha. */
struct layout {
    unsigned size;
    struct component red, green, blue, alpha;
};

static const struct layout rgba32 = { 16, { 0, 32 }, { 32, 32 }, { 64, 32 }, { 96, 32 } };
static const struct layout rgba16 = { 8, { 0, 16 }, { 16, 16 }, { 32, 16 }, { 48, 16 } };
static const struct layout rgba8 = { 4, { 0, 8 }, { 8, 8 }, { 16, 8 }, { 24, 8 } };
static const struct layout bgra8 = { 4, { 16, 8 }, { 8, 8 }, { 0, 8 }, { 24, 8 } };
static const struct layout rgb10a2 = { 4, { 0, 10 }, { 10, 10 }, { 20, 10 }, { 30, 2 } };
static const struct layout bgr10a2 = { 4, { 20, 10 }, { 10, 10 }, { 0, 10 }, { 30, 2 } };
static const struct layout r11g11b10 = { 4, { 0, 11 }, { 11, 11 }, { 22, 10 }, ABSENT };
static const struct layout bgr5a1 = { 2, { 10, 5 }, { 5, 5 }, { 0, 5 }, { 15, 1 } };
static const struct layout b5g6r5 = { 2, { 11, 5 }, { 5, 6 }, { 0, 5 }, ABSENT };
static const struct layout rg32 = { 8, { 0, 32 }, { 32, 32 }, ABSENT, ABSENT };
static const struct layout rg16 = { 4, { 0, 16 }, { 16, 16 }, ABSENT, ABSENT };
static const struct layout rg8 = { 2, { 0, 8 }, { 8, 8 }, ABSENT, ABSENT };
static const struct layout r32 = { 4, { 0, 32 }, ABSENT, ABSENT, ABSENT };
static const struct layout r16 = { 2, { 0, 16 }, ABSENT, ABSENT, ABSENT };
static const struct layout r8 = { 1, { 0, 8 }, ABSENT, ABSENT, ABSENT };
static const struct layout a8 = { 1, ABSENT, ABSENT, ABSENT, { 0, 8 } };

/* Formats from `first` to `last` (rnndb g80_defs.xml, G80_SURFACE_FORMAT). */
static const struct {
    uint8_t first, last;
    enum kind kind;
    const struct layout *layout;
} formats[] = {
    { 0xc0, 0xc5, NUMBER, &rgba32 },   { 0xc6, 0xc6, UNORM, &rgba16 },
    { 0xc7, 0xc7, SNORM, &rgba16 },    { 0xc8, 0xc9, NUMBER, &rgba16 },
    { 0xca, 0xca, FLOAT, &rgba16 },    { 0xcb, 0xcd, NUMBER, &rg32 },
    { 0xce, 0xce, FLOAT, &rgba16 },    { 0xcf, 0xd0, UNORM, &bgra8 },
    { 0xd1, 0xd1, UNORM, &rgb10a2 },   { 0xd2, 0xd2, NUMBER, &rgb10a2 },
    { 0xd5, 0xd6, UNORM, &rgba8 },     { 0xd7, 0xd7, SNORM, &rgba8 },
    { 0xd8, 0xd9, NUMBER, &rgba8 },    { 0xda, 0xda, UNORM, &rg16 },
    { 0xdb, 0xdb, SNORM, &rg16 },      { 0xdc, 0xdd, NUMBER, &rg16 },
    { 0xde, 0xde, FLOAT, &rg16 },      { 0xdf, 0xdf, UNORM, &bgr10a2 },
    { 0xe0, 0xe0, FLOAT, &r11g11b10 }, { 0xe3, 0xe5, NUMBER, &r32 },
    { 0xe6, 0xe7, UNORM, &bgra8 },     { 0xe8, 0xe8, UNORM, &b5g6r5 },
    { 0xe9, 0xe9, UNORM, &bgr5a1 },    { 0xea, 0xea, UNORM, &rg8 },
    { 0xeb, 0xeb, SNORM, &rg8 },       { 0xec, 0xed, NUMBER, &rg8 },
    { 0xee, 0xee, UNORM, &r16 },       { 0xef, 0xef, SNORM, &r16 },
    { 0xf0, 0xf1, NUMBER, &r16 },      { 0xf2, 0xf2, FLOAT, &r16 },
    { 0xf3, 0xf3, UNORM, &r8 },        { 0xf4, 0xf4, SNORM, &r8 },
    { 0xf5, 0xf6, NUMBER, &r8 },       { 0xf7, 0xf7, UNORM, &a8 },
    { 0xf8, 0xf8, UNORM, &bgr5a1 },    { 0xf9, 0xfa, UNORM, &rgba8 },
};

/* ---- a float, as other numbers ---- */

#define FLOAT_SIGN     BIT(31)
#define FLOAT_EXPONENT BITS(30, 23)
#define FLOAT_FRACTION BITS(22, 0)
#define FLOAT_BIAS     127u

/* The float's size in steps of 1 / most, to the nearest, and no more than `most`. */
static uint32_t steps_of(uint32_t value, uint32_t most)
{
    const uint32_t exponent = FIELD_GET(FLOAT_EXPONENT, value);
    const uint64_t fraction = FIELD_GET(FLOAT_FRACTION, value) | BIT(23);
    const unsigned shift = 23 + FLOAT_BIAS - exponent;

    if (exponent == 0xff && (value & FLOAT_FRACTION)) /* not a number */
        return 0;
    if (exponent >= FLOAT_BIAS)
        return most;
    return shift > 62 ? 0 : (uint32_t)((fraction * most + (UINT64_C(1) << (shift - 1))) >> shift);
}

static uint32_t ones(unsigned width)
{
    return width >= 32 ? UINT32_MAX : BIT(width) - 1;
}

static uint32_t unorm_of(uint32_t value, unsigned width)
{
    return value & FLOAT_SIGN ? 0 : steps_of(value, ones(width));
}

static uint32_t snorm_of(uint32_t value, unsigned width)
{
    const uint32_t steps = steps_of(value, ones(width - 1));

    return (value & FLOAT_SIGN ? -steps : steps) & ones(width);
}

/* Of 16 bits; those of 11 and 10 have no sign and 4 or 5 bits less of the fraction. Denormals are 0. */
static uint32_t small_float_of(uint32_t value, unsigned width)
{
    const int exponent = (int)FIELD_GET(FLOAT_EXPONENT, value) - (int)FLOAT_BIAS + 15;
    const uint32_t sign = value & FLOAT_SIGN ? BIT(15) : 0;
    const uint32_t size = exponent <= 0 ? 0
                          : exponent >= 31
                              ? 0x7c00
                              : (uint32_t)exponent << 10 | FIELD_GET(FLOAT_FRACTION, value) >> 13;

    if (width == 16)
        return sign | size;
    return sign ? 0 : size >> (15 - width);
}

static uint32_t kept_as(enum kind kind, uint32_t value, unsigned width)
{
    switch (kind) {
    case UNORM:
        return unorm_of(value, width);
    case SNORM:
        return snorm_of(value, width);
    case FLOAT:
        return small_float_of(value, width);
    default:
        return value & ones(width);
    }
}

/* ---- pixels ---- */

static void put(struct pixel *pixel, unsigned at, unsigned width, uint32_t value)
{
    for (unsigned i = 0; i < width; i++) {
        const unsigned bit = at + i;

        pixel->wanted |= (uint16_t)(1u << bit / 8);
        if (value >> i & 1)
            pixel->bytes[bit / 8] |= (uint8_t)(1u << bit % 8);
    }
}

struct pixel pixel_of_color(uint32_t format, const uint32_t *values, unsigned which)
{
    struct pixel pixel = { 0 };

    for (unsigned i = 0; i < ARRAY_SIZE(formats); i++) {
        if (format < formats[i].first || format > formats[i].last)
            continue;
        const struct layout *const l = formats[i].layout;
        const struct component *const parts[] = { &l->red, &l->green, &l->blue, &l->alpha };

        pixel.size = l->size;
        for (unsigned c = 0; c < ARRAY_SIZE(parts); c++)
            if (which >> c & 1)
                put(&pixel, parts[c]->at, parts[c]->width,
                    kept_as(formats[i].kind, values[c], parts[c]->width));
        break;
    }
    return pixel;
}

struct pixel pixel_of_zeta(uint32_t format, uint32_t depth, uint32_t stencil, bool has_depth,
                           bool has_stencil)
{
    /* rnndb g80_defs.xml, G80_ZETA_FORMAT; of those for coverage samples, depth and stencil alone. */
    static const struct {
        uint8_t format, size, depth_at, depth_width, stencil_at, stencil_width;
    } rows[] = {
        { 0x0a, 4, 0, 32, 0, 0 },  { 0x13, 2, 0, 16, 0, 0 },  { 0x14, 4, 8, 24, 0, 8 },
        { 0x15, 4, 0, 24, 0, 0 },  { 0x16, 4, 0, 24, 24, 8 }, { 0x18, 4, 0, 24, 0, 0 },
        { 0x19, 8, 0, 32, 32, 8 }, { 0x1d, 8, 0, 24, 32, 8 }, { 0x1e, 8, 0, 32, 0, 0 },
        { 0x1f, 8, 0, 32, 32, 8 },
    };
    struct pixel pixel = { 0 };

    for (unsigned i = 0; i < ARRAY_SIZE(rows); i++) {
        if (rows[i].format != format)
            continue;
        pixel.size = rows[i].size;
        if (has_depth)
            put(&pixel, rows[i].depth_at, rows[i].depth_width,
                kept_as(rows[i].depth_width == 32 ? NUMBER : UNORM, depth, rows[i].depth_width));
        if (has_stencil)
            put(&pixel, rows[i].stencil_at, rows[i].stencil_width, stencil);
    }
    return pixel;
}
