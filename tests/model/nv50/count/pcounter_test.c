/* PCOUNTER of the device model, and writes that end a count or do not. Expected values are typed from docs/hardware/tesla-engines.md §5. */
#include "hw/nv50/pcounter.h"
#include "tests/model/nv50/count/pcounter_rig.h"

/* §5.1: CTRL bits 29:28 are 3 while a single count runs; 500 cycles pass in 1 us. */
TEST(a_single_count_runs_until_a_write, NULL, close_card)
{
    open_card("g86", 0, NULL);
    single(7, 0x6f, 0xaaaa);
    assert_int_equal(rd(CTRL(7)), 0x30000000);
    now += 1000;
    for (unsigned i = 0; i < 5; i++)
        bar1_wr(0x1000 + 256 * i);
    assert_pairs(5, rd(EVENT(7)), 500, rd(CYCLES(7)));
    wr(STOP_SRC(7), 0);
    assert_int_equal(rd(CTRL(7)), 0);
    now += 1000;
    bar1_wr(0x1000);
    assert_pairs(5, rd(EVENT(7)), 500, rd(CYCLES(7)));
}

/* §5.1: both copies of the cycles. A cycle has passed for each pulse, even while the clock of the host stands still; a
 * count that is begun again has forgotten the last one, also while it waits. */
TEST(each_count_begins_at_nothing, NULL, close_card)
{
    static const uint32_t cycles[] = { CYCLES(7), CYCLES(7) + 0x40 };

    open_card("g86", 0, NULL);
    for (unsigned round = 0; round < 2; round++) {
        single(7, 0x6f, 0xaaaa);
        for (unsigned i = 0; i < 2; i++)
            assert_int_equal(0, rd(cycles[i]));
        assert_int_equal(0, rd(EVENT(7)));
        for (unsigned i = 0; i < 3; i++)
            bar1_wr(0x1000 + 256 * i);
        assert_int_equal(3, rd(EVENT(7)));
        for (unsigned i = 0; i < 2; i++)
            assert_int_equal(3, rd(cycles[i]));
    }
    PUT(wr, START_OP(7), 0, PRE_OP(7), 0);
    assert_int_equal(rd(CTRL(7)), 0x10000000);
    for (unsigned i = 0; i < 2; i++)
        assert_int_equal(0, rd(cycles[i]));
    for (uint32_t at = EVENT(7); at <= STOP(7); at += 0x40)
        assert_int_equal(0, rd(at));
}

/* §5.2: PRE and START that never are 1 leave the count waiting, STOP that always is ends it. */
TEST(a_single_count_waits, NULL, close_card)
{
    open_card("g86", 0, NULL);
    single(7, 0x6f, 0xaaaa);
    PUT(wr, START_OP(7), 0, PRE_OP(7), 0xffff);
    assert_int_equal(rd(CTRL(7)), 0x20000000);
    PUT(wr, START_OP(7), 0, PRE_OP(7), 0);
    assert_int_equal(rd(CTRL(7)), 0x10000000);
    bar1_wr(0x1000);
    assert_int_equal(rd(EVENT(7)), 0);
    PUT(wr, STOP_OP(7), 0xffff, START_OP(7), 0xffff, PRE_OP(7), 0xffff);
    assert_int_equal(rd(CTRL(7)), 0);
}

/* §5.1: the index of the truth table has source i in bit i. 0x6f counts writes, 0x70 reads. */
TEST(truth_tables_join_sources, NULL, close_card)
{
    static const struct {
        uint32_t sources, op, events;
    } rows[] = {
        { 0x0000706f, 0xaaaa, 3 }, { 0x0000706f, 0xcccc, 2 },   { 0x0000706f, 0xeeee, 5 },
        { 0x0000706f, 0x8888, 0 }, { 0x0000706f, 0x1111, 495 }, { 0x0000706f, 0x5555, 497 },
        { 0x00006f6f, 0x8888, 3 }, { 0x00006f6f, 0x6666, 0 },   { 0x6f706f6f, 0xff00, 3 },
        { 0x6f706f6f, 0xf0f0, 2 }, { 0x0000006f, 0xffff, 500 }, { 0x0000006f, 0x0000, 0 },
    };

    open_card("g86", 0, NULL);
    for (unsigned i = 0; i < ARRAY_SIZE(rows); i++) {
        single(7, rows[i].sources, rows[i].op);
        now += 1000;
        for (unsigned k = 0; k < 3; k++)
            bar1_wr(0x1000);
        for (unsigned k = 0; k < 2; k++)
            model_read(card, 1, 0x1000, 4);
        assert_int_equal(rd(EVENT(7)), rows[i].events);
    }
}

