/* Timed actions of the GV100 model's host, the effect of a reset, and its reports on channels. Numbers are typed from
 * docs/hardware/gv100.md; the paragraph stands above each test. */
#include "tests/model/gv100/host/rounds_rig.h"

#define CLEAR_FAULTED(channel) 0x20010021, channel
#define INTR_0(pbdma)          rd(REF_PPBDMA_INTR_0(1) * (pbdma))

/* ---- in their time --------------------------------------------------------------------------- */

/* PTIMER's alarm wakes the card in so many nanoseconds, which nobody waits for. */
static void alarm_in(uint32_t ns)
{
    wr(REF_PTIMER_ALARM_0, rd(REF_PTIMER_TIME_LOW) + ns);
}

/* K30: loading takes 500 us for a PBDMA, and as many for the copy engine of runlists 1 to 4. Both end by themselves. */
TEST(contexts_are_loaded_by_themselves, NULL, close_world)
{
    for (unsigned runlist = 0; runlist < 4; runlist++) {
        open_world(&(struct model_config){ .knobs = "context_load=500" });
        build_space();
        wr(REF_PFIFO_USERD_WRITEBACK, 0);
        make_channel(1, 1 << 16 | 1 << 17 | (runlist ? 1 + runlist : 0));
        submit(runlist, (const unsigned[]){ 1 }, 1);
        put_all(DATA, 0x1234, DATA + 0x1000000, 0, FLAG(1), 0);
        SEND(1, RELEASE(FLAG(1), 1, 1), 0x20088100, 0, (uint32_t)DATA, 0,
             (uint32_t)DATA + 0x1000000, 0, 0, 64, 1, 0x200180c0, 0x186);
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
    }
}

/* ---- CLEAR_FAULTED (§4.4) -------------------------------------------------------------------- */

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
    SEND(1, CLEAR_FAULTED(2), RELEASE(FLAG(1), 1, 1));
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
    SEND(1, CLEAR_FAULTED(2));
    SEND(3, RELEASE(FLAG(3), 1, 1));
    wait_ns(100 * US);
    assert_int_equal(1, get(FLAG(3)));
}

/* PERIOD 0 gives it one microsecond; without DETECTION it waits for ever. */
TEST(times_of_clearing, NULL, close_world)
{
    for (unsigned detection = 0; detection < 2; detection++) {
        open_clearing();
        wr(REF_PFIFO_CLEAR_FAULTED_TIMEOUT, detection << 31);
        SEND(1, CLEAR_FAULTED(2));
        assert_int_equal(0, INTR_0(PBDMA));
        wait_ns(20 * US);
        assert_int_equal(detection << 20, INTR_0(PBDMA));
    }
}

/* ---- its reports ----------------------------------------------------------------------------- */

static uint32_t status_of(unsigned channel)
{
    return rd(REF_PCCSR_CHANNEL(channel)) >> 24 & 0x1f; /* BUSY is bit 4 of these */
}

/* §8.2, STATUS and BUSY. */
TEST(states_of_a_channel, NULL, close_world)
{
    open_channels(NULL, 3);
    submit(1, (const unsigned[]){ 1, 2 }, 2);
    ring(3); /* which is on no runlist: PENDING, and the other one IDLE */
    assert_pairs(0, status_of(1), 0x11, status_of(3));
    PUSH_WORDS(1, RELEASE(SEM, 1, 0x1000));
    put(SEM, 0);
    ring(1);
    assert_int_equal(0x15, status_of(1)); /* ON_PBDMA */
    SEND(2, COPY(0x800000));
    assert_pairs(0x13, status_of(1), 0x16, status_of(2)); /* PENDING_ACQUIRE, ON_PBDMA_AND_ENG */
    wr(REF_PMC_ENABLE_PB, 0x3fff & ~(1u << PBDMA));
    assert_int_equal(0x17, status_of(2)); /* ON_ENG */
    ring(2);
    assert_int_equal(0x19, status_of(2)); /* ON_ENG_PENDING */
}

