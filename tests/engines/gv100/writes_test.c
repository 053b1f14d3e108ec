/* The registers that engines/gv100 writes, in their order, against a card that is nothing but registers. Addresses and
 * values are typed from docs/hardware/gv100.md. */
#include "engines/gv100/bar.h"
#include "engines/gv100/fault.h"
#include "engines/gv100/flush.h"
#include "engines/gv100/host.h"
#include "engines/gv100/push.h"
#include "hw/gv100/chip.h"
#include "reference/gv100.h"
#include "tests/engines/writes_rig.h"

FIXTURE(open_bench)
{
    open_writes(&gv100_chips[CHIP_GV100].chip);
    return 0;
}

/* §4.7, §8.3: PFIFO (bit 8) and the engines' bits off and on, every PBDMA on, each made ready. */
TEST(a_reset_makes_every_pbdma_ready, open_bench)
{
    set(REF_PMC_ENABLE, 0x40000162);
    set(REF_PFIFO_CFG0, 0x00200002);
    set(REF_PPBDMA_INTR_STALL(0), 0xffffffff);
    set(REF_PPBDMA_INTR_STALL(1), 0x00000101);
    assert_int_equal(host_reset(&bench.card, 0x40), OK);
    expect_writes("200=40000022 200=40000162 204=3 "
                  "4013c=effffeff 40108=ffffffff 4010c=fffffeff 40148=ffffffff 4014c=ffffffff "
                  "4012c=ffff "
                  "4213c=1 42108=ffffffff 4210c=fffffeff 42148=ffffffff 4214c=ffffffff 4212c=ffff "
                  "2100=ffffffff 2a00=ffffffff 2140=0 2528=0 ");
}

/* §3.5: at most 14 PBDMAs, whatever the card says. */
TEST(there_are_14_pbdmas, open_bench)
{
    set(REF_PFIFO_CFG0, 15);
    for (unsigned i = 0; i < 16; i++)
        set(REF_PFIFO_PBDMA_MAP(i), 1u << 3);
    assert_int_equal(runlist_pbdmas(&bench.card, 3), 0x3fff);
    assert_int_equal(runlist_pbdmas(&bench.card, 2), 0);
    set(REF_PFIFO_CFG0, 0xff02);
    assert_int_equal(runlist_pbdmas(&bench.card, 3), 0x3);
}

/* §3.5: PREEMPT has an id, 1 in bits 25:24 for a TSG, and bit 20 as long as it is under way; a runlist has a register of
 * bits. Two seconds are waited for. */
TEST(preempts_are_waited_for, open_bench)
{
    assert_int_equal(host_preempt_channel(&bench.card, 0xabc), OK);
    expect_writes("2634=abc ");
    assert_int_equal(host_preempt_tsg(&bench.card, 0xdef), OK);
    expect_writes("2634=1000def ");
    keep(REF_PFIFO_RUNLIST_PREEMPT, 0xfffffff7);
    assert_int_equal(host_preempt_runlist(&bench.card, 3), OK);
    expect_writes("2638=8 ");
    bench.now_us = 0;
    assert_int_equal(host_preempt_runlist(&bench.card, 4), ERR_TIMEOUT);
    assert_in_range(bench.now_us, 2000000, 2001000);
    keep(REF_PFIFO_PREEMPT, 0x00100abc);
    bench.now_us = 0;
    assert_int_equal(host_preempt_channel(&bench.card, 0xabc), ERR_TIMEOUT);
    assert_in_range(bench.now_us, 2000000, 2001000);
}

/* §3.5: SCHED_DISABLE has a bit for each of 13 runlists. */
TEST(scheduling_stops_for_one_runlist, open_bench)
{
    set(REF_PFIFO_SCHED_DISABLE, 0x22);
    host_disable(&bench.card, 3, true);
    host_disable(&bench.card, 5, false);
    expect_writes("2630=2a 2630=a ");
}

