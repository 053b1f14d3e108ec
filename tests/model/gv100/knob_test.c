/* Knobs of the GV100 model that no self test of a card can notice: each is asked the same question with its default and
 * with its other answers. Numbers are typed from docs/hardware/gv100.md; the knob's number is of §11. */
#include "tests/model/gv100/channel_rig.h"

#define BLOCK1 UINT64_C(0x26000) /* of BAR1 */

/* Another card with these knobs: its tables, and channel 1 on runlist 1, whose PBDMA is PBDMA 1. */
static void open_channel_with(const char *knobs)
{
    open_with(NULL, knobs);
    open_channel();
}

FIXTURE(open_default)
{
    open_world(NULL);
    open_channel();
}

/* ---- the card's own registers ---- */

/* K31, §1.3: bits 7:0 of BOOT_0; BOOT_42 has the same in its bits 19:12. */
TEST(the_revision, open_default, close_world)
{
    assert_pairs(0x140000a1, rd(REF_PMC_BOOT_0), 0x140a1000, rd(REF_PMC_BOOT_42));
    open_channel_with("revision=0x5c");
    assert_pairs(0x1400005c, rd(REF_PMC_BOOT_0), 0x1405c000, rd(REF_PMC_BOOT_42));
}

/* BAR2 has this many MiB: its register keeps no lower address bit, and its last word is memory's. */
static void expect_bar2(unsigned mib)
{
    const uint64_t last = mib * MIB - 4;
    struct model_bar bar;

    assert_pairs(true, model_bar(world.card, 3, &bar), mib * MIB, bar.size);
    model_config_write(world.card, 0x1c, 0xffffffff, 4);
    assert_int_equal((uint32_t) - (int64_t)(mib * MIB) | 0xc,
                     model_config_read(world.card, 0x1c, 4));
    put(last, 0xcafe0100 | mib);
    assert_int_equal(0xcafe0100 | mib, bar_get(3, last));
}

/* K33, §1.1. */
TEST(the_size_of_bar2, open_default, close_world)
{
    expect_bar2(32);
    open_channel_with("bar2_size=16");
    expect_bar2(16);
    open_channel_with("bar2_size=64");
    expect_bar2(64);
}

/* ---- interrupts ---- */

/* K13, §6.3: 0x100a2c sets enables of the hub, 0x100a34 clears them, and reads 0 or which are set. */
TEST(the_hubs_clear_register, open_default, close_world)
{
    wr(REF_HUB_INTR_EN_SET, 0xa0000000);
    assert_int_equal(0, rd(REF_HUB_INTR_EN_CLEAR));
    open_channel_with("hub_clear_reads=enables");
    wr(REF_HUB_INTR_EN_SET, 0xa0000000);
    assert_int_equal(0xa0000000, rd(REF_HUB_INTR_EN_CLEAR));
    wr(REF_HUB_INTR_EN_CLEAR, 0x80000000);
    assert_int_equal(0x20000000, rd(REF_HUB_INTR_EN_CLEAR));
}

/* ---- channels ---- */

/* K12, §8.2: bits 19:16 of PCCSR. */
TEST(the_runlist_in_pccsr, open_default, close_world)
{
    wr(REF_PCCSR_CHANNEL(1), 0x400 | 0x50000);
    assert_int_equal(0x50000, rd(REF_PCCSR_CHANNEL(1)) & 0xf0000);
    open_channel_with("pccsr_runlist=zero");
    wr(REF_PCCSR_CHANNEL(1), 0x400 | 0x50000);
    assert_int_equal(1, rd(REF_PCCSR_CHANNEL(1)) & 0xf0001);
}

/* K14, §3.5: after LENGTH 0 a channel of the runlist before is on none, or still on it. */
TEST(a_runlist_of_no_entries, NULL, close_world)
{
    for (unsigned ignored = 0; ignored < 2; ignored++) {
        open_channel_with(ignored ? "length_0=ignored" : NULL);
        put(SEM, 0);
        submit_raw(1, NULL, 0);
        RUN(1, RELEASE(SEM, 1, 1));
        assert_int_equal(ignored, get(SEM));
    }
}

/* K19, §8.1: a channel ran dry on its PBDMA; then GP_PUT moves, and nobody rings. */
TEST(gp_put_without_a_doorbell, NULL, close_world)
{
    for (unsigned polled = 0; polled < 2; polled++) {
        open_channel_with(polled ? "idle_channel=polled" : NULL);
        put(SEM, 0);
        RUN(1, RELEASE(SEM, 1, 1));
        assert_int_equal(1, get(SEM));
        PUSH_WORDS(1, RELEASE(SEM, 2, 1));
        wait_ns(10000000);
        assert_int_equal(1 + polled, get(SEM));
    }
}

/* K45, §8.2: PENDING (1 in 27:24) and BUSY (bit 28) from BIND on; §8.4: after a preempt RAMFC names the engine that host
 * has taken, LCE2 on its runlist of a real card. */
