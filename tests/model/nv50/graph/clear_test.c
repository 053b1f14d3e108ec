/* Writes of 3D's clears in the device model: formats, places, rectangles, layers, parts of a pixel. Typed from
 * docs/hardware/tesla-engines.md §4.5, tesla-mmio.md §5.9 and rnndb's names of formats, lowest bits first. */
#include "model/nv50/graph/color.h"
#include "tests/model/nv50/graph/pgraph_rig.h"

#define GR3D  0x1cu /* selector of the class object */
#define BASE  0x300000u
#define NONE  0xeeeeeeeeu /* in memory before a clear */
#define WORDS 0x800u
#define changed()                                                                                  \
    (WORDS - words_of(BASE, 4 * WORDS, NONE)) /* words that are no longer as they were */

#define ONE     0x3f800000u /* floats */
#define HALF    0x3f000000u
#define QUARTER 0x3e800000u
#define MINUS   0xbf800000u

static void start(const char *knobs)
{
    bring_up_knobs("g84", NULL, knobs);
    vram_wr(CHANNEL + 16 * GR3D, 0x8297);
    send(3, 0, GR3D);
    for (uint32_t at = 0x180; at <= 0x1dc; at += 4)
        send(3, at, VRAM);
    wipe(BASE, 4 * WORDS, NONE);
    SEND(3, { 0x1558, 1 }, { 0x143c, 0x10 }, { 0x121c, 0xfac6881 }, { 0x204, BASE });
}

/* Screen and viewport. */
static void rectangle(uint32_t x, uint32_t y, uint32_t width, uint32_t height)
{
    SEND(3, { 0xff4, width << 16 | x }, { 0xff8, height << 16 | y }, { 0xc00, 0x20000000 },
         { 0xc04, 0x20000000 });
}

static void linear(uint32_t format, uint32_t pitch, uint32_t height)
{
    SEND(3, { 0x208, format }, { 0x1240, 1u << 31 | pitch }, { 0x1244, height });
}

static void color(uint32_t red, uint32_t green, uint32_t blue, uint32_t alpha)
{
    SEND(3, { 0xd80, red }, { 0xd84, green }, { 0xd88, blue }, { 0xd8c, alpha });
}

/* rnndb's names of formats, of depth and of colours; the bits of those after 0xfa are unknown. */
/* clang-format off */
static const char *const names[0x100] = {
    [0x0a] = "Z32_FLOAT", [0x13] = "Z16_UNORM", "S8_Z24_UNORM", "Z24_X8_UNORM", "Z24_S8_UNORM", [0x18] = "Z24_C8_UNORM", "Z32_S8_X24_FLOAT",
    [0x1d] = "Z24_X8_S8_C8_X16_UNORM", "Z32_X8_C8_X16_FLOAT", "Z32_S8_C8_X16_FLOAT", [0xc0] = "RGBA32_FLOAT", "RGBA32_SINT", "RGBA32_UINT",
    "RGBX32_FLOAT", "RGBX32_SINT", "RGBX32_UINT", "RGBA16_UNORM", "RGBA16_SNORM", "RGBA16_SINT", "RGBA16_UINT", "RGBA16_FLOAT", "RG32_FLOAT",
    "RG32_SINT", "RG32_UINT", "RGBX16_FLOAT", "BGRA8_UNORM", "BGRA8_SRGB", "RGB10_A2_UNORM", "RGB10_A2_UINT", [0xd5] = "RGBA8_UNORM", "RGBA8_SRGB",
    "RGBA8_SNORM", "RGBA8_SINT", "RGBA8_UINT", "RG16_UNORM", "RG16_SNORM", "RG16_SINT", "RG16_UINT", "RG16_FLOAT", "BGR10_A2_UNORM",
    "R11G11B10_FLOAT", [0xe3] = "R32_SINT", "R32_UINT", "R32_FLOAT", "BGRX8_UNORM", "BGRX8_SRGB", "B5G6R5_UNORM", "BGR5_A1_UNORM", "RG8_UNORM",
    "RG8_SNORM", "RG8_SINT", "RG8_UINT", "R16_UNORM", "R16_SNORM", "R16_SINT", "R16_UINT", "R16_FLOAT", "R8_UNORM", "R8_SNORM", "R8_SINT",
    "R8_UINT", "A8_UNORM", "BGR5_X1_UNORM", "RGBX8_UNORM", "RGBX8_SRGB",
};
/* clang-format on */

