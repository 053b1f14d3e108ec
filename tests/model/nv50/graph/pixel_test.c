/* Pixels of 2D by themselves (model/nv50/graph/pixel.h): formats by their fields (docs/hardware/tesla-mmio.md §5.8), each
 * field as a fraction of its largest value; raster operations by their truth table; sums and products of levels. */
#include "hw/bits.h"
#include "model/nv50/graph/pixel.h"
#include "tests/kit/tests.h"

#define A8R8G8B8 0xcfu

/* Of alpha 128, red 64, green 32 and blue 16, by hand: level * largest / 255, rounded; and back, rounded down. A
 * component that a format lacks reads as 0, alpha as 255. */
static const struct {
    uint32_t format, bytes, pixel, back, full;
} formats[] = {
    /* clang-format off */
    { 0xcf, 4, 0x80402010, 0x80402010, 0xffffffff }, /* A8R8G8B8 */ { 0xe6, 4, 0x00402010, 0xff402010, 0x00ffffff }, /* X8R8G8B8 */
    { 0xd5, 4, 0x80102040, 0x80402010, 0xffffffff }, /* A8B8G8R8 */ { 0xf9, 4, 0x00102040, 0xff402010, 0x00ffffff }, /* X8B8G8R8 */
    { 0xdf, 4, 0x90120040, 0xaa401f0f, 0xffffffff }, /* A2R10G10B10: 2, 257, 128, 64 */ { 0xd1, 4, 0x84020101, 0xaa401f0f, 0xffffffff }, /* A2B10G10R10 */
    { 0xe8, 2, 0x00004102, 0xff412010, 0x0000ffff }, /* R5G6B5: 8, 8, 2 */ { 0xe9, 2, 0x0000a082, 0xff412010, 0x0000ffff }, /* A1R5G5B5: 1, 8, 4, 2 */
    { 0xf8, 2, 0x00002082, 0xff412010, 0x00007fff }, /* X1R5G5B5 */ { 0xf3, 1, 0x00000040, 0xff400000, 0x000000ff }, /* Y8 has its level as red */
    /* clang-format on */
};

TEST(formats_have_their_fields)
{
    for (unsigned i = 0; i < ARRAY_SIZE(formats); i++) {
        const uint32_t format = formats[i].format;

        assert_pairs(formats[i].bytes, pixel_bytes(format), formats[i].pixel,
                     pixel_convert(0x80402010, A8R8G8B8, format), formats[i].back,
                     pixel_convert(formats[i].pixel, format, A8R8G8B8), formats[i].full,
                     pixel_convert(0xffffffff, A8R8G8B8, format), 0,
                     pixel_convert(0, A8R8G8B8, format), format == 0xf3 ? 0xffff0000 : 0xffffffff,
                     pixel_convert(formats[i].full, format, A8R8G8B8), 0x12345678,
                     pixel_convert(0x12345678, format, format), 0x12345678,
                     pixel_convert(0x12345678, format, 0x01), 0x12345678,
                     pixel_convert(0x12345678, 0x01, format));
    }
    for (uint32_t code = 0; code < 0x100; code++) {
        unsigned bytes = 0;

        for (unsigned i = 0; i < ARRAY_SIZE(formats); i++)
            if (formats[i].format == code)
                bytes = formats[i].bytes;
        assert_int_equal(pixel_bytes(code), bytes);
    }
    /* from one to another, by way of levels */
    assert_pairs(0xa082, pixel_convert(0x4102, 0xe8, 0xe9), 0x4000, pixel_convert(0x40, 0xf3, 0xe8),
                 0xff, pixel_convert(0xf81f, 0xe8, 0xf3), 0x2000, /* 37 * 31 / 255 = 4.498 */
                 pixel_convert(0xff250000, A8R8G8B8, 0xe8));
}

/* Bit 4 * pattern + 2 * source + destination of the table is the result: these three have each combination once. */
TEST(tables_are_raster_operations)
{
    for (uint32_t table = 0; table < 0x100; table++)
        assert_int_equal(pixel_rop((uint8_t)table, 0xf0f0f0f0, 0xcccccccc, 0xaaaaaaaa),
                         table * 0x01010101u);
}

/* a * b / 255, rounded; sums end at 255. Each of the four levels by itself. */
TEST(levels_are_multiplied_and_added)
{
    static const struct {
        uint32_t a, b, product, sum;
    } rows[] = { { 0, 0, 0, 0 },        { 255, 255, 255, 255 }, { 255, 1, 1, 255 },
                 { 128, 128, 64, 255 }, { 100, 50, 20, 150 },   { 1, 127, 0, 128 },
                 { 1, 128, 1, 129 },    { 127, 128, 64, 255 },  { 254, 1, 1, 255 },
                 { 2, 64, 1, 66 },      { 200, 55, 43, 255 },   { 200, 54, 42, 254 },
                 { 16, 16, 1, 32 },     { 11, 11, 0, 22 } };

    for (unsigned i = 0; i < ARRAY_SIZE(rows); i++) {
        assert_int_equal(pixel_level_product(rows[i].a, rows[i].b), rows[i].product);
        for (unsigned shift = 0; shift < 32; shift += 8) {
            const uint32_t a = rows[i].a << shift, b = rows[i].b << shift;

            assert_int_equal(pixel_product(a, b), rows[i].product << shift);
            assert_int_equal(pixel_sum(a, b), rows[i].sum << shift);
        }
    }
    assert_int_equal(pixel_product(0x80ff64ff, 0x80ff32ff), 0x40ff14ff);
    assert_int_equal(pixel_sum(0x10c8ff00, 0x2036ff01), 0x30feff01);
}
