/* The MMU of the GV100 model: binding, the walk, checks, TLBs that go stale, invalidates, the latch, limits, knobs of an entry.
 * Numbers are typed from docs/hardware/gv100.md; the paragraph stands above each test. */
#include "tests/model/gv100/channel_rig.h"

#define BLOCK1 UINT64_C(0x26000)
#define BLOCK2 UINT64_C(0x27000)
#define PAGE   UINT64_C(0x500000) /* of VRAM, where pages of the tests lie */

FIXTURE(open_bar1)
{
    open_world(NULL);
    build_space();
    bind_bar(1, BLOCK1);
}

static void open_bar1_with(const char *knobs)
{
    open_with(NULL, knobs);
    build_space();
    bind_bar(1, BLOCK1);
}

/* §6.3: type, client, access in INFO; the latch is free again afterwards. */
static void expect_fault(uint32_t info, uint64_t at)
{
    assert_pairs(0x80000000, rd(REF_PFB_PRI_MMU_FAULT_STATUS) & 0x80000000, info,
                 rd(REF_PFB_PRI_MMU_FAULT_INFO), (uint32_t)at, rd(REF_PFB_PRI_MMU_FAULT_ADDR_LO),
                 (uint32_t)(at >> 32), rd(REF_PFB_PRI_MMU_FAULT_ADDR_HI));
    wr(REF_PFB_PRI_MMU_FAULT_STATUS, 0x800000ff);
    assert_int_equal(0, rd(REF_PFB_PRI_MMU_FAULT_STATUS));
}

#define READ(type)  (0x80100700u | (type)) /* valid, hub, HOST_CPU */
#define WRITE(type) (0x80110700u | (type))

/* ---- binding ---- */

/* §2.2: BIND_STATUS is busy for a while. */
TEST(binding_takes_time, open_bar1, close_world)
{
    wr(REF_PBUS_BAR1_BLOCK, 0x80000000 | (uint32_t)(BLOCK1 >> 12));
    assert_int_equal(3, rd(REF_PBUS_BIND_STATUS));
    wait_ns(10000);
    assert_int_equal(0, rd(REF_PBUS_BIND_STATUS));
    wr(REF_PBUS_BAR2_BLOCK, 0x80000000 | (uint32_t)(BLOCK1 >> 12));
    assert_int_equal(0xc, rd(REF_PBUS_BIND_STATUS));
}

/* §3.1: the old table format and 128 KiB pages cannot be bound; §6.3: engine 4 or 5, and the instance. */
TEST(unusable_blocks, open_bar1, close_world)
{
    static const uint32_t words[] = { 0x800, 0x400, 0xc01 };

    for (unsigned i = 0; i < 3; i++) {
        bind_bar(2, BLOCK2);
        put(BLOCK2 + 0x200, (uint32_t)PD3 | words[i]);
        wr(REF_PBUS_BAR2_BLOCK, 0x80000000 | (uint32_t)(BLOCK2 >> 12));
        bar_put(3, 0x1000, 1);
        assert_int_equal((uint32_t)BLOCK2 | 5, rd(REF_PFB_PRI_MMU_FAULT_INST_LO));
        assert_int_equal(0, rd(REF_PFB_PRI_MMU_FAULT_INST_HI));
        expect_fault(WRITE(4), 0x1000);
    }
}

/* §3.1, §6.2: bits 4 and 5 of word 128 let TEX and GCC replay, from the bind on; a record's bit 30 says either. */
TEST(a_bind_takes_the_replay_bits, open_bar1, close_world)
{
    for (uint32_t bits = 0; bits < 4; bits++) {
        put(BLOCK1 + 0x200, (uint32_t)PD3 | 0xc00 | bits << 4);
        bar_get(1, SMALL + 0x9000);
        expect_fault(READ(2) | (bits > 1 ? 1u << 30 : 0), SMALL + 0x9000); /* of the bind before */
        wr(REF_PBUS_BAR1_BLOCK, 0x80000000 | (uint32_t)(BLOCK1 >> 12));
        bar_get(1, SMALL + 0x9000);
        expect_fault(READ(2) | (bits ? 1u << 30 : 0), SMALL + 0x9000);
    }
}

