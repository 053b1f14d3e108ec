/* PGRAPH of the device model without PFIFO: the direct port, m2mf, 2D, notifiers, errors and traps.
 * Expected values are typed from docs/hardware/tesla-mmio.md §5. */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <stdio.h>
#include <string.h>

#include <cmocka.h>

#include "model/core/card.h"
#include "model/core/pixel.h"
#include "model/core/surface.h"

/* §5.4's own places. */
#define CHANNEL    0x1000000u
#define VRAM       0x12u /* selectors: unpaged VRAM */
#define PAGED      0x14u
#define M2MF       0x16u
#define ENG2D      0x17u
#define READ_ONLY  0x18u
#define SUPERVISOR 0x1au
#define TABLE      0x1010000u
#define NOTIFY     0x1100000u

static struct nv50 *card;
static uint64_t clock_now;

static bool no_dma_read(void *opaque, uint64_t address, void *bytes, size_t size, bool snoop)
{
    (void)opaque, (void)address, (void)bytes, (void)size, (void)snoop;
    return false;
}

static bool no_dma_write(void *opaque, uint64_t address, const void *bytes, size_t size, bool snoop)
{
    (void)opaque, (void)address, (void)bytes, (void)size, (void)snoop;
    return false;
}

static uint64_t clock_ns(void *opaque)
{
    (void)opaque;
    return clock_now += 1000;
}

static void wr(uint32_t offset, uint32_t value)
{
    nv50_bar_write(card, 0, offset, value, 4);
}

static uint32_t rd(uint32_t offset)
{
    return (uint32_t)nv50_bar_read(card, 0, offset, 4);
}

static void vram_wr(uint32_t at, uint32_t value)
{
    wr(0x1700, at >> 16);
    wr(0x700000 + (at & 0xffff), value);
}

static uint32_t vram_rd(uint32_t at)
{
    wr(0x1700, at >> 16);
    return rd(0x700000 + (at & 0xffff));
}

static void put_object(uint32_t selector, uint32_t w0, uint32_t limit)
{
    const uint32_t words[6] = { w0, limit, 0, 0, 0, 0x00010000 };
    for (uint32_t i = 0; i < 6; i++)
        vram_wr(CHANNEL + 16 * selector + 4 * i, words[i]);
}

static void open_card(const char *chip, const char *defects)
{
    const struct nv50_host host = { .dma_read = no_dma_read,
                                    .dma_write = no_dma_write,
                                    .clock_ns = clock_ns };
    struct nv50_config config = { .seed = 1, .defects = defects };
    char error[200];

    for (unsigned i = 0; i < CHIP_COUNT; i++)
        if (!strcmp(chipsets[i].name, chip))
            config.chip = &chipsets[i];
    card = nv50_new(&config, &host, error, sizeof(error));
    assert_non_null(card);
}

/* §5.4, "reset" to "context". */
static void bring_up(const char *chip, const char *defects)
{
    open_card(chip, defects);
    wr(0x200, 0xffdfeeff);
    wr(0x200, 0xffffffff);
    put_object(VRAM, 0x0019003d, 0xffffffff);
    put_object(PAGED, 0x7fc0003d, 0xffffffff);
    put_object(READ_ONLY, 0x00150002, 0xffffffff);
    put_object(SUPERVISOR, 0x8019003d, 0xffffffff);
    vram_wr(CHANNEL + 16 * M2MF, 0x5039);
    vram_wr(CHANNEL + 16 * ENG2D, 0x502d);
    static const uint32_t traps[] = { 0x400804, 0x406800, 0x400c04, 0x401800, 0x405018,
                                      0x402000, 0x408e08, 0x408900, 0x408708, 0x408600 };
    for (unsigned i = 0; i < 10; i++)
        wr(traps[i], 0xc0000000);
    wr(0x400040, 0xffffffff);
    wr(0x400040, 0);
    wr(0x400100, 0xffffffff);
    wr(0x400108, 0xffffffff);
    wr(0x40013c, 0xffffffff);
    wr(0x400138, 0xffffffff);
    wr(0x100c90, 0x000707ff);
    wr(0x40032c, 0x80000000 | CHANNEL >> 12);
    wr(0x400500, 0x10001);
}

