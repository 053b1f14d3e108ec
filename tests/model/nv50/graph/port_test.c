/* Commands of PGRAPH in pairs, and where the record of NOTIFY goes (docs/hardware/tesla-mmio.md §5.4, §5.7). */
#include "tests/model/nv50/graph/pgraph_rig.h"

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
