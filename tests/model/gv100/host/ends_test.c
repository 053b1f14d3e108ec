/* The first and the last of host's many units: channels, runlists, PBDMAs, copy engines. The ones at the ends must
 * behave as one in the middle. And rows of registers that are alike, each by itself. Numbers are typed from
 * docs/hardware/gv100.md; the paragraph stands above each test. */
#include "reference/gv100.h"
#include "tests/model/gv100/channel_rig.h"

#define RELEASE(at, value, execute) 0x20050017, (uint32_t)(at), 0, value, 0, execute
#define ACQUIRE(at, value)          RELEASE(at, value, 0)
#define US                          UINT64_C(1000)
#define BUSY                        0x77777777u

#define PUSH_WORDS(channel, ...)                                                                   \
    push(channel, (const uint32_t[]){ __VA_ARGS__ }, sizeof((const uint32_t[]){ __VA_ARGS__ }) / 4)

/* 13 runlists, 14 PBDMAs, 9 copy engines: PBDMA i serves runlist i, the last one runlist 0 too, as its second. */
FIXTURE(open_all)
{
    open_world(&(struct model_config){ .lces = 9, .runlists = 13, .pbdmas = 14 });
    build_space();
    for (unsigned i = 0; i < 4; i++)
        put(SEM + 0x40 * i, 0);
    return 0;
}

static const struct {
    unsigned channel, runlist, pbdma;
    uint32_t selector;
} ends[] = { { 0, 0, 0, 0 }, { 3, 0, 13, 2 }, { 4, 12, 12, 0 } };

#define ENDS 3

/* Channels 0 and 3 are in one TSG, 16, of runlist 0; channel 4 is in TSG 20 of runlist 12. */
static void open_ends(void)
{
    uint32_t group[3][4] = { { 0x80030001, 2, 16, 0 } };

    for (unsigned i = 0; i < ENDS; i++)
        make_channel(ends[i].channel, 1 << 17 | 1);
    for (unsigned i = 0; i < 2; i++) {
        group[1 + i][0] = (uint32_t)USERD(ends[i].channel) | ends[i].selector;
        group[1 + i][2] = (uint32_t)BLOCK(ends[i].channel) | ends[i].channel;
    }
    submit_raw(0, group, 3);
    submit(12, (const unsigned[]){ 4 }, 1);
}

static void release_on_all(uint32_t value)
{
    for (unsigned i = 0; i < ENDS; i++)
        RUN(ends[i].channel, RELEASE(SEM + 0x40 * i, value, 1));
}

/* §3.5: 0x3080 + 4i: id of the TSG, 12 TSG, 15:13 VALID; 0x2790 + 4i the instance block; 0x40120 the channel. */
TEST(who_is_on_each_pbdma, open_all, close_world)
{
    open_ends();
    release_on_all(0x111);
    for (unsigned i = 0; i < ENDS; i++) {
        const uint32_t tsg = ends[i].runlist ? 20 : 16;

        assert_int_equal(0x111, get(SEM + 0x40 * i));
        assert_int_equal(0x3000 | tsg, rd(REF_PFIFO_PBDMA_STATUS(ends[i].pbdma)) & 0xffff);
        assert_int_equal(0x80000000 | BLOCK(ends[i].channel) >> 12,
                         rd(REF_PFIFO_PBDMA_STATUS_INST(ends[i].pbdma)));
        assert_int_equal(ends[i].channel, rd(REF_PPBDMA_CHANNEL(ends[i].pbdma)));
        assert_int_equal(0x15000001, rd(REF_PCCSR_CHANNEL(ends[i].channel)) & 0x1f000001);
    }
    for (unsigned i = 1; i < 12; i++) {
        assert_int_equal(0, rd(REF_PFIFO_PBDMA_STATUS(i)) & 0xe000);
        assert_int_equal(0, rd(REF_PFIFO_PBDMA_STATUS_INST(i)) >> 31);
    }
    wr(REF_PFIFO_RUNLIST_PREEMPT, 0x1001);
    assert_int_equal(0, rd(REF_PFIFO_RUNLIST_PREEMPT));
    for (unsigned i = 0; i < ENDS; i++)
        assert_int_equal(0, rd(REF_PFIFO_PBDMA_STATUS(ends[i].pbdma)) & 0xe000);
}