/* The defect: each BAR has the other's instance block, which the record of a fault names. */
TEST(exchanged_blocks_translate_for_the_other, NULL, close_world)
{
    open_with("window-blocks-swapped", NULL);
    build_space();
    bind_bar(1, BLOCK1);
    bind_bar(2, BLOCK2);
    bar_get(1, SMALL + 0x1000);
    assert_int_equal((uint32_t)BLOCK2 | 4, rd(REF_PFB_PRI_MMU_FAULT_INST_LO));
    expect_fault(READ(2), SMALL + 0x1000);
    put64(PD0 + 16 * 3, 0); /* 2 MiB from 0x600000 on */
    bar_get(3, 0x600000);
    assert_int_equal((uint32_t)BLOCK1 | 5, rd(REF_PFB_PRI_MMU_FAULT_INST_LO));
}

/* ---- the walk ---- */

/* §5.5: PDE and PTE faults; bits 48:29 choose entries that BAR1 does not reach, so PD0 and PD1 alone. */
TEST(absent_entries, open_bar1, close_world)
{
    bar_get(1, 0x4000000); /* PD0 32 */
    expect_fault(READ(0), 0x4000000);
    bar_get(1, SMALL + 0x3456);
    expect_fault(READ(2), SMALL + 0x3000);
    put64(PD0 + 16 * 16 + 8, 0); /* no 4K table */
    invalidate(0);
    bar_get(1, SMALL);
    expect_fault(READ(2), SMALL);
    put64(PD2, 0);
    invalidate(0);
    bar_put(1, 0x1000, 0);
    expect_fault(WRITE(0), 0x1000);
}

/* §5.5: sparse pages meet the debug pages, without a fault. */
TEST(sparse_pages, open_bar1, close_world)
{
    wr(REF_PFB_PRI_MMU_DEBUG_RD, (uint32_t)(PAGE >> 8));
    wr(REF_PFB_PRI_MMU_DEBUG_WR, (uint32_t)((PAGE + 0x1000) >> 8));
    put(PAGE + 0x10, 0xcafe0007);
    map_small(3, 8);
    map_large(4, 8);
    put64(PD0 + 16 * 40, 8);
    assert_pairs(0xcafe0007, bar_get(1, SMALL + 0x3010), 0xcafe0007, bar_get(1, SMALL + 0x45010),
                 0xcafe0007, bar_get(1, 40 * 0x200000 + 0x7010));
    bar_put(1, SMALL + 0x3014, 0xcafe0008);
    assert_pairs(0xcafe0008, get(PAGE + 0x1014), 0, rd(REF_PFB_PRI_MMU_FAULT_STATUS));
    open_bar1_with("sparse_read=zeros");
    map_small(3, 8);
    assert_int_equal(0, bar_get(1, SMALL + 0x3010));
}

/* §5.5, §6.3: of an access over two pages each has its part: a page of its own, the debug page of a sparse one, or of
 * a page that is absent the value of a faulting read. */
