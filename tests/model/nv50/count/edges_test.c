/* PCOUNTER of the device model at its edges: writes that end a count and writes that do not, full counters, bytes that
 * are no whole sectors, signals of each chipset, partitions with holes between them. Expected values are typed from
 * docs/hardware/tesla-engines.md §5; a cycle is 2 ns, a transaction a sector of 32 bytes. */

#include "reference/nv50.h"
#include "tests/kit/tests.h"
#include "tests/model/nv50/count/pcounter_rig.h"

static void bar1_rd(uint64_t offset)
{
    model_read(card, 1, offset, 4);
}

static void write_times(unsigned times)
{
    for (unsigned i = 0; i < times; i++)
        bar1_wr(0x1000);
}

/* §5.2: any write of the domain's registers but PRE_OP ends a single count and leaves the counters as they are; those of
 * the next domain go on. EVENT's old signal cannot be known once its configuration is another. */
TEST(other_writes_end_a_count, NULL, close_card)
{
    static const uint32_t ending[] = { 0xa400, 0xa440, 0xa460, 0xa4c0, 0xa4e0, 0xa500,
                                       0xa520, 0xa600, 0xa640, 0xa680, 0xa6c0, 0xa700,
                                       0xa740, 0xa780, 0xa7c0, 0xa480, 0xa4a0 };

    open_card("g86", 0, NULL);
    for (unsigned i = 0; i < ARRAY_SIZE(ending); i++)
        for (uint32_t value = 0; value < 3; value++) {
            const bool is_event = ending[i] == 0xa480 || ending[i] == 0xa4a0;

            single(6, 0, 0xffff);
            single(7, 0x6f, 0xaaaa);
            now += 1000;
            write_times(5);
            wr(ending[i] + 4 * 7, value);
            assert_int_equal(rd(CTRL(7)), ending[i] == 0xa7c0 ? value : 0);
            assert_int_equal(rd(CTRL(6)), 0x30000000);
            now += 1000;
            write_times(1);
            if (!is_event) {
                assert_int_equal(rd(EVENT(7)), 5);
                assert_int_equal(rd(CYCLES(7)), 500);
                assert_int_equal(rd(CYCLES(7) + 0x40), 500);
            }
            assert_int_equal(rd(EVENT(6)), 1000);
            assert_int_equal(rd(CYCLES(6)), 1000);
        }
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
    for (unsigned d = 0; d < 8; d++) {
        assert_int_equal(rd(CTRL(d)), 0x30000000);
        assert_int_equal(rd(EVENT(d)), 500 * (d + 1));
    }
}

/* Nor do the words that configure nothing end it. */
TEST(these_writes_end_nothing, NULL, close_card)
{
    static const uint32_t harmless[] = { 0xa420, 0xa560, 0xa6a0, 0xa720, 0xa7e0 };

    open_card("g92", 0, NULL);
    for (unsigned i = 0; i < ARRAY_SIZE(harmless); i++) {
        single(7, 0x6f, 0xaaaa);
        write_times(2);
        wr(harmless[i] + 4 * 7, 0xffff);
        write_times(1);
        assert_int_equal(rd(CTRL(7)), 0x30000000);
        assert_int_equal(rd(EVENT(7)), 3);
    }
}

/* Modes 2 and 3 are no counts that the signals of memory could be in. */
TEST(record_mode_counts_nothing, NULL, close_card)
{
    open_card("g86", 0, NULL);
    for (uint32_t mode = 2; mode < 4; mode++) {
        single(7, 0x6f, 0xaaaa);
        wr(CTRL(7), mode);
        wr(PRE_OP(7), 0xffff);
        assert_int_equal(rd(CTRL(7)), mode);
        bar1_wr(0);
        assert_int_equal(aliases, 1);
        assert_int_equal(rd(EVENT(7)), 0);
    }
}

