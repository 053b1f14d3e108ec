/* The registers that engines/nv50 writes, in their order, against a card that is nothing but registers. Addresses and
 * values are typed from docs/hardware/: silicon-sequences.md, tesla-engines.md, tesla-mmio.md, tesla-vm.md. */
#include "engines/nv50/aperture.h"
#include "engines/nv50/falcon.h"
#include "engines/nv50/fault.h"
#include "engines/nv50/fifo.h"
#include "engines/nv50/flush.h"
#include "engines/nv50/pcounter.h"
#include "engines/nv50/pcounter_record.h"
#include "engines/nv50/pgraph.h"
#include "engines/nv50/reset.h"
#include "engines/nv50/temperature.h"
#include "engines/nv50/vp2.h"
#include "hw/nv50/chip.h"
#include "reference/nv50.h"
#include "tests/engines/writes_rig.h"

#define DESCRIPTOR 0x1234u

static void open_chip(enum chipset_index chip)
{
    open_writes(&nv50_chips[chip].chip);
    set(0x200, 0xffffffff);
}

static const struct media_unit *unit_of(const char *name)
{
    for (unsigned i = 0; i < MEDIA_UNIT_COUNT; i++)
        if (!strcmp(media_units[i].name, name) &&
            (media_units[i].chips & chip_bit(bench.card.chip)))
            return &media_units[i];
    fail_msg("no %s", name);
    return NULL;
}

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

/* ---- falcons: tesla-engines.md §2.3 to §2.6, §7 */

static struct falcon opened(const char *unit)
{
    struct falcon falcon;

    assert_int_equal(falcon_open(&falcon, &bench.card, unit_of(unit), DESCRIPTOR), OK);
    return falcon;
}

TEST(falcons_are_reset_and_bound)
{
    struct falcon falcon;

    open_chip(CHIP_G98);
    falcon = opened("PVLD"); /* bits 15 and 26 */
    expect_writes("200=fbff7fff 200=ffffffff 84004=ffffffff 8401c=300 84010=300 "
                  "84054=40001234 84050=40001234 84058=2 ");
    falcon_close(&falcon);
    expect_writes("84600=0 84604=0 84608=0 8460c=0 84610=0 84614=0 84618=0 84014=300 84004=300 "
                  "200=fbff7fff ");
    set(0x200, 0xffffffff);
    keep(0x87008, 0x10); /* PSEC has wiped its memory: its line 4 is up, and acknowledged */
    opened("PSEC");      /* bits 14 and 25 */
    expect_writes("200=fdffbfff 200=ffffffff 87004=10 87004=ffffffff 8701c=300 87010=300 "
                  "87054=40001234 87050=40001234 87058=2 ");

    open_chip(CHIP_GT215);
    set(REF_PDAEMON_RESET, 1);
    falcon = opened("PDAEMON");
    expect_writes("22210=0 22210=1 10a004=ffffffff 10a01c=300 10a010=300 10a47c=40001234 ");
    falcon_close(&falcon);
    expect_writes("10a600=0 10a604=0 10a608=0 10a60c=0 10a610=0 10a614=0 10a618=0 10a014=300 "
                  "10a004=300 ");
}

/* Older ones say by line 4 that the wipe has ended, newer ones by bit 31 of 0x180. Not before that is anything told. */
TEST(secret_falcons_wipe_first)
{
    struct falcon falcon;

    open_chip(CHIP_G98);
    keep(0x87008, 0xffffffef);
    assert_int_equal(falcon_open(&falcon, &bench.card, unit_of("PSEC"), DESCRIPTOR), ERR_TIMEOUT);
    expect_writes("200=fdffbfff 200=ffffffff 87004=10 ");
    assert_in_range(bench.now_us, 100000, 100200);
    open_chip(CHIP_GT215);
    keep(0x84180, 0x80000000);
    assert_int_equal(falcon_open(&falcon, &bench.card, unit_of("PVLD"), DESCRIPTOR), ERR_TIMEOUT);
    expect_writes("200=fbff7fff 200=ffffffff ");
    assert_in_range(bench.now_us, 100000, 100200);
    keep(0x84180, 0x7fffffff);
    assert_int_equal(falcon_open(&falcon, &bench.card, unit_of("PVLD"), DESCRIPTOR), OK);
}

/* PMC's reset forgets a unit's settings, so its registers are not put back; PDAEMON's are. */
TEST(registers_without_a_reset_are_put_back)
{
    open_chip(CHIP_GT215);
    opened("PVLD");
    bench_forget(&bench);
    card_undo(&bench.card, 0);
    expect_writes("200=ffffffff ");
    set(0x10a01c, 0x1c);
    set(0x10a47c, 0x47);
    opened("PDAEMON");
    bench_forget(&bench);
    card_undo(&bench.card, 0);
    expect_writes("10a47c=47 10a01c=1c 22210=0 ");
}