/* §5.3: a write of PRE_OP shows the finished period; CTRL 25:24 count the periods not yet read. */
TEST(quad_mode_swaps, NULL, close_card)
{
    open_card("g86", 0, NULL);
    PUT(wr, CTRL(7), 1, PRE_SRC(7), 0x6f, START_SRC(7), 0x70, EVENT_SRC(7), 0x71, STOP_SRC(7), 0x6f,
        START_OP(7), 0xaaaa, EVENT_OP(7), 0xaaaa, STOP_OP(7), 0x5555, PRE_OP(7), 0xaaaa);
    assert_int_equal(rd(CTRL(7)), 0x01000001);
    wr(REF_PCOUNTER_QUAD_ACK + 4 * 7, 1);
    assert_int_equal(rd(CTRL(7)), 1);
    now += 2000;
    bar1_wr(0x1000);
    bar1_wr(0x1020);
    model_read(card, 1, 0x1000, 4);
    wr(REF_HOST_FLUSH_G84, 1);
    assert_int_equal(rd(PRE(7)), 0);
    wr(PRE_OP(7), 0xaaaa);
    assert_pairs(2, rd(PRE(7)), 1, rd(START(7)), 1, rd(EVENT(7)), 998, rd(STOP(7)), 1000,
                 rd(CYCLES(7)));
    wr(PRE_OP(7), 0xaaaa);
    assert_pairs(0, rd(PRE(7)), 0x03000001, rd(CTRL(7)));
    wr(REF_PCOUNTER_QUAD_ACK + 4 * 7, 1);
    assert_int_equal(rd(CTRL(7)), 0x01000001);
}

/* §5.1: the swap by register came with G84. */
TEST(g80_does_not_swap_by_register, NULL, close_card)
{
    open_card("g80", 0, NULL);
    PUT(wr, CTRL(2), 1, PRE_SRC(2), 0xc3, PRE_OP(2), 0xaaaa);
    bar1_wr(0x1000);
    wr(PRE_OP(2), 0xaaaa);
    assert_pairs(0, rd(PRE(2)), 1, rd(CTRL(2)));
}

/* §5.3: before G84 PGRAPH's PM_TRIGGER swaps every domain in quad mode, and stores nothing. */
TEST(g80_swaps_by_trigger, NULL, close_card)
{
    open_card("g80", 0, NULL);
    PUT(wr, CTRL(2), 1, PRE_SRC(2), 0xc3, PRE_OP(2), 0xaaaa, CTRL(4), 1, REF_PGRAPH_DEBUG_1, 0x20);
    assert_pairs(0, rd(REF_PGRAPH_DEBUG_1), 0x01000001, rd(CTRL(2)), 0x01000001, rd(CTRL(4)), 0,
                 rd(CTRL(0)));
    now += 2000;
    bar1_wr(0x1000);
    wr(REF_PGRAPH_DEBUG_1, 0xdf);
    assert_int_equal(rd(PRE(2)), 0);
    wr(REF_PGRAPH_DEBUG_1, 0x20);
    assert_pairs(1, rd(PRE(2)), 1000, rd(CYCLES(2)), 1000, rd(CYCLES(4)));

    open_card("g84", 0, NULL);
    PUT(wr, CTRL(7), 1, REF_PGRAPH_DEBUG_1, 0x20);
    assert_int_equal(rd(CTRL(7)), 1);
}

/* The counts of one write to each of the first eight blocks at the signal that PART_PM_SEL drives. */
static void count_eight_blocks(unsigned *counted, unsigned registers, uint32_t word)
{
    for (unsigned p = 0; p < registers; p++) {
        wr(PM_SEL(p), word);
        single(7, 0x38, 0xaaaa);
        for (unsigned block = 0; block < 8; block++)
            bar1_wr(0x10000 + 256 * block);
        counted[p] = rd(EVENT(7));
        wr(PM_SEL(p), 0);
    }
}

/* §5.4: bit 5 enables, client 1c is PFIFO's writes; block 0x100 is the first: 0x100 % 3 = 1, so of
 * eight blocks partition 1 gets 3, 2 gets 3 and 0 gets 2; hardware numbers 0, 2, 3. */
