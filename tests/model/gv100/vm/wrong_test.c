/* What each defect of page tables and TLBs does on the GV100 model, and what it leaves alone: pages that BAR1 shows, on a
 * good card and on the broken one. Numbers are typed from docs/hardware/gv100.md §5 and §6.1. */
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

/* PTEs: bit 0 VALID, 2:1 APERTURE (0 video, 2 and 3 system), 3 VOL, 5 PRIVILEGE, address >> 4. PDEs: 2:1 APERTURE (1 video, 2
 * and 3 system), address >> 4; the one of the table of 64 KiB pages has bits 11:8 of its address too. */
TEST(addresses_are_wrong_as_said)
{
    static const struct {
        const char *defect;
        uint32_t seen[6];
    } rows[] = {
        { NULL, { 0x400000, 0x410000, 0x421000, 0x440000, 0x430000, 0x5011000 } },
        { "vm-pte-bit-stuck", { 0x410000, 0x410000, 0x431000, 0x450000, 0x430000, 0x5021000 } },
        { "vm-big-table-4k", { 0x400000, 0x410000, 0x421000, 0x480000, 0x430000, 0x5011000 } },
        { "vm-pt-index-short", { 0x400000, 0x410000, 0x400000, 0x440000, 0x430000, 0x5011000 } },
        { "vm-big-page-4k", { 0x400000, 0x410000, 0x421000, 0x440000, 0x430000, 0x5011000 } },
    };

    for (unsigned i = 0; i < sizeof(rows) / sizeof(rows[0]); i++) {
        open_bar1(rows[i].defect);
        map_small(0, 0x400000 >> 4 | 1);
        map_small(1, 0x410000 >> 4 | 1);
        map_small(0x40,
                  0x421000 >> 4 | 1); /* bit 18 of the address, of which page 0 is the other one */
        /* entry 17 of PD0 has its table of large pages at PTB + 0xb00, of which PTB is the other one */
        put64(PD0 + 16 * 17, (PTB + 0xb00) >> 4 | 2);
        put64(PTB + 0xb00 + 8 * 3, 0x490000 >> 4 | 1);
        put64(PTB + 0xb00 + 8 * 7, 0x440000 >> 4 | 1);
        map_small(0x30, 0x430000 >> 4 | 1);
        map_small(0x31, (SYSTEM + 0x11000) >> 4 | 5);
        assert_int_equal(rows[i].seen[0], small(0));
        assert_int_equal(rows[i].seen[1], small(1));
        assert_int_equal(rows[i].seen[2], small(0x40));
        assert_int_equal(rows[i].seen[4], small(0x30));
        assert_int_equal(rows[i].seen[5], small(0x31));
        map_large(7, 0x480000 >> 4 | 1);
        assert_int_equal(rows[i].seen[3], bar_get(1, SMALL + 0x270000));
        close_world(NULL);
    }
}

/* A page is absent: BAR1's fault is latched (bit 31 of FAULT_STATUS), which frees the latch for the next one. */
static bool faults(uint64_t at)
{
    wr(0x100e60, 0x80000000);
    bar_get(1, at);
    return rd(0x100e60) >> 31;
}

/* PD2, PD1, PD0 and a table of 4 KiB pages, 64 KiB apart from HIGH + `off` on; the last one in system memory if `system`. */
static void build_chain(uint64_t off, const uint8_t apertures[4], bool system)
{
    for (uint64_t at = HIGH; at < HIGH + 0x38000; at += 8)
        put64(at, 0);
    put64(PD3, HIGH >> 4 | (uint64_t)apertures[0] << 1);
    put64(HIGH + off, (HIGH + 0x10000) >> 4 | (uint64_t)apertures[1] << 1);
    put64(HIGH + 0x10000 + off, (HIGH + 0x20000) >> 4 | (uint64_t)apertures[2] << 1);
    put64(HIGH + 0x20000 + off + 8,
          (system ? SYSTEM : HIGH + 0x30000) >> 4 | (uint64_t)apertures[3] << 1);
    put64(HIGH + 0x30000 + off, 0x400000 >> 4 | 1);
    system_put(SYSTEM, 0x420000 >> 4 | 1);
    system_put(SYSTEM + 4, 0);
    invalidate(0);
}

