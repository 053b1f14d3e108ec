/* Edges of drawing and copying by PGRAPH of the device model: tiled surfaces, the ends of a source, refused methods,
 * the formats of patterns, values that m2mf takes. Typed from docs/hardware/tesla-mmio.md §5.5, §5.6, §5.8, §5.9. */
#include "tests/model/nv50/graph/pgraph_rig.h"

#define SOURCE      0x230u
#define DESTINATION 0x200u
#define BASE        0x300000u
#define OTHER       0x380000u

struct picture {
    uint32_t base, format, layout, block, depth, layer, pitch, width, height, high, at;
};

static void describe(const struct picture *p)
{
    send_row(1, p->base, &p->format, 10);
}

static void start(void)
{
    bring_up("g84", NULL);
    bind_2d();
    surface_2d(DESTINATION, 0xe6, 1024, 64, 16, BASE);
    surface_2d(SOURCE, 0xe6, 1024, 64, 16, OTHER);
    send(1, 0x588, 0x123456);
}

/* x, y, w, h of the destination; steps and place of the source in 1/2 pixels. */
static void blit(uint32_t x, uint32_t y, uint32_t w, uint32_t h, uint32_t step, uint32_t sx,
                 uint32_t sy)
{
    SEND_ROW(1, 0x8b0, x, y, w, h, step << 31, step >> 1, step << 31, step >> 1, sx << 31, sx >> 1,
             sy << 31, sy >> 1);
}

static uint32_t byte_at(uint32_t at)
{
    return vram_rd(at & ~3u) >> (8 * (at & 3)) & 0xff;
}

/* §5.9's vectors, by points of one byte, and as places of a source. */
TEST(points_lie_in_their_gob, NULL, close_card)
{
    static const struct picture a = { DESTINATION, 0xf3, 0, 0x111, 3, 0, 0, 208, 17, 0, BASE },
                                b = { DESTINATION, 0xf3, 0, 0x020, 1, 0, 0, 256, 32, 0, BASE };

    start();
    wipe(BASE, 0x6000, 0);
    wipe(OTHER, 0x6000, 0);
    for (unsigned i = 0; i < ARRAY_SIZE(gob_vectors); i++) {
        struct picture p = i < VECTORS_OF_FIRST ? a : b;
        const uint32_t x = gob_vectors[i].x, y = gob_vectors[i].y, at = gob_vectors[i].at;

        p.layer = gob_vectors[i].z;
        describe(&p);
        SEND(1, { 0x580, 0 }, { 0x584, 0xf3 }, { 0x588, 0x5a }, { 0x600, x });
        assert_int_equal(byte_at(BASE + at), 0);
        send(1, 0x604, y);
        assert_int_equal(byte_at(BASE + at), 0x5a);
        vram_wr((BASE + at) & ~3u, 0);
        assert_int_equal(words_of(BASE, 0x6000, 0), 0x6000 / 4); /* nothing else */
        p.base = SOURCE;
        p.at = OTHER;
        describe(&p);
        surface_2d(DESTINATION, 0xf3, 64, 8, 8, BASE);
        vram_wr((OTHER + at) & ~3u, 0xa5u << 8 * (at & 3));
        blit(i % 8, 1, 1, 1, 2, 2 * x, 2 * y);
        assert_int_equal(byte_at(BASE + 64 + i % 8), 0xa5);
        PUT(vram_wr, BASE + 64 + (i & 4), 0, (OTHER + at) & ~3u, 0);
    }
    assert_int_equal(rd(REF_PGRAPH_INTR), 0);
}

/* Lines over several gobs and blocks: a rectangle, which a blit brings back. */
TEST(tiled_surfaces_hold_rectangles, NULL, close_card)
{
    start();
    wipe(BASE, 0x4000, 0xee);
    wipe(OTHER, 0x8000, 0xee);
    describe(&(struct picture){ DESTINATION, 0xcf, 0, 0x020, 1, 0, 0, 50, 20, 0, BASE });
    send(1, 0x584, 0xcf);
    draw_rectangle(3, 2, 45, 17);
    describe(&(struct picture){ SOURCE, 0xcf, 0, 0x020, 1, 0, 0, 50, 20, 0, BASE });
    surface_2d(DESTINATION, 0xcf, 1024, 60, 20, OTHER);
    blit(1, 0, 50, 20, 2, 0, 0);
    for (uint32_t i = 0; i < 50 * 20; i++) {
        const uint32_t x = i % 50, y = i / 50,
                       pixel = x >= 3 && x < 45 && y >= 2 && y < 17 ? 0x123456 : 0xee;

        assert_pairs(pixel, vram_rd(BASE + tiled_place(0x020, 200, 20, 4 * x, y, 0)), pixel,
                     vram_rd(OTHER + 1024 * y + 4 * x + 4));
    }
}

