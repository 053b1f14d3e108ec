/* Accesses and register writes of the self tests of BAR1, BAR2, page tables, TLBs, faults and the window in BAR0: which
 * addresses they read, and through which tables. Typed from docs/hardware/gv100.md §1.3, §1.4, §2, §5, §6, §9.1.
 *
 * VRAM is taken from 0x40000 on, after the picture of VGA: a space's root first, then the memory that a test asks for,
 * then its tables in the order in which they are needed, then the instance block. System memory is taken from 0xa0000000
 * on, the first page by the test's own notes. */
#include "tests/suite/gv100/watch_rig.h"

#define MIB2 0x200000ull
#define AT   0x203124u /* most faults are about this address */

/* A space is bound to BAR1 (1) or BAR2 (2). */
static void bound(unsigned bar, uint64_t root, uint64_t instance)
{
    want_flush();
    want_invalidate(root);
    want_bind(bar, instance);
}

/* All tables in VRAM, with one page size at the end. */
static void reads(unsigned bar, uint64_t at, const char *size, uint64_t there)
{
    want("BAR%u r4 %llx: %s %s VRAM %llx", bar, (unsigned long long)at,
         size[0] == '2' ? "vvvvv" : "vvvvvv", size, (unsigned long long)there);
}

/* The complement of the name. */
static void writes(unsigned bar, uint64_t at, const char *size, uint64_t there)
{
    want("BAR%u w4 %llx %x: %s %s VRAM %llx", bar, (unsigned long long)at, ~vram_name(there),
         size[0] == '2' ? "vvvvv" : "vvvvvv", size, (unsigned long long)there);
    want_flush();
}

/* ---- pages ----------------------------------------------------------------------------------- */

/* Both ends of each page are read, its middle is written, at another address than the memory's own. */
static void want_pages(unsigned bar, const char *size, uint64_t page, unsigned count,
                       uint64_t there)
{
    for (unsigned i = 0; i < count; i++) {
        reads(bar, MIB2 + i * page, size, there + i * page);
        reads(bar, MIB2 + i * page + page - 4, size, there + i * page + page - 4);
        writes(bar, MIB2 + i * page + page / 2, size, there + i * page + page / 2);
    }
}

TEST(pages_of_each_size)
{
    bound(1, 0x40000, 0x4d000);
    want_pages(1, "4K", 0x1000, 8, 0x41000);
    bound(2, 0x4e000, 0x5b000);
    want_pages(2, "4K", 0x1000, 8, 0x4f000);
    watch("vm.page.4k", WATCH_WRITES);

    bound(1, 0x40000, 0x74000);
    want_pages(1, "64K", 0x10000, 2, 0x50000);
    bound(2, 0x75000, 0xa4000);
    want_pages(2, "64K", 0x10000, 2, 0x80000);
    watch("vm.page.64k", WATCH_WRITES);

    bound(1, 0x40000, 0x603000);
    want_pages(1, "2M", MIB2, 2, 0x200000);
    bound(2, 0x604000, 0xc03000);
    want_pages(2, "2M", MIB2, 2, 0x800000);
    watch("vm.page.2m", WATCH_WRITES);
}

TEST(pages_in_another_order)
{
    static const unsigned order[] = { 3, 10, 1, 8, 15, 6, 13, 4, 11, 2, 9, 0, 7, 14, 5, 12 };

    bound(1, 0x40000, 0x55000);
    for (unsigned i = 0; i < 16; i++)
        reads(1, i * 0x1000, "4K", 0x41000 + order[i] * 0x1000);
    watch("vm.page.order", WATCH_WRITES);
}

TEST(accesses_of_each_width)
{
    bound(1, 0x40000, 0x46000);
    want("BAR1 r1 0: vvvvvv 4K VRAM 41000\nBAR1 r2 2: vvvvvv 4K VRAM 41002\n"
         "BAR1 r8 0: vvvvvv 4K VRAM 41000\nBAR1 w1 1 a5: vvvvvv 4K VRAM 41001");
    want_flush();
    watch("vm.page.width", WATCH_WRITES);
}