/* What a clear of the part writes: all ones or 1.0; of a name's parts the first has the lowest bits. */
static void expect_part(const struct pixel *seen, const char *name, const char *letters)
{
    const char *const kind = strrchr(name, '_');
    struct pixel wanted = { 0 };
    unsigned bit = 0, width;

    for (const char *p = name; p < kind; p += strspn(p, "0123456789_")) {
        const char *const first = p;
        p += strspn(p, "RGBAXZSC");
        width = (unsigned)atoi(p);
        const uint32_t ones = UINT32_MAX >> (32 - width),
                       one = kind[1] != 'F' || *first == 'S' ? ones >> (strcmp(kind, "_SNORM") == 0)
                             : width == 32                   ? ONE
                                                             : 15u << (width - 5 - width / 16);
        for (const char *letter = first; letter < p; letter++)
            for (unsigned i = 0; i < width; i++, bit++)
                if (strchr(letters, *letter)) {
                    wanted.wanted |= (uint16_t)(1 << bit / 8);
                    wanted.bytes[bit / 8] |= (uint8_t)((one >> i & 1) << bit % 8);
                }
    }
    assert_pairs(bit / 8, seen->size, wanted.wanted, seen->wanted);
    assert_memory_equal(seen->bytes, wanted.bytes, sizeof(wanted.bytes));
}

/* "Formats are named from the lowest bits up" (§4.5); bits that only fill up a colour (X) are written as its alpha. */
TEST(formats_have_the_parts_of_their_names)
{
    static const char *const parts[] = { "R", "G", "B", "AX" };

    for (uint32_t format = 0; format < 0x100; format++) {
        const char *const name = names[format] ? names[format] : "_";
        const uint32_t value = strstr(name, "INT") ? UINT32_MAX : ONE;
        const uint32_t values[] = { value, value, value, value };
        const struct pixel depth = pixel_of_zeta(format, ONE, 0, true, false),
                           stencil = pixel_of_zeta(format, 0, 0xff, false, true);

        for (unsigned i = 0; i < ARRAY_SIZE(parts); i++) {
            const struct pixel seen = pixel_of_color(format, values, 1u << i);
            expect_part(&seen, format < 0xc0 ? "_" : name, parts[i]);
        }
        expect_part(&depth, format < 0xc0 ? name : "_", "Z");
        expect_part(&stencil, format < 0xc0 ? name : "_", "S");
    }
    /* red of R16 as a float: its least and its greatest number, and what is above; as UNORM and SNORM */
    static const uint32_t rows[][3] = {
        { 0xf2, 0x38800000, 0x0400 }, { 0xf2, 0x477fe000, 0x7bff }, { 0xf2, 0x47ffffff, 0x7c00 },
        { 0xf2, 0xb8801fff, 0x8400 }, { 0xee, 0x7f800001, 0x0000 }, { 0xee, 0x7f800000, 0xffff },
        { 0xee, 0x37800000, 0x0001 }, { 0xee, 0x37000000, 0x0000 }, { 0xee, 0x3f7fffff, 0xffff },
        { 0xef, 0xc0000000, 0x8001 }
    };
    for (unsigned i = 0; i < ARRAY_SIZE(rows); i++) {
        const struct pixel seen = pixel_of_color(rows[i][0], &rows[i][1], 1);
        assert_memory_equal(seen.bytes, &rows[i][2], 4);
    }
}

/* One pixel of red 1, green 1/2, blue 1/4, alpha -1, or the floats' bits. 127.5, half of 255, becomes 128. */
TEST(each_format_has_its_pixel, NULL, close_card)
{
    /* clang-format off */
    static const struct { uint32_t format, words[4]; } cells[] = {
        { 0xc0, { ONE, HALF, QUARTER, MINUS } }, { 0xc6, { 0x8000ffff, 0x00004000, NONE, NONE } }, { 0xc7, { 0x40007fff, 0x80012000, NONE, NONE } },
        { 0xca, { 0x38003c00, 0xbc003400, NONE, NONE } }, { 0xcb, { ONE, HALF, NONE, NONE } }, { 0xcf, { 0x00ff8040, NONE, NONE, NONE } },
        { 0xd1, { 0x100803ff, NONE, NONE, NONE } }, { 0xd2, { 0, NONE, NONE, NONE } }, { 0xd5, { 0x004080ff, NONE, NONE, NONE } },
        { 0xd7, { 0x8120407f, NONE, NONE, NONE } }, { 0xda, { 0x8000ffff, NONE, NONE, NONE } }, { 0xdf, { 0x3ff80100, NONE, NONE, NONE } },
        { 0xe0, { 0x681c03c0, NONE, NONE, NONE } }, { 0xe4, { ONE, NONE, NONE, NONE } }, { 0xe6, { 0x00ff8040, NONE, NONE, NONE } },
        { 0xe8, { 0xeeeefc08, NONE, NONE, NONE } }, { 0xe9, { 0xeeee7e08, NONE, NONE, NONE } }, { 0xf1, { 0xeeee0000, NONE, NONE, NONE } },
        { 0xf3, { 0xeeeeeeff, NONE, NONE, NONE } }, { 0xf7, { 0xeeeeee00, NONE, NONE, NONE } }, { 0xd3, { NONE, NONE, NONE, NONE } },
        { 0x00, { NONE, NONE, NONE, NONE } },
        /* clang-format on */
    };

    for (unsigned i = 0; i < ARRAY_SIZE(cells); i++) {
        start(NULL);
        linear(cells[i].format, 256, 1);
        rectangle(0, 0, 1, 1);
        color(ONE, HALF, QUARTER, MINUS);
        send(3, 0x19d0, 0x3c);
        for (uint32_t word = 0; word < 4; word++)
            assert_int_equal(vram_rd(BASE + 4 * word), cells[i].words[word]);
        assert_pairs(vram_rd(BASE + 16), NONE, rd(REF_PGRAPH_INTR), 0);
    }
}