TEST(accesses_over_two_pages, NULL, close_world)
{
    enum { OWN, SPARSE, ABSENT };
    enum { SIZE = 22, FIRST = 11 }; /* bytes, and those of the first page */

    open_bar1_with("bar_fault_value=0x12345678");
    wr_all(REF_PFB_PRI_MMU_DEBUG_RD, PAGE >> 8, REF_PFB_PRI_MMU_DEBUG_WR, PAGE >> 8);
    for (unsigned n = 0; n < 9; n++) {
        const unsigned kinds[] = { n % 3, n / 3 };
        const uint64_t ptes[] = { PAGE >> 4 | 1, 8, 0 }, at = SMALL + 0x9000 - FIRST;
        uint8_t seen[SIZE], written[SIZE];

        for (unsigned k = 0; k < 2; k++)
            map_small(8 + k, ptes[kinds[k]] + (kinds[k] == OWN ? (k + 1) << 8 : 0));
        invalidate(0);
        wr_all(REF_PFB_PRI_MMU_FAULT_STATUS, 0x800000ff, REF_PBUS_BAR0_WINDOW, PAGE >> 16);
        for (unsigned i = 0; i < SIZE; i++) {
            const uint32_t place = REF_PRAMIN + (0x1000 - FIRST + i) % 0x1000;

            written[i] = (uint8_t)(0x80 + i);
            model_write(world.card, 0, place + (i < FIRST ? 0x1000 : 0x2000), 0x10 + i, 1);
            model_write(world.card, 0, place, 0x40 + i, 1);
        }
        model_read_block(world.card, 1, at, seen, SIZE);
        for (unsigned i = 0; i < SIZE; i++) { /* the value of a faulting read is a knob */
            const uint32_t values[] = { 0x10 + i, 0x40 + i,
                                        0x12345678 >> 8 * ((at + i) % 4) & 0xff };

            assert_int_equal(values[kinds[i >= FIRST]], seen[i]);
        }
        assert_int_equal(kinds[0] == ABSENT || kinds[1] == ABSENT,
                         rd(REF_PFB_PRI_MMU_FAULT_STATUS) >> 31);
        model_write_block(world.card, 1, at, written, SIZE);
        model_read_block(world.card, 1, at, seen, SIZE);
        for (unsigned i = 0; i < SIZE; i++)
            assert_true(kinds[i >= FIRST] == ABSENT || seen[i] == written[i]);
    }
}

/* §5.4, §6.2: READ_ONLY, PRIVILEGE, peer aperture, kinds. */
TEST(checks, open_bar1, close_world)
{
    put(PAGE, 5);
    map_small(0, PAGE >> 4 | 1 | 1 << 6);
    assert_int_equal(5, bar_get(1, SMALL));
    bar_put(1, SMALL, 6);
    expect_fault(WRITE(6), SMALL);
    assert_int_equal(5, get(PAGE));
    map_small(1, PAGE >> 4 | 3);
    bar_get(1, SMALL + 0x1000);
    expect_fault(READ(0xa), SMALL + 0x1000);
    map_small(2, PAGE >> 4 | 1 | UINT64_C(0x60) << 56);
    bar_get(1, SMALL + 0x2000);
    expect_fault(READ(0xc), SMALL + 0x2000);
    map_small(3, SYSTEM >> 4 | 5 | UINT64_C(0xdb) << 56); /* in video memory only */
    bar_get(1, SMALL + 0x3000);
    expect_fault(READ(0xc), SMALL + 0x3000);
    map_small(4, PAGE >> 4 | 1 | UINT64_C(0xfe) << 56);
    assert_int_equal(5, bar_get(1, SMALL + 0x4000));
    open_bar1_with("bar_privileged=no");
    map_small(0, PAGE >> 4 | 1 | 1 << 5);
    bar_get(1, SMALL);
    expect_fault(READ(5), SMALL);
}

/* ---- TLB ---- */

/* CACHE_LEVEL 1 drops pages and leaves the entries of directories; 2 drops PD0's too, 3 PD1's. */
TEST(levels, open_bar1, close_world)
{
    put_all(PAGE, 1, PAGE + 0x10000, 2);
    map_small(0, PAGE >> 4 | 1);
    assert_int_equal(1, bar_get(1, SMALL));
    put64(PAGE + 0x20000, (PAGE + 0x10000) >> 4 | 1); /* another 4K table */
    put64(PD0 + 16 * 16 + 8, (PAGE + 0x20000) >> 4 | 2);
    invalidate(1);
    assert_int_equal(1, bar_get(1, SMALL));
    invalidate(2);
    assert_int_equal(2, bar_get(1, SMALL));
    put64(PD1, (PAGE + 0x30000) >> 4 | 2); /* another PD0, in which nothing is */
    for (unsigned i = 0; i < 64; i++)
        put64(PAGE + 0x30000 + 8 * i, 0);
    invalidate(2);
    assert_int_equal(2, bar_get(1, SMALL));
    invalidate(3);
    bar_get(1, SMALL);
    expect_fault(READ(0), SMALL);
}