/* §5.1: counters have 32 bits and stop at the highest. */
TEST(counters_are_full_at_32_bits, NULL, close_card)
{
    static const struct {
        uint64_t cycles;
        uint32_t shown;
    } rows[] = { { 0xfffffffe, 0xfffffffe },
                 { 0xffffffff, 0xffffffff },
                 { 0x100000000, 0xffffffff },
                 { 0x123456789a, 0xffffffff } };

    open_card("g86", 0, NULL);
    for (unsigned i = 0; i < ARRAY_SIZE(rows); i++) {
        single(7, 0, 0xffff);
        now += 2 * rows[i].cycles;
        assert_int_equal(rd(CYCLES(7)), rows[i].shown);
        assert_int_equal(rd(EVENT(7)), rows[i].shown);
        wr(CTRL(7), 1);
        wr(STOP_OP(7), 0xffff);
        now += 2 * rows[i].cycles;
        wr(PRE_OP(7), 0);
        assert_int_equal(rd(CYCLES(7)), rows[i].shown);
        assert_int_equal(rd(STOP(7)), rows[i].shown);
        assert_int_equal(rd(PRE(7)), 0);
    }
}

/* Events before a period's begin are not in it. */
TEST(periods_forget_what_was_before, NULL, close_card)
{
    open_card("g86", 0, NULL);
    single(6, 0, 0xffff);
    write_times(3);
    now += 1000;
    wr(CTRL(7), 1);
    wr(PRE_SRC(7), 0x6f);
    write_times(2);
    wr(PRE_OP(7), 0xaaaa);
    assert_int_equal(rd(PRE(7)), 2);
    assert_int_equal(rd(CYCLES(7)), 2);
    write_times(3);
    now += 1000;
    single(7, 0x6f, 0xaaaa);
    write_times(2);
    assert_int_equal(rd(EVENT(7)), 2);
    assert_int_equal(rd(CYCLES(7)), 2);
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
        wr(0xa7fc, 0xfffffffe);
        assert_int_equal(rd(CTRL(7)) >> 24, left[i]);
        wr(0xa7fc, 0xffffffff);
    }
}

/* A power cycle ends every count: BARs are shown past the card again. */
TEST(a_power_cycle_ends_counts, NULL, close_card)
{
    open_card("g86", 0, NULL);
    single(7, 0x6f, 0xaaaa);
    wr(CTRL(6), 1);
    wr(PRE_OP(6), 0);
    write_times(2);
    assert_int_equal(aliases, 0);
    model_reset(card);
    assert_int_equal(rd(CTRL(7)), 0);
    assert_int_equal(rd(CTRL(6)), 0);
    assert_int_equal(rd(EVENT(7)), 0);
    bar1_wr(0);
    assert_int_equal(aliases, 1);
    wr(CTRL(5), 0); /* nothing counts: no reason to stop that */
    wr(START_SRC(7), 0);
    assert_int_equal(aliases, 1);
}

static const struct {
    uint64_t at;
    size_t size;
    unsigned sectors;
} pieces[] = { { 0x101c, 4, 1 },        { 0x101e, 4, 2 },      { 0x1000, 0x20, 1 },
               { 0x101f, 2, 2 },        { 0x1000, 33, 2 },     { 0x10f0, 512, 17 },
               { 0x10fe, 4, 2 },        { 0x1000, 4096, 128 }, { 0x10ff, 1, 1 },
               { REF_PBUS_INTR, 1, 1 }, { 0x1001, 255, 8 },    { 0x1001, 256, 9 } };

TEST(sectors_are_transactions, NULL, close_card)
{
    static uint8_t bytes[4096];

    open_card("g86", 0, NULL);
    for (unsigned i = 0; i < ARRAY_SIZE(pieces); i++) {
        single(7, 0x6f, 0xaaaa);
        model_write_block(card, 1, pieces[i].at, bytes, pieces[i].size);
        assert_int_equal(rd(EVENT(7)), pieces[i].sectors);
        single(7, 0x70, 0xaaaa);
        model_read_block(card, 1, pieces[i].at, bytes, pieces[i].size);
        assert_int_equal(rd(EVENT(7)), pieces[i].sectors);
    }
}

