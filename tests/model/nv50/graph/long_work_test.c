/* Copies and drawings of any size (tesla-mmio.md §5.5, §5.8), one method each: no access to the model does more than
 * a part of them, the card says that it is busy, and the next method waits. Commands in pairs, NOTIFY (§5.4, §5.7). */
#include "tests/model/nv50/graph/pgraph_rig.h"

#define STATUS     REF_PGRAPH_STATUS
#define STATUS_2D  0x20001u /* ALL, ENG2D */
#define VSTATUS_2  REF_PGRAPH_VSTATUS_2
#define ENG2D_BUSY (1u << 15)
#define LOOKS      100000u    /* more than anything here takes that comes to an end */
#define LONG_COPY  0x2000000u /* 32 MiB: more than one access copies */
#define FROM       0x2000000u
#define TO         0x5000000u

static void expect_end(uint32_t busy)
{
    uint32_t status;
    unsigned looks = 0;

    while ((status = rd(STATUS))) {
        assert_int_equal(busy, status);
        assert_true(++looks < LOOKS);
    }
    assert_true(looks > 0);
}

/* §5.4: bit 31 of the port stays set as long as nobody takes the command. */
TEST(the_port_waits, NULL, close_card)
{
    unsigned looks = 0;

    bring_up("g84", NULL);
    bind_m2mf(VRAM, VRAM, VRAM);
    PUT(vram_wr, FROM, 0x33333333, FROM + 4, 0x44444444);
    copy(FROM, TO, 0x1000, 0x1000, 0x1000, LONG_COPY / 0x1000);
    PUT(wr, REF_PGRAPH_CMD_DATA_LOW, 0, REF_PGRAPH_CMD_ADDR, 0x80000100);
    assert_int_equal(0x80000100, rd(REF_PGRAPH_CMD_ADDR));
    assert_int_equal(0, rd(REF_PGRAPH_FIFO_STATUS) & 1); /* FIFO_STATUS: not empty */
    assert_int_equal(0, rd(VSTATUS_2));
    while (rd(REF_PGRAPH_CMD_ADDR) & 0x80000000)
        assert_true(++looks < LOOKS);
    expect_idle();
    assert_int_equal(0, rd(REF_PGRAPH_INTR));
    PUT(wr, REF_PGRAPH_FIFO_CONTROL, 0x10000, REF_PGRAPH_CMD_ADDR, 0x8000032c); /* takes none */
    assert_pairs(0x8000032c, rd(REF_PGRAPH_CMD_ADDR), 0, rd(REF_PGRAPH_INTR));
    wr(REF_PGRAPH_FIFO_CONTROL, 0x10001);
    assert_pairs(0x32c, rd(REF_PGRAPH_CMD_ADDR), 1 << 4, rd(REF_PGRAPH_INTR)); /* no such method */
}

static void bind_surfaces(uint32_t size)
{
    bind_2d();
    surface_2d(0x200, 0xe6, 4 * size, size, size, TO);
    surface_2d(0x230, 0xe6, 4 * size, size, size, FROM);
}

/* 1024 by 1024, scaled by 1/2, which reads each pixel by itself. */
TEST(a_long_blit_goes_on, NULL, close_card)
{
    bring_up("g84", NULL);
    bind_surfaces(1024);
    PUT(vram_wr, FROM + 4 * (511 * 1024 + 511), 0x123456, TO + 4 * (1023 * 1024 + 1023), 0);
    SEND_ROW(1, 0x8b0, 0, 0, 1024, 1024, 0x80000000, 0, 0x80000000, 0, 0, 0, 0, 0);
    assert_pairs(STATUS_2D, rd(STATUS), ENG2D_BUSY, rd(VSTATUS_2));
    expect_end(STATUS_2D);
    assert_pairs(0, rd(VSTATUS_2), 0x123456, vram_rd(TO + 4 * (1023 * 1024 + 1023)), 0x123456,
                 vram_rd(TO + 4 * (1022 * 1024 + 1022)), 0, rd(REF_PGRAPH_INTR));
}

