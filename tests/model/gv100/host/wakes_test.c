/* Timed actions of the GV100 model's host, the effect of a reset, and its reports on channels. Numbers are typed from
 * docs/hardware/gv100.md; the paragraph stands above each test. */
#include "reference/gv100.h"
#include "tests/model/gv100/host/rounds_rig.h"

#define CLEAR_FAULTED(channel) 0x20010021, channel
#define INTR_0(pbdma)          rd(REF_PPBDMA_INTR_0(0) + 0x2000 * (pbdma))

/* ---- in their time --------------------------------------------------------------------------- */

/* PTIMER's alarm wakes the card in so many nanoseconds, which nobody waits for. */
static void alarm_in(uint32_t ns)
{
    wr(REF_PTIMER_ALARM_0, rd(REF_PTIMER_TIME_LOW) + ns);
}

/* §3.5: the end of a submit interrupts, though the card was woken for something else before. */
TEST(a_runlist_is_taken_by_itself, NULL, close_world)
{
    open_channels(NULL, 1);
    wr(REF_PFIFO_INTR_EN_0, 0x40000000);
    wr(0x160, 0x100);
    alarm_in(2600);
    wr(REF_PFIFO_RUNLIST_BASE, (uint32_t)(RUNLIST >> 12));
    wr(REF_PFIFO_RUNLIST, 1 << 20);
    assert_int_equal(0, world.messages);
    wait_ns(50 * US);
    assert_int_equal(1, world.messages);
    assert_int_equal(2, rd(REF_PFIFO_INTR_RUNLIST));
}

/* K30: loading takes 500 us for a PBDMA, and as many for the copy engine of runlists 1 to 4. Both end by themselves, though
 * the card is woken in between. */
TEST(contexts_are_loaded_by_themselves, NULL, close_world)
{
    for (unsigned runlist = 0; runlist < 4; runlist++) {
        open_world(&(struct model_config){ .knobs = "context_load=500" });
        build_space();
        wr(REF_PFIFO_USERD_WRITEBACK, 0);
        make_channel(1, 1 << 16 | 1 << 17 | (runlist ? 1 + runlist : 0));
        submit(runlist, (const unsigned[]){ 1 }, 1);
        put(DATA, 0x1234);
        put(DATA + 0x1000000, 0);
        put(FLAG(1), 0);
        PUSH_WORDS(1, RELEASE(FLAG(1), 1, 1), 0x20088100, 0, (uint32_t)DATA, 0,
                   (uint32_t)DATA + 0x1000000, 0, 0, 64, 1, 0x200180c0, 0x186);
        ring(1);
        alarm_in(100000);
        wait_ns(480 * US);
        assert_int_equal(0, get(FLAG(1)));
        wait_ns(100 * US);
        assert_int_equal(1, get(FLAG(1)));
        alarm_in(100000);
        wait_ns(380 * US);
        assert_int_equal(0, get(DATA + 0x1000000));
        wait_ns(100 * US);
        assert_int_equal(0x1234, get(DATA + 0x1000000));
        close_world(NULL);
    }
}

/* ---- CLEAR_FAULTED (§4.4) -------------------------------------------------------------------- */

/* Channel 2 faults, once: its runlist does not take it up again. */
static void fault_2(void)
{
    PUSH_WORDS(2, RELEASE(SMALL, 1, 1));
    ring(2);
    wr(REF_PFIFO_SCHED_DISABLE, 4);
}

static void open_clearing(void)
{
    open_channels(NULL, 3);
    submit(2, (const unsigned[]){ 2 }, 1);
    submit(1, (const unsigned[]){ 1, 3 }, 2);
}

/* It gives up after 1023 us: each time that software lets it try again it has all of them. */
TEST(clearing_waits_its_own_time, NULL, close_world)
{
    open_clearing();
    PUSH_WORDS(1, CLEAR_FAULTED(2), RELEASE(FLAG(1), 1, 1));
    ring(1);
    for (unsigned i = 0; i < 3; i++) {
        wait_ns(900 * US);
        assert_int_equal(0, INTR_0(PBDMA));
        wait_ns(300 * US);
        assert_int_equal(1 << 20, INTR_0(PBDMA));
        wr(REF_PPBDMA_INTR_0(PBDMA), 0xffffffff);
    }
    assert_int_equal(0, get(FLAG(1)));
}

