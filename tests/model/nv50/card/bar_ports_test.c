/* The BARs of the device model as a bus sees them (docs/hardware/tesla-mmio.md §1.3): the ports of BAR5, addresses past
 * the ends, accesses of eight bytes, blocks across the edge of a window, and a card that is gone. */
#include "tests/model/nv50/core_rig.h"

#define ONES 0xffffffffu

static uint32_t port(uint32_t at)
{
    return (uint32_t)model_read(card, 5, at, 4);
}

static void put_port(uint32_t at, uint32_t value)
{
    model_write(card, 5, at, value, 4);
}

/* Each is dead until bit 0 of the first is written; there are eight, and each answers at its own place alone. */
TEST(ports_open_with_the_first, NULL, close_card)
{
    open_core("g84", NULL, NULL);
    for (unsigned round = 0; round < 2; round++) {
        put_port(0, 0xfffffffe);
        for (uint32_t at = 4; at < 0x80; at += 4) {
            put_port(at, 0x11111111);
            assert_int_equal(port(at), ONES);
        }
        assert_int_equal(port(0), 0x2469fdb9);
        put_port(0, 0x00000003);
        assert_int_equal(port(0), 0x2469fdb9);
        for (uint32_t at = 4; at < 0x20; at += 4) /* writes while they were dead are lost */
            assert_int_equal(port(at), 0);
        for (uint32_t at = 0x20; at < 0x80; at += 4) {
            put_port(at, 0);
            assert_int_equal(port(at), ONES);
        }
    }
    model_reset(card); /* a power cycle closes them */
    assert_int_equal(port(4), ONES);
}

/* Bits 1:0 of an address do not count, nor 31:24 for BAR0 and BAR3. While port 4 is 0 data ports keep values. */
TEST(ports_keep_addresses_and_data, NULL, close_card)
{
    static const uint32_t bits[] = { 0x00fffffc, 0xfffffffc, 0x00fffffc };

    open_core("g84", NULL, NULL);
    put_port(0, 1);
    for (uint32_t pair = 0; pair < 3; pair++) {
        PUT(put_port, 8 + 8 * pair, ONES, 0xc + 8 * pair, 0x5a5a5a50 + pair);
    }
    put_port(4, 0xfffffffe);
    for (uint32_t pair = 0; pair < 3; pair++) {
        assert_pairs(bits[pair], port(8 + 8 * pair), 0x5a5a5a50 + pair, port(0xc + 8 * pair));
        put_port(8 + 8 * pair, 0);
        assert_int_equal(port(8 + 8 * pair), 0);
    }
    assert_int_equal(port(4), 0);
    put_port(4, ONES);
    assert_int_equal(port(4), 1);
    put_port(0x10, 0x123450);
    assert_int_equal(model_read(card, 5, 0x12, 2) & 0xffff, 0x12); /* the upper half of a port */
    assert_pairs(0x34, model_read(card, 5, 0x11, 1) & 0xff, 0xfd, model_read(card, 5, 1, 1) & 0xff);
}

/* BAR0's data port is a register, those of BAR1 and BAR3 show memory, each its own, here one through an object. */
TEST(data_ports_reach_their_bar, NULL, close_card)
{
    open_core("g84", NULL, NULL);
    STORE(0x106000, 0x7fc10000, 0xffffffff, 0x00200000, 0, 0, 0);
    wr(REF_PBUS_CHANNEL, 0x40000000 | 0x100000 >> 12);
    wr(REF_PBUS_BAR3, 0x80000600); /* BAR3 begins at 2 MiB */
    PUT(vram_wr, 0x4000, 0x11111111, 0x204000, 0x33333333);
    PUT(put_port, 0, 1, 8, 0x1154, 0x10, 0x4000, 0x18, 0x4000, 4, 1);
    wr(REF_PBUS_SCRATCH, 0xcafecafe);
    assert_pairs(0xcafecafe, port(0xc), 0x11111111, port(0x14), 0x33333333, port(0x1c));
    PUT(put_port, 0xc, 0x0a0a0a0a, 0x14, 0x1a1a1a1a, 0x1c, 0x3a3a3a3a);
    assert_pairs(0x0a0a0a0a, rd(REF_PBUS_SCRATCH), 0x1a1a1a1a, vram_rd(0x4000), 0x3a3a3a3a,
                 vram_rd(0x204000));
    put_port(4, 0); /* the last words that were written */
    assert_pairs(0x0a0a0a0a, port(0xc), 0x1a1a1a1a, port(0x14), 0x3a3a3a3a, port(0x1c));
}

TEST(eight_bytes_are_two_registers, NULL, close_card)
{
    open_core("g84", NULL, NULL);
    model_write(card, 0, REF_PBUS_SCRATCH, UINT64_C(0x8877665544332211), 8);
    assert_pairs(0x44332211, rd(REF_PBUS_SCRATCH), 0x88776655, rd(REF_PBUS_SCRATCH + 4));
    assert_true(model_read(card, 0, REF_PBUS_SCRATCH, 8) == UINT64_C(0x8877665544332211));
    model_write(card, 1, 0x5000, UINT64_C(0xa8a7a6a5a4a3a2a1), 8);
    assert_true(model_read(card, 1, 0x5000, 8) == UINT64_C(0xa8a7a6a5a4a3a2a1));
    assert_int_equal(vram_rd(0x5004), 0xa8a7a6a5);
}

/* Blocks that only begin or only end in PMEM (0x700000 to 0x7fffff) are words like those of registers. */
TEST(blocks_cross_the_edges_of_pmem, NULL, close_card)
{
    uint8_t bytes[8];

    open_core("g84", NULL, NULL);
    PUT(vram_wr, 0, 0x44332211, 0xffffc, 0x88776655);
    wr(REF_PBUS_PMEM, 0);
    memset(bytes, 0xee, sizeof(bytes));
    model_read_block(card, 0, 0x6ffffc, bytes, 8);
    assert_memory_equal(bytes, "\0\0\0\0\x11\x22\x33\x44", 8);
    model_read_block(card, 0, 0x7ffffc, bytes, 8);
    assert_memory_equal(bytes, "\x55\x66\x77\x88\0\0\0\0", 8);
    model_read_block(card, 0, 0x700000, bytes, 4);
    assert_memory_equal(bytes, "\x11\x22\x33\x44", 4);
    model_write_block(card, 0, 0x6ffffc, "\1\2\3\4\5\6\7\x8", 8);
    assert_int_equal(rd(REF_PMEM_WINDOW), 0x08070605);
    model_write_block(card, 0, 0x7ffffc, "\1\2\3\4\5\6\7\x8", 8);
    assert_int_equal(rd(REF_PMEM_WINDOW + 0xffffc), 0x04030201);
    assert_int_equal(model_read(card, 1, 0x100000, 4), vram_rd(0x100000));
}