/* §3.5: base and length of each runlist; the event is a bit for each; one that does not exist is ignored. */
TEST(each_runlist_has_its_registers, open_all, close_world)
{
    open_ends();
    assert_int_equal(RUNLIST >> 12, rd(REF_PFIFO_ENG_RUNLIST_BASE(0)));
    assert_int_equal(3, rd(REF_PFIFO_ENG_RUNLIST(0)));
    assert_int_equal(RUNLIST >> 12, rd(REF_PFIFO_ENG_RUNLIST_BASE(12)));
    assert_int_equal(2, rd(REF_PFIFO_ENG_RUNLIST(12)));
    assert_int_equal(0, rd(REF_PFIFO_ENG_RUNLIST(11)));
    assert_int_equal(0x1001, rd(REF_PFIFO_INTR_RUNLIST));
    assert_int_equal(0x40000000, rd(REF_PFIFO_INTR_0) & 0x40000000);
    wr(REF_PFIFO_INTR_RUNLIST, 1);
    assert_int_equal(0x1000, rd(REF_PFIFO_INTR_RUNLIST));
    wr(REF_PFIFO_RUNLIST, 13 << 20 | 2);
    wait_ns(10000);
    assert_int_equal(0x1000, rd(REF_PFIFO_INTR_RUNLIST));
    release_on_all(0x222);
    for (unsigned i = 0; i < ENDS; i++)
        assert_int_equal(0x222, get(SEM + 0x40 * i));
}

/* §3.5: SCHED_DISABLE has a bit for each runlist. */
TEST(each_runlist_is_stopped_by_itself, open_all, close_world)
{
    open_ends();
    wr(REF_PFIFO_SCHED_DISABLE, 0x1000);
    release_on_all(0x333);
    assert_int_equal(0x333, get(SEM));
    assert_int_equal(0x333, get(SEM + 0x40));
    assert_int_equal(0, get(SEM + 0x80));
    wr(REF_PFIFO_SCHED_DISABLE, 0x0001);
    wait_ns(100 * US);
    assert_int_equal(0x333, get(SEM + 0x80));
}

/* §4.7: the cause of a PBDMA's stop is told in bit i of 0x25a0, and bit 29 of PFIFO's word; it goes on by itself
 * alone. */
TEST(each_pbdma_interrupts, open_all, close_world)
{
    open_ends();
    for (unsigned i = 0; i < ENDS; i++) {
        wr(REF_PPBDMA_INTR_EN_0(ends[i].pbdma), 0xffffffff);
        RUN(ends[i].channel, 0x20010001, 0, RELEASE(SEM + 0x40 * i, 0x444, 1)); /* ILLEGAL */
        assert_int_equal(1u << ends[i].pbdma, rd(REF_PFIFO_INTR_PBDMA_ID));
        assert_int_equal(0x20000000, rd(REF_PFIFO_INTR_0) & 0x20000000);
        assert_int_equal(0x200000, rd(REF_PPBDMA_INTR_0(ends[i].pbdma)));
        wr(REF_PPBDMA_METHOD0(ends[i].pbdma), 0x80600008);
        wr(REF_PPBDMA_INTR_0(ends[i].pbdma), 0x200000);
        wait_ns(10 * US);
        assert_int_equal(0, rd(REF_PFIFO_INTR_PBDMA_ID));
        assert_int_equal(0x444, get(SEM + 0x40 * i));
    }
}

/* §3.3: USERD of a channel that waits is written every 100 us. */
TEST(each_userd_is_written, open_all, close_world)
{
    open_ends();
    for (unsigned i = 0; i < ENDS; i++) {
        PUSH_WORDS(ends[i].channel, ACQUIRE(SEM + 0x40 * i, 1));
        ring(ends[i].channel);
    }
    wait_ns(250 * US);
    for (unsigned i = 0; i < ENDS; i++)
        assert_int_equal(1, get(USERD(ends[i].channel) + 0x88));
    for (unsigned i = 0; i < ENDS; i++)
        put(SEM + 0x40 * i, 1);
    wait_ns(1000 * US);
    for (unsigned i = 0; i < ENDS; i++)
        assert_int_equal(0x05000000, rd(REF_PCCSR_CHANNEL(ends[i].channel)) & 0x0f000000);
}