TEST(ports_are_enabled_one_by_one)
{
    open_chip(CHIP_G98);
    struct falcon falcon = opened("PVLD");

    bench_forget(&bench);
    keep(0x84608, 0x80000000);
    assert_int_equal(falcon_port(&falcon, 2, 0x5678), OK);
    keep(0x84618, 0x7fffffff);
    bench.now_us = 0;
    assert_int_equal(falcon_port(&falcon, 6, 0x5678), ERR_TIMEOUT);
    assert_in_range(bench.now_us, 10000, 10200);
    assert_int_equal(falcon_port(&falcon, 7, 0x5678), OK); /* wired to the context */
    falcon_supervisor(&falcon, true);
    falcon_supervisor(&falcon, false);
    expect_writes("84608=40005678 84618=40005678 84060=1 84060=0 ");
}

#define LOAD    "84110=123456 8411c=0 84114=0 84118=2600 " /* 4 << 6 bytes through port 2 */
#define STORE   "84110=123456 8411c=0 84114=0 84118=2620 "
#define RECOVER "84624=50 84624=10 84004=300 "

/* §2.4: base, offset, data address, then the word that starts it. A store is flushed out. */
TEST(transfers_are_started_by_their_last_word)
{
    struct falcon_event event;

    open_chip(CHIP_G98);
    struct falcon falcon = opened("PVLD");

    bench_forget(&bench);
    bench.now_us = 0;
    falcon_transfer(&falcon, 2, false, 0x12345600, &event);
    expect_writes(LOAD);
    falcon_transfer(&falcon, 2, true, 0x12345600, &event);
    expect_writes(STORE "84624=11 ");
    assert_false(event.stuck || event.lines || event.line);
    assert_in_range(bench.now_us, 0, 2000);
}

/* §2.6: bits 8 and 9 of INTR end the wait; the memory interface is reset, and they are acknowledged. */
TEST(lines_end_a_transfer)
{
    struct falcon_event event;

    open_chip(CHIP_G98);
    struct falcon falcon = opened("PVLD");

    bench_forget(&bench);
    set(0x84120, 2); /* stays pending for good */
    for (uint32_t line = 0x100; line <= 0x200; line <<= 1) {
        bench.now_us = 0;
        keep(0x84008, line | 0xc0f);
        keep(0x100, 0x8000);
        falcon_transfer(&falcon, 2, true, 0x12345600, &event);
        expect_writes(STORE RECOVER);
        assert_int_equal(event.lines, line);
        assert_true(event.stuck && event.line);
        assert_in_range(bench.now_us, 0, 1000);
    }
    set(0x84120, 0);
    keep(0x100, 0xffff7fff);
    falcon_transfer(&falcon, 2, false, 0x12345600, &event);
    expect_writes(LOAD RECOVER);
    assert_false(event.line || event.stuck);
}

/* §2.4, step 5: bit 0 of 0x118, and of 0x120 bits 1, 18:16 and 26:24. */
TEST(transfers_that_do_not_end_are_given_up)
{
    struct falcon_event event;

    for (unsigned bit = 0; bit < 32; bit++) {
        const bool pends = bit == 1 || (bit >= 16 && bit <= 18) || (bit >= 24 && bit <= 26);

        open_chip(CHIP_G98);
        struct falcon falcon = opened("PVLD");
        bench_forget(&bench);
        bench.now_us = 0;
        set(0x84120, 1u << bit);
        falcon_transfer(&falcon, 2, false, 0x12345600, &event);
        expect_writes(pends ? LOAD RECOVER : LOAD);
        assert_int_equal(event.stuck, pends);
        assert_int_equal(event.lines, 0);
        if (pends)
            assert_in_range(bench.now_us, 10000, 10200);
        else
            assert_in_range(bench.now_us, 0, 1000);
    }
    set(0x84120, 0);
    keep(0x84118, 1);
    bench_forget(&bench);
    struct falcon falcon = { .card = &bench.card, .unit = unit_of("PVLD") };
    falcon_transfer(&falcon, 2, false, 0x12345600, &event);
    assert_true(event.stuck);
}