/* The notes are piece 0 of system memory, the two pages piece 1; then the same once more. Names of system memory begin
 * with a. */
TEST(pages_of_system_memory)
{
    static const struct {
        const char *memory;
        uint64_t root, instance, at;
    } rows[] = { { "coherent 1", 0x40000, 0x45000, 0xa0001000 },
                 { "noncoherent 3", 0x46000, 0x4b000, 0xa0004000 } };

    for (unsigned i = 0; i < 2; i++) {
        bound(1, rows[i].root, rows[i].instance);
        for (unsigned page = 0; page < 0x2000; page += 0x1000) {
            const uint32_t middle =
                0xa0000000 | ((uint32_t)(rows[i].at + page + 0x800) >> 2 & 0x0fffffff);

            want("BAR1 r4 %x: vvvvvv 4K %s+%x volatile\nBAR1 r4 %x: vvvvvv 4K %s+%x volatile\n"
                 "BAR1 w4 %x %x: vvvvvv 4K %s+%x volatile",
                 page, rows[i].memory, page, page + 0xffc, rows[i].memory, page + 0xffc,
                 page + 0x800, ~middle, rows[i].memory, page + 0x800);
            want_flush();
        }
    }
    watch("vm.page.system", WATCH_WRITES);
}

/* ---- where tables and blocks lie ------------------------------------------------------------- */

/* Bit 1 of INVALIDATE_PDB: the root lies in system memory. */
static void bound_in_system(uint64_t root, uint32_t block)
{
    want_flush();
    want("100cb8=%llx\n100cec=0\n100cbc=80000005\n1704=%x", (unsigned long long)root >> 8 | 2,
         block);
}

TEST(tables_in_system_memory)
{
    bound_in_system(0xa0001000, 0x80000060);
    want("BAR1 r4 10: vccccc 4K VRAM 40010\nBAR1 r4 200020: vccccc 64K VRAM 50020");
    bound_in_system(0xa0008000, 0x80000090);
    want("BAR1 r4 10: vnnnnn 4K VRAM 70010\nBAR1 r4 200020: vnnnnn 64K VRAM 80020");
    watch("vm.tables.system", WATCH_WRITES);

    /* A root that is not used lies at 0x40000. Table n of the 8 pages is n pages in. */
    bound_in_system(0x120000000, 0x80000070);
    want("BAR1 r4 10: VRAM 70000, coherent 1+0, coherent 1+1000, coherent 1+2000, coherent 1+3000, "
         "coherent 1+4000 4K VRAM 50010");
    want("BAR1 r4 200020: VRAM 70000, coherent 1+0, coherent 1+1000, coherent 1+2000, coherent "
         "1+3000, coherent 1+5000 64K VRAM 60020");
    watch("vm.tables.high", WATCH_WRITES | WATCH_TABLES);

    /* TARGET of BAR1_BLOCK, bits 29:28. */
    want_flush();
    want_invalidate(0x40000);
    want("1704=a00a0001\nBAR1 r4 40: cvvvvv 4K VRAM 41040");
    want_flush();
    want_invalidate(0x46000);
    want("1704=b00a0003\nBAR1 r4 40: nvvvvv 4K VRAM 47040");
    watch("vm.instance.system", WATCH_WRITES);
}

