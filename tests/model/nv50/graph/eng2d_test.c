/* The 2D engine of the device model (tesla-mmio.md §5.8): fills, blits, bit maps, pixel formats. */
#include "tests/model/nv50/graph/pgraph_rig.h"

static void open_surfaces(const char *chip)
{
    bring_up(chip, NULL);
    bind_2d();
    surface_2d(0x200, 0xe6, 256, 64, 32, 0x300000);
    surface_2d(0x230, 0xe6, 256, 64, 32, 0x300000);
}

FIXTURE(open_2d)
{
    open_surfaces("g84");
}

/* §5.1, §5.3: 0x40032c says whose objects the selectors name: those of a channel that is made current are bound anew,
 * and so are its page tables. */
TEST(objects_are_those_of_the_current_channel, NULL, close_card)
{
    const uint32_t other = CHANNEL + 0x100000;

    for (unsigned paged = 0; paged < 2; paged++) {
        open_surfaces("g84");
        STORE(other + 16 * VRAM, 0x0019003d, 0xffffffff, 0x80000, 0, 0, 0x00010000);
        STORE(other + 16 * PAGED, 0x7fc0003d, 0xffffffff, 0, 0, 0, 0x00010000);
        STORE(CHANNEL + 0x200, TABLE | 3, 0);
        STORE(other + 0x200, TABLE | 0x40003, 0);
        STORE(TABLE + 8 * 0x300, 0x300001, 0);
        STORE(TABLE + 0x40000 + 8 * 0x300, 0x380001, 0);
        SEND(1, { 0x184, paged ? PAGED : VRAM }, { 0x588, 0x123456 });
        draw_rectangle(0, 0, 1, 1);
        PUT(vram_wr, 0x300000, 0x11, 0x380000, 0x22);
        wr(REF_PGRAPH_CTXCTL_CUR, 0x80000000 | other >> 12);
        draw_rectangle(0, 0, 4, 4);
        assert_pairs(0x123456, vram_rd(0x380000), 0x11, vram_rd(0x300000));
    }
}

/* §5.8: corners are exclusive at the right and at the bottom; the launch is 0x60c. */
TEST(rectangles_are_filled, open_2d, close_card)
{
    send(1, 0x588, 0);
    draw_rectangle(0, 0, 64, 32);
    send(1, 0x588, 0x123456);
    draw_rectangle(2, 1, 5, 3);
    for (uint32_t y = 0; y < 5; y++)
        for (uint32_t x = 0; x < 8; x++)
            assert_int_equal(vram_rd(0x300000 + 256 * y + 4 * x),
                             x >= 2 && x < 5 && y >= 1 && y < 3 ? 0x123456 : 0);
    send(1, 0x2ac, 1);
    send(1, 0x2a0, 0x55); /* inverts the destination */
    draw_rectangle(2, 1, 3, 2);
    assert_pairs(~0x123456u, vram_rd(0x300108), 0, rd(REF_PGRAPH_INTR));
}

/* §5.8: CLIP_X, Y, W, H cut at all four sides, inside the surface and beyond its edge. */
TEST(clip_rectangles_cut_each_side, NULL, close_card)
{
    static const uint32_t clips[][4] = { { 2, 1, 3, 2 }, { 60, 30, 100, 100 }, { 0, 0, 1, 1 } };

    for (unsigned i = 0; i < ARRAY_SIZE(clips); i++) {
        const uint32_t *const clip = clips[i];

        open_surfaces("g84");
        surface_2d(0x200, 0xe6, 512, 64, 32,
                   0x300000); /* lines have room for 128 pixels, of which 64 are its own */
        wipe(0x300000, 512 * 40, 0);
        send_row(1, 0x280, clip, 4);
        SEND(1, { 0x290, 1 }, { 0x588, 0x123456 });
        draw_rectangle(0, 0, 100, 40);
        for (uint32_t y = 0; y < 40; y++)
            for (uint32_t x = 0; x < 128; x++)
                assert_int_equal(vram_rd(0x300000 + 512 * y + 4 * x),
                                 x >= clip[0] && x < clip[0] + clip[2] && x < 64 && y >= clip[1] &&
                                         y < clip[1] + clip[3] && y < 32
                                     ? 0x123456
                                     : 0);
    }
}

