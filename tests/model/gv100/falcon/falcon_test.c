/* The falcons of the GV100 model. Numbers are typed from docs/hardware/gv100.md §9.4. */
#include "reference/gv100.h"
#include "tests/model/gv100/channel_rig.h"

#define SEC2   0x087000u
#define PMU    0x10a000u
#define BLOCK1 UINT64_C(0x26000)

/* Where the descriptor lies in the space of BLOCK1, and in VRAM. */
#define DESCRIPTOR_VA (SMALL + 0x1000)
#define DESCRIPTOR    UINT64_C(0x480000)

FIXTURE(open_card)
{
    open_world(NULL);
    build_space();
    build_block(BLOCK1);
    map_small(1, DESCRIPTOR >> 4 | 1);
    return 0;
}

/* With bit 24 writes go on by themselves, with bit 25 reads; without, the port stays where it is. */
TEST(ports_go_on, open_card, close_world)
{
    for (unsigned port = 0x180; port <= 0x1c0; port += 0x40) {
        wr(SEC2 + port, 0x01000100);
        wr(SEC2 + port + 4, 0x11111111);
        wr(SEC2 + port + 4, 0x22222222);
        assert_int_equal(0x01000108, rd(SEC2 + port));
        wr(SEC2 + port, 0x02000100);
        assert_int_equal(0x11111111, rd(SEC2 + port + 4));
        assert_int_equal(0x22222222, rd(SEC2 + port + 4));
        wr(SEC2 + port, 0x00000104);
        assert_int_equal(0x22222222, rd(SEC2 + port + 4));
        assert_int_equal(0x22222222, rd(SEC2 + port + 4));
    }
}

/* Code and data, and the two falcons, are memories of their own. */
TEST(memories_are_apart, open_card, close_world)
{
    wr(SEC2 + 0x184, 0xc0de);
    wr(SEC2 + 0x1c4, 0xda7a);
    wr(PMU + 0x1c4, 0x0b0e);
    assert_int_equal(0xc0de, rd(SEC2 + 0x184));
    assert_int_equal(0xda7a, rd(SEC2 + 0x1c4));
    assert_int_equal(0x0b0e, rd(PMU + 0x1c4));
}

TEST(binding_is_told, open_card, close_world)
{
    wr(SEC2 + 0x054, 0x40000026);
    assert_int_equal(0x8, rd(SEC2 + 0x008));
    assert_int_equal(5u << 12, rd(SEC2 + 0x0dc) & 0x7000);
    wr(SEC2 + 0x004, 0x8);
    assert_int_equal(0, rd(SEC2 + 0x008));
    wr(SEC2 + 0x058, 0x2);
    assert_int_equal(0, rd(SEC2 + 0x0dc) & 0x7000);
}

TEST(what_is_started_halts, open_card, close_world)
{
    wr(PMU + 0x040, 0xdeadbeef);
    wr(PMU + 0x100, 0x2);
    assert_int_equal(0x10, rd(PMU + 0x100) & 0x10);
    assert_int_equal(0, rd(PMU + 0x040));
}

static void put_descriptor(uint64_t va)
{
    wr(SEC2 + 0x1c0, 0x01000040);
    wr(SEC2 + 0x1c4, (uint32_t)va);
    wr(SEC2 + 0x1c4, (uint32_t)(va >> 32));
    wr(SEC2 + 0x054, 0x40000000 | (uint32_t)(BLOCK1 >> 12));
    wr(SEC2 + 0x100, 0x2);
}

/* 0x100cd4: written 2 the start, written 3 the last 128 KiB (§9.1). */
static uint64_t range_word(uint32_t which)
{
    wr(REF_WPR_RANGE, which);
    return (uint64_t)(rd(REF_WPR_RANGE) & 0xfffffff0) << 8;
}

TEST(the_loader_protects_its_range, open_card, close_world)
{
    assert_int_equal(UINT64_C(0x1ffffe0000), range_word(2)); /* above every end */
    put(DESCRIPTOR + 0x220, 0x3f0000 >> 8);
    put(DESCRIPTOR + 0x224, 0x430000 >> 8);
    put_descriptor(DESCRIPTOR_VA);
    assert_int_equal(0x3f0000, range_word(2));
    assert_int_equal(0x430000 - 0x20000, range_word(3));
}

/* A range that ends within the first 128 KiB has that block for its last one. */
TEST(a_range_in_the_first_block, open_card, close_world)
{
    put(DESCRIPTOR + 0x220, 0x10000 >> 8);
    put(DESCRIPTOR + 0x224, 0x1c000 >> 8);
    put_descriptor(DESCRIPTOR_VA);
    assert_int_equal(0x10000, range_word(2));
    assert_int_equal(0, range_word(3));
}
