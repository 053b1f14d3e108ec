/* The GV100 model by its registers: identity, size of memory, time, interrupts, a protected range, offsets without a
 * register. Numbers are typed from docs/hardware/gv100.md; the paragraph stands above each test. */
#include "tests/model/gv100/core_rig.h"

FIXTURE(open_plain)
{
    open_world(NULL);
}

/* A trace names the register of configuration space that the mirror shows. */
TEST(mirror_accesses_are_traced, NULL, close_world)
{
    open_world(&(struct model_config){ .trace = true });
    rd(0x88008);
    wr(0x8803c, 5);
    assert_true(is_traced("r 088008 030200a1 PCFG.008\n"));
    assert_true(is_traced("w 08803c 00000005 PCFG.03c\n"));
    /* both words of each kind of GPIO interrupt are known (§1.3) */
    for (uint32_t at = 0xdc00; at <= 0xdc08; at += 8)
        rd(at), rd(at + 0x60), rd(at + 0x80);
    assert_true(is_traced("r 00dc08 00000000 GPIO_INTR"));
    assert_true(is_traced("r 00dc68 00000000 GPIO_INTR_LOW"));
    assert_true(is_traced("r 00dc88 00000000 GPIO_INTR_HIGH"));
}

TEST(an_unstarted_card_says_so, NULL, close_world)
{
    open_world(&(struct model_config){ .cold = true });
    assert_int_equal(0, rd(REF_POST_STATUS) & 2);
    wr(REF_PBUS_BAR0_WINDOW, 0);
    for (unsigned i = 0; i < 3; i++) /* the window counts accesses that memory refuses (§1.7) */
        assert_int_equal(0xbad0ac00 + i, rd(REF_PRAMIN + 0x1000));
}

/* §8.1: TIME moves in steps of 32 ns; §1.5: one clock with PTIMER. */
TEST(time_advances, open_plain, close_world)
{
    wr(REF_PMC_ENABLE, 0x100);
    const uint32_t before = rd(REF_USERMODE_TIME_0);
    world.now += 1000000;
    const uint32_t after = rd(REF_USERMODE_TIME_0);

    assert_int_equal(0, (before | after) & 31);
    assert_in_range(after - before, 999968, 1001000);
    assert_in_range(rd(REF_PTIMER_TIME_LOW) - after, 0, 1000);
    wr(REF_PTIMER_TIME_HIGH, 7);
    assert_pairs(7, rd(REF_PTIMER_TIME_HIGH), 7, rd(REF_USERMODE_TIME_1));
}

TEST(time_of_its_own, NULL, close_world)
{
    open_with(NULL, "usermode_time=own");
    wr(REF_PMC_ENABLE, 0x100);
    const uint32_t before = rd(REF_USERMODE_TIME_1);
    wr(REF_PTIMER_TIME_HIGH, before + 7);
    assert_int_equal(before, rd(REF_USERMODE_TIME_1));
}

/* §1.4: past the end memory is the same once more, unless knob vram_over says otherwise; so is a part of a block. */
TEST(past_the_end, open_plain, close_world)
{
    static const char *const knobs[] = { NULL, "vram_over=zero", "vram_over=ones" };
    static const uint32_t words[] = { 0xcafe0004, 0, 0xffffffff };

    for (unsigned i = 0; i < 3; i++) {
        uint32_t seen[4], written[4] = { 1, 2, 3, 4 };

        open_with(NULL, knobs[i]);
        put_all(0, 0xcafe0004, 4, 0xcafe0004, 0x1000, 0xcafe0004, 64 * MIB - 8, 7, 64 * MIB - 4, 8);
        assert_int_equal(words[i], get(64 * MIB + 0x1000));
        wr(REF_PBUS_BAR0_WINDOW, (uint32_t)((64 * MIB >> 16) - 1));
        model_read_block(world.card, 0, REF_PRAMIN + 0xfff8, seen, sizeof(seen));
        assert_pairs(7, seen[0], 8, seen[1], words[i], seen[2], words[i], seen[3]);
        model_write_block(world.card, 0, REF_PRAMIN + 0xfff8, written, sizeof(written));
        assert_pairs(1, get(64 * MIB - 8), 2, get(64 * MIB - 4), i ? 0xcafe0004 : 3, get(0),
                     i ? 0xcafe0004 : 4, get(4));
    }
}

/* Each byte of a register can be written by itself (0x1580 is scratch), and read. */
TEST(bytes_of_registers, open_plain, close_world)
{
    wr(REF_PBUS_SW_SCRATCH(0), 0x11223344);
    for (unsigned i = 0; i < 4; i++) {
        assert_int_equal(0x44 - 0x11 * i, model_read(world.card, 0, REF_PBUS_SW_SCRATCH(0) + i, 1));
        model_write(world.card, 0, REF_PBUS_SW_SCRATCH(0) + i, 0xa0 + i, 1);
    }
    assert_int_equal(0xa3a2a1a0, rd(REF_PBUS_SW_SCRATCH(0)));
    model_write(world.card, 0, REF_PBUS_SW_SCRATCH(0) + 2, 0x5566, 2);
    assert_int_equal(0x5566a1a0, rd(REF_PBUS_SW_SCRATCH(0)));
    assert_int_equal(0x5566, model_read(world.card, 0, REF_PBUS_SW_SCRATCH(0) + 2, 2));
}