static void open_fault_buffer(void)
{
    bind_bar(2, 0x27000);
    for (unsigned i = 0; i < 0x400; i += 4)
        put(FAULT + i, 0);
    wr(REF_PFB_PRI_MMU_FAULT_BUFFER_HI(0), 0);
    wr(REF_PFB_PRI_MMU_FAULT_BUFFER_LO(0), (uint32_t)FAULT);
    wr(REF_PFB_PRI_MMU_FAULT_BUFFER_SIZE(0), 0x80000020);
}

/* §6.2: PBDMA i is engine 0x20 + i, client HOST, a write. */
TEST(each_pbdma_has_its_fault_id, open_all, close_world)
{
    open_fault_buffer();
    open_ends();
    for (unsigned i = 0; i < ENDS; i++) {
        RUN(ends[i].channel, RELEASE(SMALL, 1, 1));
        assert_int_equal(i + 1, rd(REF_PFB_PRI_MMU_FAULT_BUFFER_PUT(0)));
        assert_int_equal(0x20 + ends[i].pbdma, get(FAULT + 32 * i + 24));
        assert_int_equal(0x80110602, get(FAULT + 32 * i + 28));
        assert_int_equal((uint32_t)BLOCK(ends[i].channel), get(FAULT + 32 * i));
        assert_int_equal(0x400000, rd(REF_PCCSR_CHANNEL(ends[i].channel)) & 0xc00000);
        put(PTS, SEM >> 4 | 1); /* the TSG goes on, so that the next channel can */
        invalidate(0);
        wr(REF_PCCSR_CHANNEL(ends[i].channel), 0x400000);
        wait_ns(100 * US);
        put(PTS, 0);
        invalidate(0);
    }
}

/* §1.4, §6.2: each copy engine's fault id is that of PTOP; hub clients CE0 1, CE1 2, CE2 0x18, then HSCE3 0x23 and on. */
TEST(each_copy_engine_has_its_client, open_all, close_world)
{
    static const uint32_t clients[] = { 1, 2, 0x18, 0x23, 0x24, 0x25, 0x26, 0x27, 0x28 };

    open_fault_buffer();
    for (unsigned lce = 0; lce < 9; lce++) {
        const unsigned channel = lce % 5; /* the rig's channels, unbound in between */

        make_channel(channel, 1 << 17 | (lce + 1));
        put(RING(channel), 0);
        submit(lce, (const unsigned[]){ channel }, 1);
        put(PUSH(channel), 0x20048100); /* source: nothing is mapped */
        put(PUSH(channel) + 4, 0);
        put(PUSH(channel) + 8, (uint32_t)SMALL);
        put(PUSH(channel) + 12, 0);
        put(PUSH(channel) + 16, (uint32_t)DATA);
        put(PUSH(channel) + 20, 0x20018106);
        put(PUSH(channel) + 24, 16);
        put(PUSH(channel) + 28, 0x200180c0);
        put(PUSH(channel) + 32, 0x182);
        put(RING(channel), (uint32_t)PUSH(channel));
        put(RING(channel) + 4, 9 << 10);
        put(USERD(channel) + 0x8c, 1);
        ring(channel);
        wait_ns(100 * US);
        assert_int_equal(lce + 1, rd(REF_PFB_PRI_MMU_FAULT_BUFFER_PUT(0)));
        assert_int_equal(0x0f + lce, get(FAULT + 32 * lce + 24));
        assert_int_equal(0x80100002 | clients[lce] << 8, get(FAULT + 32 * lce + 28));
        /* FAULTED, and who it was, in ENGINE_STATUS; its reset bit takes it away */
        assert_int_equal(0x40000000, rd(REF_PFIFO_ENGINE_STATUS(0) + 8 * (lce + 1)) & 0x40000000);
        assert_int_equal(0, rd(REF_PFIFO_ENGINE_STATUS(0) + 8 * (lce + 2)) & 0x40000000);
        submit_raw(lce, NULL, 0);
        wr(REF_PCCSR_CHANNEL(channel), 0x800);
        wr(REF_PCCSR_CHANNEL(channel), 0x800000);
        wr(REF_PCCSR_CHANNEL_INST(channel), 0);
    }
}