TEST(a_long_rectangle_goes_on, NULL, close_card)
{
    bring_up("g84", NULL);
    bind_surfaces(2048);
    send(1, 0x588, 0x654321);
    PUT(vram_wr, TO + 4 * (6 * 2048 + 5), 0xaa, TO + 4 * (7 * 2048 + 4), 0xbb);
    draw_rectangle(5, 7, 2048, 2048);
    assert_pairs(STATUS_2D, rd(STATUS), ENG2D_BUSY, rd(VSTATUS_2), 0, rd(VSTATUS_2 - 4), 0,
                 rd(REF_PGRAPH_VSTATUS));
    expect_end(STATUS_2D);
    assert_pairs(0xaa, vram_rd(TO + 4 * (6 * 2048 + 5)), 0xbb, vram_rd(TO + 4 * (7 * 2048 + 4)),
                 0x654321, vram_rd(TO + 4 * (7 * 2048 + 5)), 0x654321,
                 vram_rd(TO + 4 * (2047 * 2048 + 2047)));
}

/* Sizes that overflow to nothing, and a table of colours without a format: an error code, no division by zero. */
TEST(sizes_are_refused, NULL, close_card)
{
    static const uint32_t widths[] = { 0xffffffff, 0xfffffff9, 0x10000001, 0 };

    bring_up("g84", NULL);
    bind_surfaces(64);
    SEND_ROW(1, 0x800, 1, 0, 1, 0, 1, 0xaa, 0xbb, 1);
    for (unsigned i = 0; i < ARRAY_SIZE(widths); i++) {
        SEND(1, { 0x838, widths[i] }, { 0x83c, 2 });
        expect_data_error(1, 0x860, 0xffffffff, 4); /* INVALID_VALUE */
    }
    send(1, 0x804, 0xe6);
    send(1, 0x808, 2); /* indices of 8 bits, looked up in the source */
    SEND(1, { 0x230, 0x12 }, { 0x234, 0 }, { 0x838, 4 });
    expect_data_error(1, 0x860, 0x01020304, 0x31); /* a format that is none */
}

/* A clear of 8 MiB by 3D (tesla-engines.md §4.5), while which ROPs are busy. */
TEST(a_large_clear_comes_to_its_end, NULL, close_card)
{
    bring_up("g84", NULL);
    vram_wr(CHANNEL + 0x1c0, 0x8297);
    SEND(3, { 0, 0x1c }, { 0x1c0, VRAM }, { 0x204, FROM }, { 0x208, 0xe4 }, { 0x121c, 1 },
         { 0x1240, 0x80008000 }, { 0x1244, 0x100 }, { 0xff4, 0x20000000 }, { 0xff8, 0x1000000 },
         { 0x143c, 0x10 }, { 0xc00, 0x20000000 }, { 0xc04, 0x20000000 }, { 0xd80, 3 },
         { 0x19d0, 0x3c });
    expect_end(1u << 20 | 1);
    assert_pairs(3, vram_rd(FROM), 3, vram_rd(FROM + 0x7ffffc));
    assert_int_not_equal(3, vram_rd(FROM + 0x800000));
}

#define TWO      0x02000000u /* CMD_DATA_HIGH holds a second word */
#define SAME     0x00100000u /* for the same method */
#define VALID    0x80000000u
#define NOTIFIED 1u
#define COPIED   0x10000u

static void send_two(uint32_t command, uint32_t low, uint32_t high)
{
    assert_int_equal(rd(REF_PGRAPH_CMD_ADDR) & VALID, 0);
    PUT(wr, REF_PGRAPH_CMD_DATA_LOW, low, REF_PGRAPH_CMD_DATA_HIGH, high, REF_PGRAPH_CMD_ADDR,
        command | TWO | VALID);
}

static void start_long_copy(void)
{
    SEND(0, { 0x30c, 0x2000000 }, { 0x310, 0x4000000 }, { 0x314, 0x200000 }, { 0x318, 0x200000 },
         { 0x31c, 0x200000 }, { 0x320, 4 });
}

static void wait_for_graph(void)
{
    unsigned looks = 0;

    while (rd(REF_PGRAPH_STATUS) != 0 || (rd(REF_PGRAPH_CMD_ADDR) & VALID))
        assert_true(++looks < 10000);
}

