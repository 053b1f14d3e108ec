/* Commands of PGRAPH of the device model, one by one and in pairs: registers that the port keeps, objects that cannot
 * be bound, where the record of NOTIFY goes (docs/hardware/tesla-mmio.md §5.4, §5.6, §5.7), and PFIFO's lists
 * (§4.5). */

#include "reference/nv50.h"
#include "tests/kit/tests.h"
#include "tests/model/nv50/graph/pgraph_rig.h"

#define TWO      0x02000000u /* CMD_DATA_HIGH holds a second word */
#define SAME     0x00100000u /* for the same method */
#define VALID    0x80000000u
#define NOTIFIED 1u
#define COPIED   0x10000u

static void send_two(uint32_t command, uint32_t low, uint32_t high)
{
    assert_int_equal(rd(REF_PGRAPH_CMD_ADDR) & VALID, 0);
    wr(REF_PGRAPH_CMD_DATA_LOW, low);
    wr(REF_PGRAPH_CMD_DATA_HIGH, high);
    wr(REF_PGRAPH_CMD_ADDR, command | TWO | VALID);
}

/* One command of two words is two of one: of the same method, or of it and the next. */
TEST(commands_come_in_pairs, NULL, close_card)
{
    bring_up("g84", NULL);
    vram_wr(0x300000, 0);
    vram_wr(0x300004, 0x99999999);
    fill(0x200000, 2);
    bind_m2mf(VRAM, VRAM, VRAM);
    copy(0x300008, 0x30000c, 4, 4, 4, 1);
    send_two(0x30c, 0x200004, 0x300000); /* OFFSET_IN, OFFSET_OUT */
    send(0, 0x328, 0);
    assert_int_equal(vram_rd(0x300000), 0x11000001);
    send_two(0x310 | SAME, 0x300004, 0x300020); /* OFFSET_OUT twice */
    vram_wr(0x300020, 0);
    send(0, 0x328, 0);
    assert_int_equal(vram_rd(0x300020), 0x11000001);
    assert_int_equal(vram_rd(0x300004), 0x99999999);
    assert_int_equal(rd(REF_PGRAPH_INTR), 0);
    send_two(0x328, 0, 1); /* there is no 0x32c */
    assert_int_equal(rd(REF_PGRAPH_INTR), 0x10);
    assert_int_equal(rd(REF_PGRAPH_TRAPPED_ADDR) & 0x1ffc, 0x32c);
    assert_int_equal(rd(REF_PGRAPH_TRAPPED_DATA), 1);
}

static void start_long_copy(void)
{
    send(0, 0x30c, 0x2000000);
    send(0, 0x310, 0x4000000);
    send(0, 0x314, 0x200000);
    send(0, 0x318, 0x200000);
    send(0, 0x31c, 0x200000);
    send(0, 0x320, 4);
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
    assert_int_not_equal(rd(REF_PGRAPH_STATUS), 0);
    assert_int_equal(rd(REF_PGRAPH_CMD_ADDR) & (VALID | TWO | 0x1ffc), VALID | 0x32c);
    assert_int_equal(rd(REF_PGRAPH_CMD_DATA_LOW), 0x55);
    wait_for_graph();
    assert_int_equal(rd(REF_PGRAPH_INTR), 0x10); /* no such method */
    assert_int_equal(rd(REF_PGRAPH_TRAPPED_ADDR) & 0x1ffc, 0x32c);
    wr(REF_PGRAPH_INTR, 0x10);
    start_long_copy();
    send_two(0x328 | SAME, 0, 1);
    assert_int_equal(rd(REF_PGRAPH_CMD_ADDR) & (VALID | TWO | 0x1ffc), VALID | 0x328);
    wait_for_graph();
    assert_int_equal(rd(REF_PGRAPH_INTR), COPIED);
}

/* A command is held while FIFO_CONTROL bit 0 is 0. */
TEST(the_port_holds_commands, NULL, close_card)
{
    bring_up("g84", NULL);
    bind_m2mf(VRAM, VRAM, VRAM);
    wr(REF_PGRAPH_FIFO_CONTROL, 0x10000);
    send(0, 0x32c, 7);
    assert_int_equal(rd(REF_PGRAPH_CMD_ADDR), VALID | 0x32c);
    assert_int_equal(rd(REF_PGRAPH_INTR), 0);
    wr(REF_PGRAPH_FIFO_CONTROL, 0x10001);
    assert_int_equal(rd(REF_PGRAPH_CMD_ADDR) & VALID, 0);
    assert_int_equal(rd(REF_PGRAPH_INTR), 0x10);
    /* A trapped method stays while its interrupt does. */
    assert_int_equal(rd(REF_PGRAPH_TRAPPED_ADDR) & 0x1ffc, 0x32c);
    send(2, 0x104, 9);
    assert_int_equal(rd(REF_PGRAPH_TRAPPED_ADDR) & 0x1ffc, 0x32c);
    assert_int_equal(rd(REF_PGRAPH_TRAPPED_DATA), 7);
}

