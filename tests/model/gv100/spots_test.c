/* Spots of the GV100 model that a good run seldom comes to: a ring of faults that BAR2 does not show, its overflow, the
 * timer, methods and a preempt that wait for a copy. Numbers are typed from docs/hardware/gv100.md. */
#include "reference/gv100.h"
#include "tests/model/gv100/channel_rig.h"

#define RELEASE(at, value, execute) 0x20050017, (uint32_t)(at), 0, value, 0, execute
#define US                          UINT64_C(1000)
#define COPIED                      0x800000u
#define COPY                                                                                       \
    0x20088100, 0, (uint32_t)DATA, 0, (uint32_t)DATA + 0x1000000, 0, 0, COPIED, 1, 0x200180c0, 0x186

static uint32_t status(void)
{
    return rd(REF_PCCSR_CHANNEL(1)) >> 24 & 0xf;
}

static void open_one(void)
{
    open_world(NULL);
    open_channel();
    for (unsigned i = 0; i < 16; i++)
        put(SEM + 4 * i, 0);
}

/* A release to an address of 39 bits without tables. */
static void fault_once(void)
{
    RUN(1, 0x20050017, 0, 0x40, 1, 0, 1);
}

/* §6.2, §6.3: with an address that BAR2 does not have, the record is lost (bit 11 of FAULT_STATUS, ERROR), and the latch has
 * the MMU's own fault: BAR2 (5), client 0xa of the hub, a virtual write, PDE. */
TEST(a_ring_that_bar2_does_not_show, NULL, close_world)
{
    open_one();
    bind_bar(2, 0x26000);
    wr(REF_PFB_PRI_MMU_FAULT_BUFFER_HI(0), 0x12);
    wr(REF_PFB_PRI_MMU_FAULT_BUFFER_LO(0), 0x3456000);
    wr(REF_PFB_PRI_MMU_FAULT_BUFFER_SIZE(0), 0x80000010);
    fault_once();
    assert_int_equal(0x80000800, rd(REF_PFB_PRI_MMU_FAULT_STATUS) & 0x80000c00);
    assert_int_equal(5, rd(REF_PFB_PRI_MMU_FAULT_INST_LO) & 0x1ff);
    assert_int_equal(0x26000, rd(REF_PFB_PRI_MMU_FAULT_INST_LO) & 0xfffff000);
    assert_int_equal(0x3456000, rd(REF_PFB_PRI_MMU_FAULT_ADDR_LO) & 0xfffff000);
    assert_int_equal(0x12, rd(REF_PFB_PRI_MMU_FAULT_ADDR_HI));
    assert_int_equal(0x0a00, rd(REF_PFB_PRI_MMU_FAULT_INFO) & 0x7f00);
    assert_int_equal(1 << 16, rd(REF_PFB_PRI_MMU_FAULT_INFO) & 0xf0000);
    assert_int_equal(1 << 20, rd(REF_PFB_PRI_MMU_FAULT_INFO) & 0x10001f);
    assert_int_equal(0, rd(REF_PFB_PRI_MMU_FAULT_BUFFER_PUT(0)) & 0xfffff);
}

/* §6.2, §6.3: a ring of 2 holds one record; the next overflows, which bit 30 of the leaf says where bit 29 of SIZE asks. */
TEST(an_overflow_interrupts_where_asked)
{
    for (unsigned asked = 0; asked < 2; asked++) {
        open_one();
        wr(REF_PFB_PRI_MMU_FAULT_BUFFER_HI(0), 0);
        wr(REF_PFB_PRI_MMU_FAULT_BUFFER_LO(0), (uint32_t)FAULT | 1);
        wr(REF_PFB_PRI_MMU_FAULT_BUFFER_SIZE(0), 0x80000002 | asked << 29);
        fault_once();
        assert_int_equal(1u << 29, rd(REF_HUB_INTR) & 0x78000000);
        wr(REF_PCCSR_CHANNEL(1), 1 << 22);
        ring(1);
        wait_ns(100 * US);
        assert_int_equal(1u << 29 | asked << 30, rd(REF_HUB_INTR) & 0x78000000);
        assert_int_equal(1u << 31, rd(REF_PFB_PRI_MMU_FAULT_BUFFER_GET(0)) & 1u << 31);
        wr(REF_PFB_PRI_MMU_FAULT_BUFFER_GET(0), 1u << 31 | 1);
        assert_int_equal(0, rd(REF_HUB_INTR) & 0x78000000);
        close_world(NULL);
    }
}

