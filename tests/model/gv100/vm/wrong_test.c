/* The end of a queue, a limit, roots and entries as the GV100 model walks them, and knobs of an entry. The effect of
 * each defect of page tables is a row of tests/defects.tsv. Numbers are typed from docs/hardware/gv100.md §5 and
 * §6.1. */
#include "reference/gv100.h"
#include "tests/model/gv100/channel_rig.h"

#define BLOCK1 UINT64_C(0x26000)
#define HIGH   UINT64_C(0x100000) /* tables of other pages */

/* Every page that is looked at has its own address in its first word. */
static void name_pages(void)
{
    for (uint64_t at = 0x400000; at < 0x500000; at += 0x1000)
        put(at, (uint32_t)at);
    for (uint32_t at = 0; at < SYSTEM_SIZE; at += 0x1000)
        system_put(SYSTEM + at, 0x5000000 | at);
}

static void open_bar1(const char *defects)
{
    open_with(defects, NULL);
    build_space();
    bind_bar(1, BLOCK1);
    name_pages();
}

static uint32_t small(unsigned page)
{
    return bar_get(1, SMALL + 0x1000 * (uint64_t)page);
}

/* A page is absent: BAR1's fault is latched (bit 31 of FAULT_STATUS), which frees the latch for the next one. */
static bool faults(uint64_t at)
{
    wr(REF_PFB_PRI_MMU_FAULT_STATUS, 0x80000000);
    bar_get(1, at);
    return rd(REF_PFB_PRI_MMU_FAULT_STATUS) >> 31;
}

/* §6.1: 23:16 room of the FIFO, 15 empty. A stuck one never gets emptier. */
TEST(a_stuck_queue_fills)
{
    for (unsigned broken = 0; broken < 2; broken++) {
        open_bar1(broken ? "tlb-fifo-stuck" : NULL);
        wait_ns(1000000);
        const uint32_t room = rd(REF_PFB_PRI_MMU_CTRL) >> 16 & 0xff;

        for (unsigned i = 0; i < 3; i++)
            invalidate(0);
        wait_ns(1000000);
        assert_int_equal(broken ? room - 3 : room, rd(REF_PFB_PRI_MMU_CTRL) >> 16 & 0xff);
        assert_int_equal(!broken, rd(REF_PFB_PRI_MMU_CTRL) >> 15 & 1);
        close_world(NULL);
    }
}

/* "Between word 128 and the end no field for a limit is defined", so that words 130 and 131 count for nothing; where they
 * do (K39), the limit is the last byte. */
TEST(a_limit_is_the_last_byte, NULL, close_world)
{
    for (unsigned counts = 0; counts < 2; counts++) {
        open_with(NULL, counts ? "ramin_limit=counts" : NULL);
        build_space();
        build_block(BLOCK1);
        put(BLOCK1 + 0x208, 0x400100);
        wr(REF_PBUS_BAR1_BLOCK, 0x80000000 | (uint32_t)(BLOCK1 >> 12));
        wait_ns(10000);
        put(0x400100, 7);
        put(0x400104, 8);
        assert_int_equal(7, bar_get(1, 0x400100));
        assert_int_equal(counts, faults(0x400104));
        if (!counts)
            close_world(NULL);
    }
}

/* §4.6: the directory of an invalidate by method has 52 bits, 47:32 of them in MEM_OP_D, and lies in system memory too. */
TEST(a_root_in_system_memory_is_named_whole, NULL, close_world)
{
    const uint32_t page = (uint32_t)SMALL + 0x4000;

    open_world(NULL);
    build_space();
    system_put(SYSTEM, PD2 >> 4 | 2);
    system_put(SYSTEM + 4, 0);
    make_channel(1, 2);
    put(BLOCK(1) + 0xf4, 0x1100);
    put(BLOCK(1) + 0x200, (uint32_t)SYSTEM | 0xc02);
    put(BLOCK(1) + 0x204, (uint32_t)(SYSTEM >> 32));
    wr(REF_PCCSR_CHANNEL_INST(1), 0);
    wr(REF_PCCSR_CHANNEL_INST(1), 0x80000000 | (uint32_t)(BLOCK(1) >> 12));
    submit(1, (const unsigned[]){ 1 }, 1);
    map_small(4, 0x600000 >> 4 | 1);
    put(0x600000, 0);
    put(0x601000, 0);
    RUN(1, 0x20050017, page, 0, 1, 0, 1);
    assert_int_equal(1, get(0x600000));
    map_small(4, 0x601000 >> 4 | 1);
    RUN(1, 0x20050017, page, 0, 2, 0, 1);
    assert_int_equal(2, get(0x600000)); /* kept */
    RUN(1, 0x2004000a, 0, 0, (uint32_t)SYSTEM | 2 << 10, 0x48000001);
    RUN(1, 0x20050017, page, 0, 3, 0, 1);
    assert_int_equal(2, get(0x600000));
    assert_int_equal(3, get(0x601000));
}

