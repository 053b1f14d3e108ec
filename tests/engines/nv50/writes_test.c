/* The registers that engines/nv50 writes for PMC, PGRAPH, PFIFO, faults and BARs, in their order, against a card that is
 * nothing but registers. Addresses and values are typed from docs/hardware/: silicon-sequences.md, tesla-engines.md,
 * tesla-mmio.md, tesla-vm.md. */
#include "engines/nv50/aperture.h"
#include "engines/nv50/fault.h"
#include "engines/nv50/fifo.h"
#include "engines/nv50/flush.h"
#include "engines/nv50/pgraph.h"
#include "engines/nv50/reset.h"
#include "tests/engines/nv50/chip_rig.h"

/* ---- PMC, PBUS, PTIMER */

/* silicon-sequences.md §1.3: off, on, each read back. */
TEST(resets_are_read_back)
{
    open_chip(CHIP_G84);
    bench.lists_reads = true;
    engines_reset_pgraph(&bench.card); /* bits 12 and 21 */
    expect_writes("r200 200=ffdfefff r200 200=ffffffff r200 ");
    engines_reset_pfifo(&bench.card); /* bit 8; the register is remembered by now */
    expect_writes("200=fffffeff r200 200=ffffffff r200 ");
}

/* §1.3, §5.1: every unit but PTIMER, PFB and PDISPLAY; then PFIFO runs with an empty list. */
TEST(quiet_is_all_units_reset_and_an_empty_runlist)
{
    const char *at;
    char entry[32];

    open_chip(CHIP_G84);
    engines_quiet(&bench.card);
    at = behind("200=f81d0eed 200=ffffffff 2100=ffffffff ");
    for (unsigned i = 0; i < 128; i++) {
        snprintf(entry, sizeof(entry), "%x=0 ", 0x2600 + 4 * i);
        assert_int_equal(strncmp(at, entry, strlen(entry)), 0);
        at += strlen(entry);
    }
    assert_string_equal(at, "32f4=0 32ec=0 2500=101 3200=1 3250=1 2500=1 ");
    bench_forget(&bench);
    /* The registers that make PFIFO run are restored; its lists are not. */
    card_undo(&bench.card, 0);
    expect_writes("3250=0 3200=0 2500=0 200=ffffffff ");
}

/* §2.1: 0x9220, then 0x9200, then 0x9210, by the crystal in bits 22 and 6 of 0x101000; tesla-mmio.md §3.2: eight words
 * of the remapper. */
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