/* §6.1: SPACE falls with each trigger, EMPTY comes back. The command has 27 bits. */
TEST(the_fifo, open_bar1, close_world)
{
    assert_pairs(0x208000, rd(REF_PFB_PRI_MMU_CTRL) & 0xff8000, 0,
                 rd(REF_PFB_PRI_MMU_INVALIDATE) >> 27);
    wr(REF_PFB_PRI_MMU_INVALIDATE, 1); /* no trigger */
    assert_int_equal(0x208000, rd(REF_PFB_PRI_MMU_CTRL) & 0xff8000);
    wr_all(REF_PFB_PRI_MMU_INVALIDATE, 0x80000001, REF_PFB_PRI_MMU_INVALIDATE, 0x80000001);
    assert_pairs(0x1e0000, rd(REF_PFB_PRI_MMU_CTRL) & 0xff8000, 1, rd(REF_PFB_PRI_MMU_INVALIDATE));
    wait_ns(10000);
    assert_int_equal(0x208000, rd(REF_PFB_PRI_MMU_CTRL) & 0xff8000);
    for (unsigned i = 0; i < 40; i++)
        wr(REF_PFB_PRI_MMU_INVALIDATE, 0x80000001);
    assert_int_equal(0x4000, rd(REF_PFB_PRI_MMU_CTRL) & 0x4000);
    wr(REF_PFB_PRI_MMU_CTRL, 0x2000);
    assert_int_equal(0, rd(REF_PFB_PRI_MMU_CTRL) & 0x4000);
}

/* ---- the latch ---- */

/* §6.3: the first fault stays; DROPPED tells of others; a new bind takes away nothing. */
TEST(the_latch_holds_one, open_bar1, close_world)
{
    bind_bar(2, BLOCK2);
    bar_get(1, SMALL);
    bar_put(1, SMALL + 0x1000, 0);
    bar_get(3, 0x1000000); /* which is mapped */
    assert_int_equal(0x80000002, rd(REF_PFB_PRI_MMU_FAULT_STATUS));
    assert_int_equal((uint32_t)SMALL, rd(REF_PFB_PRI_MMU_FAULT_ADDR_LO));
    wr(REF_PFB_PRI_MMU_FAULT_STATUS, 2);
    assert_int_equal(0x80000000, rd(REF_PFB_PRI_MMU_FAULT_STATUS));
    wr(REF_PFB_PRI_MMU_FAULT_STATUS, 0x80000000);
    assert_int_equal(0, rd(REF_PFB_PRI_MMU_FAULT_STATUS));
}

/* Only whole pages of 2 MiB that can be written are served from VRAM itself, until an invalidate: the last small
 * page of such a range ends where it ends, and is none. */
TEST(aliases, open_bar1, close_world)
{
    map_small(511, PAGE >> 4 | 1);
    bar_get(1, SMALL + 0x1ff000);
    assert_int_equal(0, world.aliases);
    bar_get(1, PAGE + 0x1234);
    assert_pairs(1, world.aliases, PAGE & ~UINT64_C(0x1fffff), world.alias_offset,
                 PAGE & ~UINT64_C(0x1fffff), world.alias_vram, 0x200000, world.alias_size);
    invalidate(1);
    assert_int_equal(0, world.aliases);
    put64(PD0 + 16 * 20, 20 << 17 | 1 | 1 << 6); /* read only */
    invalidate(0);
    bar_get(1, 20 * 0x200000);
    assert_int_equal(0, world.aliases);
}

/* Memory is served by itself only where each address of the 2 MiB answers as it was written: not in a locked range, and not
 * where it is broken; and on no card that is watched, or whose TLB keeps nothing. */