/* §3.5: an engine that copies is BUSY, bit 31, with its TSG's id and the block of its channel; §1.3: its reset bit. */
TEST(each_copy_engine_is_busy, open_all, close_world)
{
    static const struct {
        unsigned channel, runlist, engine, reset;
    } rows[] = { { 0, 0, 1, 6 }, { 4, 8, 9, 11 } };

    for (unsigned i = 0; i < 2; i++) {
        const uint32_t status = 0x2640 + 8 * rows[i].engine;

        make_channel(rows[i].channel, 1 << 17 | rows[i].engine);
        submit(rows[i].runlist, (const unsigned[]){ rows[i].channel }, 1);
        put(SEM, BUSY);
        PUSH_WORDS(rows[i].channel, 0x20038090, 0, (uint32_t)SEM, 0xd0e, 0x20048100, 0,
                   (uint32_t)DATA, 0, 0x1000000, 0x20018106, 0x800000, 0x200180c0, 0x18a);
        ring(rows[i].channel);
        assert_int_equal(0x80003000 | (16 + rows[i].channel), rd(status) & 0xf000ffff);
        assert_int_equal(0x80000000 | BLOCK(rows[i].channel) >> 12,
                         rd(REF_PFIFO_ENGINE_STATUS_INST(rows[i].engine)));
        assert_int_equal(0, rd(status - 8) & 0x80000000);
        assert_int_equal(0x16000001, rd(REF_PCCSR_CHANNEL(rows[i].channel)) & 0x1f000001);
        wr(REF_PMC_ENABLE, ~(1u << (rows[i].reset - 1)));
        wr(REF_PMC_ENABLE, ~(1u << (rows[i].reset + 1)));
        assert_int_equal(0x80000000, rd(status) & 0x80000000);
        wr(REF_PMC_ENABLE, ~(1u << rows[i].reset));
        wr(REF_PMC_ENABLE, 0xffffffff);
        assert_int_equal(0, rd(status) & 0x80000000);
        wait_ns(100000 * US);
        assert_int_equal(BUSY, get(SEM));
    }
}

/* §3.5: ids from 10 on have no engine behind them. */
TEST(there_are_no_more_engines, open_all, close_world)
{
    for (unsigned i = 10; i < 15; i++) {
        assert_int_equal(0, rd(REF_PFIFO_ENGINE_STATUS(i)));
        assert_int_equal(0, rd(REF_PFIFO_ENGINE_STATUS_INST(i)));
        wr(REF_PFIFO_INTR_CTXSW_TIMEOUT + 4 * i, 0x100);
        assert_int_equal(0, rd(REF_PFIFO_ENGINE_STATUS(i)));
    }
    wr(REF_PFIFO_INTR_CTXSW_TIMEOUT + 4 * 9, 0xff);
    assert_int_equal(0, rd(REF_PFIFO_ENGINE_STATUS(9)) & 0x40000000);
    wr(REF_PFIFO_INTR_CTXSW_TIMEOUT + 4 * 9, 0x100);
    assert_int_equal(0x40000000, rd(REF_PFIFO_ENGINE_STATUS(9)) & 0x40000000);
    wr(REF_PFIFO_INTR_CTXSW_TIMEOUT, 0x100);
    assert_int_equal(0x40000000, rd(REF_PFIFO_ENGINE_STATUS(0)) & 0x40000000);
}