TEST(a_channel_is_loaded_before_the_port_opens)
{
    open_chip(CHIP_G84);
    pgraph_load(&bench.card, 0xc0000000 | DESCRIPTOR);
    expect_writes("400824=4000 400784=1234 400320=4 40032c=80001234 400500=10001 ");
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

/* The three complaints that are asked for are bits 0, 12 and 20; RAMFC of G84 lies at 0x2000000, the runlist at
 * 0x2002000. */
TEST(channels_start_in_the_order_of_drivers)
{
    static const struct {
        enum chipset_index chip;
        const char *flush, *entry;
    } rows[] = {
        { CHIP_G80, "330c=1 ", "2604=80001000 " },
        { CHIP_G84, "70000=1 ", "2604=80020000 " },
    };
    char expected[400];

    for (unsigned i = 0; i < ARRAY_SIZE(rows); i++) {
        open_chip(rows[i].chip);
        struct fifo fifo = some_fifo();

        assert_int_equal(fifo_start(&fifo), OK);
        snprintf(expected, sizeof(expected),
                 "%s200=fffffeff 200=ffffffff 250c=6f3cfc34 2044=1003fff 2100=ffffffff "
                 "2140=101001 2600=0 2604=0 ",
                 rows[i].flush);
        const char *const rest = strstr(behind(expected), "27fc=0 ");
        assert_non_null(rest);
        snprintf(expected, sizeof(expected),
                 "27fc=0 3200=1 3250=1 2500=1 %s32f4=2002 32ec=1 2500=101 ", rows[i].entry);
        assert_string_equal(rest, expected);
    }
}

TEST(a_channel_is_not_started_without_its_flush)
{
    open_chip(CHIP_G84);
    keep(REF_HOST_FLUSH_G84, 2);
    struct fifo fifo = some_fifo();

    assert_int_equal(fifo_start(&fifo), ERR_TIMEOUT);
    expect_writes("70000=1 ");
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

/* §4.7: an entry has the address in bits 39:2 and the number of words from bit 10 of its upper word on. */
TEST(commands_are_flushed_before_they_are_told)
{
    static const uint32_t words[] = { 0x11, 0x22, 0x33 };

    open_chip(CHIP_G84);
    bench.card.vram.size = 0x4000000;
    struct fifo fifo = some_fifo();

    fifo.ring_at = UINT64_C(0x9812345600);
    assert_int_equal(fifo_submit(&fifo, words, 3), OK);
    expect_writes("1700=300 700800=11 700804=22 700808=33 700000=12345e00 700004=c98 70000=1 "
                  "c0208c=1 ");
    set(REF_HOST_FLUSH_G84, 0);
    assert_int_equal(fifo_submit(&fifo, words, 1), OK);
    expect_writes("70080c=11 700008=12345e0c 70000c=498 70000=1 c0208c=2 ");
    /* The buffer has 256 entries, and begins again after them. */
    fifo.entries = 255;
    set(REF_HOST_FLUSH_G84, 0);
    assert_int_equal(fifo_entry(&fifo, UINT64_C(0x9800000004), 1), OK);
    expect_writes("7007f8=4 7007fc=498 70000=1 c0208c=0 ");
    assert_int_equal(fifo.pending, 3);
    /* Words that could not be flushed are not told. */
    keep(REF_HOST_FLUSH_G84, 2);
    assert_int_equal(fifo_submit(&fifo, words, 1), ERR_TIMEOUT);
    expect_writes("700810=11 700000=12345e10 700004=498 70000=1 ");
    assert_int_equal(fifo.pending, 3);
}

/* The ring has 256 entries, of which one stays free, and 0x800 bytes for commands. */
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
    bench.card.vram.size = 0x4000000;
    assert_int_equal(fifo_submit(&fifo, words, 2), OK); /* to its end */
    assert_int_equal(fifo.used, 0x1000);
    fifo_rewind(&fifo);
    assert_int_equal(fifo.pending, 0);
    assert_int_equal(fifo.used, 0x800);
}

/* tesla-mmio.md §4.4: the engine of a handle has 4 bits. */
TEST(handles_that_do_not_fit_are_not_written)
{
    open_chip(CHIP_G84);
    struct fifo fifo = some_fifo();

    assert_int_equal(fifo_handle(&fifo, 1, 0x100, 16), ERR_RANGE);
    expect_writes("");
}

/* REF of channel 1 is 0xc02048. One second is waited; a complaint ends the wait at once. */
TEST(references_are_waited_for)
{
    static const struct {
        uint32_t raised;
        bool ends;
    } rows[] = {
        { 0x1, true }, { 0x1000, true }, { 0x100000, true }, { 0xffeffffe & ~0x1000u, false }
    };

    open_chip(CHIP_G84);
    struct fifo fifo = some_fifo();

    set(0xc02048, 7);
    assert_int_equal(fifo_ref(&fifo), 7);
    assert_int_equal(fifo_wait(&fifo, 7), OK);
    assert_in_range(bench.now_us, 0, 1000);
    for (unsigned i = 0; i < ARRAY_SIZE(rows); i++) {
        bench.now_us = 0;
        set(REF_PFIFO_INTR, rows[i].raised);
        assert_int_equal(fifo_wait(&fifo, 8), rows[i].ends ? OK : ERR_TIMEOUT);
        if (rows[i].ends)
            assert_in_range(bench.now_us, 0, 1000);
        else
            /* from the first look, at 100 us; two more are for the line in the log */
            assert_int_equal(bench.now_us, 100 + 1000000 + 200);
    }
    expect_writes("");
    card_deadline(&bench.card, 1000);
    assert_int_equal(fifo_wait(&fifo, 8), ERR_DEADLINE);
}

/* tesla-mmio.md §4.8: 0x3228 bits 29 to 31, 0x3250 bits 20 to 23, PMC's line 8. Only the requested interrupts are
 * acknowledged. */
TEST(complaints_of_pfifo_are_taken)
{
    struct fifo_event event;

    open_chip(CHIP_G84);
    struct fifo fifo = some_fifo();

    set(REF_PFIFO_INTR, 0x40101051);
    set(REF_PFIFO_DMA_STATE, 0xdfffffff);
    set(REF_PFIFO_PULL0, 0xff4fffff);
    set(0x100, 0x100);
    fifo_take_event(&fifo, &event);
    assert_int_equal(event.interrupts, 0x101001);
    assert_int_equal(event.pusher, 6);
    assert_int_equal(event.semaphore, 4);
    assert_true(event.line);
    expect_writes("2100=101001 ");
    set(0x100, 0xfffffeff);
    fifo_take_event(&fifo, &event);
    assert_false(event.line);
}

/* tesla-vm.md §8.5: no field of 3 bits in three words may be 1; 2 s are waited for that, and then the flush is made all
 * the same. Other states than 1 hold nobody up, and nor does bit 30, above the last field. */
TEST(each_unit_of_pgraph_is_awaited)
{
    for (uint32_t at = 0x400380; at <= 0x400388; at += 4)
        for (unsigned field = 0; field < 10; field++)
            for (uint32_t value = 1; value < 8; value++) {
                open_chip(CHIP_G86);
                set(REF_PGRAPH_FIFO_CONTROL, 0x10001);
                keep(REF_PFB_MMU_TLB_FLUSH, 0);
                keep(at, value << 3 * field);
                assert_int_equal(vm_flush_tlb(&bench.card, VM_ENGINE_PGRAPH), OK);
                expect_writes("400500=10000 " TEXT_PFB_MMU_TLB_FLUSH "=1 400500=10001 ");
                /* three looks at the clock besides, of 100 us each */
                assert_in_range(bench.now_us, value == 1 ? 2000000 : 0, value == 1 ? 2000300 : 300);
                assert_int_equal(value == 1, bench.lines);
            }
    open_chip(CHIP_G86);
    keep(REF_PGRAPH_VSTATUS, UINT32_C(1) << 30);
    keep(REF_PFB_MMU_TLB_FLUSH, 0);
    assert_int_equal(vm_flush_tlb(&bench.card, VM_ENGINE_PGRAPH), OK);
    assert_in_range(bench.now_us, 0, 300);
}

/* ---- VM faults: silicon-sequences.md §7.1, tesla-vm.md §2.2 */

TEST(faults_are_armed_with_the_chips_word)
{
    static const struct {
        enum chipset_index chip;
        const char *writes;
    } rows[] = {
        { CHIP_G80, TEXT_PFB_VM_FAULT "=707ff " TEXT_PFB_VM_FAULT "=800707ff 2100=50 " },
        { CHIP_G84, TEXT_PFB_VM_FAULT "=1d07ff " TEXT_PFB_VM_FAULT "=801d07ff 2100=50 " },
        { CHIP_MCP79, TEXT_PFB_VM_FAULT "=1d07ff " TEXT_PFB_VM_FAULT "=801d07ff 2100=50 " },
        { CHIP_GT218, TEXT_PFB_VM_FAULT "=d0fff " TEXT_PFB_VM_FAULT "=800d0fff 2100=50 " },
        { CHIP_MCP89, TEXT_PFB_VM_FAULT "=89d1fff " TEXT_PFB_VM_FAULT "=889d1fff 2100=50 " },
    };

    for (unsigned i = 0; i < ARRAY_SIZE(rows); i++) {
        open_chip(rows[i].chip);
        set(REF_PFIFO_INTR, 0xffffffff);
        fault_arm(&bench.card);
        expect_writes(rows[i].writes);
    }
}

TEST(records_are_read_by_index_and_acknowledged)
{
    struct vm_fault fault;

    open_chip(CHIP_G84);
    keep(REF_PFB_VM_FAULT, 0x7fffffff);
    assert_false(fault_take(&bench.card, &fault));
    expect_writes("");
    keep(REF_PFB_VM_FAULT, 0x829d07ff);  /* the index may be anything */
    keep(REF_PFB_VM_FAULT_DATA, 0x4126); /* the same for every word */
    assert_true(fault_take(&bench.card, &fault));
    assert_int_equal(fault.engine, 6);
    assert_int_equal(fault.reason, 2);
    assert_int_equal(fault.client, 1);
    assert_int_equal(fault.slot, 4);
    assert_true(fault.at.v == UINT64_C(0x2641264126));
    expect_writes(TEXT_PFB_VM_FAULT "=9d07ff " TEXT_PFB_VM_FAULT "=19d07ff " TEXT_PFB_VM_FAULT
                                    "=29d07ff " TEXT_PFB_VM_FAULT "=39d07ff " TEXT_PFB_VM_FAULT
                                    "=49d07ff " TEXT_PFB_VM_FAULT "=59d07ff " TEXT_PFB_VM_FAULT
                                    "=809d07ff ");
    set(REF_PFIFO_INTR, 0xffffffaf);
    assert_int_equal(fault_interrupts_take(&bench.card), 0);
    expect_writes("");
    set(REF_PFIFO_INTR, 0x40);
    assert_int_equal(fault_interrupts_take(&bench.card), 0x40);
    expect_writes("2100=40 ");
    bench.card.expired = true;
    set(REF_PFIFO_INTR, 0x50);
    assert_int_equal(fault_interrupts_take(&bench.card), 0);
    assert_false(fault_take(&bench.card, &fault));
    expect_writes("");
}

/* ---- BAR1, BAR3, PEEPHOLE: tesla-engines.md §6.2, silicon-sequences.md §3 */

TEST(apertures_are_bound)
{
    uint8_t bytes[0x1000];

    open_chip(CHIP_G84);
    bench.card.pci.bars[NV_BAR_VRAM] =
        (struct pci_bar){ .at = { 0x20000000 }, .size = sizeof(bytes), .assigned = true };
    bench_add_region(&bench, 0x20000000, bytes, sizeof(bytes));
    aperture_channel(&bench.card, DESCRIPTOR);
    expect_writes("1704=1234 1704=40001234 ");
    aperture_bind(&bench.card, APERTURE_BAR1, 0x54);
    aperture_bind(&bench.card, APERTURE_BAR3, 0x56);
    expect_writes("1708=80000054 170c=80000056 ");
    aperture_bind(&bench.card, APERTURE_PEEPHOLE,
                  0x58); /* engine 4, whose TLB nobody else flushes */
    expect_writes(TEXT_PFB_MMU_TLB_FLUSH "=40001 1710=80000058 ");
    assert_int_equal(bench.lines, 2); /* the flush has not ended, and the meaning of its register */
    keep(REF_PFB_MMU_TLB_FLUSH, 0);
    aperture_bind(&bench.card, APERTURE_BAR1, 0x54);
    aperture_bind(&bench.card, APERTURE_PEEPHOLE, 0x58);
    assert_int_equal(bench.lines, 2);
    expect_writes("1708=80000054 " TEXT_PFB_MMU_TLB_FLUSH "=40001 1710=80000058 ");
    aperture_unbind(&bench.card, APERTURE_BAR1);
    aperture_unbind(&bench.card, APERTURE_BAR3);
    aperture_unbind(&bench.card, APERTURE_PEEPHOLE);
    expect_writes("1708=0 170c=0 1710=0 ");

    aperture_write32(&bench.card, APERTURE_BAR1, (logical_addr){ 0xffc }, 0x89abcdef);
    aperture_write32(&bench.card, APERTURE_BAR1, (logical_addr){ 0x1000 }, 1); /* past its end */
    aperture_write32(&bench.card, APERTURE_BAR3, (logical_addr){ 0 }, 1);      /* not there */
    expect_writes("10000ffc=89abcdef ");
    assert_int_equal(aperture_read32(&bench.card, APERTURE_BAR1, (logical_addr){ 0xffc }),
                     0x89abcdef);
    aperture_write32(&bench.card, APERTURE_PEEPHOLE, (logical_addr){ 0xfffffffc }, 0x1122);
    assert_int_equal(aperture_read32(&bench.card, APERTURE_PEEPHOLE, (logical_addr){ 0x40 }),
                     0x1122);
    expect_writes("60010=fffffffc 60014=1122 60010=40 ");
    bench.card.chip = &nv50_chips[CHIP_G80].chip;
    aperture_write32(&bench.card, APERTURE_PEEPHOLE, (logical_addr){ 0x44 }, 0x3344);
    expect_writes("1570=44 1574=3344 ");
}

/* tesla-engines.md §1.1: BARs are engine 6, slots 0 and 1, PEEPHOLE is engine 4; PFIFO's interrupt has bit 4 for BARs
 * and bit 6 for PEEPHOLE. */
TEST(apertures_are_named_in_faults)
{
    open_chip(CHIP_G84);
    assert_int_equal(aperture_engine(APERTURE_BAR1), 6);
    assert_int_equal(aperture_engine(APERTURE_BAR3), 6);
    assert_int_equal(aperture_engine(APERTURE_PEEPHOLE), 4);
    assert_int_equal(aperture_slot(APERTURE_BAR1), 0);
    assert_int_equal(aperture_slot(APERTURE_BAR3), 1);
    assert_int_equal(aperture_slot(APERTURE_PEEPHOLE), 0);
    assert_int_equal(aperture_fault_bit(APERTURE_BAR1), 0x10);
    assert_int_equal(aperture_fault_bit(APERTURE_BAR3), 0x10);
    assert_int_equal(aperture_fault_bit(APERTURE_PEEPHOLE), 0x40);
    /* A BAR that has no address has no bytes; one of more than 4 GiB, and PEEPHOLE, have 4 GiB. */
    assert_int_equal(aperture_size(&bench.card, APERTURE_BAR1), 0);
    bench.card.pci.bars[NV_BAR_VRAM] = (struct pci_bar){ .size = 0x10000000, .assigned = true };
    assert_int_equal(aperture_size(&bench.card, APERTURE_BAR1), 0x10000000);
    bench.card.pci.bars[NV_BAR_VRAM].size = UINT64_C(0x200000000);
    assert_true(aperture_size(&bench.card, APERTURE_BAR1) == UINT64_C(0x100000000));
    assert_true(aperture_size(&bench.card, APERTURE_PEEPHOLE) == UINT64_C(0x100000000));
}