/* §4.7: the method that a PBDMA stopped at; one that is dropped becomes a NOP. */
TEST(a_pbdma_says_where_it_stopped, open_bench)
{
    struct pbdma_event event;

    set(REF_PPBDMA_INTR_0(2), 0x00200000);
    set(REF_PPBDMA_INTR_1(2), 0x80000000);
    set(REF_PPBDMA_METHOD0(2), 0x20018004);
    set(REF_PPBDMA_DATA0(2), 0xc3b5);
    set(REF_PPBDMA_HDR_SHADOW(2), 0x2001c040);
    set(REF_PPBDMA_CHANNEL(2), 0xfffff123);
    pbdma_read(&bench.card, 2, &event);
    assert_int_equal(event.interrupts, 0x00200000);
    assert_int_equal(event.interrupts_1, 0x80000000);
    assert_int_equal(event.method, 0x20018004);
    assert_int_equal(event.data, 0xc3b5);
    assert_int_equal(event.header, 0x2001c040);
    assert_int_equal(event.channel, 0x123);
    expect_writes("");
    pbdma_drop_method(&bench.card, 2);
    expect_writes("440c0=80600008 44148=80000000 44108=200000 ");
}

/* §3.5, tear-down: scheduling off, channels off, preempt, wait, reset of an engine that hangs, by its bit of
 * PMC_ENABLE alone, channels unbound, an empty runlist, scheduling on. §6.2: the ring's GET catches up, then it is off. */
TEST(a_host_is_taken_down_in_order, open_bench)
{
    static const struct topology topology = {
        .count = 4,
        .engines = { { .engine = 1, .runlist = 1, .reset = 7 },
                     { .engine = 2, .runlist = 1, .reset = 9 },
                     { .engine = 3, .runlist = 1, .reset = ENGINE_NONE },
                     { .engine = 4, .runlist = 0, .reset = 10 } },
    };
    struct host host = { .card = &bench.card,
                         .topology = &topology,
                         .runlists = 1u << 1,
                         .channel_count = 2,
                         .channels = { 5, 0x123 } };

    host.bar2.root = (linear_addr){ 0x12345000, TARGET_SYSRAM_SNOOP };
    host.faults = (struct fault_ring){ .card = &bench.card, .entries = 64 };
    set(REF_PFIFO_CFG0, 3);
    set(REF_PFIFO_PBDMA_MAP(0), 1);
    set(REF_PFIFO_PBDMA_MAP(1), 2);
    set(REF_PFIFO_PBDMA_MAP(2), 1);
    keep(REF_PFIFO_RUNLIST_PREEMPT, 0);
    set(REF_PPBDMA_INTR_0(1), 0x2000);
    set(REF_PMC_ENABLE, 0x40000fff);
    set(REF_PFIFO_ENGINE_STATUS(1), 0x0000); /* idle */
    set(REF_PFIFO_ENGINE_STATUS(2), 0x2000); /* VALID: hangs */
    set(REF_PFIFO_ENGINE_STATUS(3), 0xa000); /* so does this, and cannot be reset */
    set(REF_PFIFO_ENGINE_STATUS(4), 0x2000); /* of another runlist */
    set(REF_PFB_PRI_MMU_FAULT_BUFFER_PUT(0), 0x7);
    assert_int_equal(host_close(&host), ERR_TIMEOUT);
    expect_writes("2630=2 80002c=800 80091c=800 "
                  "420c0=80600008 42148=0 42108=2000 2638=2 "
                  "420c0=80600008 42148=0 42108=2000 420c0=80600008 42148=0 42108=2000 "
                  "200=40000dff 200=40000fff "
                  "80002c=c00000 800028=0 80091c=c00000 800918=0 "
                  "2270=20012345 2274=100000 2630=0 "
                  "100e2c=c0000007 100e34=40 ");
    assert_null(host.card);
    assert_null(host.faults.card);
    assert_int_equal(host_close(&host), OK);
    expect_writes("");
}