TEST(pages_that_are_served, NULL, close_world)
{
    /* clang-format off */
    static const struct {
        struct model_config config;
        unsigned mib, aliases;
    } rows[] = { /* the locked range lies in the middle, from 32 MiB on */
        { { .vpr_size = 4 * MIB }, 30, 1 }, { { .vpr_size = 4 * MIB }, 34, 0 }, { { .vpr_size = 4 * MIB }, 36, 1 },
        { { .defects = "vram-dead:first=0x5ffff0,size=0x10" }, 4, 0 },
        { { .defects = "vram-dead:first=0x5ffff0,size=0x10" }, 6, 1 },
        { { .defects = "vram-dead:first=0x600000,size=0x10" }, 4, 1 },
        { { .defects = "vram-dead:first=0x600000,size=0x10" }, 6, 0 },
        { { .defects = "vram-cell:at=0x600000" }, 6, 0 }, { { .defects = "vram-cell:at=0x600000" }, 8, 1 },
        { { .defects = "vram-unwritten:first=0x600000,size=0x10" }, 6, 0 },
        { { .defects = "vram-stuck:first=0x600000,size=0x20" }, 6, 0 },
        { { .defects = "vram-lane:channel=1" }, 4, 0 }, { { .defects = "vram-weak:one_in=1000000" }, 4, 0 },
        { { .defects = "vram-half" }, 4, 0 }, { { .defects = "pci-link-errors" }, 4, 0 },
        { { .defects = "fault-type-wrong" }, 4, 1 }, { { .knobs = "tlb_entries=0" }, 4, 0 },
        { { .trace = true }, 4, 0 }, { { .strict = true }, 4, 0 }, { { .cold = true }, 4, 0 },
    };
    /* clang-format on */

    for (unsigned i = 0; i < sizeof(rows) / sizeof(rows[0]); i++) {
        open_world(&rows[i].config);
        build_space();
        bind_bar(1, BLOCK1);
        bar_get(1, rows[i].mib * MIB + 0x1234);
        if (world.aliases != rows[i].aliases)
            fail_msg("row %u: %u aliases", i, world.aliases);
    }
}

/* A physical BAR1 shows memory from 0 on up to the end of the shorter one, and the window its MiB, once it is worth it. */
TEST(windows_that_are_served, NULL, close_world)
{
    for (unsigned large = 0; large < 2; large++) {
        open_world(&(struct model_config){ .bar1_size = large ? 128 * MIB : 0,
                                           .board = "titanv",
                                           .vram_size = large ? 64 * MIB : 512 * MIB });
        bar_get(1, 0x123456);
        assert_pairs(1, world.aliases, 0, world.alias_offset | world.alias_vram,
                     (large ? 64 : 256) * MIB, world.alias_size);
        for (unsigned i = 0; i < 1000; i++)
            (void)get(0x450004);
        assert_pairs(2, world.aliases, REF_PRAMIN, world.alias_offset, 0x450000, world.alias_vram,
                     MIB, world.alias_size);
        if (!large)
            close_world(NULL);
    }
}

/* A page is absent: BAR1's fault is latched (bit 31 of FAULT_STATUS), which frees the latch for the next one. */
static bool faults(uint64_t at)
{
    wr(REF_PFB_PRI_MMU_FAULT_STATUS, 0x80000000);
    bar_get(1, at);
    return rd(REF_PFB_PRI_MMU_FAULT_STATUS) >> 31;
}

/* K10: bits above the 47 of a system address are dropped, or lead where nothing is. K08: bit 0 of a directory's entry counts
 * for nothing, or is a fault, also where the entry would be sparse. */
TEST(knobs_of_an_entry, NULL, close_world)
{
    for (unsigned counts = 0; counts < 2; counts++) {
        open_with(NULL, counts ? "sys_high=count" : "sys_high=dropped");
        build_space();
        bind_bar(1, BLOCK1);
        system_put(SYSTEM, 7);
        map_small(0, (UINT64_C(1) << 47 | SYSTEM) >> 4 | 5);
        assert_int_equal(counts ? 0xffffffff : 7, bar_get(1, SMALL));
    }
    for (unsigned fault = 0; fault < 2; fault++) {
        open_with(NULL, fault ? "pde_bit0=fault" : "pde_bit0=ignored");
        build_space();
        bind_bar(1, BLOCK1);
        put64_all(PD1 + 8, 8, PD1 + 16, 9, PD1 + 24, PD0 >> 4 | 3);
        put(0x400000, 5);
        assert_pairs(false, faults(0x20000000), fault, faults(0x40000000), 5, bar_get(1, 0x400000));
        if (fault)
            assert_true(faults(0x60400000));
        else
            assert_int_equal(5, bar_get(1, 0x60400000));
    }
}
