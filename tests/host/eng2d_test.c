/* The 2D engine of the device model (tesla-mmio.md §5.8): fills, blits, bit maps, pixel formats. */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>

#include <cmocka.h>

#include "model/nv50/graph/pixel.h"
#include "tests/host/pgraph_rig.h"

static void surface_2d(uint32_t base, uint32_t format, uint32_t pitch, uint32_t at)
{
    send(1, base + 0x00, format);
    send(1, base + 0x04, 1);
    send(1, base + 0x14, pitch);
    send(1, base + 0x18, 64);
    send(1, base + 0x1c, 32);
    send(1, base + 0x20, 0);
    send(1, base + 0x24, at);
}

static void rectangle(uint32_t x0, uint32_t y0, uint32_t x1, uint32_t y1)
{
    send(1, 0x600, x0);
    send(1, 0x604, y0);
    send(1, 0x608, x1);
    send(1, 0x60c, y1);
}

static void bind_2d(void)
{
    send(1, 0, ENG2D);
    send(1, 0x180, VRAM);
    send(1, 0x184, VRAM);
    send(1, 0x188, VRAM);
    surface_2d(0x200, 0xe6, 256, 0x300000);
    surface_2d(0x230, 0xe6, 256, 0x300000);
    send(1, 0x290, 0);
    send(1, 0x2ac, 3);
    send(1, 0x580, 4);
    send(1, 0x584, 0xe6);
}

/* §5.8: corners are exclusive at the right and at the bottom; the launch is 0x60c. */
static void rectangles_are_filled(void **state)
{
    (void)state;
    bring_up("g84", NULL);
    bind_2d();
    send(1, 0x588, 0);
    rectangle(0, 0, 64, 32);
    send(1, 0x588, 0x123456);
    rectangle(2, 1, 5, 3);
    for (uint32_t y = 0; y < 5; y++)
        for (uint32_t x = 0; x < 8; x++)
            assert_int_equal(vram_rd(0x300000 + 256 * y + 4 * x),
                             x >= 2 && x < 5 && y >= 1 && y < 3 ? 0x123456 : 0);
    send(1, 0x2ac, 1);
    send(1, 0x2a0, 0x55); /* inverts the destination */
    rectangle(2, 1, 3, 2);
    assert_int_equal(vram_rd(0x300108), ~0x123456u);
    assert_int_equal(rd(0x400100), 0);
}

/* A blit onto itself, one line down and one pixel right, reads before it writes. */
static void blits_may_overlap(void **state)
{
    (void)state;
    bring_up("g200", NULL);
    bind_2d();
    for (uint32_t y = 0; y < 8; y++)
        for (uint32_t x = 0; x < 8; x++)
            vram_wr(0x300000 + 256 * y + 4 * x, y << 8 | x);
    static const uint32_t words[] = { 1, 1, 4, 4, 0, 1, 0, 1, 0, 0, 0, 0 };
    for (uint32_t i = 0; i < 12; i++)
        send(1, 0x8b0 + 4 * i, words[i]);
    for (uint32_t y = 1; y < 5; y++)
        for (uint32_t x = 1; x < 5; x++)
            assert_int_equal(vram_rd(0x300000 + 256 * y + 4 * x), (y - 1) << 8 | (x - 1));
    assert_int_equal(vram_rd(0x300014), 5);
    assert_int_equal(rd(0x400100), 0);
}

/* nouveau-client.md §10: bits, most significant first, lines padded to bytes. */
static void bits_are_expanded(void **state)
{
    (void)state;
    bring_up("g84", NULL);
    bind_2d();
    static const uint32_t words[][2] = { { 0x800, 1 },    { 0x804, 0xe6 }, { 0x808, 0 },
                                         { 0x80c, 0 },    { 0x810, 1 },    { 0x814, 0xaa },
                                         { 0x818, 0xbb }, { 0x81c, 1 },    { 0x838, 5 },
                                         { 0x83c, 2 },    { 0x850, 0 },    { 0x854, 1 },
                                         { 0x858, 0 },    { 0x85c, 1 },    { 0x860, 0x0fa0 } };
    for (unsigned i = 0; i < ARRAY_SIZE(words); i++)
        send(1, words[i][0], words[i][1]);
    static const uint32_t lines[2][5] = { { 0xbb, 0xaa, 0xbb, 0xaa, 0xaa },
                                          { 0xaa, 0xaa, 0xaa, 0xaa, 0xbb } };
    for (uint32_t y = 0; y < 2; y++)
        for (uint32_t x = 0; x < 5; x++)
            assert_int_equal(vram_rd(0x300000 + 256 * (y + 1) + 4 * (x + 1)), lines[y][x]);
}

/* 0/b/c: TRAP bit 8, PROP bit 4 of the first TPC, at 0x60c as public logs show. */
static void fills_fault_in_prop(void **state)
{
    (void)state;
    bring_up("g84", NULL);
    bind_2d();
    vram_wr(CHANNEL + 0x208, 0);
    send(1, 0x184, PAGED);
    send(1, 0x224, 0x20000000);
    rectangle(0, 0, 1, 1);
    assert_int_equal(rd(0x400100), 1 << 21);
    assert_int_equal(rd(0x400108), 1 << 8);
    assert_int_equal(rd(0x408e08), 0x80000010);
    assert_int_equal(rd(0x400704) & 0x1ffc, 0x60c);
    wr(0x100c90, 0x000707ff);
    assert_int_equal(rd(0x100c94), 0xcb00);
}

static void formats_convert(void **state)
{
    (void)state;
    assert_int_equal(pixel_bytes(0xe8), 2);
    assert_int_equal(pixel_bytes(0x12), 0);
    assert_int_equal(pixel_convert(0xffff0000, 0xcf, 0xe8), 0xf800);
    assert_int_equal(pixel_convert(0x07e0, 0xe8, 0xcf), 0xff00ff00);
    assert_int_equal(pixel_convert(0x12345678, 0xcf, 0xcf), 0x12345678);
    assert_int_equal(pixel_rop(0xcc, 0, 0x1234, 0x5678), 0x1234);
    assert_int_equal(pixel_rop(0x66, 0, 0x1234, 0x5678), 0x1234 ^ 0x5678);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test_teardown(rectangles_are_filled, close_card),
        cmocka_unit_test_teardown(blits_may_overlap, close_card),
        cmocka_unit_test_teardown(bits_are_expanded, close_card),
        cmocka_unit_test_teardown(fills_fault_in_prop, close_card),
        cmocka_unit_test(formats_convert),
    };
    cmocka_set_message_output(CM_OUTPUT_TAP);
    return cmocka_run_group_tests_name("eng2d", tests, NULL, NULL);
}