/* ---- faults, §6.2, §6.3 */

TEST(the_latch_has_all_of_a_fault, open_bench)
{
    struct gmmu_fault fault;
    uint32_t status = 0;

    set(REF_PFB_PRI_MMU_FAULT_ADDR_LO, 0x89abc003);
    set(REF_PFB_PRI_MMU_FAULT_ADDR_HI, 0x0001f234);
    set(REF_PFB_PRI_MMU_FAULT_INST_LO, 0x23456000 | 3u << 10 | 0x1a5);
    set(REF_PFB_PRI_MMU_FAULT_INST_HI, 0x00000012);
    set(REF_PFB_PRI_MMU_FAULT_INFO,
        0xffffffff & ~(1u << 5 | 1u << 6 | 1u << 15 | 3u << 21 | 1u << 23));
    set(REF_PFB_PRI_MMU_FAULT_STATUS, 0x000000ff);
    assert_false(fault_latch_take(&bench.card, &fault, &status));
    expect_writes("");
    set(REF_PFB_PRI_MMU_FAULT_STATUS, 0x80000041);
    assert_true(fault_latch_take(&bench.card, &fault, &status));
    assert_int_equal(status, 0x80000041);
    expect_writes("100e60=80000041 ");
    assert_true(fault.valid && fault.from_hub && fault.replayable && fault.replayable_enabled);
    assert_true(fault.instance == UINT64_C(0x1223456000));
    assert_true(fault.address == UINT64_C(0x1f23489abc000));
    assert_int_equal(fault.instance_aperture, 3);
    assert_int_equal(fault.address_aperture, 3);
    assert_int_equal(fault.engine, 0x1a5);
    assert_int_equal(fault.type, 0x1f);
    assert_int_equal(fault.client, 0x7f);
    assert_int_equal(fault.gpc, 0x1f);
    assert_int_equal(fault.access, 0xf);
    set(REF_PFB_PRI_MMU_FAULT_STATUS, 0x80000000);
    assert_true(fault_latch_take(&bench.card, &fault, NULL));
    expect_writes("100e60=80000000 ");
}

TEST(rings_lie_20_bytes_apart, open_bench)
{
    struct fault_ring ring = { .card = &bench.card, .kind = FAULT_REPLAYABLE, .entries = 0x20 };
    struct gmmu_fault fault;

    keep(REF_PFB_PRI_MMU_FAULT_BUFFER_SIZE(1), 0xfff54321);
    assert_int_equal(fault_ring_default(&bench.card, FAULT_REPLAYABLE), 0x54321);
    expect_writes("100e48=40000000 ");
    set(REF_PFB_PRI_MMU_FAULT_BUFFER_GET(1), 0x7fffffff);
    assert_false(fault_ring_overflown(&ring));
    set(REF_PFB_PRI_MMU_FAULT_BUFFER_GET(1), 0x80000000);
    assert_true(fault_ring_overflown(&ring));
    set(REF_PFB_PRI_MMU_FAULT_BUFFER_PUT(1), 0xfff00015);
    fault_ring_clear(&ring);
    expect_writes("100e40=c0000015 ");
    /* no entry: GET is where PUT is, or past the end */
    set(REF_PFB_PRI_MMU_FAULT_BUFFER_GET(1), 0x15);
    assert_false(fault_ring_take(&ring, &fault));
    set(REF_PFB_PRI_MMU_FAULT_BUFFER_GET(1), 0x20);
    assert_false(fault_ring_take(&ring, &fault));
    expect_writes("");
    fault_ring_close(&ring);
    expect_writes("100e40=c0000015 100e48=20 ");
    fault_ring_close(&ring);
    expect_writes("");
}

/* §6.1: the hub's interrupts of faults, and everything that FAULT_STATUS remembers. */
TEST(faults_fall_silent, open_bench)
{
    faults_quiet(&bench.card);
    expect_writes("100a34=a8000000 100e60=800000ff ");
}