TEST(spaces_of_two_bars)
{
    bound(1, 0x40000, 0x4c000);
    bound(2, 0x41000, 0x4d000);
    for (unsigned i = 0; i < 0x10; i += 4) {
        reads(1, i, "4K", 0x42000 + i);
        reads(2, i, "4K", 0x43000 + i);
    }
    watch("vm.bars", WATCH_WRITES);

    for (unsigned i = 0; i < 2; i++) {
        const uint64_t from = 0x40000 + i * 0xe000;

        bound(1 + i, from, from + 0xc000);
        reads(1 + i, 0, "4K", from + 0x2000);
        bound(1 + i, from + 0x1000, from + 0xd000);
        reads(1 + i, 0, "4K", from + 0x3000);
        want_bind(1 + i, from + 0xc000);
        reads(1 + i, 0, "4K", from + 0x2000);
    }
    watch("vm.rebind", WATCH_WRITES);

    want("1704=0\nBAR1 r4 41000: VRAM 41000");
    watch("vm.physical", WATCH_WRITES);
}

/* ---- levels ---------------------------------------------------------------------------------- */

/* Each entry of PD0 has a table of its own. */
TEST(entries_of_tables)
{
    bound(1, 0x40000, 0x54000);
    for (unsigned i = 0; i < 8; i++)
        want("BAR1 r4 %llx: VRAM 54000, VRAM 40000, VRAM 49000, VRAM 4a000, VRAM 4b000, VRAM %x 4K "
             "VRAM %x",
             i * MIB2 + 4, 0x4c000 + i * 0x1000, 0x41004 + i * 0x1000);
    watch("vm.pd0", WATCH_WRITES | WATCH_TABLES);

    /* VA bits 12 to 20 index one table, 21 to 27 PD0: BAR1 has 256 MiB. 40 pages, PD2 to PD0, one table for the first
     * nine and one for each of the other seven. */
    bound(1, 0x40000, 0x74000);
    for (unsigned bit = 12; bit < 28; bit++)
        reads(1, (1u << bit) + 8, "4K", 0x41000 + (bit - 12) * 0x1000 + 8);
    watch("vm.index", WATCH_WRITES);
}

/* 64 MiB of VRAM: bits 12 to 18 are where the test's own memory lies, 19 to 25 are looked at. Old words come back. */
TEST(bits_of_addresses)
{
    bound(1, 0x40000, 0x41000);
    for (unsigned bit = 19; bit < 26; bit++) {
        want_flush();
        want_invalidate(0x40000);
        reads(1, 0, "4K", UINT64_C(1) << bit);
    }
    watch("vm.address", WATCH_WRITES);

    /* The path is invalidated with the GPCs' TLBs. Block, PD3, PD2, PD1, PD0 and table, all at one bit. */
    for (unsigned bit = 21; bit < 26; bit++) {
        const unsigned at = 1u << bit;

        want_flush();
        want("100cb8=%x\n100cec=0\n100cbc=80000001", at >> 8);
        want_bind(1, at + 0x5000);
        want("BAR1 r4 30: VRAM %x, VRAM %x, VRAM %x, VRAM %x, VRAM %x, VRAM %x 4K VRAM 41030",
             at + 0x5000, at, at + 0x1000, at + 0x2000, at + 0x3000, at + 0x4000);
    }
    watch("vm.tables.address", WATCH_WRITES | WATCH_TABLES);
}

/* Big page 0x50000, small ones from 0x60000 on; PD2, PD1, PD0, big table, small table from 0x70000 on. */
TEST(both_tables_of_an_entry)
{
    bound(1, 0x40000, 0x75000);
    want("BAR1 r4 124: VRAM 75000, VRAM 40000, VRAM 70000, VRAM 71000, VRAM 72000, VRAM 73000 64K "
         "VRAM 50124");
    watch("vm.mixed.big", WATCH_WRITES | WATCH_TABLES);

    bound(1, 0x40000, 0x75000);
    want(
        "BAR1 r4 124: VRAM 75000, VRAM 40000, VRAM 70000, VRAM 71000, VRAM 72000, VRAM 73000, VRAM "
        "74000 4K VRAM 60124");
    watch("vm.mixed.small", WATCH_WRITES | WATCH_TABLES);

    bound(1, 0x40000, 0x75000);
    reads(1, 0x124, "64K", 0x50124);
    watch("vm.mixed.both", WATCH_WRITES);

    bound(1, 0x40000, 0x75000);
    want("BAR1 r4 124: vvvvvv PTE, by the big one\n100e60=80000000");
    watch("vm.mixed.hint", WATCH_WRITES);
}