/* A pixel beyond the source's last column or line is that one's; other steps take every second pixel, or each twice. */
TEST(sources_end_with_their_last_pixel, NULL, close_card)
{
    start();
    surface_2d(SOURCE, 0xe6, 1024, 8, 4, OTHER);
    for (uint32_t y = 0; y < 6; y++)
        for (uint32_t x = 0; x < 16; x++)
            vram_wr(OTHER + 1024 * y + 4 * x, y << 8 | x);
    blit(0, 0, 4, 4, 2, 2 * 6, 2 * 2); /* from (6, 2): two columns and two lines are left */
    for (uint32_t y = 0; y < 4; y++)
        for (uint32_t x = 0; x < 4; x++)
            assert_int_equal(vram_rd(BASE + 1024 * y + 4 * x) & 0xffff,
                             (y < 2 ? y + 2 : 3) << 8 | (x < 2 ? x + 6 : 7));
    blit(0, 8, 4, 2, 4, 0, 0);
    blit(8, 8, 6, 3, 1, 0, 0);
    for (uint32_t i = 0; i < 4; i++)
        assert_int_equal(vram_rd(BASE + 1024 * 9 + 4 * i) & 0xffff, 2 << 8 | 2 * i);
    for (uint32_t i = 0; i < 6; i++) {
        assert_int_equal(vram_rd(BASE + 1024 * 9 + 4 * (8 + i)) & 0xffff, i / 2);
        assert_int_equal(vram_rd(BASE + 1024 * 10 + 4 * (8 + i)) & 0xffff, 1 << 8 | i / 2);
    }
    /* from (1/2, 1/2) on, of which the clip rectangle leaves three */
    SEND(1, { 0x290, 1 });
    SEND_ROW(1, 0x280, 10, 8, 3, 8);
    blit(8, 8, 6, 3, 1, 1, 1);
    for (uint32_t i = 0; i < 6; i++)
        for (uint32_t y = 0; y < 3; y++)
            assert_int_equal(vram_rd(BASE + 1024 * (8 + y) + 4 * (8 + i)) & 0xffff,
                             i >= 2 && i < 5 ? (y + 1) / 2 << 8 | (i + 1) / 2 : y / 2 << 8 | i / 2);
    assert_int_equal(rd(REF_PGRAPH_INTR), 0);
}

/* A line of a blit ends with the surface, a rectangle of more than 1024 pixels where it says. */
TEST(long_lines_end, NULL, close_card)
{
    start();
    for (uint32_t x = 0; x < 8; x++)
        vram_wr(OTHER + 4 * x, 0x100 + x);
    wipe(BASE, 1024, 0);
    blit(60, 0, 8, 1, 2, 0, 0);
    for (uint32_t x = 56; x < 72; x++)
        assert_int_equal(vram_rd(BASE + 4 * x) & 0xffffff, x >= 60 && x < 64 ? 0x100 + x - 60 : 0);
    surface_2d(DESTINATION, 0xe6, 0x4000, 0x1000, 4, BASE);
    wipe(BASE, 4 * 0x1000, 0);
    draw_rectangle(3, 0, 1500, 1);
    for (uint32_t x = 0; x < 0x1000; x++)
        assert_int_equal(vram_rd(BASE + 4 * x), x >= 3 && x < 1500 ? 0x123456 : 0);
    draw_rectangle(5, 0, 5, 4); /* no width */
    draw_rectangle(9, 2, 5, 3); /* nor here: the right one is to the left */
    draw_rectangle(5, 3, 9, 3);
    draw_rectangle(5, 3, 9, 2);
    assert_pairs(false, vram_rd(BASE + 0x4000 * 2 + 4 * 5) == 0x123456, 0, rd(REF_PGRAPH_INTR));
}