/* §8.1, §8.2: 4096 channels; the doorbell of one that does not exist rings for nobody. */
TEST(the_last_channel, open_all, close_world)
{
    const uint32_t runlist[2][4] = { { 0x80030001, 1, 0xfff, 0 },
                                     { (uint32_t)USERD(1), 0, (uint32_t)BLOCK(1) | 0xfff, 0 } };

    make_channel(1, 1 << 17 | 2);
    wr(REF_PCCSR_CHANNEL(1), 0x800);
    wr(REF_PCCSR_CHANNEL_INST(1), 0);
    wr(REF_PCCSR_CHANNEL_INST(4095), 0x80000000 | (uint32_t)(BLOCK(1) >> 12));
    wr(REF_PCCSR_CHANNEL(4095), 0x400);
    submit_raw(1, runlist, 2);
    PUSH_WORDS(1, RELEASE(SEM, 0x555, 1));
    wr(REF_USERMODE_NOTIFY_CHANNEL_PENDING, 0x1000);
    wr(REF_USERMODE_NOTIFY_CHANNEL_PENDING, 0x1fff);
    wait_ns(100 * US);
    assert_int_equal(0, get(SEM));
    wr(REF_USERMODE_NOTIFY_CHANNEL_PENDING, 0xfff);
    wait_ns(100 * US);
    assert_int_equal(0x555, get(SEM));
    assert_int_equal(0xfff, rd(REF_PPBDMA_CHANNEL(1)));
    assert_int_equal(0x3fff, rd(REF_PFIFO_PBDMA_STATUS(1)) & 0xffff);
    wr(REF_PFIFO_PREEMPT, 0x01000fff);
    assert_int_equal(0, rd(REF_PFIFO_PREEMPT) & 0x100000);
    assert_int_equal(0, rd(REF_PFIFO_PBDMA_STATUS(1)) & 0xe000);
}

/* ---- rows of registers ---- */

FIXTURE(open_one)
{
    open_world(NULL);
    open_channel();
    put(SEM, 0);
    put(SEM + 0x40, 0);
    return 0;
}

/* §4.4, §3.2: methods that set a word, and where RAMFC has it; the PBDMA shows it at the same offset. */
TEST(methods_set_their_words, open_one, close_world)
{
    static const struct {
        uint32_t method, word;
    } rows[] = {
        { 0x10, 0x38 }, { 0x14, 0x3c }, { 0x18, 0x40 }, { 0x28, 0x04 },
        { 0x2c, 0x64 }, { 0x30, 0xa0 }, { 0x50, 0x28 }, { 0x5c, 0x3c },
        { 0x60, 0x38 }, { 0x64, 0x40 }, { 0x68, 0x9c },
    };

    for (unsigned i = 0; i < sizeof(rows) / sizeof(rows[0]); i++) {
        RUN(1, 0x20010000 | rows[i].method >> 2, 0xabc00000 | i << 4);
        assert_int_equal(0xabc00000 | i << 4, rd(REF_PPBDMA_GP_PUT(1) + rows[i].word));
    }
    RUN(1, RELEASE(SEM + 8, 7, 0x01000001));
    assert_int_equal(0x01000001, rd(REF_PPBDMA_SEM_EXECUTE(1)));
    wr(REF_PFIFO_PREEMPT, 0x01000011);
    assert_int_equal(0x01000001, get(BLOCK(1) + 0x44));
}

/* The sum of the reference: 0x04c11db7, most significant bit first, from 0, no inversion at the end (§4.1). */
static uint32_t sum_of(uint32_t crc, const uint8_t *bytes, unsigned count)
{
    for (unsigned i = 0; i < 8 * count; i++) {
        const uint32_t in = bytes[i / 8] >> (7 - i % 8) & 1;

        crc = crc << 1 ^ ((crc >> 31 ^ in) ? 0x04c11db7 : 0);
    }
    return crc;
}

/* §4.1: METHOD_CRC has 6 bytes of each engine method, from the last check on. Their packing is not given: here the
 * method's address in words below the subchannel, then the data. Host's own methods do not count. */
TEST(methods_are_summed, open_one, close_world)
{
    static const uint8_t bytes[] = {
        0x90, 0x80, 0x12, 0, 0, 0, 0x91, 0x80, 0x78, 0x56, 0x34, 0x12
    };
    const uint32_t crc = sum_of(0, bytes, sizeof(bytes));

    RUN(1, 0x2001001f, 0); /* CRC_CHECK: SET_OBJECT has not been sent */
    assert_int_equal(0, rd(REF_PPBDMA_INTR_0(1)));
    RUN(1, 0x20028090, 0x12, 0x12345678, 0x20010014, 5);
    assert_int_equal(crc, rd(REF_PPBDMA_METHOD_CRC(1)));
    RUN(1, 0x2001001f, crc);
    assert_int_equal(0, rd(REF_PPBDMA_INTR_0(1)));
    assert_int_equal(0, rd(REF_PPBDMA_METHOD_CRC(1)));
    RUN(1, 0x2001001f, crc);
    assert_int_equal(0x400000, rd(REF_PPBDMA_INTR_0(1)));
}