/* Pixels from the host go to (1, 1), `width` by `height` pixels of a kind. */
static void from_host(bool indices, uint32_t kind, uint32_t width, uint32_t height)
{
    SEND(1, { 0x800, indices }, { indices ? 0x808 : 0x804, kind });
    SEND_ROW(1, 0x838, width, height, 0, 1, 0, 1, 0, 1, 0, 1);
}

/* A picture from the host ends with the surface, whatever the clip rectangle says: 64 of 128 pixels of a line. */
TEST(pixels_do_not_leave_the_surface, NULL, close_card)
{
    static const uint32_t clip[] = { 0, 0, 1000, 1000 };

    for (uint32_t clipped = 0; clipped <= 1; clipped++) {
        open_surfaces("g84");
        surface_2d(0x200, 0xe6, 512, 64, 32, 0x300000);
        wipe(0x300000, 512 * 34, 0);
        send_row(1, 0x280, clip, 4);
        send(1, 0x290, clipped);
        from_host(false, 0xe6, 8, 4);
        send(1, 0x854, 60); /* x, y of the first pixel */
        send(1, 0x85c, 30);
        for (uint32_t i = 1; i <= 32; i++)
            send(1, 0x860, i);
        for (uint32_t y = 0; y < 34; y++)
            for (uint32_t x = 0; x < 128; x++)
                assert_int_equal(vram_rd(0x300000 + 512 * y + 4 * x),
                                 x >= 60 && x < 64 && y >= 30 && y < 32 ? 8 * (y - 30) + x - 60 + 1
                                                                        : 0);
        assert_int_equal(rd(REF_PGRAPH_INTR), 0);
    }
}

/* A blit onto itself, one line down and one pixel right, reads before it writes. */
TEST(blits_may_overlap, NULL, close_card)
{
    open_surfaces("g200");
    for (uint32_t y = 0; y < 8; y++)
        for (uint32_t x = 0; x < 8; x++)
            vram_wr(0x300000 + 256 * y + 4 * x, y << 8 | x);
    SEND_ROW(1, 0x8b0, 1, 1, 4, 4, 0, 1, 0, 1, 0, 0, 0, 0);
    for (uint32_t y = 1; y < 5; y++)
        for (uint32_t x = 1; x < 5; x++)
            assert_int_equal(vram_rd(0x300000 + 256 * y + 4 * x), (y - 1) << 8 | (x - 1));
    assert_pairs(vram_rd(0x300014), 5, rd(REF_PGRAPH_INTR), 0);
}

static void clear(void)
{
    send(1, 0x588, 0);
    draw_rectangle(0, 0, 64, 32);
}

/* §5.8: pixels follow each other without padding, lowest byte first; the rest of the last word is no pixel. */
TEST(pixels_come_from_the_host, open_2d, close_card)
{
    clear();
    from_host(false, 0xe6, 2, 2);
    for (uint32_t i = 0; i < 5; i++) /* the fifth is one too many */
        send(1, 0x860, 0x111111 * (i + 1));
    assert_pairs(0x111111, vram_rd(0x300104), 0x222222, vram_rd(0x300108), 0x333333,
                 vram_rd(0x300204), 0x444444, vram_rd(0x300208), 0, vram_rd(0x300304));

    clear();
    from_host(false, 0xe8, 3, 1); /* R5G6B5 into X8R8G8B8 */
    SEND(1, { 0x860, 0x07e0f800 }, { 0x860, 0xffff001f });
    assert_pairs(0xff0000, vram_rd(0x300104), 0x00ff00, vram_rd(0x300108), 0x0000ff,
                 vram_rd(0x30010c), 0, vram_rd(0x300110), 0, vram_rd(0x300204), 0,
                 rd(REF_PGRAPH_INTR));
}

/* nouveau-client.md §10: bits, most significant first, lines padded to bytes; in the other order, padded not at all, to bytes, to words. Bit x of
 * `lines` is pixel x of one. */