/* Sixteen pages of 64 KiB from 0x50000 on, tables at 0x150000; PD2, PD1, PD0 after. Tables: 32 entries of 8 bytes. */
static void want_packed(unsigned step)
{
    bound(1, 0x40000, 0x154000);
    for (unsigned i = 0; i < 16; i += step)
        want(
            "BAR1 r4 %llx: VRAM 154000, VRAM 40000, VRAM 151000, VRAM 152000, VRAM 153000, VRAM %x "
            "64K VRAM %x",
            i * MIB2 + 0x44, 0x150000 + i * 0x100, 0x50044 + i * 0x10000);
}

TEST(tables_in_one_page)
{
    want_packed(4);
    watch("vm.mixed.packed", WATCH_WRITES | WATCH_TABLES);
    want_packed(1);
    watch("vm.mixed.tight", WATCH_WRITES | WATCH_TABLES);
}

TEST(a_huge_page_beside_tables)
{
    bound(1, 0x40000, 0x425000);
    reads(1, 0x10, "4K", 0x400010);
    reads(1, MIB2, "2M", 0x200000);
    reads(1, MIB2 + 0x1ff000, "2M", 0x3ff000);
    reads(1, 2 * MIB2 + 0xf00, "64K", 0x410f00);
    watch("vm.mixed.huge", WATCH_WRITES);
}

/* Marsaglia's xorshift with 13, 17, 5. */
static uint32_t next_random(uint32_t *state)
{
    *state ^= *state << 13;
    *state ^= *state >> 17;
    *state ^= *state << 5;
    return *state;
}

/* Of 128 entries of PD0, 48 pages within 512 KiB; one in three has 64 KiB. The seed is 1. Whichever page is mapped last
 * at an address counts, but one of 64 KiB before those of 4 KiB. */
TEST(pages_at_random)
{
    static struct {
        uint64_t at, there;
        unsigned size;
    } pages[48];
    uint64_t looked_at[48];
    uint32_t random = 0x1b873593 ^ 1;

    for (unsigned i = 0; i < 48; i++) {
        const unsigned size = next_random(&random) % 3 < 2 ? 0x1000 : 0x10000;

        pages[i].size = size;
        pages[i].there = 0x50000 + next_random(&random) % (0x80000 / size) * size;
        pages[i].at = next_random(&random) % 128 * MIB2;
        pages[i].at += next_random(&random) % (MIB2 / size) * size;
        looked_at[i] = pages[i].at + (next_random(&random) % size & ~3u);
    }
    for (unsigned i = 0; i < 48; i++) {
        unsigned best = i;
        bool big = false;

        for (unsigned k = 0; k < 48; k++) {
            big |= pages[k].at / MIB2 == looked_at[i] / MIB2 && pages[k].size == 0x10000;
            if (looked_at[i] - pages[k].at < pages[k].size &&
                (pages[k].size > pages[best].size ||
                 (pages[k].size == pages[best].size && k > best)))
                best = k;
        }
        const bool small = pages[best].size == 0x1000;
        const uint64_t there = pages[best].there + (looked_at[i] - pages[best].at);
        want("BAR1 r4 %llx: %s %s VRAM %llx", (unsigned long long)looked_at[i],
             small && big ? "vvvvvvv" : "vvvvvv", small ? "4K" : "64K", (unsigned long long)there);
    }
    watch("vm.random", 0);
}

/* ---- TLBs (§6.1) ----------------------------------------------------------------------------- */