/* Trap 11, §1.5: PBUS tells of an access that nobody answers, by what it read, and PTIMER keeps the first one. */
TEST(nobody_answers, open_plain, close_world)
{
    wr_all(REF_PBUS_INTR_EN_0, 0xe, REF_PMC_INTR_EN_SET(0), 0x10000000, 0x500010, 0x12345678);
    assert_true(world.asserted);
    rd(0x500020);
    assert_pairs(4, rd(REF_PBUS_INTR_0), 0x500013, rd(REF_PTIMER_PRI_TIMEOUT_SAVE_0), 0x12345678,
                 rd(REF_PTIMER_PRI_TIMEOUT_SAVE_1));
    wr_all(REF_PTIMER_PRI_TIMEOUT_SAVE_0, 0, REF_PBUS_INTR_0, 0xffffffff);
    assert_pairs(0, rd(REF_PTIMER_PRI_TIMEOUT_SAVE_0), 0, rd(REF_PBUS_INTR_0), false,
                 world.asserted);
    static const uint32_t places[][2] = {
        { 0x002504, 2 }, { 0x000a04, 2 }, { 0x012070, 8 }, { 0x100200, 4 }
    };

    for (unsigned i = 0; i < 4; i++) { /* host's no register, time-out, a unit's no register */
        rd(places[i][0]);
        assert_int_equal(places[i][1], rd(REF_PBUS_INTR_0));
        wr(REF_PBUS_INTR_0, 0xffffffff);
    }
    wr(REF_PMC_ENABLE, 0);
    rd(0x002100); /* of host that is off: squashed */
    assert_int_equal(2, rd(REF_PBUS_INTR_0));
}

/* §1.3, §1.5: PBUS_SW_INTR_0 tests the path of interrupts; EN_0 and EN_1 are of one tree each. */
TEST(software_interrupt, open_plain, close_world)
{
    wr_all(REF_PBUS_INTR_EN_1, 0x04000000, REF_PBUS_SW_INTR_0, 1);
    assert_pairs(0, rd(REF_PMC_INTR(0)), 0x10000000, rd(REF_PMC_INTR(1)), false, world.asserted);
    wr(REF_PMC_INTR_EN_SET(1), 0x10000000);
    assert_true(world.asserted);
    wr(REF_PBUS_INTR_0, 0x04000000);
    assert_pairs(0, rd(REF_PMC_INTR(1)), false, world.asserted);
}

/* §1.1, §1.3: a message when enables come back, and when it is re-armed, with status pending; none in between. */
TEST(messages, open_plain, close_world)
{
    model_config_write(world.card, 0x6a, 1, 2);
    wr_all(REF_PMC_INTR_EN_SET(0), 0x80000000, REF_PMC_INTR_SW(0), 1);
    assert_int_equal(1, world.messages);
    wr_all(REF_PMC_INTR_EN_CLEAR(0), 0xffffffff, REF_PMC_INTR_EN_SET(0), 0x80000000);
    assert_int_equal(1, world.messages);
    wr(REF_PCFG_MSI_REARM, 0);
    assert_int_equal(2, world.messages);
    wr_all(REF_PMC_INTR_EN_CLEAR(0), 0xffffffff, REF_PCFG_MSI_REARM, 0);
    assert_int_equal(2, world.messages);
    wr(REF_PMC_INTR_EN_SET(0), 0x80000000);
    assert_int_equal(3, world.messages);
}

/* §9.1: a locked range cannot be written, and 0x100cd0 tells of it; where there is none all its words are 0. */
TEST(a_locked_range, NULL, close_world)
{
    open_world(NULL);
    for (unsigned word = 0; word < 4; word++) {
        wr(REF_VPR_STATUS, word);
        assert_int_equal(word, rd(REF_VPR_STATUS));
    }
    open_world(&(struct model_config){ .vpr_size = MIB });
    wr(REF_VPR_STATUS, 0); /* start and end >> 8 with the index below; then bit 4 of word 2 */
    assert_pairs(32 * MIB >> 8, rd(REF_VPR_STATUS), (33 * MIB >> 8) - 16 + 1, rd(REF_VPR_STATUS),
                 0x12, rd(REF_VPR_STATUS), 3, rd(REF_VPR_STATUS));
    const uint32_t before = get(32 * MIB);
    put_all(32 * MIB, ~before, 33 * MIB, 0xcafe0006);
    assert_pairs(before, get(32 * MIB), 0xcafe0006, get(33 * MIB));
}
