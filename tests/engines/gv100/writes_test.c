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
    set_all(REF_PMC_ENABLE, 0x40000162, REF_PFIFO_CFG0, 0x00200002, REF_PPBDMA_INTR_STALL(0),
            0xffffffff, REF_PPBDMA_INTR_STALL(1), 0x00000101);
    assert_int_equal(host_reset(&bench.card, 0x40), OK);
    expect_writes("200=40000022 200=40000162 204=3 "
                  "4013c=effffeff 40108=ffffffff 4010c=fffffeff 40148=ffffffff 4014c=ffffffff "
                  "4012c=ffff "
                  "4213c=1 42108=ffffffff 4210c=fffffeff 42148=ffffffff 4214c=ffffffff 4212c=ffff "
                  "2100=ffffffff 2a00=ffffffff 2140=0 2528=0 ");
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
    set_all(REF_PFIFO_CFG0, 3, REF_PFIFO_PBDMA_MAP(0), 1, REF_PFIFO_PBDMA_MAP(1), 2,
            REF_PFIFO_PBDMA_MAP(2), 1);
    keep(REF_PFIFO_RUNLIST_PREEMPT, 0);
    set_all(REF_PPBDMA_INTR_0(1), 0x2000, REF_PMC_ENABLE, 0x40000fff);
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

/* ---- BARs, flushes, invalidates: §2.2, §2.3, §6.1 */

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
    assert_pairs(push->count, count, false, push->full);
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