/* The page at 2 MiB is read, so cached, then another is mapped. Root, pages, PD2, PD1, PD0, table and block follow. */
static void want_cached(unsigned bar, uint64_t root)
{
    bound(bar, root, root + 0x7000);
    reads(bar, MIB2, "4K", root + 0x1000);
    want_flush();
}

static void want_trigger(uint64_t root, uint32_t trigger)
{
    want("100cb8=%llx\n100cec=0\n100cbc=%x", (unsigned long long)root >> 8, trigger);
}

/* CACHE_LEVEL 1, 2 and 5: PTEs alone, up to PDE0, up to PDE3. */
TEST(invalidates_of_levels)
{
    static const uint32_t levels[] = { 0x81000005, 0x82000005, 0x85000005 };

    for (unsigned i = 0; i < 6; i++) {
        const uint64_t root = 0x40000 + i * 0x8000;

        want_cached(i < 3 ? 1 : 2, root);
        want_trigger(root, levels[i % 3]);
        reads(i < 3 ? 1 : 2, MIB2, "4K", root + 0x2000);
    }
    watch("vm.tlb.invalidate", WATCH_WRITES);
}

static void want_page_trigger(uint64_t root, uint64_t page)
{
    want("100cb8=%llx\n100cec=0\n100cb4=%llx\n100ce8=0\n100cbc=80000004",
         (unsigned long long)root >> 8, (unsigned long long)page >> 8);
}

TEST(invalidates_of_a_page)
{
    want_cached(1, 0x40000);
    want_page_trigger(0x40000, MIB2);
    reads(1, MIB2, "4K", 0x42000);
    watch("vm.tlb.page", WATCH_WRITES);
}

/* The tables name the other page; the card may show the first. The other space's root is the page after the block. */
TEST(a_cached_page_may_stay)
{
    want_cached(1, 0x40000);
    reads(1, MIB2, "4K", 0x42000);
    reads(1, MIB2, "4K", 0x42000);
    watch("vm.tlb.stale", WATCH_WRITES);

    want_cached(1, 0x40000);
    reads(1, MIB2, "4K", 0x42000);
    want_trigger(0x48000, 0x80000005);
    reads(1, MIB2, "4K", 0x42000);
    want_page_trigger(0x40000, 2 * MIB2);
    reads(1, MIB2, "4K", 0x42000);
    watch("vm.tlb.others", WATCH_WRITES);
}

/* An entry of PD0 to PD3 is of a space behind: root, PD2 to PD0, table. CACHE_LEVEL is 2 for PD0 and 5 for PD3. */
TEST(invalidates_of_directories)
{
    static const unsigned tables[][4] = { { 0x3000, 0x4000, 0x5000, 0xc000 },
                                          { 0x3000, 0x4000, 0xb000, 0xc000 },
                                          { 0x3000, 0xa000, 0xb000, 0xc000 },
                                          { 0x9000, 0xa000, 0xb000, 0xc000 } };

    for (unsigned i = 0; i < 4; i++) {
        const unsigned root = 0x40000 + i * 0xd000;

        bound(1, root, root + 0x7000);
        want("BAR1 r4 200000: VRAM %x, VRAM %x, VRAM %x, VRAM %x, VRAM %x, VRAM %x 4K VRAM %x",
             root + 0x7000, root, root + 0x3000, root + 0x4000, root + 0x5000, root + 0x6000,
             root + 0x1000);
        want_flush();
        want_trigger(root, 0x80000005 | (2 + i) << 24);
        want("BAR1 r4 200000: VRAM %x, VRAM %x, VRAM %x, VRAM %x, VRAM %x, VRAM %x 4K VRAM %x",
             root + 0x7000, root, root + tables[i][0], root + tables[i][1], root + tables[i][2],
             root + tables[i][3], root + 0x2000);
    }
    watch("vm.tlb.levels", WATCH_WRITES | WATCH_TABLES);
}