/* §4.1: PB_CRC is the sum of the segment's words, little endian; here of 60 data words that have all nibbles. */
TEST(segments_are_summed, open_one, close_world)
{
    uint32_t words[61] = { 60u << 16 | 0x60000002 }; /* NONINC, to NOP */
    uint8_t bytes[sizeof(words)];

    for (unsigned i = 1; i < 61; i++)
        words[i] = 0x9e3779b9 * i;
    for (unsigned i = 0; i < sizeof(bytes); i++)
        bytes[i] = (uint8_t)(words[i / 4] >> 8 * (i % 4));
    run_words(1, words, 61);
    assert_int_equal(sum_of(0, bytes, sizeof(bytes)), rd(REF_PPBDMA_PB_CRC(1)));
    RUN(1, 0);
    assert_int_equal(0, rd(REF_PPBDMA_PB_CRC(1))); /* a new segment, of a NOP */
}

/* §3.2: RUNTIME counts 1024 ns while the channel is on a PBDMA, and goes on from its value in RAMFC. */
TEST(time_on_a_pbdma_is_counted, open_one, close_world)
{
    put(BLOCK(1) + 0x2c, 5000);
    RUN(1, RELEASE(SEM, 1, 1));
    wait_ns(1024 * 1000);
    wr(REF_PFIFO_PREEMPT, 0x01000011);
    assert_int_equal(0, rd(REF_PFIFO_PREEMPT) & 0x100000);
    assert_in_range(get(BLOCK(1) + 0x2c), 6000, 6200);
}

/* §4.7: an interrupt stalls by its bit of INTR_STALL or INTR_STALL_1, both all ones at first. */
TEST(interrupts_stall_by_their_bits, open_one, close_world)
{
    assert_int_equal(0xfffffeff & ~0x10000000, rd(REF_PPBDMA_INTR_STALL(1)));
    assert_int_equal(0x8000001f, rd(REF_PPBDMA_INTR_STALL_1(1)));
    RUN(1, 0x20018041, 1, RELEASE(SEM, 1, 1)); /* HCE_ILLEGAL_MTHD, bit 3 of INTR_1 */
    assert_int_equal(0, get(SEM));
    wr(REF_PPBDMA_INTR_1(1), 8);
    wait_ns(10 * US);
    assert_int_equal(1, get(SEM));
    wr(REF_PPBDMA_INTR_STALL_1(1), 0x80000017);
    assert_int_equal(0x80000017, rd(REF_PPBDMA_INTR_STALL_1(1)));
    RUN(1, 0x20018041, 1, RELEASE(SEM, 2, 1));
    assert_int_equal(2, get(SEM));
    assert_int_equal(8, rd(REF_PPBDMA_INTR_1(1)));
    wr(REF_PPBDMA_INTR_1(1), 8);
    RUN(1, 0x20010001, 0, RELEASE(SEM, 3, 1)); /* ILLEGAL: METHOD, bit 21 of INTR_0 */
    assert_int_equal(2, get(SEM));
    wr(REF_PPBDMA_METHOD0(1), 0x80600008);
    wr(REF_PPBDMA_INTR_0(1), 0x200000);
    wait_ns(10 * US);
    assert_int_equal(3, get(SEM));
    wr(REF_PPBDMA_INTR_STALL(1), 0xffdffeff);
    RUN(1, 0x20010001, 0, RELEASE(SEM, 4, 1));
    assert_int_equal(4, get(SEM));
    assert_int_equal(0x200000, rd(REF_PPBDMA_INTR_0(1)));
}

/* §4.7: STATUS, and the values that stay in the registers of a PBDMA without a channel: bits 13:0 of 0x204 take it. */
TEST(time_outs_are_kept, open_one, close_world)
{
    assert_int_equal(0x10000, rd(REF_PPBDMA_TIMEOUT(1)));
    wr(REF_PPBDMA_TIMEOUT(1), 0xffff);
    assert_int_equal(0xffff, rd(REF_PPBDMA_TIMEOUT(1)));
    assert_int_equal(0x10000, rd(REF_PPBDMA_TIMEOUT(0)));
}