/* ---- BARs, flushes, invalidates: §2.2, §2.3, §6.1 */

TEST(bars_are_bound_and_waited_for, open_bench)
{
    enum bar bar;

    keep(REF_PBUS_BIND_STATUS, 0xc);
    assert_int_equal(bar_bind(&bench.card, BAR1, (linear_addr){ 0x12345000, TARGET_VRAM }), OK);
    expect_writes("1704=80012345 ");
    assert_int_equal(
        bar_bind(&bench.card, BAR1, (linear_addr){ 0x7654321000, TARGET_SYSRAM_NOSNOOP }), OK);
    expect_writes("1704=b7654321 ");
    assert_int_equal(bar_rebind(&bench.card, BAR1), OK);
    assert_int_equal(bar_unbind(&bench.card, BAR1), OK);
    expect_writes("1704=b7654321 1704=37654321 ");
    bench.now_us = 0;
    assert_int_equal(bar_bind(&bench.card, BAR2, (linear_addr){ 0x1000, TARGET_SYSRAM_SNOOP }),
                     ERR_TIMEOUT);
    assert_in_range(bench.now_us, 2000000, 2001000);
    expect_writes("1714=a0000001 ");
    keep(REF_PBUS_BIND_STATUS, 0x3);
    assert_int_equal(bar_rebind(&bench.card, BAR2), OK);
    assert_true(bar_of_register(&bench.card, REF_PBUS_BAR1_BLOCK, &bar) && bar == BAR1);
    assert_true(bar_of_register(&bench.card, REF_PBUS_BAR2_BLOCK, &bar) && bar == BAR2);
    assert_false(bar_of_register(&bench.card, 0x1708, &bar));
    assert_string_equal(bar_name(BAR1), "BAR1");
    assert_string_equal(bar_name(BAR2), "BAR2");
    assert_int_equal(bar_engine(&bench.card, BAR1), 4);
    assert_int_equal(bar_engine(&bench.card, BAR2), 5);
    open_writes(&gv100_chips[CHIP_TU104].chip);
    assert_int_equal(bar_engine(&bench.card, BAR1), 0x80); /* §13.3 */
    assert_int_equal(bar_engine(&bench.card, BAR2), 0xc0);
}

TEST(flushes_are_waited_for, open_bench)
{
    static const struct {
        enum err (*flush)(struct card *card);
        uint32_t at, pending;
        const char *writes;
    } rows[] = {
        { bar_flush, 0x70000, 2, "70000=1 " },
        { system_flush, 0x70004, 3, "70004=1 " },
        { l2_flush, 0x70010, 3, "70010=1 " },
    };

    for (unsigned i = 0; i < ARRAY_SIZE(rows); i++) {
        for (uint32_t bit = 1; bit; bit <<= 1) {
            open_bench(state);
            keep(rows[i].at, bit);
            assert_int_equal(rows[i].flush(&bench.card), bit & rows[i].pending ? ERR_TIMEOUT : OK);
            expect_writes(rows[i].writes);
            if (bit & rows[i].pending)
                assert_in_range(bench.now_us, 2000000, 2001000);
        }
    }
}

