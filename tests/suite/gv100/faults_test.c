/* Accesses and register writes of the self tests of faults and of the window in BAR0. Typed from docs/hardware/gv100.md
 * §1.3, §1.4, §2.1, §2.3, §5, §6.3, §9.1. How VRAM is shared out, suite/gv100/pages_test.c says. */
#include "tests/kit/tests.h"
#include "tests/suite/gv100/watch_rig.h"

#define AT 0x203124u /* most of them are about this address */

static void bound(unsigned bar, uint64_t root, uint64_t instance)
{
    want_flush();
    want_invalidate(root);
    want_bind(bar, instance);
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
static void want_faults(uint64_t instance, const char *end)
{
    for (unsigned bar = 1; bar <= 2; bar++, instance += 0x1000) {
        bound(bar, 0x40000, instance);
        want("BAR%u r4 %x: %s", bar, AT, end);
        recovers(bar, instance);
        want("BAR%u w4 %x deadbeef: %s", bar, AT, end);
        recovers(bar, instance);
        want("BAR%u r4 10: vvvvvv 4K VRAM 50010", bar);
    }
}

/* Root, a page of 64 KiB, PD2, PD1, PD0, the table of address 0; other mapped addresses have their tables after those.
 * Where that is a big one, its entry is asked first. */
TEST(pages_that_fault)
{
    want_faults(0x64000, "vvvvv PDE");
    watch("fault.pde", WATCH_WRITES);
    want_faults(0x65000, "vvvvvv PTE");
    watch("fault.pte", WATCH_WRITES);
    want_faults(0x65000, "vvvvvv PTE");
    watch("fault.pte.big", WATCH_WRITES);
    want_faults(0x65000, "vvvvvv 4K VRAM 51124 kind 60"); /* 60 is not defined (§5.6) */
    watch("fault.kind", WATCH_WRITES);

    for (unsigned bar = 1; bar <= 2; bar++) {
        bound(bar, 0x40000, 0x64000 + bar * 0x1000);
        want("BAR%u r4 %x: vvvvvv 4K VRAM 51124 read-only", bar, AT);
        want("BAR%u w4 %x deadbeef: vvvvvv 4K VRAM 51124 read-only", bar, AT);
        recovers(bar, 0x64000 + bar * 0x1000);
    }
    watch("fault.read_only", WATCH_WRITES);
}

/* Where the tables of 0x203124 lie: of fault.pte both addresses have a table of their own; of fault.pte.big the one of
 * 64 KiB pages is behind. */
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
        for (unsigned at = 0x50000; at < 0x90000; at += 0x10000) {
            want("1700=%x\nwindow r4 VRAM %x", base, at);
        }
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

/* Addresses come round, so the first free word changes with the first word past the end: it gets the test's word, and
 * its old one in the end. */
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