/* The screen's scissor is 3 to 8 by 2 to 6; by 143c the viewport cuts too, 5 to 7 by 4 to 6, else the first scissor, 4 to 6 by 3 to 5, where it
 * is on. */
TEST(clears_stay_in_their_rectangle, NULL, close_card)
{
    static const uint32_t rows[][6] = {
        { 0x10, 0, 5, 4, 7, 6 }, { 0x10, 1, 5, 4, 7, 6 }, { 0, 1, 4, 3, 6, 5 }, { 0, 0, 3, 2, 8, 6 }
    };

    for (unsigned i = 0; i < ARRAY_SIZE(rows); i++) {
        start(NULL);
        linear(0xe4, 256, 16);
        SEND(3, { 0xff4, 5 << 16 | 3 }, { 0xff8, 4 << 16 | 2 }, { 0xc00, 2 << 16 | 5 },
             { 0xc04, 2 << 16 | 4 }, { 0x143c, rows[i][0] }, { 0xe00, rows[i][1] },
             { 0xe04, 6 << 16 | 4 }, { 0xe08, 5 << 16 | 3 });
        color(7, 0, 0, 0);
        send(3, 0x19d0, 0x3c);
        for (uint32_t y = 0; y < 16; y++)
            for (uint32_t x = 0; x < 64; x++)
                assert_int_equal(
                    vram_rd(BASE + 256 * y + 4 * x),
                    x >= rows[i][2] && y >= rows[i][3] && x < rows[i][4] && y < rows[i][5] ? 7
                                                                                           : NONE);
    }
    for (uint32_t i = 0; i < 4; i++) /* one that ends where it begins or before has no pixel */
        SEND(3, { 0xe00, 1 }, { 0xe04, (i & 1 ? 6 : 3 + i / 2) << 16 | 4 },
             { 0xe08, (i & 1 ? 2 + i / 2 : 5) << 16 | 3 }, { 0xd80, 8 }, { 0x19d0, 0x3c });
    assert_int_equal(words_of(BASE, 4 * WORDS, 8), 0);
}

/* Rectangles over gobs, blocks and layers, of pixels of 1 to 16 bytes: formats of numbers, and depth and stencil, whose layers lie a stride
 * apart. Not a byte beside them. */