TEST(a_new_page_is_invalidated)
{
    bound(1, 0x40000, 0x47000);
    reads(1, MIB2, "4K", 0x41000);
    want("BAR1 r4 201000: vvvvvv PTE\n100e60=80000000");
    want_bind(1, 0x47000);
    want_flush();
    want_invalidate(0x40000);
    reads(1, MIB2 + 0x1000, "4K", 0x42000);
    watch("vm.tlb.new", WATCH_WRITES);
}

/* PRI_FIFO_SPACE is 32 after reset. */
TEST(more_invalidates_than_the_queue_holds)
{
    bound(1, 0x40000, 0x47000);
    reads(1, MIB2, "4K", 0x41000);
    for (unsigned i = 0; i < 100; i++)
        want_invalidate(0x40000);
    watch("vm.tlb.queue", WATCH_WRITES);
}

/* ---- faults (§5.5, §6.3) --------------------------------------------------------------------- */

/* The record is acknowledged, then the same block is bound again. */
static void recovers(unsigned bar, uint64_t instance)
{
    want_flush();
    want("100e60=80000000");
    want_bind(bar, instance);
}

/* A read and a write that fault, through each BAR, and a page that is there. */
static void expect_faults(const char *test, uint64_t instance, const char *end)
{
    for (unsigned bar = 1; bar <= 2; bar++, instance += 0x1000) {
        bound(bar, 0x40000, instance);
        want("BAR%u r4 %x: %s", bar, AT, end);
        recovers(bar, instance);
        want("BAR%u w4 %x deadbeef: %s", bar, AT, end);
        recovers(bar, instance);
        want("BAR%u r4 10: vvvvvv 4K VRAM 50010", bar);
    }
    watch(test, WATCH_WRITES);
}

/* Root, a page of 64 KiB, PD2, PD1, PD0, the table of address 0; other mapped addresses have their tables after those.
 * Where that is a big one, its entry is asked first. */
TEST(pages_that_fault)
{
    expect_faults("fault.pde", 0x64000, "vvvvv PDE");
    expect_faults("fault.pte", 0x65000, "vvvvvv PTE");
    expect_faults("fault.pte.big", 0x65000, "vvvvvv PTE");
    expect_faults("fault.kind", 0x65000,
                  "vvvvvv 4K VRAM 51124 kind 60"); /* 60 is not defined (§5.6) */

    for (unsigned bar = 1; bar <= 2; bar++) {
        bound(bar, 0x40000, 0x64000 + bar * 0x1000);
        want("BAR%u r4 %x: vvvvvv 4K VRAM 51124 read-only", bar, AT);
        want("BAR%u w4 %x deadbeef: vvvvvv 4K VRAM 51124 read-only", bar, AT);
        recovers(bar, 0x64000 + bar * 0x1000);
    }
    watch("fault.read_only", WATCH_WRITES);
}

/* Where the tables of 0x203124 lie: of fault.pte both addresses have one; of fault.pte.big the 64 KiB one is behind. */
TEST(tables_of_absent_pages)
{
    static const char *const tests[] = { "fault.pte", "fault.pte.big" };

    for (unsigned i = 0; i < 2; i++) {
        for (unsigned bar = 1; bar <= 2; bar++) {
            for (unsigned write = 0; write < 2; write++)
                want("BAR%u %s: VRAM %x, VRAM 40000, VRAM 60000, VRAM 61000, VRAM 62000, VRAM "
                     "64000 PTE",
                     bar, write ? "w4 203124 deadbeef" : "r4 203124", 0x64000 + bar * 0x1000);
            want("BAR%u r4 10: VRAM %x, VRAM 40000, VRAM 60000, VRAM 61000, VRAM 62000, VRAM 63000 "
                 "4K VRAM 50010",
                 bar, 0x64000 + bar * 0x1000);
        }
        watch(tests[i], WATCH_TABLES);
    }
}