/* §5.4: three signals in a row: writes, reads, flushes. Where nobody knows them they are a knob's. */
TEST(signals_of_pfb)
{
    static const struct {
        const char *chip, *knobs;
        unsigned domain, write;
        uint32_t flush;
    } rows[] = {
        { "g80", NULL, 2, 0xc3, 0x330c },
        { "g84", NULL, 7, 0x6f, 0x70000 },
        { "g86", NULL, 7, 0x6f, 0x70000 },
        { "g98", NULL, 7, 0x4b, 0x70000 },
        { "g200", NULL, 7, 0x75, 0x70000 },
        { "mcp77", NULL, 6, 0x40, 0x70000 },
        { "mcp79", NULL, 6, 0x40, 0x70000 },
        { "gt215", NULL, 7, 0x7d, 0x70000 },
        { "gt216", NULL, 7, 0x7b, 0x70000 },
        { "gt218", NULL, 7, 0x65, 0x70000 },
        { "mcp89", NULL, 7, 0x63, 0x70000 },
        { "g84", "pfb_signal=0x20", 7, 0x20, 0x70000 },
        { "g86", "pfb_signal=0x20", 7, 0x6f, 0x70000 },
    };
    static const uint32_t wanted[] = { 0, 3, 2, 1, 0 };

    for (unsigned i = 0; i < ARRAY_SIZE(rows); i++) {
        open_card(rows[i].chip, 0, rows[i].knobs);
        for (unsigned k = 0; k < 5; k++) {
            const unsigned d = rows[i].domain;

            single(d, rows[i].write + k - 1, 0xaaaa);
            write_times(3);
            bar1_rd(0x1000);
            bar1_rd(0x1020);
            wr(rows[i].flush, 1);
            assert_int_equal(rd(EVENT(d)), wanted[k]);
            assert_int_equal(rd(CYCLES(d)), 6);
            wr(CTRL(d), 0);
            wr(rows[i].flush, 1);
        }
        close_card(NULL);
    }
}

#define PFIFO_WRITES 0x3cu /* PART_PM_SEL: client 1c, enabled */

static void select_part(unsigned part, uint32_t word)
{
    for (unsigned p = 0; p < 8; p++)
        wr(PM_SEL(p), p == part ? word : 0);
}

/* Three partitions with hardware numbers 0, 2 and 3; block 0x100 is the second one's (0x100 % 3 = 1). A write over two
 * blocks is each partition's share. */
TEST(blocks_are_their_partitions, NULL, close_card)
{
    static const uint32_t whole[8] = { 8, 0, 8, 8 }, half[8] = { 0, 0, 4, 4 };
    static uint8_t bytes[0x300];

    open_card("g92", 0xd, NULL);
    for (unsigned p = 0; p < 8; p++) {
        select_part(p, PFIFO_WRITES);
        single(7, 0x38, 0xaaaa);
        model_write_block(card, 1, 0x10000, bytes, 0x300);
        assert_int_equal(rd(EVENT(7)), whole[p]);
        single(7, 0x38, 0xaaaa);
        model_write_block(card, 1, 0x10080, bytes, 0x100);
        assert_int_equal(rd(EVENT(7)), half[p]);
        single(7, 0x38, 0xaaaa);
        model_read_block(card, 1, 0x10080, bytes, 0x100);
        assert_int_equal(rd(EVENT(7)), 0);
    }
}

/* Knobs: which signal PART_PM_SEL drives, of PFB's domain or of the memory clock's, and whether each partition has its
 * own. */