static void send(unsigned subchannel, uint32_t method, uint32_t data)
{
    assert_int_equal(rd(0x400808) & 0x80000000, 0);
    wr(0x40080c, data);
    wr(0x400808, method | subchannel << 16 | 0x80000000);
}

static void bind_m2mf(uint32_t notify, uint32_t in, uint32_t out)
{
    send(0, 0, M2MF);
    send(0, 0x180, notify);
    send(0, 0x184, in);
    send(0, 0x188, out);
    send(0, 0x200, 1);
    send(0, 0x21c, 1);
    send(0, 0x238, 0);
    send(0, 0x23c, 0);
    send(0, 0x324, 0x101);
}

static void copy(uint32_t from, uint32_t to, uint32_t pitch_in, uint32_t pitch_out, uint32_t length,
                 uint32_t count)
{
    send(0, 0x30c, from);
    send(0, 0x310, to);
    send(0, 0x314, pitch_in);
    send(0, 0x318, pitch_out);
    send(0, 0x31c, length);
    send(0, 0x320, count);
    send(0, 0x328, 0);
}

static void expect_idle(void)
{
    assert_int_equal(rd(0x400700), 0);
    assert_int_equal(rd(0x400380), 0);
}

static void fill(uint32_t at, uint32_t words)
{
    for (uint32_t i = 0; i < words; i++)
        vram_wr(at + 4 * i, 0x11000000 + i);
}

static int close_card(void **state)
{
    (void)state;
    nv50_free(card);
    card = NULL;
    return 0;
}

/* §5.5's worked program: 30 lines of 4 bytes from pitch 4 to pitch 8. */
static void lines_go_from_pitch_to_pitch(void **state)
{
    (void)state;
    bring_up("g80", NULL);
    fill(0x200000, 30);
    for (uint32_t i = 0; i < 60; i++)
        vram_wr(0x300000 + 4 * i, 0xee);
    bind_m2mf(VRAM, VRAM, VRAM);
    copy(0x200000, 0x300000, 4, 8, 4, 30);
    for (uint32_t i = 0; i < 30; i++) {
        assert_int_equal(vram_rd(0x300000 + 8 * i), 0x11000000 + i);
        assert_int_equal(vram_rd(0x300004 + 8 * i), 0xee);
    }
    assert_int_equal(rd(0x400100), 0);
    expect_idle();
}

/* FORMAT 0x0201: every byte of the source to every second one of the destination. */
static void increments_spread_bytes(void **state)
{
    (void)state;
    bring_up("g84", NULL);
    vram_wr(0x200000, 0x44332211);
    vram_wr(0x300000, 0);
    vram_wr(0x300004, 0);
    bind_m2mf(VRAM, VRAM, VRAM);
    send(0, 0x324, 0x201);
    copy(0x200000, 0x300000, 4, 8, 4, 1);
    assert_int_equal(vram_rd(0x300000), 0x00220011);
    assert_int_equal(vram_rd(0x300004), 0x00440033);
}

/* §5.7: 16 bytes at 0x10 after each copy, {time, 0, 0}; BUF_NOTIFY 1 also interrupts. */
static void copies_write_their_record(void **state)
{
    (void)state;
    bring_up("g84", NULL);
    vram_wr(0x18, 0xdead);
    vram_wr(0x1c, 0xdead);
    bind_m2mf(VRAM, VRAM, VRAM);
    copy(0x200000, 0x300000, 4, 4, 4, 1);
    assert_int_not_equal(vram_rd(0x10), 0);
    assert_int_equal(vram_rd(0x18), 0);
    assert_int_equal(vram_rd(0x1c), 0);
    assert_int_equal(rd(0x400100), 0);
    send(0, 0x328, 1);
    assert_int_equal(rd(0x400100), 1 << 16);
    assert_int_equal(rd(0x100) & 1 << 12, 1 << 12);
    wr(0x400100, 1 << 16);
    assert_int_equal(rd(0x100) & 1 << 12, 0);
}