/* Word 128: bit 11 the size of big pages, bit 10 the format of tables, 1:0 the target, where 1 is invalid (§3.1). */
TEST(blocks_that_cannot_be_bound)
{
    static const struct {
        const char *test;
        unsigned low;
    } rows[] = { { "fault.unbound.format", 0x800 },
                 { "fault.unbound.page_size", 0x400 },
                 { "fault.unbound.target", 0xc01 } };

    for (unsigned i = 0; i < 3; i++) {
        bound(1, 0x40000, 0x64000);
        want("BAR1 r4 0: v UNBOUND_INST_BLOCK by %x", 0x40000 | rows[i].low);
        recovers(1, 0x64000);
        bound(2, 0x65000, 0x84000);
        want("BAR2 r4 0: v UNBOUND_INST_BLOCK by %x", 0x65000 | rows[i].low);
        recovers(2, 0x84000);
        watch(rows[i].test, WATCH_WRITES);
    }
}

/* DEBUG_RD and DEBUG_WR: address >> 12 in bits 31:4 (§5.5). */
TEST(sparse_pages)
{
    want("100ccc=700\n100cc8=800");
    for (unsigned bar = 1; bar <= 2; bar++) {
        bound(bar, 0x40000, 0x90000 + bar * 0x1000);
        want("BAR%u r4 %x: vvvvvv sparse", bar, AT);
        want("BAR%u w4 %x deadbeef: vvvvvv sparse", bar, AT);
        want_flush();
    }
    watch("fault.sparse", WATCH_WRITES);

    want("100ccc=700");
    bound(1, 0x40000, 0x81000);
    want("BAR1 r4 %x: vvvvvv sparse", AT);
    watch("fault.sparse.read", WATCH_WRITES);
}

/* FAULT_STATUS: VALID is bit 31, DROPPED_BAR1_VIRT bit 1, DROPPED_BAR2_VIRT bit 3; a 1 acknowledges. */
TEST(faults_that_are_dropped)
{
    for (unsigned bar = 1; bar <= 2; bar++) {
        bound(bar, bar == 1 ? 0x40000 : 0x65000, bar == 1 ? 0x64000 : 0x84000);
        want("BAR%u r4 203000: vvvvv PDE\nBAR%u w4 a03000 deadbeef: vvvvv PDE", bar, bar);
        want_flush();
        want("100e60=%x", bar == 1 ? 0x80000002 : 0x80000008);
    }
    watch("fault.dropped", WATCH_WRITES);
}

/* Bit 31 of the hub's leaf: enable 0x100a2c, status 0x100a20, disable 0x100a34; PMC's tree 0 is 0x100. Bit 9 of it is
 * looked at. The latch is 0x100e4c to 0x100e60. */
TEST(an_interrupt_of_the_latch)
{
    bound(1, 0x40000, 0x64000);
    want("100a2c=80000000\nBAR1 r4 203000: vvvvv PDE\n100e60=80000000\n100a34=80000000");
    watch("fault.interrupt", WATCH_WRITES);

    want("r 70000\nr 100c80\nr 1704\nr 1710\nBAR1 r4 203000: vvvvv PDE");
    want("r 0"); /* a read that gave all ones: does the card still answer? */
    want("r 100a20\nr 100\nr 100e60\nr 100e54\nr 100e4c\nr 100e58\nr 100e50\nr 100e5c\nr 100a20\n"
         "r 100");
    watch("fault.interrupt", WATCH_READS);
}

/* VA bits 12 to 20 in the table of address 0, 21 to 27 in PD0. */
TEST(faults_at_each_bit)
{
    bound(1, 0x40000, 0x64000);
    for (unsigned bit = 12; bit < 28; bit++) {
        want("BAR1 r4 %x: %s", 1u << bit, bit < 21 ? "vvvvvv PTE" : "vvvvv PDE");
        recovers(1, 0x64000);
    }
    watch("fault.address", WATCH_WRITES);
}