TEST(tiled_surfaces_are_cleared_to_the_byte, NULL, close_card)
{
    static const uint8_t bytes[] = { 0x44, 0x33, 0x22, 0x11, 0x88, 0x77, 0x66, 0x55,
                                     0xcc, 0xbb, 0xaa, 0x99, 0x0f, 0xff, 0xee, 0xdd };
    static const struct row {
        uint32_t format, size, written, block, width, height, layer, x, y, w, h;
    } rows[] = {
        /* clang-format off */
        { 0xe4, 4, 4, 0x020, 40, 21, 0, 5, 3, 30, 15 }, { 0xe4, 4, 4, 0x111, 52, 17, 2, 11, 2, 40, 14 }, { 0xf6, 1, 1, 0x010, 150, 9, 0, 60, 1, 80, 7 },
        { 0xc2, 16, 16, 0x201, 13, 17, 3, 2, 3, 9, 5 }, { 0xcd, 8, 8, 0x000, 30, 6, 1, 7, 3, 20, 3 },
        { 0x0a, 4, 4, 0x010, 33, 12, 0, 1, 2, 31, 9 }, { 0x19, 8, 5, 0x120, 20, 18, 1, 3, 3, 15, 14 },
        /* clang-format on */
    };

    for (unsigned i = 0; i < ARRAY_SIZE(rows); i++) {
        const struct row *const r = &rows[i];
        const uint32_t zeta = r->format < 0xc0, layer = r->layer;
        static uint8_t wanted[0x8000];

        start(NULL);
        SEND(3, { 0x208, r->format }, { 0x20c, r->block }, { 0x1240, r->width },
             { 0x1244, r->height }, { 0x1224, 0x10200 }, { 0xfe4, BASE }, { 0xfe8, r->format },
             { 0xfec, r->block }, { 0xff0, 0x400 }, { 0x1228, r->width }, { 0x122c, r->height },
             { 0x1538, zeta }, { 0xd90, 0x11223344 }, { 0xda0, 0x88 });
        color(0x11223344, 0x55667788, 0x99aabbcc, 0xddeeff0f);
        rectangle(r->x, r->y, r->w, r->h);
        for (uint32_t at = 0; at < sizeof(wanted); at++)
            wanted[at] = (uint8_t)(vram_rd(BASE + (at & ~3u)) >> 8 * (at & 3));
        for (uint32_t n = 0; n < r->w * r->h * r->written; n++) {
            const uint32_t byte = n % r->written, pixel = n / r->written;

            wanted[tiled_place(r->block, r->size * r->width, r->height,
                               (r->x + pixel % r->w) * r->size + byte, r->y + pixel / r->w,
                               zeta ? 0 : layer) +
                   (zeta ? 0x1000 * layer : 0)] = bytes[byte];
        }
        send(3, 0x19d0, layer << 10 | (zeta ? 3 : 0x3c));
        for (uint32_t at = 0; at < sizeof(wanted); at++)
            if (wanted[at] != (uint8_t)(vram_rd(BASE + (at & ~3u)) >> 8 * (at & 3)))
                fail_msg("format 0x%x: 0x%x is not 0x%x", r->format, at, wanted[at]);
    }
}

/* Blocks of one gob: 64 bytes by 4 lines. Pixel 17, 5 is in the second gob of the second row of two: byte 0x300 + 64 + 4. Layers
 * lie a stride apart, or, with bit 16 of the array's mode, in the blocks' depth. */
TEST(block_linear_surfaces_have_gobs_and_layers, NULL, close_card)
{
    start(NULL);
    SEND(3, { 0x208, 0xe4 }, { 0x210, 0x1000 / 4 }, { 0x1240, 32 }, { 0x1244, 8 });
    rectangle(17, 5, 1, 1);
    color(9, 0, 0, 0);
    send(3, 0x19d0, 0x3c);
    assert_int_equal(vram_rd(BASE + 0x344), 9);
    send(3, 0x19d0, 1 << 10 | 0x3c);
    assert_pairs(9, vram_rd(BASE + 0x1344), 2, changed());
    SEND(3, { 0x20c, 0x100 }, { 0x1224, 0x10002 });
    color(10, 0, 0, 0);
    send(3, 0x19d0, 1 << 10 | 0x3c);
    assert_int_equal(vram_rd(BASE + 0x744), 10); /* blocks of two gobs: 3 * 0x200 + 0x100 + 0x44 */
}

/* Only green and alpha of BGRA8; depth 1 alone, then stencil 0x12 alone, of Z24S8 and S8Z24. */
TEST(parts_of_a_pixel_can_be_cleared, NULL, close_card)
{
    start(NULL);
    linear(0xcf, 256, 1);
    rectangle(0, 0, 2, 1);
    color(ONE, ONE, ONE, ONE);
    send(3, 0x19d0, 0x28);
    assert_int_equal(vram_rd(BASE + 4), 0xffeeffee);
    for (unsigned low = 0; low < 2; low++) {
        start(NULL);
        SEND(3, { 0xfe4, BASE }, { 0xfe8, low ? 0x14 : 0x16 }, { 0x1538, 1 }, { 0x1228, 16 },
             { 0x122c, 4 });
        rectangle(0, 0, 16, 4);
        SEND(3, { 0xd90, ONE }, { 0xda0, 0x12 }, { 0x19d0, 1 });
        assert_int_equal(vram_rd(BASE), low ? 0xffffffee : 0xeeffffff);
        send(3, 0x19d0, 2);
        assert_pairs(low ? 0xffffff12 : 0x12ffffff, vram_rd(BASE + 0xfc), 64, changed());
        SEND(3, { 0x1538, 0 }, { 0xd90, 0 }, { 0x19d0, 1 });
        assert_int_equal(vram_rd(BASE), low ? 0xffffff12 : 0x12ffffff);
        SEND(3, { 0x1538, 1 }, { 0xff0, 0x400 }, { 0x19d0, 1 << 10 | 1 }); /* of layer 1 */
        assert_int_equal(vram_rd(BASE), low ? 0xffffff12 : 0x12ffffff);
        assert_int_equal(vram_rd(BASE + 0x1000), low ? 0x000000ee : 0xee000000);
    }
}