/* §5.7: NOTIFY writes at 0 after the next method; two in a row are an error. */
static void notify_follows_the_next_method(void **state)
{
    (void)state;
    bring_up("g84", NULL);
    bind_m2mf(VRAM, VRAM, VRAM);
    vram_wr(0xc, 0xdead);
    send(0, 0x104, 1);
    assert_int_equal(vram_rd(0xc), 0xdead);
    send(0, 0x100, 0);
    assert_int_equal(vram_rd(0xc), 0);
    assert_int_equal(rd(0x400100), 1);
    wr(0x400100, 1);
    send(0, 0x104, 0);
    send(0, 0x104, 0);
    assert_int_equal(rd(0x400100), 1 << 6);
}

/* §5.9's vectors. */
static void gobs_and_blocks(void **state)
{
    (void)state;
    static const struct surface a = { 1, 1, 1, 208, 17 }, b = { 0, 2, 0, 256, 32 };
    static const struct {
        uint32_t x, y, z, at;
    } rows[] = { { 0, 0, 0, 0 },       { 48, 3, 0, 0xf0 },     { 64, 0, 0, 0x100 },
                 { 128, 0, 0, 0x800 }, { 192, 0, 0, 0x900 },   { 0, 4, 0, 0x200 },
                 { 0, 8, 0, 0x1000 },  { 0, 16, 0, 0x2000 },   { 0, 0, 1, 0x400 },
                 { 0, 0, 2, 0x3000 },  { 192, 16, 0, 0x2900 }, { 192, 8, 2, 0x4900 } };

    for (unsigned i = 0; i < ARRAY_SIZE(rows); i++)
        assert_int_equal(surface_offset(&a, rows[i].x, rows[i].y, rows[i].z), rows[i].at);
    assert_int_equal(surface_offset(&b, 63, 3, 0), 0xff);
    assert_int_equal(surface_offset(&b, 64, 0, 0), 0x400);
    assert_int_equal(surface_offset(&b, 0, 4, 0), 0x100);
    assert_int_equal(surface_offset(&b, 130, 21, 0), 0x1942);
}

/* A rectangle at x 64, y 4 of a surface 256 bytes wide with blocks of 4 gobs: the first byte is
 * that of block 1 (0x400), gob 1 (0x100). */
static void tiled_side_of_a_copy(void **state)
{
    (void)state;
    bring_up("gt215", NULL);
    fill(0x200000, 32);
    bind_m2mf(VRAM, VRAM, VRAM);
    static const uint32_t side[] = { 0, 0x20, 256, 32, 1, 0, 4 << 16 | 64 };
    for (uint32_t i = 0; i < 7; i++)
        send(0, 0x21c + 4 * i, side[i]);
    copy(0x200000, 0x300000, 64, 0, 64, 2);
    assert_int_equal(vram_rd(0x300500), 0x11000000);
    assert_int_equal(vram_rd(0x30053c), 0x1100000f);
    assert_int_equal(vram_rd(0x300540), 0x11000010); /* the next line: 64 bytes on */
    send(0, 0x230, 1);                               /* layer 1 of 1 */
    send(0, 0x328, 0);
    assert_int_equal(rd(0x400110), 0x21);
    wr(0x400100, 1 << 20);
    send(0, 0x230, 0);
    send(0, 0x224, 100); /* 64 + 64 bytes do not fit */
    send(0, 0x328, 0);
    assert_int_equal(rd(0x400110), 0x23);
}

static void expect_data_error(uint32_t method, uint32_t data, uint32_t code)
{
    send(0, method, data);
    assert_int_equal(rd(0x400100), 1 << 20);
    assert_int_equal(rd(0x400110), code);
    assert_int_equal(rd(0x400704) & 0x1ffc, method);
    assert_int_equal(rd(0x400708), data);
    assert_int_equal(rd(0x400814) & 0xffff, 0x5039);
    wr(0x400100, 1 << 20);
    wr(0x400500, 0x10001);
}