/* ---- the window in BAR0 (§2.1) --------------------------------------------------------------- */

/* Memory is cleared or gets its names, a KiB at a time. */
static void want_named(uint64_t from, uint64_t size)
{
    for (uint64_t at = from; at < from + size; at += 0x400)
        want("window w4*100 VRAM %llx", (unsigned long long)at);
}

/* Windows from 0 to 5 times 64 KiB below the memory show the same four words: VRAM has no more in front of it. */
TEST(bases_of_the_window)
{
    want("1700=0");
    want_named(0x40000, 0x1000);
    want_named(0x50000, 0x40000);
    for (unsigned base = 6; base-- > 0;)
        for (unsigned at = 0x50000; at < 0x90000; at += 0x10000)
            want("1700=%x\nwindow r4 VRAM %x", base, at);
    watch("window.base", WATCH_WINDOW | WATCH_BASE | WATCH_WRITES);
}

/* Every 17th word of 256 KiB; then 64 words, of which 32 have one bit, and 32 all but one. */
/* Dirty lines of L2 go to memory, then half of 64 MiB further other lines take the place of all (§1.11). */
static void want_evicted(unsigned near)
{
    want("70010=1\nL2 evicted from VRAM %x", (near + 0x2000000) % 0x4000000 & ~0xffffu);
}

TEST(words_of_vram)
{
    want_named(0x40000, 0x41000);
    want_evicted(0x41000);
    for (unsigned at = 0; at < 0x40000; at += 17 * 4)
        want("window r4 VRAM %x", 0x41000 + at);
    for (unsigned i = 0; i < 64; i++)
        want("window w4 VRAM %x %x", 0x41000 + 4 * i, i < 32 ? 1u << i : ~(1u << (i - 32)));
    want_evicted(0x41000);
    for (unsigned i = 0; i < 64; i++)
        want("window r4 VRAM %x", 0x41000 + 4 * i);
    watch("window.vram", WATCH_WINDOW | WATCH_WRITES);
}

/* §2.3: writes through BARs, lines of system memory in L2, dirty lines of L2. */
TEST(each_flush)
{
    want("70000=1\n70004=1\n70010=1");
    watch("window.flush", WATCH_WRITES);
}

/* ---- how much VRAM there is (§1.4, §9.1) ----------------------------------------------------- */

/* Of 64 MiB the VBIOS has the last one. The last word in front of it, and words that are half, a quarter ... of the
 * memory lower, down to the first 256 KiB; its old value is restored. */
TEST(the_last_word)
{
    static const unsigned values[] = { 0x9472c5be, 0x6b8d3a41 };

    want("window r4 VRAM 3effffc");
    for (unsigned i = 0; i < 2; i++) {
        want("window w4 VRAM 3effffc %x", values[i]);
        want_evicted(0x3effffc);
        for (unsigned half = 0x2000000; half >= 0x40000; half /= 2)
            want("window r4 VRAM %x", 0x3effffc - half);
    }
    want("window r4 VRAM 3effffc\nwindow w4 VRAM 3effffc 5c5c5c5c");
    watch("vram.size", WATCH_WINDOW | WATCH_WRITES);
}

/* Addresses come round: the first free word changes with the first one past the end, and gets its old word back. */
TEST(words_behind_the_end)
{
    want("window r4 VRAM 4040000");
    for (unsigned below = 0x4000000; below > 0x40000; below /= 2)
        want("window r4 VRAM %x", 0x4040000 - below);
    want("window w4 VRAM 4040000 6b8d3a41");
    want_evicted(0x40000);
    want("window r4 VRAM 4040000");
    for (unsigned below = 0x4000000; below > 0x40000; below /= 2)
        want("window r4 VRAM %x", 0x4040000 - below);
    want("window w4 VRAM 4040000 5c5c5c5c");
    watch("vram.end", WATCH_WINDOW | WATCH_WRITES);
}