/* §1.5: TIMER_0 has bits 31:10 of a time; bit 1 of INTR_0 when it has come. */
TEST(the_timer_has_a_bit_of_its_own, NULL, close_world)
{
    open_one();
    wr(REF_PTIMER_INTR_0, 3);
    wr(REF_PTIMER_TIMER_0, (rd(REF_PTIMER_TIME_LOW) + 200000) & ~0x3ffu);
    wait_ns(100 * US);
    assert_int_equal(0, rd(REF_PTIMER_INTR_0) & 2);
    wait_ns(150 * US);
    assert_int_equal(2, rd(REF_PTIMER_INTR_0) & 3);
    wr(REF_PTIMER_INTR_0, 2);
    assert_int_equal(0, rd(REF_PTIMER_INTR_0) & 3);
}

/* §4.5, §6.2: an acquire that cannot read faults as a read (ACCESS_TYPE 0), and nothing after it is done. */
TEST(an_acquire_faults_as_a_read, NULL, close_world)
{
    open_one();
    RUN(1, 0x20050017, 0x1230, 0x40, 1, 0, 0, RELEASE(SEM, 1, 1));
    assert_int_equal(1 << 22, rd(REF_PCCSR_CHANNEL(1)) & 1 << 22);
    assert_int_equal(0, get(SEM));
    assert_int_equal(1u << 31, rd(REF_PFB_PRI_MMU_FAULT_STATUS) & 1u << 31);
    assert_int_equal(0, rd(REF_PFB_PRI_MMU_FAULT_INFO) & 0xf0000);
    assert_int_equal(0x1000, rd(REF_PFB_PRI_MMU_FAULT_ADDR_LO) & 0xfffff000);
    assert_int_equal(0x40, rd(REF_PFB_PRI_MMU_FAULT_ADDR_HI));
    assert_int_equal(0x21, rd(REF_PFB_PRI_MMU_FAULT_INST_LO) & 0x1ff); /* PBDMA 1 */
}

/* §4.4: SET_REFERENCE and WFI wait until the copy is done; a release without wait does not. */
TEST(methods_wait_for_a_copy)
{
    for (unsigned wfi = 0; wfi < 2; wfi++) {
        const uint64_t last = DATA + 0x1000000 + COPIED - 4;
        unsigned waited = 0;

        open_one();
        put(DATA + COPIED - 4, 0x5a5a5a5a);
        put(last, 0);
        const uint32_t words[] = { COPY, RELEASE(SEM, 1, 1), wfi ? 0x2001001e : 0x20010014, 0x1234,
                                   RELEASE(SEM + 4, 1, 1) };
        push(1, words, sizeof(words) / 4);
        ring(1);
        for (unsigned i = 0; i < 100000 && !get(SEM + 4); i++) {
            waited += get(SEM) && get(last) != 0x5a5a5a5a;
            wait_ns(10 * US);
        }
        assert_int_equal(1, get(SEM + 4));
        assert_int_equal(0x5a5a5a5a, get(last));
        assert_int_not_equal(0, waited);
        assert_int_equal(wfi ? 0 : 0x1234, rd(REF_PPBDMA_REF(1)));
        close_world(NULL);
    }
}