/* A directory of VRAM lies 0x4000 too high, one of system memory where it should; apertures 1 against 2 and 3. */
TEST(directories_are_wrong_as_said)
{
    static const uint8_t video[4] = { 1, 1, 1, 1 }, last[4] = { 1, 1, 1, 2 },
                         swapped[4] = { 2, 3, 2, 1 };
    static const struct {
        const char *defect;
        uint64_t off;
        const uint8_t *apertures;
        bool system;
        uint32_t seen; /* 0: not the page */
    } rows[] = {
        { NULL, 0, video, false, 0x400000 },
        { NULL, 0x4000, video, false, 0 },
        { NULL, 0, last, true, 0x420000 },
        { "vm-pde-bit-stuck", 0x4000, video, false, 0x400000 },
        { "vm-pde-bit-stuck", 0, video, false, 0 },
        { "vm-pde-bit-stuck", 0x4000, last, true, 0x420000 },
        { "vm-pde-aperture-as-pte", 0, swapped, true, 0x420000 },
        { "vm-pde-aperture-as-pte", 0, video, false, 0 },
    };

    for (unsigned i = 0; i < sizeof(rows) / sizeof(rows[0]); i++) {
        open_bar1(rows[i].defect);
        build_chain(rows[i].off, rows[i].apertures, rows[i].system);
        if (rows[i].seen)
            assert_int_equal(rows[i].seen, bar_get(1, 0));
        else
            assert_int_not_equal(0x400000, bar_get(1, 0));
        close_world(NULL);
    }
}

/* §5.3: entry 17 of PD0 has a first word alone, 18 a second one alone, 19 both. */
TEST(halves_are_wrong_as_said)
{
    static const struct {
        const char *defect;
        uint32_t seen[3]; /* 0: it faults */
    } rows[] = {
        { NULL, { 0x401000, 0x450000, 0x401000 } },
        { "vm-pd0-halves-swapped", { 0x421000, 0x440000, 0x421000 } },
        { "vm-big-beside-small", { 0x401000, 0x450000, 0 } },
    };
    const uint64_t large = HIGH, other = HIGH + 0x10000, empty = HIGH + 0x20000;

    for (unsigned i = 0; i < sizeof(rows) / sizeof(rows[0]); i++) {
        open_bar1(rows[i].defect);
        for (uint64_t at = 0; at < 0x1000; at += 8) {
            put64(large + at, 0);
            put64(other + at, 0);
            put64(empty + at, 0);
        }
        put64(PD0 + 16 * 17, large >> 4 | 2);
        put64(PD0 + 16 * 17 + 8, 0);
        put64(large, 0x400000 >> 4 | 1);
        put64(large + 8, 0x421000 >> 4 | 1);
        put64(PD0 + 16 * 18, 0);
        put64(PD0 + 16 * 18 + 8, other >> 4 | 2);
        put64(other + 8, 0x440000 >> 4 | 1);
        put64(other + 8 * 0x10, 0x450000 >> 4 | 1);
        put64(PD0 + 16 * 19, large >> 4 | 2);
        put64(PD0 + 16 * 19 + 8, empty >> 4 | 2);
        assert_int_equal(rows[i].seen[0], bar_get(1, SMALL + 0x201000));
        assert_int_equal(rows[i].seen[1], bar_get(1, SMALL + 0x410000));
        if (i == 2)
            assert_true(faults(SMALL + 0x601000));
        else
            assert_int_equal(rows[i].seen[2], bar_get(1, SMALL + 0x601000));
        close_world(NULL);
    }
}