/* When the first of two begins something that takes longer, the second waits in the port, alone. */
TEST(the_second_waits_for_the_first, NULL, close_card)
{
    bring_up("g84", NULL);
    bind_m2mf(VRAM, VRAM, VRAM);
    start_long_copy();
    send_two(0x328, 0, 0x55);
    assert_pairs(rd(REF_PGRAPH_STATUS), REF_PGRAPH_STATUS_ALL | REF_PGRAPH_STATUS_M2MF,
                 rd(REF_PGRAPH_CMD_ADDR), VALID | 0x32c, rd(REF_PGRAPH_CMD_DATA_LOW), 0x55);
    wait_for_graph();
    assert_int_equal(rd(REF_PGRAPH_INTR), 0x10); /* no such method */
    assert_int_equal(rd(REF_PGRAPH_TRAPPED_ADDR) & 0x1ffc, 0x32c);
    wr(REF_PGRAPH_INTR, 0x10);
    start_long_copy();
    send_two(0x328 | SAME, 0, 1);
    assert_int_equal(rd(REF_PGRAPH_CMD_ADDR), VALID | SAME | 0x328);
    wait_for_graph();
    assert_int_equal(rd(REF_PGRAPH_INTR), COPIED);
    for (uint32_t same = 0; same < 2; same++) {
        PUT(wr, REF_PGRAPH_INTR, 0xffffffff, REF_PGRAPH_FIFO_CONTROL, 0x10001);
        send_two(0x238 | (same ? SAME : 0), 0, 0x100); /* no such address */
        assert_int_equal(rd(REF_PGRAPH_INTR), 1 << 20);
        assert_int_equal(rd(REF_PGRAPH_TRAPPED_ADDR), same ? 0x238 : 0x23c);
    }
}

/* §5.7: each class has its own object for NOTIFY; the record is written after the next method, also a long one. */
TEST(records_go_to_their_class, NULL, close_card)
{
    bring_up("g84", NULL);
    STORE(CHANNEL + 16 * 0x20, 0x0019003d, 0xffffffff, NOTIFY, 0, 0, 0x00010000);
    bind_m2mf(VRAM, VRAM, VRAM);
    SEND(1, { 0, ENG2D }, { 0x180, 0x20 }, { 0x184, VRAM });
    SEND_ROW(1, 0x200, 0xe6, 1, 0, 1, 0, 0x4000, 0x1000, 0x100, 0, 0x2000000);
    SEND(1, { 0x2ac, 3 }, { 0x580, 4 }, { 0x584, 0xe6 });
    PUT(vram_wr, NOTIFY + 0xc, 0xdead, 0xc, 0xdead);
    SEND(1, { 0x600, 0 }, { 0x604, 0 }, { 0x608, 0x1000 }, { 0x104, 1 });
    send(1, 0x60c, 0x100); /* a million pixels */
    assert_int_not_equal(rd(REF_PGRAPH_STATUS), 0);
    assert_int_equal(vram_rd(NOTIFY + 0xc), 0xdead);
    wait_for_graph();
    assert_pairs(NOTIFIED, rd(REF_PGRAPH_INTR), 0, vram_rd(NOTIFY + 0xc), 0xdead, vram_rd(0xc));
    wr(REF_PGRAPH_INTR, NOTIFIED);
    vram_wr(NOTIFY + 0xc, 0xdead);
    SEND(0, { 0x104, 0 }, { 0x100, 0 });
    assert_pairs(0xdead, vram_rd(NOTIFY + 0xc), 0, vram_rd(0xc), 0, rd(REF_PGRAPH_INTR));
    for (uint32_t i = 0; i < 2; i++) { /* 3D, computing */
        PUT(vram_wr, NOTIFY + 0xc, 0xdead, CHANNEL + 0x300, i ? 0x50c0 : 0x8297);
        SEND(3 + i, { 0, 0x30 }, { 0x180, 0x20 }, { 0x104, 1 });
        assert_int_equal(vram_rd(NOTIFY + 0xc), 0xdead);
        send(3 + i, 0x100, 0);
        assert_pairs(0, vram_rd(NOTIFY + 0xc), NOTIFIED, rd(REF_PGRAPH_INTR));
        wr(REF_PGRAPH_INTR, NOTIFIED);
    }
    SEND(0, { 0x104, 0 }, { 0x104, 0 });
    assert_int_equal(rd(REF_PGRAPH_INTR), REF_PGRAPH_INTR_DOUBLE_NOTIFY);
    wr(REF_PGRAPH_INTR, 0xffffffff);
    SEND(0, { 0x100, 0 }, { 0x104, 2 });
    assert_pairs(1 << 20, rd(REF_PGRAPH_INTR), 5, rd(REF_PGRAPH_DATA_ERROR));
}