/* Meanwhile another TSG of its runlist may run. */
TEST(others_run_while_it_looks, NULL, close_world)
{
    open_clearing();
    PUSH_WORDS(1, CLEAR_FAULTED(2));
    ring(1);
    PUSH_WORDS(3, RELEASE(FLAG(3), 1, 1));
    ring(3);
    wait_ns(100 * US);
    assert_int_equal(1, get(FLAG(3)));
}

/* PERIOD 0 gives it one microsecond; without DETECTION it waits for ever. */
TEST(times_of_clearing, NULL, close_world)
{
    for (unsigned detection = 0; detection < 2; detection++) {
        open_clearing();
        wr(REF_PFIFO_CLEAR_FAULTED_TIMEOUT, detection << 31);
        PUSH_WORDS(1, CLEAR_FAULTED(2));
        ring(1);
        assert_int_equal(0, INTR_0(PBDMA));
        wait_ns(20 * US);
        assert_int_equal(detection << 20, INTR_0(PBDMA));
        close_world(NULL);
    }
}

/* Bit 31 chooses between ENG_FAULTED and PBDMA_FAULTED. The other bit stays. */
TEST(clearing_takes_one_bit, NULL, close_world)
{
    open_clearing();
    fault_2();
    RUN(1, CLEAR_FAULTED(2 | 1u << 31));
    wait_ns(100 * US);
    assert_int_equal(1, rd(REF_PCCSR_CHANNEL(2)) >> 22 & 3);
    wr(REF_PFIFO_CLEAR_FAULTED_TIMEOUT, 0x80000000);
    wait_ns(100 * US);
    assert_int_equal(1 << 20, INTR_0(PBDMA));
}

/* ---- privilege (§4.7, §5.4) ------------------------------------------------------------------ */

/* A copy engine has the privilege of its channel as it is at each method: CONFIG bit 8 of RAMFC. */
TEST(copies_have_their_channels_privilege, NULL, close_world)
{
    open_channels(NULL, 1);
    submit(1, (const unsigned[]){ 1 }, 1);
    map_small(0, DATA >> 4 | 1 | 1 << 5);
    for (unsigned privileged = 0; privileged < 3; privileged++) {
        invalidate(0);
        wr(REF_PFIFO_SCHED_DISABLE, 2);
        wr(REF_PFIFO_PREEMPT, 1);
        put(BLOCK(1) + 0xf4, 0x1000 | (privileged & 1) << 8);
        wr(REF_PFIFO_SCHED_DISABLE, 0);
        put(DATA, 0x1234);
        put(DATA + 0x1000000, 0);
        RUN(1, 0x20088100, 0, (uint32_t)SMALL, 0, (uint32_t)DATA + 0x1000000, 0, 0, 64, 1,
            0x200180c0, 0x186);
        assert_int_equal(privileged & 1 ? 0 : 1,
                         rd(REF_PCCSR_CHANNEL(1)) >> 23 & 1); /* ENG_FAULTED */
        assert_int_equal(privileged & 1 ? 0x1234 : 0, get(DATA + 0x1000000));
        if (!(privileged & 1)) { /* the job goes on where it stopped */
            map_small(0, DATA >> 4 | 1);
            invalidate(0);
            wr(REF_PCCSR_CHANNEL(1), 1 << 23);
            wait_ns(MS);
            map_small(0, DATA >> 4 | 1 | 1 << 5);
        }
    }
}

/* ---- the effect of a reset (§1.3) ------------------------------------------------------------ */

static void reset_pfifo(void)
{
    wr(REF_PMC_ENABLE, 0xffffffff & ~(1u << 8));
    wr(REF_PMC_ENABLE, 0xffffffff);
}

/* A copy that is under way ends with its channel; the engine is idle then. */
TEST(a_reset_ends_copies, NULL, close_world)
{
    open_channels(NULL, 1);
    submit(1, (const unsigned[]){ 1 }, 1);
    put(DATA + 0x7ffffc, 0x600d);
    put(DATA + 0x17ffffc, 0);
    PUSH_WORDS(1, COPY(0x800000));
    ring(1);
    assert_int_equal(1, rd(REF_PFIFO_ENGINE_STATUS(2)) >> 31); /* ENGINE_STATUS of LCE1 */
    reset_pfifo();
    assert_int_equal(0, rd(REF_PFIFO_ENGINE_STATUS(2)) >> 31);
    wait_ns(100 * MS);
    assert_int_equal(0, get(DATA + 0x17ffffc));
}