/* The first walk of a card keeps PD3's first entry of all, and an invalidate of all levels drops that too. */
TEST(the_first_entry_is_kept_and_dropped, NULL, close_world)
{
    open_bar1(NULL);
    put64(HIGH, 0); /* a PD2 of nothing */
    assert_int_equal(0x400000, bar_get(1, 0x400000));
    put64(PD3, 0);
    assert_int_equal(2, (put(0x800000, 2), bar_get(1, 0x800000)));
    put64(PD3, HIGH >> 4 | 2);
    invalidate(0);
    const unsigned before = rd(REF_PFB_PRI_MMU_FAULT_STATUS) >> 31;
    bar_get(1, 0xa00000);
    assert_int_equal(0, before);
    assert_int_equal(1, rd(REF_PFB_PRI_MMU_FAULT_STATUS) >> 31); /* a fault: PD2 has nothing */
}

/* A page of 2 MiB is a page and no directory, also where its aperture would be one: level 1 drops it. */
TEST(a_page_of_a_directory_is_a_page, NULL, close_world)
{
    open_bar1(NULL);
    put(0x450000, 9);
    put64(PD0 + 16 * 3, 0x123400000 >> 4 | 5);
    assert_int_equal(0x5000000, bar_get(1, 0x650000));
    put64(PD0 + 16 * 3, 0x400000 >> 4 | 1);
    assert_int_equal(0x5000000, bar_get(1, 0x650000));
    invalidate(1);
    assert_int_equal(9, bar_get(1, 0x650000));
}

/* Level 1 drops pages alone, one of 2 MiB too; a cancel (REPLAY 3 in bits 5:3) has its access type there and drops all. A size
 * of more than 51 bits is all there is (bit 22 USE_SIZE, without ALL_VA). */
TEST(levels_and_sizes_of_an_invalidate)
{
    static const struct {
        uint32_t invalidate, size;
        uint32_t pages, directories; /* the entries seen after it */
    } rows[] = {
        { 0x81000001, 0, 0x410000, 0x400000 }, { 0x81000019, 0, 0x410000, 0x410000 },
        { 0x80000001, 0, 0x410000, 0x410000 }, { 0x80400000, 52, 0x410000, 0x410000 },
        { 0x80400000, 0, 0x400000, 0x400000 }, /* of page 0 */
    };

    for (unsigned i = 0; i < sizeof(rows) / sizeof(rows[0]); i++) {
        open_bar1(NULL);
        put(0x600000, 0x410000);
        map_small(0, 0x400000 >> 4 | 1);
        for (uint64_t at = HIGH; at < HIGH + 0x1000; at += 8)
            put64(at, 0x410000 >> 4 | 1);
        assert_int_equal(0x400000, bar_get(1, 0x400000));
        assert_int_equal(0x400000, small(0));
        put64(PD0 + 16 * 2, 0x600000 >> 4 | 1);
        put64(PD0 + 16 * 16 + 8, HIGH >> 4 | 2);
        wr(REF_PFB_PRI_MMU_INVALIDATE_PDB, (uint32_t)(PD3 >> 8));
        wr(REF_PFB_PRI_MMU_INVALIDATE_UPPER_PDB, 0);
        wr(REF_PFB_PRI_MMU_INVALIDATE_VADDR, 0);
        wr(REF_PFB_PRI_MMU_INVALIDATE_UPPER_VADDR, 0);
        wr(REF_PFB_PRI_MMU_INVALIDATE_SIZE, rows[i].size);
        wr(REF_PFB_PRI_MMU_INVALIDATE, rows[i].invalidate);
        wait_ns(10000);
        assert_int_equal(rows[i].pages, bar_get(1, 0x400000));
        assert_int_equal(rows[i].directories, small(0));
        close_world(NULL);
    }
}

/* K10: bits above the 47 of a system address are dropped, or lead where nothing is. K08: bit 0 of a directory's entry counts
 * for nothing, or is a fault, also where the entry would be sparse. */
TEST(knobs_of_an_entry)
{
    for (unsigned counts = 0; counts < 2; counts++) {
        open_with(NULL, counts ? "sys_high=count" : "sys_high=dropped");
        build_space();
        bind_bar(1, BLOCK1);
        system_put(SYSTEM, 7);
        map_small(0, (UINT64_C(1) << 47 | SYSTEM) >> 4 | 5);
        assert_int_equal(counts ? 0xffffffff : 7, small(0));
        close_world(NULL);
    }
    for (unsigned fault = 0; fault < 2; fault++) {
        open_with(NULL, fault ? "pde_bit0=fault" : "pde_bit0=ignored");
        build_space();
        bind_bar(1, BLOCK1);
        put64(PD1 + 8, 8);
        put64(PD1 + 16, 9);
        put64(PD1 + 24, PD0 >> 4 | 3);
        put(0x400000, 5);
        assert_false(faults(0x20000000));
        assert_int_equal(fault, faults(0x40000000));
        assert_int_equal(5, bar_get(1, 0x400000));
        if (fault)
            assert_true(faults(0x60400000));
        else
            assert_int_equal(5, bar_get(1, 0x60400000));
        close_world(NULL);
    }
}