/* §4.1: GP_CRC, opcode 2, clears the sum whether it is right or not; here it is not, which bit 16 tells. */
TEST(the_sum_of_entries_is_cleared, open_one, close_world)
{
    RUN(1, RELEASE(SEM, 1, 1));
    assert_int_not_equal(0, rd(REF_PPBDMA_GP_CRC(1)));
    push_entry(1, 0x12345678, 2);
    ring(1);
    wait_ns(10 * US);
    assert_int_equal(0x10000, rd(REF_PPBDMA_INTR_0(1)));
    assert_int_equal(0, rd(REF_PPBDMA_GP_CRC(1)));
}

/* §3.3: of channels that wait for an engine USERD is written at intervals; one that has run dry has its USERD. */
TEST(who_is_written_back, open_one, close_world)
{
    make_channel(2, 1 << 17 | 3); /* which waits, so that the card is woken */
    submit(2, (const unsigned[]){ 2 }, 1);
    PUSH_WORDS(2, ACQUIRE(SEM + 0x40, 1));
    ring(2);
    RUN(1, RELEASE(SEM, 1, 1));
    put(USERD(1) + 0x88, BUSY);
    wait_ns(1000 * US);
    assert_int_equal(BUSY, get(USERD(1) + 0x88));
    wr(REF_PCCSR_CHANNEL(2), 0x800);
    PUSH_WORDS(1, 0x20048100, 0, (uint32_t)DATA, 0, 0x1000000, 0x20018106, 0x1000000, 0x200180c0,
               0x182, RELEASE(SEM, 2, 0x00100001));
    ring(1);
    wait_ns(150 * US);
    assert_int_equal(1, get(SEM));
    assert_int_equal(2, get(USERD(1) + 0x88));
    put(USERD(1) + 0x88, BUSY);
    wait_ns(150 * US);
    assert_int_equal(1, get(SEM));
    assert_int_equal(2, get(USERD(1) + 0x88));
}

/* §4.7: STATUS: 0 empty, 2 blocked, in bits 31:28 of the PBDMA and 15:12 of its methods. */
TEST(a_pbdma_has_its_status, open_one, close_world)
{
    assert_int_equal(0x10011111, rd(REF_PPBDMA_STATUS(1))); /* nobody is on it: SUSPENDED */
    RUN(1, RELEASE(SEM, 1, 1));
    assert_int_equal(0, rd(REF_PPBDMA_STATUS(1)));
    RUN(1, ACQUIRE(SEM, 2));
    assert_int_equal(0x20002000, rd(REF_PPBDMA_STATUS(1)));
    put(SEM, 2);
    wait_ns(1000 * US);
    assert_int_equal(0, rd(REF_PPBDMA_STATUS(1)));
    RUN(1, 0x20010001, 0);
    assert_int_equal(0x20002000, rd(REF_PPBDMA_STATUS(1)));
    wr(REF_PPBDMA_METHOD0(1), 0x80600008);
    wr(REF_PPBDMA_INTR_0(1), 0x200000);
    wait_ns(10 * US);
    assert_int_equal(0, rd(REF_PPBDMA_STATUS(1)));
    PUSH_WORDS(1, 0x20048100, 0, (uint32_t)DATA, 0, 0x1000000, 0x20018106, 0x1000000, 0x200180c0,
               0x182, RELEASE(SEM, 3, 0x00100001));
    ring(1);
    assert_int_equal(0x20002000, rd(REF_PPBDMA_STATUS(1)));
    assert_int_equal(2, get(SEM));
}