TEST(bits_are_expanded_and_packed, open_2d, close_card)
{
    static const struct way {
        uint32_t first, pack, width, words[2], lines[2];
    } ways[] = { { 0, 1, 5, { 0x0fa0, 0 }, { 5, 0x10 } },
                 { 1, 0, 3, { 0x1d, 0 }, { 5, 3 } },
                 { 1, 1, 3, { 0x305, 0 }, { 5, 3 } },
                 { 1, 2, 3, { 5, 3 }, { 5, 3 } } };

    for (uint32_t i = 0; i < 2 * ARRAY_SIZE(ways); i++) { /* bits 0 are written, or left out */
        const struct way *const way = &ways[i / 2];

        clear();
        SEND_ROW(1, 0x804, 0xe6, 0, way->first, way->pack, 0xaa, 0xbb, i & 1);
        from_host(true, 0, way->width, 2);
        SEND(1, { 0x860, way->words[0] }, { 0x860, way->words[1] });
        for (uint32_t y = 0; y < 2; y++)
            for (uint32_t x = 0; x <= way->width; x++)
                assert_int_equal(vram_rd(0x300000 + 256 * (y + 1) + 4 * (x + 1)),
                                 x < way->width && way->lines[y] >> x & 1 ? 0xbb
                                 : x < way->width && i & 1                ? 0xaa
                                                                          : 0);
    }
}

/* I4 and I8: the source surface's first line is the table of colours. Index 0 is one too, though bits 0 are not written. */
TEST(indices_are_looked_up, open_2d, close_card)
{
    surface_2d(0x230, 0xe6, 256, 64, 32, 0x310000);
    for (uint32_t i = 0; i < 16; i++)
        vram_wr(0x310000 + 4 * i, 0x10101 * (i + 1));
    SEND(1, { 0x810, 0 }, { 0x80c, 0 });
    from_host(true, 2, 2, 2); /* I8 */
    send(1, 0x860, 0x04030001);
    assert_pairs(0x20202, vram_rd(0x300104), 0x10101, vram_rd(0x300108), 0x40404, vram_rd(0x300204),
                 0x50505, vram_rd(0x300208));
    from_host(true, 1, 2, 1); /* I4, the high half of a byte first */
    send(1, 0x860, 0x000000a5);
    assert_pairs(0xb0b0b, vram_rd(0x300104), 0x60606, vram_rd(0x300108));
    send(1, 0x80c, 1);
    from_host(true, 1, 2, 1);
    send(1, 0x860, 0x000000a5);
    assert_pairs(0x60606, vram_rd(0x300104), 0, rd(REF_PGRAPH_INTR));
}

static uint32_t drawn(uint32_t operation, uint32_t under, uint32_t color)
{
    vram_wr(0x300000, under);
    SEND(1, { 0x2ac, operation }, { 0x588, color });
    draw_rectangle(0, 0, 1, 1);
    return vram_rd(0x300000);
}

/* rnndb's formulas of OPERATION with levels of 255 as 1, on A8R8G8B8. */
TEST(operations_follow_their_formulas, open_2d, close_card)
{
    surface_2d(0x200, 0xcf, 256, 64, 32, 0x300000);
    send(1, 0x584, 0xcf);
    assert_int_equal(drawn(3, 0x11223344, 0x00aabbcc), 0x00aabbcc);
    assert_int_equal(drawn(0, 0x11223344, 0x00aabbcc), 0x11223344); /* SRC.A is 0 */
    assert_int_equal(drawn(0, 0x11223344, 0x01aabbcc), 0x01aabbcc);
    send(1, 0x2a0, 0x66); /* source xor destination */
    assert_int_equal(drawn(4, 0x11223344, 0x11ffffff), 0x00ddccbb);
    assert_int_equal(drawn(1, 0x11223344, 0x11ffffff), 0x11223344); /* the result's alpha is 0 */
    assert_int_equal(drawn(1, 0x11223344, 0x10ffffff), 0x01ddccbb);
    send(1, 0x2a4, 255u << 23); /* BETA1 is 1 */
    assert_int_equal(drawn(2, 0xffffffff, 0x33000000), 0xd6cccccc);
    send(1, 0x2a4, 0);
    assert_int_equal(drawn(2, 0x11223344, 0xffaabbcc), 0x11223344);
    send(1, 0x2a8, 0x33ff00cc); /* BETA4: 1/5, 1, 0, 4/5 */
    assert_int_equal(drawn(5, 0x11223344, 0xff6464ff), 0x336400cc);
    assert_int_equal(drawn(6, 0xffffffff, 0xff006400), 0xffcccccc);
    assert_int_equal(drawn(6, 0xffffffff, 0xff6400ff), 0xffffccff); /* levels end at 1 */
    assert_int_equal(rd(REF_PGRAPH_INTR), 0);
    send(1, 0x2ac, 7);
    draw_rectangle(0, 0, 1, 1);
    assert_int_equal(rd(REF_PGRAPH_DATA_ERROR), 5);
}