/* More pixels than are drawn at once, each from its own place; with a truth table each meets its own below. */
TEST(long_blits_keep_their_order, NULL, close_card)
{
    start();
    surface_2d(DESTINATION, 0xcf, 0x4000, 2100, 2, BASE);
    surface_2d(SOURCE, 0xcf, 0x4000, 2100, 2, OTHER);
    for (uint32_t x = 0; x < 2100; x++)
        PUT(vram_wr, OTHER + 4 * x, 0x5a000000 + x, BASE + 4 * x, 0);
    blit(1, 0, 2098, 1, 2, 0, 0);
    for (uint32_t x = 0; x < 2100; x++)
        assert_int_equal(vram_rd(BASE + 4 * x), x >= 1 && x < 2099 ? 0x5a000000 + x - 1 : 0);
    send(1, 0x2ac, 4);
    send(1, 0x2a0, 0x66); /* source xor destination */
    blit(0, 0, 2100, 1, 2, 0, 0);
    for (uint32_t x = 0; x < 2100; x++)
        assert_int_equal(vram_rd(BASE + 4 * x),
                         (x >= 1 && x < 2099 ? 0x5a000000 + x - 1 : 0) ^ (0x5a000000 + x));
    assert_int_equal(rd(REF_PGRAPH_INTR), 0);
}

/* §5.6: 0x31 ENG2D_FORMAT_MISMATCH, 4 invalid value, 5 invalid enum; the same of points, rectangles and blits. */
TEST(surfaces_are_checked, NULL, close_card)
{
    static const uint32_t wrong[][3] = { { DESTINATION, 0x12, 0x31 },
                                         { DESTINATION + 0x18, 0x10001, 4 },
                                         { DESTINATION + 0x1c, 0x10001, 4 },
                                         { 0x2ac, 7, 5 } };
    static const uint32_t good[] = { 0xe6, 64, 16, 3 };

    start();
    wipe(BASE, 1024, 0);
    blit(0, 0, 1, 1, 2, 0, 0);
    /* A source without a format, without columns, without lines. */
    for (unsigned i = 0; i < 3; i++) {
        const uint32_t method = SOURCE + (i ? 0x14 + 4 * i : 0);

        send(1, method, 0);
        expect_data_error(1, 0x8dc, 0, 0x31);
        send(1, method, good[i]);
    }
    for (unsigned i = 0; i < 4; i++) {
        send(1, wrong[i][0], wrong[i][1]);
        expect_data_error(1, 0x60c, 1, wrong[i][2]);
        expect_data_error(1, 0x8dc, 0, wrong[i][2]);
        send(1, 0x580, 0);
        expect_data_error(1, 0x604, 1, wrong[i][2]);
        SEND(1, { 0x580, 4 }, { wrong[i][0], good[i] });
    }
    send(1, DESTINATION + 0x18, 0x10000); /* the most there can be */
    send(1, DESTINATION + 0x1c, 0x10000);
    draw_rectangle(0, 0, 1, 1);
    assert_int_equal(vram_rd(BASE), 0x123456);
    SEND(1, { 0x2ac, 6 }, { 0x60c, 1 });
    assert_int_equal(rd(REF_PGRAPH_INTR), 0);
    SEND(1, { 0x2ac, 3 }, { 0x8b8, 0x10000 }, { 0x8bc, 0 }); /* so of a blit */
    expect_data_error(1, 0x8dc, 0, 0);
    send(1, 0x8b8, 0x10001);
    expect_data_error(1, 0x8dc, 0, 4);
    SEND(1, { 0x8b8, 0 }, { 0x8bc, 0x10001 });
    expect_data_error(1, 0x8dc, 0, 4);
    send(1, 0x8bc, 0x10000);
    expect_data_error(1, 0x8dc, 0, 0);
}