/* §4.4: YIELD 0 does nothing, 1 raises METHOD, 2 and 3 let the channel go on in the end. */
TEST(yields, open_one, close_world)
{
    for (uint32_t op = 0; op < 4; op++) {
        RUN(1, 0x20010020, op, RELEASE(SEM, 1 + op, 1));
        assert_int_equal(op == 1 ? 1 : 1 + op, get(SEM));
        assert_int_equal(op == 1 ? 0x200000 : 0, rd(REF_PPBDMA_INTR_0(1)));
        if (op != 1)
            continue;
        wr(REF_PPBDMA_METHOD0(1), 0x80600008);
        wr(REF_PPBDMA_INTR_0(1), 0x200000);
        wait_ns(10 * US);
        assert_int_equal(2, get(SEM));
    }
}

/* ---- runlists ---- */

/* Of the long runlist below, so many entries. */
static void submit_many(uint32_t count)
{
    wr(REF_PFIFO_RUNLIST_BASE, (uint32_t)(DATA >> 12));
    wr(REF_PFIFO_RUNLIST, 1u << 20 | count);
    wait_ns(10 * US);
}

/* §3.4: a runlist of 600 entries is read to its last one. */
TEST(the_last_of_many_entries, open_one, close_world)
{
    for (uint32_t i = 0; i < 300; i++) {
        put64(DATA + 32 * i, UINT64_C(0x180030001));
        put64(DATA + 32 * i + 8, 100 + i);
        put64(DATA + 32 * i + 16, i < 299 ? 0 : USERD(1));
        put64(DATA + 32 * i + 24, i < 299 ? 1000 + i : BLOCK(1) | 1);
    }
    submit_many(600);
    RUN(1, RELEASE(SEM, 0x666, 1));
    assert_int_equal(0x666, get(SEM));
    assert_int_equal(399, rd(REF_PFIFO_PBDMA_STATUS(1)) & 0xfff);
    assert_int_equal(0, rd(REF_PFIFO_INTR_0) & 0x100);
    /* One less, and its TSG is too short. */
    submit_many(599);
    assert_int_equal(0x100, rd(REF_PFIFO_INTR_0) & 0x100);
    assert_int_equal(0x20, rd(REF_PFIFO_INTR_SCHED_ERROR));
}

/* §3.4, §4.7: a TSG whose channel cannot be saved, because of an interrupt, keeps its runlist: also a PBDMA that it does
 * not use stays empty. */
TEST(a_frozen_channel_keeps_its_runlist, open_one, close_world)
{
    const uint32_t entries[4][4] = { { 0x01000001, 1, 17, 0 },
                                     { (uint32_t)USERD(1), 0, (uint32_t)BLOCK(1) | 1, 0 },
                                     { 0x01000001, 1, 18, 0 },
                                     { (uint32_t)USERD(2) | 2, 0, (uint32_t)BLOCK(2) | 2, 0 } };

    make_channel(2, 1 << 17 | 2);
    submit_raw(1, entries, 4);
    RUN(1, 0x20010001, 0, RELEASE(SEM, 1, 1));
    RUN(2, RELEASE(SEM + 0x40, 1, 1));
    wait_ns(10000 * US);
    assert_int_equal(0, get(SEM + 0x40));
    wr(REF_PPBDMA_METHOD0(1), 0x80600008);
    wr(REF_PPBDMA_INTR_0(1), 0x200000);
    wait_ns(1000 * US);
    assert_int_equal(1, get(SEM));
    assert_int_equal(1, get(SEM + 0x40));
}

/* K30: two contexts whose loading overlaps are both loaded in the end, that of the PBDMA and that of the engine. */
TEST(both_contexts_are_loaded, NULL, close_world)
{
    open_with(NULL, "context_load=100");
    build_space();
    put(SEM, 0);
    put(SEM + 0x40, 0);
    make_channel(1, 1 << 17 | 2);
    make_channel(2, 1 << 17 | 3);
    submit(1, (const unsigned[]){ 1 }, 1);
    submit(2, (const unsigned[]){ 2 }, 1);
    for (unsigned i = 0; i < 2; i++) {
        PUSH_WORDS(1 + i, 0x20038090, 0, (uint32_t)(SEM + 0x40 * i), 0xd0e, 0x200180c0, 8);
        ring(1 + i);
        wait_ns(50 * US);
        assert_int_equal(0, get(SEM + 0x40 * i));
    }
    wait_ns(400 * US);
    assert_int_equal(0xd0e, get(SEM));
    assert_int_equal(0xd0e, get(SEM + 0x40));
}
