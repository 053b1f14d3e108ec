/* The registers that engines/nv50 writes for PMC, PGRAPH, PFIFO, faults and BARs, in their order. Addresses and values
 * are typed from docs/hardware/: silicon-sequences.md, tesla-engines.md, tesla-mmio.md, tesla-vm.md. */
#include "engines/nv50/aperture.h"
#include "engines/nv50/context_program.h"
#include "engines/nv50/fault.h"
#include "engines/nv50/fifo.h"
#include "engines/nv50/flush.h"
#include "engines/nv50/pgraph.h"
#include "engines/nv50/reset.h"
#include "tests/engines/nv50/chip_rig.h"

/* ---- PMC, PBUS, PTIMER */

/* §2.1: 0x9220, then 0x9200, then 0x9210, by the crystal in bits 22 and 6 of 0x101000; tesla-mmio.md §3.2. */
TEST(preparations_follow_the_crystal)
{
    static const struct {
        uint32_t straps;
        const char *timer;
    } rows[] = {
        { 0x00000000, "9220=4 9200=36 9210=19 " },    /* 13.5 MHz: 54 / 25 */
        { 0x00000040, "9220=4 9200=1bf7 9210=c35 " }, /* 14.318 MHz: 7159 / 3125 */
        { 0x00400000, "9220=2 9200=144 9210=7d " },   /* 27 MHz: 324 / 125 */
        { 0xffffffff, "9220=2 9200=c 9210=5 " },      /* 25 MHz: 12 / 5 */
    };
    char expected[400];

    for (unsigned i = 0; i < ARRAY_SIZE(rows); i++) {
        open_chip(CHIP_G84);
        set(REF_PFB_POLLER_PLACE, rows[i].straps);
        engines_prepare(&bench.card);
        snprintf(expected, sizeof(expected),
                 "140=0 200=ffffffff 1100=ffffffff %s"
                 "1900=0 1904=0 1908=0 190c=0 1910=0 1914=0 1918=0 191c=0 ",
                 rows[i].timer);
        expect_writes(expected);
    }
    open_chip(CHIP_G84);
    bench.lists_reads = true;
    engines_prepare(&bench.card);
    assert_non_null(strstr(bench.accesses, "200=ffffffff r200 1100=ffffffff "));
}

/* ---- PGRAPH: silicon-sequences.md §6.1 */

#define UNIT_TRAPS                                                                                 \
    "400804=c0000000 406800=c0000000 400c04=c0000000 401800=c0000000 405018=c0000000 "             \
    "402000=c0000000 "
#define GRAPH_CHECKS                                                                               \
    "400040=ffffffff 400040=0 405020=1 400080=401889f2 400100=ffffffff 400108=ffffffff "           \
    "40013c=ffffffff 400138=ffffffff "

TEST(graphics_start_with_every_trap_cleared)
{
    open_chip(CHIP_G92);
    set(REF_PBUS_HWUNITS_0, 0xffff0005); /* TPCs 0 and 2 */
    pgraph_start(&bench.card);
    expect_writes("200=ffdfefff 200=ffffffff " UNIT_TRAPS
                  "408900=c0000000 408e08=c0000000 408314=c0000000 408318=ffffffff "
                  "40a900=c0000000 40ae08=c0000000 40a314=c0000000 40a318=ffffffff " GRAPH_CHECKS);
    open_chip(CHIP_G200);
    set(REF_PBUS_HWUNITS_0, 0x00000201); /* TPCs 0 and 9 */
    pgraph_start(&bench.card);
    expect_writes("200=ffdfefff 200=ffffffff " UNIT_TRAPS
                  "408600=c0000000 408708=c0000000 40831c=c0000000 408320=ffffffff "
                  "40ce00=c0000000 40cf08=c0000000 40cb1c=c0000000 40cb20=ffffffff " GRAPH_CHECKS);
    open_chip(CHIP_G98);
    set(REF_PBUS_HWUNITS_0, 0xffffffff); /* more than its die has */
    pgraph_start(&bench.card);
    expect_writes("200=ffdfefff 200=ffffffff " UNIT_TRAPS
                  "408900=c0000000 408e08=c0000000 408314=c0000000 408318=ffffffff " GRAPH_CHECKS);
}