/* §5.8: methods that the class has; the others interrupt with bit 4, ILLEGAL_MTHD. The model keeps those in between. */
TEST(methods_end_where_they_end, NULL, close_card)
{
    static const uint32_t there[] = { 0x200, 0x254, 0x29c, 0x2fc, 0x300, 0x53c,
                                      0x580, 0x588, 0x7fc, 0x800, 0x8d8 },
                          not_there[] = { 0x1fc, 0x540, 0x57c, 0x8e0, 0xffc };

    start();
    send(1, 0x580, 0); /* so that 0x7fc draws a point */
    for (unsigned i = 0; i < 11; i++) {
        send(1, there[i], there[i] == 0x200 ? 0xe6 : there[i] == 0x580 ? 4 : 0);
        assert_int_equal(rd(REF_PGRAPH_INTR) & 0x10, 0);
        wr(REF_PGRAPH_INTR, rd(REF_PGRAPH_INTR));
    }
    for (unsigned i = 0; i < 5; i++) {
        send(1, not_there[i], 0);
        assert_int_equal(rd(REF_PGRAPH_INTR), 0x10);
        wr(REF_PGRAPH_INTR, 0x10);
    }
    expect_data_error(1, 0x184, M2MF, 8); /* no DMA object */
    expect_data_error(1, 0x184, READ_ONLY, 9);
    send(1, 0x188, READ_ONLY);
    assert_int_equal(rd(REF_PGRAPH_INTR), 0);
}

/* §5.5: which values m2mf's methods take, of both sides. */
TEST(m2mf_takes_these_values, NULL, close_card)
{
    static const uint32_t not_there[] = { 0x18c, 0x1fc, 0x240, 0x308, 0x32c, 0x1ffc };

    bring_up("g84", NULL);
    bind_m2mf(VRAM, VRAM, VRAM);
    for (unsigned i = 0; i < ARRAY_SIZE(not_there); i++) {
        send(0, not_there[i], 0);
        assert_int_equal(rd(REF_PGRAPH_INTR), 0x10);
        wr(REF_PGRAPH_INTR, 0x10);
    }
    SEND(0, { 0x200, 1 }, { 0x23c, 0 }, { 0x30c, 0 }, { 0x324, 0x101 });
    assert_int_equal(rd(REF_PGRAPH_INTR), 0);
    for (uint32_t side = 0x200; side <= 0x21c; side += 0x1c) {
        expect_data_error(0, side, 0, 0);
        expect_data_error(0, side, 1, 0);
        expect_data_error(0, side, 2, 5);
        expect_data_error(0, side + 4, 0x555, 0);
        expect_data_error(0, side + 4, 0x006, 4);
        expect_data_error(0, side + 4, 0x060, 4);
        expect_data_error(0, side + 4, 0x600, 4);
        expect_data_error(0, side + 4, 0x1000, 0xc);
        expect_data_error(0, side + 4, 0x80000000, 0xc);
    }
    for (uint32_t high = 0x238; high <= 0x23c; high += 4) {
        expect_data_error(0, high, 0xff, 0);
        expect_data_error(0, high, 0x100, 0xc);
    }
    for (uint32_t bytes = 0; bytes <= 0x21; bytes++) {
        const bool taken = bytes == 1 || bytes == 2 || bytes == 4 || bytes == 8 || bytes == 16;
        expect_data_error(0, 0x324, 0x100 | bytes, taken ? 0 : 5);
        expect_data_error(0, 0x324, bytes << 8 | 1, taken ? 0 : 5);
    }
    expect_data_error(0, 0x324, 0x10101, 0xc);
    expect_data_error(0, 0x328, 2, 5);
}

/* §5.5: x, y and z of a tiled side, just inside and just outside. */
TEST(tiled_sides_have_edges, NULL, close_card)
{
    bring_up("g84", NULL);
    bind_m2mf(VRAM, VRAM, VRAM);
    static const uint32_t side[] = { 0, 0, 128, 8, 2, 1, 4 << 16 | 64 };
    for (uint32_t out = 0; out < 2; out++) {
        const uint32_t base = out ? 0x21c : 0x200;
        bind_m2mf(VRAM, VRAM, VRAM);
        for (uint32_t i = 0; i < 7; i++)
            send(0, base + 4 * i, side[i]);
        copy(BASE, OTHER, 64, 64, 64, 4);
        assert_int_equal(rd(REF_PGRAPH_INTR), 0);
        SEND(0, { 0x31c, 65 }, { 0x314, 65 }, { 0x318, 65 });
        expect_data_error(0, 0x328, 0, 0x23);
        SEND(0, { 0x31c, 64 }, { 0x320, 5 });
        expect_data_error(0, 0x328, 0, 0x23);
        send(0, 0x320, 4);
        expect_data_error(0, 0x328, 0, 0);
        send(0, base + 0x14, 2);
        expect_data_error(0, 0x328, 0, 0x21);
    }
}