static void expect_refused(unsigned subchannel, uint32_t method, uint32_t data, uint32_t code)
{
    send(subchannel, method, data);
    assert_int_equal(rd(REF_PGRAPH_INTR), 1 << 20);
    assert_int_equal(rd(REF_PGRAPH_DATA_ERROR), code);
    assert_int_equal(rd(REF_PGRAPH_TRAPPED_ADDR), subchannel << 16 | method);
    assert_int_equal(rd(REF_PGRAPH_TRAPPED_DATA), data);
    wr(REF_PGRAPH_INTR, 1 << 20);
}

/* §5.6: selectors have 16 bits (4 invalid value); object 0 is none; NOTIFY is 0 or 1 (5 invalid enum). */
TEST(binding_has_limits, NULL, close_card)
{
    bring_up("g84", NULL);
    bind_m2mf(VRAM, VRAM, VRAM);
    expect_refused(0, 0x184, 0x10000, 4);
    expect_refused(0, 0x188, 0x10000 | VRAM, 4);
    expect_refused(3, 0, 0, 4);
    expect_refused(3, 0, 0x10000 | M2MF, 4);
    expect_refused(0, 0x104, 2, 5);
    send(0, 0x184, 0xffff); /* the last one; the words there are no class of its own */
    assert_int_equal(rd(REF_PGRAPH_INTR) & ~(1u << 20), 0);
    wr(REF_PGRAPH_INTR, 1 << 20);
    vram_wr(CHANNEL + 16 * 0x1c, 0x9999);
    send(4, 0, 0x1c);
    assert_int_equal(rd(REF_PGRAPH_INTR), 0x20);
    assert_int_equal(rd(REF_PGRAPH_CTX_SWITCH_1) & 0xffff, 0x9999);
}

/* §5.7: each class has its own object for NOTIFY; the record is written when the method after it is done, also where
 * that takes longer. */
TEST(records_go_to_their_class, NULL, close_card)
{
    static const uint32_t elsewhere[6] = { 0x0019003d, 0xffffffff, NOTIFY, 0, 0, 0x00010000 };
    static const uint32_t surface[] = { 0xe6, 1, 0, 1, 0, 0x4000, 0x1000, 0x100, 0, 0x2000000 };

    bring_up("g84", NULL);
    for (uint32_t i = 0; i < 6; i++)
        vram_wr(CHANNEL + 16 * 0x20 + 4 * i, elsewhere[i]);
    bind_m2mf(VRAM, VRAM, VRAM);
    send(1, 0, ENG2D);
    send(1, 0x180, 0x20);
    send(1, 0x184, VRAM);
    for (uint32_t i = 0; i < 10; i++)
        send(1, 0x200 + 4 * i, surface[i]);
    send(1, 0x2ac, 3);
    send(1, 0x580, 4);
    send(1, 0x584, 0xe6);
    vram_wr(NOTIFY + 0xc, 0xdead);
    vram_wr(0xc, 0xdead);
    send(1, 0x600, 0);
    send(1, 0x604, 0);
    send(1, 0x608, 0x1000);
    send(1, 0x104, 1);
    send(1, 0x60c, 0x100); /* a million pixels */
    assert_int_not_equal(rd(REF_PGRAPH_STATUS), 0);
    assert_int_equal(vram_rd(NOTIFY + 0xc), 0xdead);
    wait_for_graph();
    assert_int_equal(rd(REF_PGRAPH_INTR), NOTIFIED);
    assert_int_equal(vram_rd(NOTIFY + 0xc), 0);
    assert_int_equal(vram_rd(0xc), 0xdead);
    wr(REF_PGRAPH_INTR, NOTIFIED);
    vram_wr(NOTIFY + 0xc, 0xdead);
    send(0, 0x104, 0);
    send(0, 0x100, 0);
    assert_int_equal(vram_rd(NOTIFY + 0xc), 0xdead);
    assert_int_equal(vram_rd(0xc), 0);
    assert_int_equal(rd(REF_PGRAPH_INTR), 0);
}

/* §4.2: FREEZE bit 0 asks, bit 4 says that it is so. §4.5: a list has as many channels as there are, 128. */
TEST(pfifo_freezes, NULL, close_card)
{
    bring_up("g84", NULL);
    assert_int_equal(rd(REF_PFIFO_FREEZE), 0);
    wr(REF_PFIFO_FREEZE, 0xffffffff);
    assert_int_equal(rd(REF_PFIFO_FREEZE), 0x11);
    wr(REF_PFIFO_FREEZE, 0xfffffffe);
    assert_int_equal(rd(REF_PFIFO_FREEZE), 0);
    for (uint32_t i = 0; i < 0x400; i += 4)
        vram_wr(0x1400000 + i, i / 4);
    wr(REF_PFIFO_RUNLIST, 0x1400);
    wr(REF_PFIFO_RUNLIST_LENGTH, 0xfff); /* more than there are channels */
    assert_int_equal(rd(REF_PFIFO_RUNLIST_LENGTH), 0xfff);
    assert_int_equal(rd(REF_PFIFO_CURRENT), 127);
}