/* §5.6; the rejected method has no effect. */
static void wrong_values_are_data_errors(void **state)
{
    (void)state;
    bring_up("g84", NULL);
    bind_m2mf(VRAM, VRAM, VRAM);
    expect_data_error(0x200, 2, 0x05);
    expect_data_error(0x238, 0x100, 0x0c);
    expect_data_error(0x184, M2MF, 0x08);
    expect_data_error(0x188, READ_ONLY, 0x09);
    expect_data_error(0x184, SUPERVISOR, 0x0a);
    send(0, 0x314, 3);
    send(0, 0x318, 4);
    send(0, 0x31c, 4);
    send(0, 0x320, 1);
    expect_data_error(0x328, 0, 0x51);
    send(0, 0x314, 4);
    send(0, 0x318, 3);
    expect_data_error(0x328, 0, 0x53);
    send(0, 0x318, 4);
    send(0, 0x328, 0);
    assert_int_equal(rd(0x400100), 0);
    send(0, 0x32c, 0);
    assert_int_equal(rd(0x400100), 1 << 4);
    wr(0x400100, 1 << 4);
    vram_wr(CHANNEL + 16 * 0x1c, 0x1234);
    send(1, 0, 0x1c);
    assert_int_equal(rd(0x400100), 1 << 5);
}

static void expect_trap(uint32_t bits, uint32_t status, uint64_t at, bool read)
{
    assert_int_equal(rd(0x400100), 1 << 21);
    assert_int_equal(rd(0x400108), 2);
    assert_int_equal(rd(0x406800), 0x80000000 | bits);
    assert_int_equal(rd(0x100c90) >> 31, 1);
    uint32_t t[6];
    for (uint32_t i = 0; i < 6; i++) {
        wr(0x100c90, 0x000707ff | i << 24);
        t[i] = rd(0x100c94);
    }
    assert_int_equal(t[0], status);
    assert_int_equal(t[1], CHANNEL >> 12);
    assert_int_equal(t[3] | (uint64_t)t[4] << 16 | (uint64_t)(t[5] & 0xff) << 32, at);
    assert_int_equal(t[5] >> 8, read);
    wr(0x100c90, 0x800707ff);
    wr(0x400040, 2);
    wr(0x400040, 0);
    wr(0x406800, 0xc0000000);
    wr(0x400108, 2);
    wr(0x400100, 1 << 21);
    wr(0x400500, 0x10001);
    assert_int_equal(rd(0x406800), 0x80000000);
    assert_int_equal(rd(0x100c90) >> 31, 0);
}

/* tesla-vm.md §2.2, §2.6: each of m2mf's slots, 0/3/4 to 0/3/6, its trap bit and its record. */
static void faults_trap_in_their_slot(void **state)
{
    (void)state;
    bring_up("g84", NULL);
    vram_wr(CHANNEL + 0x200 + 8 * 1, 0); /* PDE 1: no table */
    vram_wr(CHANNEL + 0x200, TABLE | 3);
    vram_wr(CHANNEL + 0x204, 0);
    vram_wr(TABLE, 0x200001);
    vram_wr(TABLE + 4, 0);
    vram_wr(TABLE + 8, 0);
    vram_wr(TABLE + 12, 0);
    bind_m2mf(VRAM, PAGED, VRAM);
    copy(0x20000000, 0x300000, 4, 4, 4, 1);
    expect_trap(2, 0x4300, 0x20000000, true);
    bind_m2mf(VRAM, VRAM, PAGED);
    copy(0x200000, 0x1000, 4, 4, 4, 1);
    expect_trap(4, 0x5320, 0x1000, false);
    bind_m2mf(0, VRAM, VRAM);
    copy(0x200000, 0x300000, 4, 4, 4, 1);
    expect_trap(1, 0x6360, 0x10, false);
}