/* §3.5, §8.2: a channel whose copy engine works (6: ON_PBDMA_AND_ENG) is not saved before that has ended; then it is idle (0), and
 * pending (1) once the doorbell has rung, for its runlist does not run. */
TEST(a_preempt_waits_for_the_engine, NULL, close_world)
{
    const uint32_t words[] = { COPY };

    open_one();
    ring(1);
    wait_ns(100 * US);
    assert_int_equal(5, status());
    push(1, words, sizeof(words) / 4);
    ring(1);
    wait_ns(5 * US);
    wr(REF_PFIFO_SCHED_DISABLE, 2);
    wr(REF_PFIFO_PREEMPT, 0x01000011);
    wait_ns(20 * US);
    assert_int_equal(6, status());
    assert_int_equal(1 << 20, rd(REF_PFIFO_PREEMPT) & 1 << 20);
    wait_ns(100000 * US);
    assert_int_equal(0, rd(REF_PFIFO_PREEMPT) & 1 << 20);
    assert_int_equal(0, status());
    ring(1);
    assert_int_equal(1, status());
}

/* §8.2: only ENABLE_SET (bit 10) and ENABLE_CLR (bit 11) change ENABLE (bit 0). */
TEST(enables_have_bits_of_their_own, NULL, close_world)
{
    open_one();
    for (unsigned bit = 0; bit < 32; bit++) {
        wr(REF_PCCSR_CHANNEL(1), 0x800);
        wr(REF_PCCSR_CHANNEL(1), 1u << bit);
        assert_int_equal(bit == 10, rd(REF_PCCSR_CHANNEL(1)) & 1);
        wr(REF_PCCSR_CHANNEL(1), 0x400);
        wr(REF_PCCSR_CHANNEL(1), 1u << bit);
        assert_int_equal(bit != 11, rd(REF_PCCSR_CHANNEL(1)) & 1);
    }
}

/* A doorbell does not outlive its channel's binding, and a preempt does not outlive a reset of PFIFO (bit 8 of PMC_ENABLE). */
TEST(what_waits_is_forgotten, NULL, close_world)
{
    const uint32_t words[] = { COPY };

    open_one();
    wr(REF_PFIFO_SCHED_DISABLE, 2);
    wr(REF_PFIFO_PREEMPT, 0x01000011);
    wait_ns(100 * US);
    ring(1);
    assert_int_equal(1, status());
    wr(REF_PCCSR_CHANNEL_INST(1), 0);
    wr(REF_PCCSR_CHANNEL_INST(1), 0x80000000 | (uint32_t)(BLOCK(1) >> 12));
    assert_int_equal(0, status());
    wr(REF_PFIFO_SCHED_DISABLE, 0);
    push(1, words, sizeof(words) / 4);
    ring(1);
    wait_ns(5 * US);
    wr(REF_PFIFO_PREEMPT, 0x01000011);
    assert_int_equal(1 << 20, rd(REF_PFIFO_PREEMPT) & 1 << 20);
    wr(REF_PMC_ENABLE, 0xfffffeff);
    wr(REF_PMC_ENABLE, 0xffffffff);
    assert_int_equal(0, rd(REF_PFIFO_PREEMPT) & 1 << 20);
}

/* §3.1: SC_PDB_VALID, words 166 and 167, is for subcontexts. A card of the defect wants one of its bits of host too. */
TEST(valid_subcontexts_do_not_count)
{
    for (unsigned i = 0; i < 8; i++) {
        const bool broken = i & 4;

        open_with(broken ? "vm-subcontext-valid-counts" : NULL, NULL);
        build_space();
        put(0x400000, 7);
        build_block(0x26000);
        put(0x26298, i & 1);
        put(0x2629c, (i & 2) << 30);
        wr(REF_PBUS_BAR1_BLOCK, 0x80000026);
        wait_ns(10 * US);
        assert_int_equal(!broken || i & 3, bar_get(1, 0x400000) == 7);
        close_world(NULL);
    }
}