TEST(a_partition_counts_its_own, NULL, close_card)
{
    unsigned counted[8];

    open_card("g92", 0xd, NULL);
    count_eight_blocks(counted, 8, 0x3c);
    const unsigned wanted[8] = { 2, 0, 3, 3, 0, 0, 0, 0 };
    assert_memory_equal(counted, wanted, sizeof(wanted));
    count_eight_blocks(counted, 8, 0x1c);
    const unsigned none[8] = { 0 };
    assert_memory_equal(counted, none, sizeof(none));
    count_eight_blocks(counted, 8, 0x20);
    assert_memory_equal(counted, none, sizeof(none));
}

/* §5.4: from GT215 on bit 31 enables and the selector has seven bits. */
TEST(gt215_selects_with_other_bits, NULL, close_card)
{
    unsigned counted[2];

    open_card("gt215", 0, NULL);
    count_eight_blocks(counted, 2, 0x8000001c);
    assert_pairs(4, counted[0], 4, counted[1]);
    count_eight_blocks(counted, 2, 0x3c);
    assert_int_equal(counted[0], 0);
    open_card("gt215", 0, "part_pm_clients=0x20");
    count_eight_blocks(counted, 2, 0x8000003c);
    assert_int_equal(counted[1], 4);
}

/* 4 KiB by m2mf are 128 reads and 128 writes of 32 bytes, half in each partition; notifier: one more. */
TEST(m2mf_is_dispatch, NULL, close_card)
{
    open_card("g86", 0, NULL);
    start_graph();
    bind_m2mf(VRAM, VRAM, VRAM);
    copy(0x40000, 0x60000, 0x1000, 0x1000, 0x1000, 1);
    wr(PM_SEL(0), 0x26);
    single(7, 0x38, 0xaaaa);
    send(0, 0x328, 0);
    const uint32_t writes_0 = rd(EVENT(7));
    PUT(wr, PM_SEL(0), 0, PM_SEL(1), 0x26);
    single(7, 0x38, 0xaaaa);
    send(0, 0x328, 0);
    const uint32_t writes_1 = rd(EVENT(7));
    assert_int_equal(writes_0 + writes_1, 129);
    assert_in_range(writes_0, 64, 65);
    wr(PM_SEL(1), 0x25);
    single(7, 0x38, 0xaaaa);
    send(0, 0x328, 0);
    assert_int_equal(rd(EVENT(7)), 64);
}

/* While something counts, no access goes past the model. */
TEST(no_alias_while_counting, NULL, close_card)
{
    open_card("g86", 0, NULL);
    bar1_wr(0);
    assert_int_equal(aliases, 1);
    single(7, 0x6f, 0xaaaa);
    assert_int_equal(aliases, 0);
    bar1_wr(0);
    assert_pairs(0, aliases, 1, rd(EVENT(7)));
    wr(CTRL(7), 1);
    bar1_wr(0);
    assert_int_equal(aliases, 0);
    wr(CTRL(7), 0);
    bar1_wr(0);
    assert_int_equal(aliases, 1);
}

/* Each of the eight domains counts by itself, and each keeps BARs from being shown past the card. */
TEST(domains_count_by_themselves, NULL, close_card)
{
    open_card("g86", 0, NULL);
    for (unsigned d = 0; d < 8; d++) {
        bar1_wr(0);
        assert_int_equal(aliases, 1);
        single(d, 0, 0xffff);
        assert_int_equal(aliases, 0);
        bar1_wr(0);
        assert_int_equal(aliases, 0);
        wr(CTRL(d), 0);
    }
    for (unsigned d = 8; d-- > 0;) {
        single(d, 0, 0xffff);
        now += 1000;
    }
    for (unsigned d = 0; d < 8; d++)
        assert_pairs(0x30000000, rd(CTRL(d)), 500 * (d + 1), rd(EVENT(d)));
}

/* Bit 0 of QUAD_ACK alone reads a period away; CTRL 25:24: 0 empty, 1 valid, 3 overflow. */
TEST(periods_are_acknowledged, NULL, close_card)
{
    static const uint32_t left[] = { 3, 1, 0, 0 };

    open_card("g86", 0, NULL);
    wr(CTRL(7), 1);
    for (unsigned i = 0; i < 3; i++)
        wr(PRE_OP(7), 0);
    for (unsigned i = 0; i < ARRAY_SIZE(left); i++) {
        assert_int_equal(rd(CTRL(7)) >> 24, left[i]);
        wr(REF_PCOUNTER_QUAD_ACK + 4 * 7, 0xfffffffe);
        assert_int_equal(rd(CTRL(7)) >> 24, left[i]);
        wr(REF_PCOUNTER_QUAD_ACK + 4 * 7, 0xffffffff);
    }
}