TEST(a_bound_channel, open_default, close_world)
{
    for (unsigned idle = 0; idle < 2; idle++) {
        open_measured(&(struct model_config){ .knobs = idle ? "bound_channel=idle" : NULL });
        build_space();
        wr(REF_PCCSR_CHANNEL_INST(1), 0x80000000 | (uint32_t)(BLOCK(1) >> 12));
        assert_int_equal(idle ? 0 : 0x11000000, rd(REF_PCCSR_CHANNEL(1)));
        wr(REF_PCCSR_CHANNEL_INST(1), 0);
        assert_int_equal(0, rd(REF_PCCSR_CHANNEL(1)));
        make_channel(1, 0);
        submit(6, (const unsigned[]){ 1 }, 1);
        assert_int_equal(idle ? 0 : 0x2000, rd(REF_PFIFO_PBDMA_STATUS(7)) & 0xe000);
        wr(REF_PFIFO_RUNLIST_PREEMPT, 1 << 6);
        assert_int_equal(idle ? 0 : 6, get(BLOCK(1) + 0xac));
    }
}

/* ---- faults ---- */

/* K18, §6.3: the buffer is off, and a channel's release meets no page. The channel stops either way. */
TEST(a_fault_without_a_buffer, open_default, close_world)
{
    RUN(1, RELEASE(SMALL, 1, 1)); /* of PBDMA 1 */
    assert_pairs(0x80000000, rd(REF_PFB_PRI_MMU_FAULT_STATUS), 0x21,
                 rd(REF_PFB_PRI_MMU_FAULT_INST_LO) & 0x1ff, (uint32_t)SMALL,
                 rd(REF_PFB_PRI_MMU_FAULT_ADDR_LO));
    open_channel_with("unbuffered=lost");
    RUN(1, RELEASE(SMALL, 1, 1));
    assert_pairs(0, rd(REF_PFB_PRI_MMU_FAULT_STATUS), 0x400000,
                 rd(REF_PCCSR_CHANNEL(1)) & 0x400000);
}

/* A reduction (SEM_EXECUTE 6, IADD) with ATOMIC_DISABLE (PTE bit 7): word 7 has type 0xf, client HOST, the access. */
static void expect_reduction_recorded(uint32_t access)
{
    map_small(6, DATA >> 4 | 1 << 7 | 1);
    RUN(1, 0x20050017, (uint32_t)SMALL + 0x6000, 0, 1, 0, 6 | 5 << 27);
    assert_int_equal(0x8010060f | access << 16, rd(REF_PFB_PRI_MMU_FAULT_INFO));
}

/* K44, §6.2. */
TEST(a_reduction_that_faults, open_default, close_world)
{
    expect_reduction_recorded(2);
    open_channel_with("atomic_access=weak");
    expect_reduction_recorded(4);
}

/* §6.2: a buffer of 8 entries; BAR1 shows the space too. */
static void open_buffer(void)
{
    bind_bar(1, BLOCK1);
    open_fault_buffer(8);
}

/* K36, §6.3: a read of BAR1 that meets no page: engine 4, type PTE, hub, HOST_CPU, a read. */
TEST(a_fault_of_bar1, open_default, close_world)
{
    open_buffer();
    bar_get(1, SMALL + 0x5000);
    assert_pairs(0x80000000, rd(REF_PFB_PRI_MMU_FAULT_STATUS), 0x80100702,
                 rd(REF_PFB_PRI_MMU_FAULT_INFO), 0, rd(REF_PFB_PRI_MMU_FAULT_BUFFER_PUT(0)));
    open_channel_with("bar_faults=buffered");
    open_buffer();
    bar_get(1, SMALL + 0x5000);
    assert_pairs(0, rd(REF_PFB_PRI_MMU_FAULT_STATUS) & 0x80000000, 1,
                 rd(REF_PFB_PRI_MMU_FAULT_BUFFER_PUT(0)), (uint32_t)SMALL + 0x5000, get(FAULT + 8),
                 4, get(FAULT + 24), 0x80100702, get(FAULT + 28));
    wr(REF_PFB_PRI_MMU_FAULT_BUFFER_SIZE(0), 0); /* off: the latch has it all the same */
    bar_get(1, SMALL + 0x6000);
    assert_int_equal(0x80000000, rd(REF_PFB_PRI_MMU_FAULT_STATUS) & 0x80000000);
}

/* K39, §3.1: "between word 128 and the end no field for a limit is defined", or words 130 and 131 are the highest
 * address of BAR1's space; type 3 is VA_LIMIT_VIOLATION (§6.2). */
TEST(a_limit_in_the_block, NULL, close_world)
{
    const uint64_t last = 0x400100;

    for (unsigned counts = 0; counts < 2; counts++) {
        open_channel_with(counts ? "ramin_limit=counts" : NULL);
        put_all(last, 0xcafe0039, last + 4, 0xcafe0040);
        build_block(BLOCK1);
        put64(BLOCK1 + 0x208, last);
        wr_wait(REF_PBUS_BAR1_BLOCK, 0x80000000 | (uint32_t)(BLOCK1 >> 12));
        assert_pairs(0xcafe0039, bar_get(1, last), 0, rd(REF_PFB_PRI_MMU_FAULT_STATUS));
        assert_pairs(counts ? UINT32_MAX : 0xcafe0040, bar_get(1, last + 4),
                     counts ? 0x80100703 : 0, rd(REF_PFB_PRI_MMU_FAULT_INFO));
    }
}