/* §3.1: word 128 has the target in 1:0, bit 10 for the format, bit 11 for large pages of 64 KiB; word 129 the high half. */
TEST(roots_are_wrong_as_said)
{
    static const struct {
        const char *defect;
        uint64_t root;
        uint32_t high, flags;
        bool good, broken;
    } rows[] = {
        { "vm-pdb-bit-stuck", HIGH, 0, 0xc00, true, false },
        { "vm-pdb-bit-stuck", HIGH + 0x2000, 0, 0xc00, true, true },
        { "vm-pdb-target-ignored", HIGH, 0, 0xc00, true, true },
        { "vm-pdb-target-ignored", HIGH, 0, 0xc02, false, true },
        { "vm-pdb-target-ignored", HIGH, 0, 0xc03, false, true },
        { "vm-pdb-target-ignored", HIGH, 0, 0xc01, false, false },
        { "vm-pdb-high-ignored", HIGH, 0, 0xc00, true, true },
        { "vm-pdb-high-ignored", HIGH, 1, 0xc00, false, true },
        { "vm-block-unchecked", HIGH, 0, 0xc00, true, true },
        { "vm-block-unchecked", HIGH, 0, 0x800, false, true },
        { "vm-block-unchecked", HIGH, 0, 0x400, false, true },
    };

    for (unsigned i = 0; i < 2 * sizeof(rows) / sizeof(rows[0]); i++) {
        const bool broken = i & 1;

        open_with(broken ? rows[i / 2].defect : NULL, "vram_over=zero");
        build_space();
        bind_bar(1, BLOCK1);
        name_pages();
        for (uint64_t at = HIGH; at < HIGH + 0x4000; at += 8)
            put64(at, 0);
        put64(rows[i / 2].root, PD2 >> 4 | 2);
        put(BLOCK1 + 0x200, (uint32_t)rows[i / 2].root | rows[i / 2].flags);
        put(BLOCK1 + 0x204, rows[i / 2].high);
        wr(0x1704, 0);
        wr(0x1704, 0x80000000 | (uint32_t)(BLOCK1 >> 12));
        wait_ns(10000);
        if (broken ? rows[i / 2].broken : rows[i / 2].good)
            assert_int_equal(0x400000, bar_get(1, 0x400000));
        else
            assert_int_not_equal(0x400000, bar_get(1, 0x400000));
        close_world(NULL);
    }
}

/* §6.1: 23:16 room of the FIFO, 15 empty. A stuck one never gets emptier. */
TEST(a_stuck_queue_fills)
{
    for (unsigned broken = 0; broken < 2; broken++) {
        open_bar1(broken ? "tlb-fifo-stuck" : NULL);
        wait_ns(1000000);
        const uint32_t room = rd(0x100c80) >> 16 & 0xff;

        for (unsigned i = 0; i < 3; i++)
            invalidate(0);
        wait_ns(1000000);
        assert_int_equal(broken ? room - 3 : room, rd(0x100c80) >> 16 & 0xff);
        assert_int_equal(!broken, rd(0x100c80) >> 15 & 1);
        close_world(NULL);
    }
}

/* The limit of a block's words 130 and 131 is the last byte that counts, where it counts (K39). */
TEST(a_limit_is_the_last_byte, NULL, close_world)
{
    open_with(NULL, "ramin_limit=counts");
    build_space();
    build_block(BLOCK1);
    put(BLOCK1 + 0x208, 0x400100);
    wr(0x1704, 0x80000000 | (uint32_t)(BLOCK1 >> 12));
    wait_ns(10000);
    put(0x400100, 7);
    put(0x400104, 8);
    assert_int_equal(7, bar_get(1, 0x400100));
    assert_true(faults(0x400104));
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
    wr(0x800008, 0);
    wr(0x800008, 0x80000000 | (uint32_t)(BLOCK(1) >> 12));
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

/* The first walk of a card keeps what PD3 says in the first place of all, and an invalidate of all levels drops that too. */
TEST(the_first_entry_is_kept_and_dropped, NULL, close_world)
{
    open_bar1(NULL);
    put64(HIGH, 0); /* a PD2 of nothing */
    assert_int_equal(0x400000, bar_get(1, 0x400000));
    put64(PD3, 0);
    assert_int_equal(2, (put(0x800000, 2), bar_get(1, 0x800000)));
    put64(PD3, HIGH >> 4 | 2);
    invalidate(0);
    const unsigned before = rd(0x100e60) >> 31;
    bar_get(1, 0xa00000);
    assert_int_equal(0, before);
    assert_int_equal(1, rd(0x100e60) >> 31); /* a fault: PD2 has nothing */
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
        uint32_t pages, directories; /* what is seen behind it */
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
        wr(0x100cb8, (uint32_t)(PD3 >> 8));
        wr(0x100cec, 0);
        wr(0x100cb4, 0);
        wr(0x100ce8, 0);
        wr(0x100e68, rows[i].size);
        wr(0x100cbc, rows[i].invalidate);
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