/* No interrupt of before is left, and no preempt, not even on a card where preempts never end. */
TEST(a_reset_ends_interrupts_and_preempts, NULL, close_world)
{
    open_channels(&(struct model_config){ .defects = "host-preempt-stuck" }, 1);
    wr(REF_PFIFO_INTR_EN_0, 1);
    wr(0x160, 0x100);
    wr(REF_PCCSR_CHANNEL_INST(1), 0x80000000); /* is bound already */
    assert_true(world.asserted);
    wr(REF_PFIFO_PREEMPT, 1);
    wr(REF_PFIFO_RUNLIST_PREEMPT, 2);
    assert_int_equal(1, rd(REF_PFIFO_PREEMPT) >> 20 & 1);
    assert_int_equal(2, rd(REF_PFIFO_RUNLIST_PREEMPT));
    reset_pfifo();
    assert_false(world.asserted);
    assert_int_equal(0, rd(0x100) & 0x100);
    assert_int_equal(0, rd(REF_PFIFO_PREEMPT) >> 20 & 1);
    assert_int_equal(0, rd(REF_PFIFO_RUNLIST_PREEMPT));
}

/* A doorbell that rings while host is in reset is nobody's. */
TEST(nobody_hears_a_doorbell_in_reset, NULL, close_world)
{
    open_channels(NULL, 0);
    wr(REF_PMC_ENABLE, 0xffffffff & ~(1u << 8));
    ring(1);
    wr(REF_PMC_ENABLE, 0xffffffff);
    make_channel(1, CE);
    PUSH_WORDS(1, RELEASE(FLAG(1), 1, 1));
    submit(1, (const unsigned[]){ 1 }, 1);
    wait_ns(MS);
    assert_int_equal(0, get(FLAG(1)));
    ring(1);
    assert_int_equal(1, get(FLAG(1)));
}

/* §8.1: ids that do not exist are ignored. */
TEST(doorbells_of_nobody, NULL, close_world)
{
    open_channels(NULL, 1);
    wr(REF_USERMODE_NOTIFY_CHANNEL_PENDING, 0xffffffff);
    wr(REF_USERMODE_NOTIFY_CHANNEL_PENDING, 0x10000001);
    wr(REF_USERMODE_NOTIFY_CHANNEL_PENDING, 0x1001);
    submit(1, (const unsigned[]){ 1 }, 1);
    PUSH_WORDS(1, RELEASE(FLAG(1), 1, 1));
    wait_ns(MS);
    assert_int_equal(0, get(FLAG(1)));
}

/* ---- its reports ----------------------------------------------------------------------------- */

/* §4.7: both interrupt words report by their own enables. CTXNOTVALID is bit 31 of the second, METHOD 21 of the first. */
TEST(each_word_has_its_enables, NULL, close_world)
{
    for (unsigned second = 0; second < 2; second++)
        for (unsigned enables = 0; enables < 4; enables++) {
            open_channels(NULL, 1);
            submit(1, (const unsigned[]){ 1 }, 1);
            wr(REF_PPBDMA_INTR_EN_0(PBDMA), enables & 1 ? 0xffffffff : 0);
            wr(REF_PPBDMA_INTR_EN_1(PBDMA), enables & 2 ? 0xffffffff : 0);
            put(BLOCK(1) + 0xac, 2);
            RUN(1, 0x20010000 | (second ? 0x100 : 4) / 4, 0);
            assert_int_equal(second ? 0 : 1 << 21, INTR_0(PBDMA));
            assert_int_equal(enables >> second & 1 ? 2 : 0, rd(REF_PFIFO_INTR_PBDMA_ID));
            assert_int_equal(enables >> second & 1, rd(REF_PFIFO_INTR_0) >> 29 & 1);
            close_world(NULL);
        }
}

static uint32_t status_of(unsigned channel)
{
    return rd(REF_PCCSR_CHANNEL(channel)) >> 24 & 0x1f; /* BUSY is bit 4 of these */
}