/* §2.2: 0x1c0 with bit 25 and 0x1c4 on newer ones; 0xff8 with bit 21 and 0xff4 on older ones. */
TEST(data_is_read_through_a_window)
{
    uint32_t words[2];

    open_chip(CHIP_G98);
    struct falcon falcon = { .card = &bench.card, .unit = unit_of("PVLD") };

    set(0x84ff4, 0x11223344);
    bench.lists_reads = true;
    falcon_data_read(&falcon, words, 2);
    expect_writes("84ff8=200000 r84ff4 r84ff4 ");
    assert_int_equal(words[1], 0x11223344);
    bench.card.chip = &nv50_chips[CHIP_GT215].chip;
    falcon_data_read(&falcon, words, 2);
    expect_writes("841c0=2000000 r841c4 r841c4 ");
}

/* ---- VP2's units: tesla-engines.md §3.2 to §3.4 */

/* Boot region 12 lies at 0xcc0: base and limit in units of 256 bytes, the index of the object between them. The unit is
 * stopped after it (bits 15 and 26). */
TEST(an_xtensa_is_made_to_fetch)
{
    struct vp2_event event;

    open_chip(CHIP_G84);
    keep(0x103c20, 0x8);
    keep(0x100, 0x8000);
    xtensa_fetch(&bench.card, unit_of("PBSP"), 0xc0000000 | DESCRIPTOR, 5, 0x1234500, 0xfff00,
                 &event);
    expect_writes("200=fbff7fff 200=ffffffff 103c20=ffffffff 103d84=ffffffff 103c28=1234 "
                  "103d10=1fffffff 103d08=fffffff 103cc0=12345 103cc4=5 103cc8=fff "
                  "103c20=8 200=fbff7fff ");
    assert_int_equal(event.interrupts, 8);
    assert_int_equal(event.error, 0);
    assert_true(event.line);
}

/* Nothing tells that an access has ended well, so some time has to pass; an access that faults reports it at once. */
TEST(accesses_that_end_well_are_given_time)
{
    struct vp2_event event;

    open_chip(CHIP_G84);
    keep(0x103c20, 0);
    xtensa_fetch(&bench.card, unit_of("PBSP"), DESCRIPTOR, 5, 0, 0x100, &event);
    assert_in_range(bench.now_us, 1000, 10000);
    assert_int_equal(event.interrupts, 0);
    assert_false(event.line);
    keep(0x103c20, 0x20);
    bench.now_us = 0;
    xtensa_fetch(&bench.card, unit_of("PBSP"), DESCRIPTOR, 5, 0, 0x100, &event);
    assert_in_range(bench.now_us, 200, 900);
}

/* §3.3, in the mirror's order: queries, sources and destinations have low and high words. */
TEST(a_cipher_copies)
{
    const struct pcipher_copy copy = { .src = 0x21,
                                       .dst = 0x22,
                                       .query = 0x23,
                                       .from = UINT64_C(0x1234567890),
                                       .to = UINT64_C(0xab98765430),
                                       .query_at = UINT64_C(0xfe00000010),
                                       .size = 0x40,
                                       .with_query = true,
                                       .sequence = 0x5eed };
    struct pcipher_copy silent = copy;
    struct vp2_event event;

    open_chip(CHIP_G84);
    vp2_open(&bench.card, unit_of("PCIPHER"), DESCRIPTOR);
    expect_writes("200=fdffbfff 200=ffffffff 102130=ffffffff 102140=ffffffff 102188=1234 ");
    keep(0x102130, 0x100);
    pcipher_copy(&bench.card, unit_of("PCIPHER"), &copy, &event);
#define COPY                                                                                       \
    "102248=23 10224c=21 102250=22 102254=10 102258=fe 10225c=34567890 102260=12 "                 \
    "102264=98765430 102268=ab 102284=5eed 102288=40 "
    expect_writes(COPY "10228c=10 102130=100 ");
    assert_int_equal(event.interrupts, 0x100);
    silent.with_query = false;
    keep(0x102130, 0);
    pcipher_copy(&bench.card, unit_of("PCIPHER"), &silent, &event);
    expect_writes(COPY "10228c=0 102130=0 ");
}

/* §3.4: method, data, trigger; checks of errors, commands and queries are bits 8, 10 and 13 of 0xb300, whose bit 0
 * stays clear for PIO. */