/* ---- starting over --------------------------------------------------------------------------- */

#define SHOWN 0xa40u

/* A word of PFIFO, of the PBDMA, or of channel RAM. */
static uint32_t place(unsigned i)
{
    return i < 0x800   ? 0x2000 + 4 * i
           : i < 0xa00 ? 0x42000 + 4 * (i - 0x800)
                       : 0x800000 + 4 * (i - 0xa00);
}

static bool copies_again(unsigned channel)
{
    put_all(DATA, 0x600d, DATA + 0x1000000, 0);
    submit(1, &channel, 1);
    SEND(channel, COPY(64));
    wait_ns(MS);
    return get(DATA + 0x1000000) == 0x600d;
}

/* §1.7: "a bit that goes to 0 resets its unit": PFIFO's takes channels off, with their copies, binds, preempts and faults,
 * and gives each of its words the value that it had. */
TEST(a_reset_leaves_nothing, NULL, close_world)
{
    static uint32_t before[SHOWN];
    unsigned changed = 0;

    open_world(NULL);
    build_space();
    for (unsigned i = 0; i < SHOWN; i++)
        before[i] = rd(place(i));
    for (unsigned i = 1; i < 4; i++)
        make_channel(i, i == 3 ? 1u << 17 | 3 : CE);
    submit(2, (const unsigned[]){ 3 }, 1);
    submit(1, (const unsigned[]){ 1, 2 }, 2);
    SEND(3, 0x20020102 | 4 << 13, 0, (uint32_t)SMALL, 0x200180c0, 0x186); /* not mapped */
    SEND(1, COPY(0x800000));
    for (unsigned i = 0; i < SHOWN; i++)
        wr(place(i), i < 0xa00 ? UINT32_MAX : 0x400);
    for (unsigned i = 0; i < SHOWN; i++)
        changed += rd(place(i)) != before[i];
    assert_in_range(changed, 100, SHOWN);
    wr_all(REF_PMC_ENABLE, ~0x100u, REF_PMC_ENABLE, UINT32_MAX);
    for (unsigned i = 0; i < SHOWN; i++)
        if (rd(place(i)) != before[i])
            fail_msg("0x%06x reads 0x%08x, and 0x%08x before", place(i), rd(place(i)), before[i]);
    assert_pairs(0, rd(REF_PMC_INTR(0)) & 0x100, 0, rd(REF_PMC_INTR(1)) & 0x100);
    make_channel(1, CE);
    assert_true(copies_again(1));
}

/* §8.2: a channel that is unbound after a fault of its copy (§6.3) leaves the engine to others. */
TEST(an_unbound_channel_leaves_its_engine, NULL, close_world)
{
    open_channels(NULL, 2);
    submit(1, (const unsigned[]){ 1 }, 1);
    RUN(1, 0x20020102 | 4 << 13, 0, (uint32_t)SMALL, 0x20020106 | 4 << 13, 64, 1, 0x200180c0,
        0x186);
    assert_int_equal(1, rd(REF_PCCSR_CHANNEL(1)) >> 23 & 1); /* ENG_FAULTED */
    wr_all(REF_PCCSR_CHANNEL(1), 1 << 11, REF_PFIFO_PREEMPT, 1, REF_PCCSR_CHANNEL_INST(1), 0);
    assert_true(copies_again(2));
}

/* A card that counts its channels wrongly says half of 4096. */
TEST(channels_that_are_counted_wrongly, NULL, close_world)
{
    open_channels(&(struct model_config){ .defects = "host-channels-wrong" }, 0);
    assert_pairs(2048, rd(REF_PFIFO_CFG1), 0xc36f, rd(REF_PFIFO_CFG2), 14 | 32 << 16,
                 rd(REF_PFIFO_CFG0));
}