/* §8.2, STATUS and BUSY. */
TEST(states_of_a_channel, NULL, close_world)
{
    open_channels(NULL, 3);
    submit(1, (const unsigned[]){ 1, 2 }, 2);
    assert_int_equal(0, status_of(1)); /* IDLE */
    ring(3);
    assert_int_equal(0x11, status_of(3)); /* PENDING: it is on no runlist */
    PUSH_WORDS(1, RELEASE(SEM, 1, 0x1000));
    put(SEM, 0);
    ring(1);
    assert_int_equal(0x15, status_of(1)); /* ON_PBDMA */
    PUSH_WORDS(2, COPY(0x800000));
    ring(2);
    assert_int_equal(0x13, status_of(1)); /* PENDING_ACQUIRE */
    assert_int_equal(0x16, status_of(2)); /* ON_PBDMA_AND_ENG */
    wr(REF_PMC_ENABLE_PB, 0x3fff & ~(1u << PBDMA));
    assert_int_equal(0x17, status_of(2)); /* ON_ENG */
    ring(2);
    assert_int_equal(0x19, status_of(2)); /* ON_ENG_PENDING */
}

/* §8.2, K40: a code for each cause, or one for all. A refused request changes nothing. */
TEST(bad_binds, NULL, close_world)
{
    for (unsigned one = 0; one < 2; one++) {
        open_channels(&(struct model_config){ .knobs = one ? "bind_codes=one" : NULL }, 1);
        submit(1, (const unsigned[]){ 1 }, 1);
        PUSH_WORDS(1, ACQUIRE(SEM, 1));
        put(SEM, 0);
        ring(1);
        wr(REF_PCCSR_CHANNEL_INST(1), 0x80000000);
        assert_int_equal(one ? 6 : 1, rd(REF_PFIFO_INTR_BIND_ERROR));
        wr(REF_PCCSR_CHANNEL_INST(1), 0);
        assert_int_equal(one ? 6 : 3, rd(REF_PFIFO_INTR_BIND_ERROR));
        assert_int_equal(0x80000000 | (uint32_t)(BLOCK(1) >> 12), rd(REF_PCCSR_CHANNEL_INST(1)));
        assert_int_equal(1, rd(REF_PFIFO_INTR_0) & 0x3fffffff);
        wr(REF_PFIFO_INTR_0, 1);
        wr(REF_PCCSR_CHANNEL_INST(2), 0x90000000 | (uint32_t)(BLOCK(2) >> 12));
        assert_int_equal(6, rd(REF_PFIFO_INTR_BIND_ERROR));
        assert_int_equal(1, rd(REF_PFIFO_INTR_0) & 0x3fffffff);
        assert_int_equal(0, rd(REF_PCCSR_CHANNEL_INST(2)) >> 31);
        close_world(NULL);
    }
}

/* Host's tables stand in the trace as registers do. */
TEST(accesses_are_traced, NULL, close_world)
{
    open_channels(&(struct model_config){ .trace = true }, 1);
    forget_trace();
    (void)rd(REF_PCCSR_CHANNEL_INST(1));
    wr(REF_PCCSR_CHANNEL(1), 0x400);
    (void)rd(REF_PPBDMA_TIMEOUT(1));
    wr(REF_PPBDMA_TIMEOUT(1), 0x77);
    assert_true(is_traced("r 800008 80000021"));
    assert_true(is_traced("w 80000c 00000400"));
    assert_true(is_traced("r 04212c 00010000"));
    assert_true(is_traced("w 04212c 00000077"));
}

/* A card that counts its channels wrongly says half of 4096. */
TEST(channels_that_are_counted_wrongly, NULL, close_world)
{
    open_channels(NULL, 0);
    assert_int_equal(4096, rd(REF_PFIFO_CFG1));
    close_world(NULL);
    open_channels(&(struct model_config){ .defects = "host-channels-wrong" }, 0);
    assert_int_equal(2048, rd(REF_PFIFO_CFG1));
    assert_int_equal(0xc36f, rd(REF_PFIFO_CFG2));
    assert_int_equal(14 | 32 << 16, rd(REF_PFIFO_CFG0));
}