/* tesla-engines.md §4.7 */
TEST(context_programs_are_loaded_and_run)
{
    open_chip(CHIP_G84);
    assert_int_equal(context_program_run(&bench.card, true), OK);
    expect_writes("400324=0 400328=70009c 400328=70008e 400328=700080 400328=200001 400328=600006 "
                  "400328=11020a 400328=70000e 400328=70001c 400328=60000c 400310=0 400304=1 ");
    assert_int_equal(context_program_run(&bench.card, false), OK);
    assert_non_null(strstr(bench.accesses, "70008e 400328=700000 400328=200001 "));
}

/* TPCs 0 and 9, MPs 0 and 2 of each; tesla-isa.md §8. */
TEST(multiprocessors_are_those_of_the_die)
{
    open_chip(CHIP_G200);
    set(REF_PBUS_HWUNITS_0, 0x05000201);
    assert_true(pgraph_mps(&bench.card) == UINT64_C(0x5000000005));
    PUT(set, 0x40831c, 0x30000, 0x40cb1c, 0x04000000);
    set(0x408b1c, 0x10000); /* TPC 1 */
    assert_true(pgraph_mp_traps(&bench.card) == UINT64_C(0x4000000001));
    pgraph_clear_mp_flags(&bench.card);
    expect_writes("408160=0 408164=0 408260=0 408264=0 40c960=0 40c964=0 40ca60=0 40ca64=0 ");
}

/* ---- PFIFO: silicon-sequences.md §5.1, §5.2, tesla-mmio.md §4.5 */

static struct fifo some_fifo(void)
{
    return (struct fifo){ .card = &bench.card,
                          .channel = { 0x1000000, TARGET_VRAM },
                          .own = { 0x2000000, TARGET_VRAM },
                          .ring = { 0x3000000, TARGET_VRAM },
                          .used = FIFO_COMMANDS };
}

/* Words of VRAM go through the window at 0x700000, which moves by 1 MiB in units of 64 KiB. tesla-mmio.md §4.3: the
 * words that are not 0; on G80 RAMFC is the start of the channel, and has no words for the cache and the channel. */
TEST(ramfc_tells_of_ring_and_handles)
{
    static const struct {
        enum chipset_index chip;
        const char *window;
        uint32_t at, cache, channel;
        const char *runlist;
    } rows[] = {
        { CHIP_G80, "1700=120 ", 0x730000, 0, 0, "1700=230 742000=1 " },
        { CHIP_G84, "1700=230 ", 0x740000, 0x8d04, 0x1230, "742000=1 " },
    };

    for (unsigned i = 0; i < ARRAY_SIZE(rows); i++) {
        const uint32_t words[64] = {
            [0x3c / 4] = 0x403f6078,      [0x44 / 4] = 0x01003fff, [0x48 / 4] = 0x567,
            [0x50 / 4] = 0x12345600,      [0x54 / 4] = 0x00080098, [0x60 / 4] = 0x7fffffff,
            [0x7c / 4] = 0x30000001,      [0x80 / 4] = 0x04000700, [0x88 / 4] = rows[i].cache,
            [0x98 / 4] = rows[i].channel,
        };
        struct vm vm = { .card = &bench.card, .channel = { 0x1230000, TARGET_VRAM } };
        const struct fifo_place place = { .own = { 0x2340000, TARGET_VRAM },
                                          .ramht = 0x7000,
                                          .ring = { 0x3450000, TARGET_VRAM },
                                          .ring_at = UINT64_C(0x9812345600) };
        struct fifo fifo;
        char entry[32];

        open_chip(rows[i].chip);
        bench.card.vram.size = 0x4000000;
        assert_int_equal(fifo_lay(&fifo, &vm, 0x567, &place), OK);
        const char *at = behind(rows[i].window);
        for (unsigned word = 0; word < 64; word++) {
            snprintf(entry, sizeof(entry), "%x=%x ", rows[i].at + 4 * word, words[word]);
            if (strncmp(at, entry, strlen(entry)) != 0)
                fail_msg("RAMFC 0x%x: '%.16s', expected '%s'", 4 * word, at, entry);
            at += strlen(entry);
        }
        assert_string_equal(at, rows[i].runlist);
        bench_forget(&bench);
        assert_int_equal(fifo.used, 0x800);
        assert_true(fifo.ring.v == 0x3450000 && fifo.ring_at == UINT64_C(0x9812345600));

        /* §4.4: handle 0xbeef hashes to 0x0b0, as 0xb0 does, for which there is no place then. */
        assert_int_equal(fifo_handle(&fifo, 0xbeef, 0x567, 1), OK);
        expect_writes("1700=120 737580=beef 737584=100567 ");
        assert_int_equal(fifo_handle(&fifo, 0xbeef, 0x568, 0), OK);
        expect_writes("737580=beef 737584=568 ");
        assert_int_equal(fifo_handle(&fifo, 0xb0, 0x567, 1), ERR_NO_MEMORY);
        expect_writes("");
    }
}