TEST(a_decoder_takes_methods)
{
    struct vp2_event event;

    open_chip(CHIP_G84);
    keep(0xb258, 0x100);
    vp2_open(&bench.card, unit_of("PMPEG"), DESCRIPTOR); /* bits 1 and 22 */
    expect_writes("200=ffbffffd 200=ffffffff b100=ffffffff b140=ffffffff b318=1234 b300=3d00 ");
    keep(REF_PMPEG_BASE, 0x10000);
    keep(0xb210, 0x01000000);
    keep(0x100, 1);
    bench.now_us = 0;
    pmpeg_fetch(&bench.card, unit_of("PMPEG"), 0x77, 0x1000, 0x20, &event);
    assert_in_range(bench.now_us, 100, 900); /* bit 8 of 0xb258 is up, and so is an interrupt */
    expect_writes("b250=190 b254=77 b258=1 b250=380 b254=1000 b258=1 b250=384 b254=20 b258=1 "
                  "b250=394 b254=1 b258=1 b210=1000000 b100=10000 ");
    assert_int_equal(event.interrupts, 0x10000);
    assert_int_equal(event.error, 0x01000000);
    assert_true(event.line);
    pmpeg_query(&bench.card, unit_of("PMPEG"), 0x78, 0x2000, 0x99, &event);
    expect_writes("b250=1c0 b254=78 b258=1 b250=31c b254=2000 b258=1 b250=320 b254=99 b258=1 "
                  "b210=1000000 b100=10000 ");
}

/* Units hidden by a fuse of 0x1540 (bit 30) or 0x154c are not there; G84 has no register 0x154c that tells of PMPEG. */
TEST(fuses_hide_units)
{
    open_chip(CHIP_GT215);
    set(REF_PBUS_HWUNITS_0, 0x40000000);
    set(REF_PBUS_HWUNITS_1, 0x220);
    assert_true(media_present(&bench.card, unit_of("PVLD")));  /* bit 5 */
    assert_true(media_present(&bench.card, unit_of("PCOPY"))); /* bit 9 */
    set(REF_PBUS_HWUNITS_1, 0x200);
    assert_false(media_present(&bench.card, unit_of("PVLD")));
    assert_true(media_present(&bench.card, unit_of("PCOPY")));
    assert_true(media_present(&bench.card, unit_of("PPDEC")));
    set(REF_PBUS_HWUNITS_0, 0xbfffffff);
    assert_false(media_present(&bench.card, unit_of("PPDEC")));
    const struct media_unit *const copy = unit_of("PCOPY");
    bench.card.chip = &nv50_chips[CHIP_G84].chip;
    assert_false(media_present(&bench.card, copy));
    assert_int_equal(media_context(&bench.card, unit_of("PVP2")), 4);
    assert_int_equal(media_context(&bench.card, copy), 0);
    expect_writes("");
}

/* ---- PCOUNTER: tesla-engines.md §5.2, §5.3, §5.5 */

TEST(counters_start_with_their_last_word)
{
    uint32_t events = 0, cycles = 0;

    open_chip(CHIP_G84);
    counter_single(&bench.card, 3, 0x27, 0xaaaa);
    expect_writes("a7cc=0 a50c=0 a52c=0 a48c=27 a4ac=aaaa a44c=0 a46c=ffff a4cc=0 a4ec=0 a40c=0 "
                  "a70c=0 a74c=0 a42c=ffff ");
    set(0xa68c, 123);
    set(0xa60c, 456);
    counter_single_take(&bench.card, 3, &events, &cycles);
    expect_writes("a4cc=0 "); /* stands still while both are read */
    assert_int_equal(events, 123);
    assert_int_equal(cycles, 456);
    /* CTRL is the last to be put back. */
    card_undo(&bench.card, 0);
    assert_non_null(strstr(bench.accesses, " a7cc=0 "));
    assert_string_equal(strstr(bench.accesses, " a7cc=0 "), " a7cc=0 ");
}

TEST(four_signals_count_at_once)
{
    static const uint8_t signals[COUNTER_SIGNALS] = { 0x11, 0x22, 0x33, 0x44 };
    uint32_t counts[COUNTER_SIGNALS];

    open_chip(CHIP_G84);
#define QUAD "a7dc=1 a51c=0 a53c=0 a41c=11 a45c=22 a49c=33 a4dc=44 a47c=aaaa a4bc=aaaa a4fc=aaaa "
    counter_quad(&bench.card, 7, signals);
    expect_writes(QUAD "a43c=aaaa ");
    set(0xa71c, 1);
    set(0xa6dc, 2);
    set(0xa69c, 3);
    set(0xa75c, 4);
    counter_quad_take(&bench.card, 7, counts);
    expect_writes("a43c=aaaa a7fc=1 ");
    for (unsigned i = 0; i < COUNTER_SIGNALS; i++)
        assert_int_equal(counts[i], i + 1);
    open_chip(CHIP_G80); /* swaps by PGRAPH's trigger */
    counter_quad(&bench.card, 7, signals);
    expect_writes(QUAD "a43c=aaaa 400084=20 ");
}