/* A copy through a page ends where the page ends; what came before the fault is done. */
static void copies_cross_pages(void **state)
{
    (void)state;
    bring_up("g84", NULL);
    vram_wr(CHANNEL + 0x200, TABLE | 3);
    vram_wr(CHANNEL + 0x204, 0);
    vram_wr(TABLE, 0x400001);
    vram_wr(TABLE + 4, 0);
    vram_wr(TABLE + 8, 0x480001);
    vram_wr(TABLE + 12, 0);
    fill(0x200000, 2048);
    bind_m2mf(VRAM, VRAM, PAGED);
    copy(0x200000, 0, 0x2000, 0x2000, 0x2000, 1);
    assert_int_equal(rd(0x400100), 0);
    assert_int_equal(vram_rd(0x400ffc), 0x11000000 + 1023);
    assert_int_equal(vram_rd(0x480000), 0x11000000 + 1024);
    assert_int_equal(vram_rd(0x480ffc), 0x11000000 + 2047);
}

/* §5.4: commands wait while PGRAPH takes none; a second word may follow. */
static void port_waits_for_access(void **state)
{
    (void)state;
    bring_up("g84", NULL);
    bind_m2mf(VRAM, VRAM, VRAM);
    wr(0x400500, 0);
    wr(0x40080c, 0x1234);
    wr(0x400810, 0x5678);
    wr(0x400808, 0x82000314);
    assert_int_equal(rd(0x400808) >> 31, 1);
    assert_int_equal(card->pgraph.state.m2mf[(0x314 - 0x180) / 4], 0);
    wr(0x400500, 0x10001);
    assert_int_equal(rd(0x400808) >> 31, 0);
    assert_int_equal(card->pgraph.state.m2mf[(0x314 - 0x180) / 4], 0x1234);
    assert_int_equal(card->pgraph.state.m2mf[(0x318 - 0x180) / 4], 0x5678);
}

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

static void pitch_can_be_broken(void **state)
{
    (void)state;
    bring_up("g84", "m2mf-pitch-ignored");
    fill(0x200000, 8);
    bind_m2mf(VRAM, VRAM, VRAM);
    copy(0x200000, 0x300000, 8, 4, 4, 2);
    assert_int_equal(vram_rd(0x300004), 0x11000001);
}

/* PMC's bit forgets what was bound. */
static void reset_forgets(void **state)
{
    (void)state;
    bring_up("g84", NULL);
    bind_m2mf(VRAM, VRAM, VRAM);
    wr(0x200, 0xffdfefff);
    assert_int_equal(rd(0x400500), 0);
    wr(0x200, 0xffffffff);
    wr(0x40013c, 0xffffffff);
    wr(0x400500, 1);
    send(0, 0x100, 0);
    assert_int_equal(rd(0x400100), 1 << 5);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test_teardown(lines_go_from_pitch_to_pitch, close_card),
        cmocka_unit_test_teardown(increments_spread_bytes, close_card),
        cmocka_unit_test_teardown(copies_write_their_record, close_card),
        cmocka_unit_test_teardown(notify_follows_the_next_method, close_card),
        cmocka_unit_test(gobs_and_blocks),
        cmocka_unit_test_teardown(tiled_side_of_a_copy, close_card),
        cmocka_unit_test_teardown(wrong_values_are_data_errors, close_card),
        cmocka_unit_test_teardown(faults_trap_in_their_slot, close_card),
        cmocka_unit_test_teardown(copies_cross_pages, close_card),
        cmocka_unit_test_teardown(port_waits_for_access, close_card),
        cmocka_unit_test_teardown(rectangles_are_filled, close_card),
        cmocka_unit_test_teardown(blits_may_overlap, close_card),
        cmocka_unit_test_teardown(bits_are_expanded, close_card),
        cmocka_unit_test_teardown(fills_fault_in_prop, close_card),
        cmocka_unit_test(formats_convert),
        cmocka_unit_test_teardown(pitch_can_be_broken, close_card),
        cmocka_unit_test_teardown(reset_forgets, close_card),
    };
    cmocka_set_message_output(CM_OUTPUT_TAP);
    return cmocka_run_group_tests_name("pgraph", tests, NULL, NULL);
}