/* INVALIDATE: 0 ALL_VA, 1 ALL_PDB, 2 HUBTLB_ONLY, 26:24 CACHE_LEVEL, 31 TRIGGER. */
TEST(invalidates_name_what_is_forgotten, open_bench)
{
    const struct tlb_scope space = { .pdb = { UINT64_C(0x12345678f000), TARGET_SYSRAM_SNOOP },
                                     .hub_only = true,
                                     .level = 5 };
    const struct tlb_scope page = { .pdb = { 0x6000, TARGET_VRAM },
                                    .one_page = true,
                                    .page = { UINT64_C(0x1abcdef012000) } };
    const struct tlb_scope all = { .all_pdbs = true };

    keep(REF_PFB_PRI_MMU_CTRL, 0x00808000);
    assert_int_equal(tlb_invalidate(&bench.card, &space), OK);
    expect_writes("100cb8=345678f2 100cec=12 100cbc=85000005 ");
    assert_int_equal(tlb_invalidate(&bench.card, &page), OK);
    expect_writes("100cb8=60 100cec=0 100cb4=cdef0120 100ce8=1ab "
                  "100cbc=80000000 ");
    assert_int_equal(tlb_invalidate(&bench.card, &all), OK);
    expect_writes("100cbc=80000003 ");
    keep(REF_PFB_PRI_MMU_CTRL, 0x00010000); /* room, but it does not end */
    bench.now_us = 0;
    assert_int_equal(tlb_invalidate(&bench.card, &all), ERR_TIMEOUT);
    assert_in_range(bench.now_us, 2000000, 2001000);
    expect_writes("100cbc=80000003 ");
    keep(REF_PFB_PRI_MMU_CTRL, 0xff00ffff); /* no room */
    bench.now_us = 0;
    assert_int_equal(tlb_invalidate(&bench.card, &all), ERR_TIMEOUT);
    assert_in_range(bench.now_us, 2000000, 2001000);
    expect_writes("");
}

/* ---- push buffers, §4.2, §4.4, §4.5: a header is 1 << 29 | count << 16 | subchannel << 13 | method / 4 */

static void expect_words(const struct push *push, const uint32_t *words, unsigned count)
{
    assert_int_equal(push->count, count);
    assert_false(push->full);
    for (unsigned i = 0; i < count; i++)
        assert_int_equal(push->words[i], words[i]);
}

#define EXPECT(...)                                                                                \
    expect_words(&push, (const uint32_t[]){ __VA_ARGS__ },                                         \
                 sizeof((const uint32_t[]){ __VA_ARGS__ }) / 4)

TEST(methods_are_these_words, open_bench)
{
    const virtual_addr at = { UINT64_C(0x1543298765430) };
    struct push push;

    push_start(&push);
    push_method(&push, 4, 0x300, 0x12345678);
    EXPECT(0x200180c0, 0x12345678);
    push_start(&push);
    push_semaphore(&push, at, UINT64_C(0x1122334455667788), 0x01000002);
    EXPECT(0x20050017, 0x98765430, 0x00015432, 0x55667788, 0x11223344, 0x01000002);
    push_start(&push);
    push_semaphore_old(&push, at, 0xaabbccdd, 0x1002);
    EXPECT(0x20040004, 0x00015432, 0x98765430, 0xaabbccdd, 0x1002);
    push_start(&push);
    push_fence(&push, at, 7); /* RELEASE, without waiting for idle (bit 20) */
    EXPECT(0x20040004, 0x00015432, 0x98765430, 7, 0x00100002);
    push_start(&push);
    push_mem_op(&push, 1, 2, 3, 4);
    EXPECT(0x2004000a, 1, 2, 3, 4);
    push_start(&push);
    push_invalidate(&push, (linear_addr){ UINT64_C(0x1298765000), TARGET_VRAM }, true);
    push_invalidate(&push, (linear_addr){ UINT64_C(0x1298765000), TARGET_SYSRAM_SNOOP }, false);
    EXPECT(0x2004000a, 0, 0, 0x98765002, 0x48000012, 0x2004000a, 0, 0, 0x98765800, 0x48000012);
}

/* An entry that does not fit is dropped, and this is reported. */
TEST(a_full_buffer_says_so, open_bench)
{
    static struct push push;

    push_start(&push);
    for (unsigned i = 0; i < 512; i++)
        push_word(&push, i);
    assert_false(push.full);
    assert_int_equal(push.count, 512);
    push_word(&push, 1);
    assert_true(push.full);
    assert_int_equal(push.count, 512);
    push_start(&push);
    assert_true(!push.full && !push.count);
}
