/* Patterns of 2D (docs/hardware/tesla-mmio.md §5.8), pixel by pixel: bitmaps in three shapes, both orders of their
 * bits, four formats of colors, 64 colors by four methods; and how PGRAPH tells PMC of refused methods (§5.2, §5.6). */
#include "tests/model/nv50/graph/pgraph_rig.h"

#define SURFACE 0x300000u
#define SIDE    16u
#define PITCH   64u

static void open_2d(void)
{
    bring_up("g84", NULL);
    bind_2d();
    surface_2d(0x200, 0xe6, PITCH, SIDE, SIDE, SURFACE);
    SEND(1, { 0x2a0, 0xf0 }, { 0x2ac, 4 }, { 0x2b0, 0 }, { 0x2b4, 0 }, { 0x2e8, 2 }, { 0x2ec, 1 },
         { 0x2f0, 0x111111 }, { 0x2f4, 0x222222 }, { 0x588, 0 });
}

static void draw(void)
{
    draw_rectangle(0, 0, SIDE, SIDE);
    assert_int_equal(rd(REF_PGRAPH_INTR), 0);
}

static uint32_t pixel(uint32_t x, uint32_t y)
{
    return vram_rd(SURFACE + PITCH * y + 4 * x);
}

/* A pixel takes bit 8 * y + x of a square's 64, bit x or bit y of a line; an offset is added to x and y first. In the
 * other order the highest bit of eight is the leftmost pixel. */
TEST(bitmaps_have_a_shape_and_an_order, NULL, close_card)
{
    static const uint64_t bitmap = UINT64_C(0x8040201008070503);
    static const uint32_t offsets[][2] = { { 0, 0 }, { 1, 0 }, { 0, 1 }, { 59, 53 }, { 63, 63 } };

    open_2d();
    SEND(1, { 0x2f8, (uint32_t)bitmap }, { 0x2fc, (uint32_t)(bitmap >> 32) });
    for (uint32_t shape = 0; shape < 3; shape++)
        for (uint32_t order = 0; order < 2; order++)
            for (unsigned i = 0; i < ARRAY_SIZE(offsets); i++) {
                SEND(1, { 0x2b4, shape }, { 0x2ec, order },
                     { 0x2b0, offsets[i][1] << 8 | offsets[i][0] });
                draw();
                for (uint32_t y = 0; y < SIDE; y++)
                    for (uint32_t x = 0; x < SIDE; x++) {
                        const uint32_t px = x + offsets[i][0], py = y + offsets[i][1];
                        const uint32_t bit = shape == 0   ? (py & 7) << 3 | (px & 7)
                                             : shape == 1 ? px & 63
                                                          : py & 63;
                        const bool one = bitmap >> (order ? bit : bit ^ 7) & 1;

                        assert_int_equal(pixel(x, y), one ? 0x222222 : 0x111111);
                    }
            }
}

/* 0 R5G6B5, 1 A1R5G5B5, 2 A8R8G8B8, 3 A8 and one level for red, green and blue; a channel of 5 bits is filled up with its own highest ones. X8R8G8B8 (e6)
 * drops alpha; with it (cf) that of A8 is bits 15:8, of A16 bits 31:24, of A1 one for all. */
TEST(bitmaps_have_two_colors, NULL, close_card)
{
    /* clang-format off */
    static const struct {
        uint32_t surface, format, colors[2], seen[2];
    } rows[] = {
        { 0xe6, 0, { 0x4102, 0xff00f81f }, { 0x412010, 0xff00ff } }, { 0xe6, 1, { 0xa082, 0xff00fc1f }, { 0x412010, 0xff00ff } },
        { 0xe6, 2, { 0xff123456, 0x00654321 }, { 0x123456, 0x654321 } }, { 0xe6, 3, { 0xffff8055, 0x000000aa }, { 0x555555, 0xaaaaaa } },
        { 0xe6, 0, { 0xffff, 0xabcdf800 }, { 0xffffff, 0xff0000 } }, { 0xe6, 1, { 0x7c00, 0x12340000 }, { 0xff0000, 0 } },
        { 0xe6, 1, { 0x001f, 0x03e0 }, { 0x0000ff, 0x00ff00 } }, { 0xe6, 0, { 0x07e0, 0 }, { 0x00ff00, 0 } },
        { 0xe6, 2, { 0x12345678, 0 }, { 0x345678, 0 } }, { 0xe6, 3, { 0x125a, 0xffff0001 }, { 0x5a5a5a, 0x010101 } },
        { 0xcf, 0, { 0xabcdf800, 0 }, { 0xabff0000, 0 } }, { 0xcf, 1, { 0xfc00, 0x7c00 }, { 0xffff0000, 0x00ff0000 } },
        { 0xcf, 2, { 0x12345678, 0 }, { 0x12345678, 0 } }, { 0xcf, 3, { 0x9921, 0 }, { 0x99212121, 0 } },
    };
    /* clang-format on */

    open_2d();
    SEND(1, { 0x2f8, 0xaaaaaaaa }, { 0x2fc, 0xaaaaaaaa });
    for (unsigned i = 0; i < ARRAY_SIZE(rows); i++) {
        SEND(1, { 0x200, rows[i].surface }, { 0x2e8, rows[i].format }, { 0x2f0, rows[i].colors[0] },
             { 0x2f4, rows[i].colors[1] });
        draw();
        for (uint32_t x = 0; x < SIDE; x++)
            assert_int_equal(pixel(x, 3), rows[i].seen[x & 1]);
    }
}

/* The same 64 cells by words of one color, of two and of four; cell 8 * y + x. */
TEST(colors_come_by_four_doors, NULL, close_card)
{
    static const struct {
        uint32_t door, each; /* colors in a word */
    } rows[] = { { 0x300, 1 }, { 0x400, 2 }, { 0x480, 2 }, { 0x500, 4 } };

    open_2d();
    send(1, 0x2b4, 3);
    send(1, 0x2e8, 0); /* of bitmaps alone */
    for (unsigned i = 0; i < ARRAY_SIZE(rows); i++)
        for (uint32_t offset = 0; offset < 4; offset += 3) {
            for (uint32_t cell = 0; cell < 64; cell += rows[i].each) {
                uint32_t word = 0x10203 * cell;

                if (rows[i].each == 2) /* five bits of blue, and then of red */
                    word = (cell & 31) | (((cell + 1) & 31) << (i == 1 ? 11 : 10)) << 16;
                if (rows[i].each == 4)
                    word = (4 * cell) | (4 * cell + 1) << 8 | (4 * cell + 2) << 16 |
                           (4 * cell + 3) << 24;
                send(1, rows[i].door + 4 * (cell / rows[i].each), word);
            }
            send(1, 0x2b0, offset << 8 | 2 * offset);
            draw();
            for (uint32_t y = 0; y < SIDE; y++)
                for (uint32_t x = 0; x < SIDE; x++) {
                    const uint32_t cell = (y + offset) % 8 * 8 + (x + 2 * offset) % 8;
                    const uint32_t level =
                        rows[i].each == 4 ? 4 * (cell & ~3u) + (cell & 3) : (cell & 31) * 255 / 31;

                    assert_int_equal(pixel(x, y), rows[i].each == 1   ? 0x10203 * cell
                                                  : rows[i].each == 4 ? level * 0x10101
                                                  : cell & 1          ? level << 16
                                                                      : level);
                }
        }
}