/* The ring has 256 entries, of which one stays free, and 0x800 bytes for commands; an entry is the address of 40 bits and the count. */
TEST(full_rings_are_not_written)
{
    static const uint32_t words[3] = { 0 };

    open_chip(CHIP_G84);
    struct fifo fifo = some_fifo();

    fifo.pending = 255;
    assert_int_equal(fifo_entry(&fifo, 0, 1), ERR_NO_MEMORY);
    fifo.used = 0x1000 - 8;
    assert_int_equal(fifo_submit(&fifo, words, 3), ERR_NO_MEMORY);
    expect_writes("");
    assert_int_equal(fifo.used, 0x1000 - 8);
    fifo.pending = 0;
    fifo.ring_at = UINT64_C(0x9812345000);
    bench.card.vram.size = 0x4000000;
    assert_int_equal(fifo_submit(&fifo, words, 2), OK); /* to its end */
    expect_writes("1700=300 700ff8=0 700ffc=0 700000=12345ff8 700004=898 70000=1 c0208c=1 ");
    assert_int_equal(fifo.used, 0x1000);
    fifo_rewind(&fifo);
    assert_pairs(fifo.pending, 0, fifo.used, 0x800);
}

/* ---- BAR1, BAR3, PEEPHOLE: tesla-engines.md §6.2, silicon-sequences.md §3 */

/* tesla-engines.md §1.1: BARs are engine 6, slots 0 and 1, PEEPHOLE is engine 4; bits 4 and 6 of PFIFO's interrupt. */
TEST(apertures_are_named_in_faults)
{
    open_chip(CHIP_G84);
    assert_pairs(aperture_engine(APERTURE_BAR1), 6, aperture_engine(APERTURE_BAR3), 6,
                 aperture_engine(APERTURE_PEEPHOLE), 4, aperture_slot(APERTURE_BAR1), 0,
                 aperture_slot(APERTURE_BAR3), 1, aperture_slot(APERTURE_PEEPHOLE), 0,
                 aperture_fault_bit(APERTURE_BAR1), 0x10, aperture_fault_bit(APERTURE_BAR3), 0x10);
    assert_int_equal(aperture_fault_bit(APERTURE_PEEPHOLE), 0x40);
    /* A BAR that has no address has no bytes; one of more than 4 GiB, and PEEPHOLE, have 4 GiB. */
    assert_int_equal(aperture_size(&bench.card, APERTURE_BAR1), 0);
    bench.card.pci.bars[NV_BAR_VRAM] = (struct pci_bar){ .size = 0x10000000, .assigned = true };
    assert_int_equal(aperture_size(&bench.card, APERTURE_BAR1), 0x10000000);
    bench.card.pci.bars[NV_BAR_VRAM].size = UINT64_C(0x200000000);
    assert_true(aperture_size(&bench.card, APERTURE_BAR1) == UINT64_C(0x100000000));
    assert_true(aperture_size(&bench.card, APERTURE_PEEPHOLE) == UINT64_C(0x100000000));
}