/* §5.4: client in bits 4:0 and 5 to enable, from GT215 on bits 6:0 and 31. */
TEST(partitions_are_selected)
{
    open_chip(CHIP_G200);
    counter_select(&bench.card, 7, 0x1c);
    counter_unselect(&bench.card, 7);
    expect_writes("100050=3c 100050=0 ");
    open_chip(CHIP_GT215);
    counter_select(&bench.card, 1, 0x5c);
    expect_writes("100038=8000005c ");
}

/* §5.5: selector, then channel, which binds; limit; the periodic signal of the host domain ends a period of 0x400
 * clocks. It is the 14th of 32, of which the table of §5.1 names the last one. */
TEST(a_record_is_started)
{
    static const struct {
        enum chipset_index chip;
        const char *signal;
    } rows[] = {
        { CHIP_G84, "a4c0=4d " },   { CHIP_G98, "a4c0=4d " },   { CHIP_G200, "a4c0=6d " },
        { CHIP_MCP77, "a4c0=8d " }, { CHIP_MCP89, "a4c0=8d " }, { CHIP_GT218, "a4c0=ed " },
    };
    char expected[200];

    for (unsigned i = 0; i < ARRAY_SIZE(rows); i++) {
        open_chip(rows[i].chip);
        set(REF_PCOUNTER_RECORD_STATUS, 0x10);
        assert_int_equal(pcounter_record(&bench.card, DESCRIPTOR, 0x66, 0x7000), 0x10);
        snprintf(expected, sizeof(expected),
                 "a7a4=66 a7a0=80001234 a720=7000 %sa4e0=aaaa a7c0=300002 a760=7000 ",
                 rows[i].signal);
        expect_writes(expected);
        assert_in_range(bench.now_us, 1000, 10000);
    }
}

/* ---- PTHERM: silicon-sequences.md §10.2 */

TEST(sensors_are_switched_on_and_settle)
{
    unsigned celsius = 0;

    open_chip(CHIP_G84);
    set(REF_PBUS_DEBUG_1, 0x12340001);
    set(0x211a8, 1);
    set(REF_PTHERM_SENSOR, 0x00008123);
    set(REF_PTHERM_SENSOR_CONFIG, 0xffffffff);
    set(REF_PTHERM_TEMPERATURE, 139);
    assert_int_equal(temperature_read(&bench.card, &celsius), OK);
    assert_int_equal(celsius, 139);
    expect_writes("1084=12340801 1084=12340001 20008=80000123 2000c=7ffffffc ");
    assert_int_equal(bench.now_us, 20000);
    /* As drivers leave it: nothing to do, nothing to wait for. */
    bench.now_us = 0;
    set(REF_PTHERM_TEMPERATURE, 140);
    assert_int_equal(temperature_read(&bench.card, &celsius), ERR_RANGE);
    set(REF_PTHERM_TEMPERATURE, 0);
    assert_int_equal(temperature_read(&bench.card, &celsius), ERR_RANGE);
    assert_in_range(bench.now_us, 0, 1000);
    bench_forget(&bench);
    card_undo(&bench.card, 0);
    expect_writes("2000c=ffffffff 20008=8123 ");
}

/* Each register that drivers change is a reason to wait; a sensor that nobody has calibrated is left alone. */
TEST(sensors_are_set_up_for_any_reason)
{
    static const uint32_t rows[][2] = { { 0, 0 },
                                        { 0x80008000, 0 },
                                        { 0x80000000, 0x80000000 },
                                        { 0x80000000, 1 },
                                        { 0x80000000, 2 } };
    unsigned celsius;

    for (unsigned i = 0; i < ARRAY_SIZE(rows); i++) {
        open_chip(CHIP_G84);
        set(0x211a8, 1);
        set(REF_PTHERM_SENSOR, rows[i][0]);
        set(REF_PTHERM_SENSOR_CONFIG, rows[i][1]);
        set(REF_PTHERM_TEMPERATURE, 1);
        assert_int_equal(temperature_read(&bench.card, &celsius), OK);
        expect_writes("1084=800 1084=0 20008=80000000 2000c=0 ");
    }
    for (uint32_t fuse = 0; fuse <= 3; fuse++) {
        open_chip(CHIP_G84);
        set(0x211a8, fuse);
        set(REF_PTHERM_TEMPERATURE, 50);
        assert_int_equal(temperature_read(&bench.card, &celsius), fuse == 1 ? OK : ERR_UNSUPPORTED);
    }
    open_chip(CHIP_G80);
    assert_int_equal(temperature_read(&bench.card, &celsius), ERR_UNSUPPORTED);
    expect_writes("");
}