/* The target is the one of the map of RT_CONTROL; from its count on none, nor without a condition. */
TEST(clears_go_to_the_target_of_the_map, NULL, close_card)
{
    start(NULL);
    linear(0xe4, 256, 1);         /* target 0, which the map has not named */
    send(3, 0x264, BASE + 0x100); /* target 3 */
    SEND(3, { 0x268, 0xe4 }, { 0x1258, 1u << 31 | 256 }, { 0x125c, 1 });
    rectangle(0, 0, 1, 1);
    color(5, 0, 0, 0);
    send(3, 0x121c,
         3 << 7 | 2); /* 1 means 3; there is no ninth, whatever lies behind the words of eight */
    SEND(3, { 0x304, BASE }, { 0x308, 0xe4 }, { 0x1280, 1u << 31 | 256 }, { 0x1284, 1 },
         { 0x1e0, VRAM }, { 0x19d0, 2 << 6 | 0x3c });
    assert_int_equal(changed(), 0);
    SEND(3, { 0x1558, 0 }, { 0x19d0, 1 << 6 | 0x3c });
    assert_int_equal(changed(), 0);
    SEND(3, { 0x1558, 1 }, { 0x19d0, 1 << 6 | 0x3c });
    assert_pairs(5, vram_rd(BASE + 0x100), 1, changed());
}

/* tesla-mmio.md §5.6: a target, depth and window ids are written, so that a read-only object is error 9. */
TEST(targets_are_no_objects_to_read, NULL, close_card)
{
    static const uint32_t rows[][3] = { { 0x1c0, 0x19d0, 0x3c },
                                        { 0x184, 0x19d0, 1 },
                                        { 0x1ac, 0x19d4, 0 } };

    start(NULL);
    linear(0xe4, 256, 1);
    rectangle(0, 0, 1, 1);
    SEND(3, { 0xfe8, 0x0a }, { 0x1538, 1 }, { 0x1228, 1 }, { 0x122c, 1 });
    for (unsigned i = 0; i < ARRAY_SIZE(rows); i++) {
        SEND(3, { rows[i][0], READ_ONLY }, { rows[i][1], rows[i][2] }, { rows[i][0], VRAM });
        assert_pairs(1 << 20, rd(REF_PGRAPH_INTR), 9, rd(REF_PGRAPH_DATA_ERROR));
        wr(REF_PGRAPH_INTR, 1 << 20);
    }
}

/* A fill of columns 2 to 4 of line 1, with ids of one byte or two; a clear that looks has an effect there alone. */
TEST(window_ids_are_filled_and_looked_at, NULL, close_card)
{
    static const struct {
        const char *knobs;
        unsigned bytes, pixels;
    } cells[] = { { NULL, 1, 3 }, { "clipid_bytes=2", 2, 3 }, { "clipid_clear=ignored", 1, 128 } };

    for (unsigned i = 0; i < ARRAY_SIZE(cells); i++) {
        start(cells[i].knobs);
        wipe(BASE + 0x1000, 0x200, 0);
        rectangle(0, 0, 64, 2);
        SEND(3, { 0xfd0, BASE + 0x1000 }, { 0x1980, 64 }, { 0x1504, 2 }, { 0x1508, 5 << 16 | 2 },
             { 0x150c, 9 << 16 | 1 }, { 0x19d4, 0x77 });
        const uint32_t line = BASE + 0x1000 + 64 * cells[i].bytes;
        assert_int_equal(vram_rd(line), cells[i].bytes == 1 ? 0x77770000 : 0);
        assert_int_equal(vram_rd(line + 4 * cells[i].bytes), 0x77);
        linear(0xe4, 256, 2);
        color(1, 0, 0, 0);
        SEND(3, { 0x197c, 1 }, { 0x1984, 0x77 });
        const unsigned before = changed();
        send(3, 0x19d0, 0x3c);
        assert_pairs(cells[i].pixels, changed() - before, 1, vram_rd(BASE + 256 + 8));
    }
}