TEST(wires_of_partitions)
{
    static const struct {
        const char *knobs;
        unsigned domain, signal, step;
    } rows[] = { { NULL, 7, 0x38, 0 },
                 { "part_pm_signal=0xff", 7, 0xff, 0 },
                 { "part_pm_signal=0", 7, 0, 0 },
                 { "part_pm_signal=0x120", 4, 0x20, 0 },
                 { "part_pm_signal=0x21+part_pm_wires=own", 7, 0x21, 1 },
                 { "part_pm_signal=0x120+part_pm_wires=own", 4, 0x20, 1 } };
    static const uint32_t sectors[] = { 1, 0, 2, 3 };

    for (unsigned i = 0; i < ARRAY_SIZE(rows); i++) {
        open_card("g92", 0xd, rows[i].knobs);
        for (unsigned p = 0; p < 4; p++)
            wr(PM_SEL(p), PFIFO_WRITES);
        for (unsigned p = 0; p < 4; p++)
            for (unsigned d = 4; d <= 7; d += 3) {
                const uint32_t own = rows[i].step ? sectors[p] : 6;

                single(d, rows[i].signal + rows[i].step * p, 0xaaaa);
                bar1_wr(0x10000 + 256 * 2); /* partition 0 */
                for (unsigned k = 0; k < 2; k++)
                    bar1_wr(0x10000);
                for (unsigned k = 0; k < 3; k++)
                    bar1_wr(0x10000 + 256);
                assert_int_equal(rd(EVENT(d)), d == rows[i].domain ? own : 0);
                wr(CTRL(d), 0);
            }
        close_card(NULL);
    }
}

/* A defect shows the traffic of the partition before, that of the last one at the first. */
TEST(the_partition_before, NULL, close_card)
{
    static const uint32_t wanted[8] = { 3, 0, 1, 2 };

    open_card("g92", 0xd, NULL);
    nv50_of(card)->broken[DEFECT_PCOUNTER_WRONG_PARTITION] = true;
    for (unsigned p = 0; p < 8; p++) {
        select_part(p, PFIFO_WRITES);
        single(7, 0x38, 0xaaaa);
        bar1_wr(0x10000 + 256 * 2);
        for (unsigned k = 0; k < 2; k++)
            bar1_wr(0x10000);
        for (unsigned k = 0; k < 3; k++)
            bar1_wr(0x10000 + 256);
        assert_int_equal(rd(EVENT(7)), wanted[p]);
    }
}

/* From GT215 on the number has seven bits, moved by a knob; before, it has five, and the enable bit is another one. */
TEST(selectors_have_their_bits)
{
    static const struct {
        const char *chip, *knobs;
        uint32_t word;
        bool counts;
    } rows[] = {
        { "g86", NULL, 0x3c, true },
        { "g86", NULL, 0xffffffdc | 0x20, true },
        { "g86", NULL, 0xffffffdc, false },
        { "g86", NULL, 0x38, false },
        { "g86", NULL, 0x3d, false },
        { "gt215", NULL, 0x8000001c, true },
        { "gt215", NULL, 0xffffff9c, true },
        { "gt215", NULL, 0x7fffff9c, false },
        { "gt215", NULL, 0x8000003c, false },
        { "gt215", NULL, 0x8000005c, false },
        { "gt215", "part_pm_clients=0x70", 0x8000000c, true },
        { "gt215", "part_pm_clients=0x70", 0x8000001c, false },
        { "mcp79", NULL, 0x3c, false },
        { "g80", NULL, 0x3c, false },
    };

    for (unsigned i = 0; i < ARRAY_SIZE(rows); i++) {
        uint32_t events = 0;

        open_card(rows[i].chip, 0, rows[i].knobs);
        for (unsigned p = 0; p < 8; p++)
            wr(PM_SEL(p), rows[i].word);
        for (unsigned d = 0; d < 8; d++) {
            single(d, 0x38, 0xaaaa);
            write_times(1);
            events += rd(EVENT(d));
            wr(CTRL(d), 0);
        }
        assert_int_equal(events, rows[i].counts);
        close_card(NULL);
    }
}