/* Points are drawn at once. Features that no source describes are refused: lines, triangles, packed points, colour
 * keys, pattern formats 4 and 5, stretched pixels from the host. */
TEST(unknown_shapes_are_refused, open_2d, close_card)
{
    /* Truth table, operation, format and shape of the pattern: only a table that tells its values apart looks at it. */
    static const uint32_t patterns[][5] = {
        { 0xf0, 4, 4, 0, 3 }, { 0xf0, 1, 4, 0, 3 }, { 0xf0, 4, 3, 0, 0 }, { 0xf0, 4, 0, 3, 0 },
        { 0xf0, 4, 0, 4, 3 }, { 0x66, 4, 4, 4, 0 }, { 0x67, 4, 4, 0, 3 }, { 0x76, 1, 4, 0, 3 },
        { 0xf0, 3, 4, 4, 0 }, { 0xf0, 0, 4, 4, 0 }, { 0xf0, 5, 4, 4, 0 }
    };

    clear();
    SEND(1, { 0x588, 0x123456 }, { 0x580, 0 });
    send(1, 0x7f8, 3); /* the last of the 64 */
    send(1, 0x7fc, 1);
    assert_pairs(0x123456, vram_rd(0x30010c), 0, vram_rd(0x300108));
    for (uint32_t shape = 1; shape < 4; shape++) {
        send(1, 0x580, shape);
        expect_data_error(1, 0x604, 0, 3);
    }
    send(1, 0x580, 4);
    expect_data_error(1, 0x5e0, 0, 3);
    SEND(1, { 0x29c, 1 }, { 0x608, 1 });
    expect_data_error(1, 0x60c, 1, 3);
    send(1, 0x29c, 0);
    for (unsigned i = 0; i < ARRAY_SIZE(patterns); i++) {
        const uint32_t *const row = patterns[i];

        SEND(1, { 0x2a0, row[0] }, { 0x2ac, row[1] }, { 0x2e8, row[2] }, { 0x2b4, row[3] });
        expect_data_error(1, 0x60c, 1, row[4]);
    }
    send(1, 0x2ac, 3);
    for (uint32_t i = 0; i < 4;
         i++) { /* fraction and whole number of both steps, of which 0 is as good as 1 */
        from_host(false, 0xe6, 1, 1);
        SEND(1, { 0x840 + 4 * i, i & 1 }, { 0x840 + 4 * i, i & 1 ? 0 : 1 });
        expect_data_error(1, 0x860, 1, i & 1 ? 0 : 3);
        send(1, 0x840 + 4 * i, 2);
        expect_data_error(1, 0x860, 1, 3);
    }
    from_host(true, 3, 1, 1); /* indices have 1, 4 or 8 bits: kinds 0 to 2 */
    expect_data_error(1, 0x860, 1, 5);
}

/* 0/b/c: TRAP bit 8, PROP bit 4 of the first TPC, at 0x60c as public logs show. */
TEST(fills_fault_in_prop, open_2d, close_card)
{
    vram_wr(CHANNEL + 0x208, 0);
    SEND(1, { 0x184, PAGED }, { 0x224, 0x20000000 });
    draw_rectangle(0, 0, 1, 1);
    assert_pairs(1 << 21, rd(REF_PGRAPH_INTR), 1 << 8, rd(REF_PGRAPH_TRAP), 0x80000010,
                 rd(REF_PGRAPH_TPC_PROP_TRAP_G80), 0x60c, rd(REF_PGRAPH_TRAPPED_ADDR) & 0x1ffc);
    wr(REF_PFB_VM_FAULT, 0x000707ff);
    assert_int_equal(rd(REF_PFB_VM_FAULT_DATA), 0xcb00);
}
