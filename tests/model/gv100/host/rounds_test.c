/* Who comes onto the PBDMAs of the GV100 model, when, and who goes. Numbers are typed from docs/hardware/gv100.md; the
 * paragraph stands above each test. */
#include "reference/gv100.h"
#include "tests/model/gv100/host/rounds_rig.h"

/* ---- faults (§6.3) --------------------------------------------------------------------------- */

static void fault(unsigned channel)
{
    PUSH_WORDS(channel, RELEASE(SMALL, 1, 1)); /* not mapped */
    ring(channel);
    wait_ns(MS);
    assert_int_equal(1, rd(REF_PCCSR_CHANNEL(channel)) >> 22 & 1); /* PBDMA_FAULTED */
}

/* Whichever of its channels has faulted, none of the TSG runs until the bit is cleared. */
TEST(a_fault_stops_the_tsg, NULL, close_world)
{
    for (unsigned faulty = 1; faulty < 4; faulty++) {
        open_channels(NULL, 3);
        submit_group(1, (const unsigned[]){ 1, 2, 3 }, 3);
        fault(faulty);
        assert_int_equal(0, who_runs(1, 3));
        map_small(0, SEM >> 4 | 1);
        invalidate(0);
        wr(REF_PCCSR_CHANNEL(faulty), 1 << 22);
        wait_ns(5 * MS);
        for (unsigned i = 1; i < 4; i++)
            assert_int_equal(1, get(FLAG(i)));
        close_world(NULL);
    }
}

/* And no other TSG: neither one beside it in its runlist, nor one of another runlist. Channel 0 is no exception. */
TEST(a_fault_stops_no_other_tsg, NULL, close_world)
{
    for (unsigned faulty = 0; faulty < 4; faulty++) {
        open_from(NULL, 0, 4);
        submit(2, (const unsigned[]){ 0 }, 1);
        submit(1, (const unsigned[]){ 1, 2, 3 }, 3);
        fault(faulty);
        assert_int_equal(0xfu & ~(1u << faulty), who_runs(0, 4));
        close_world(NULL);
    }
}

/* §4.4 CLEAR_FAULTED: the channel whose fault another one clears goes on at once, without a doorbell of its own. */
TEST(a_cleared_channel_goes_on, NULL, close_world)
{
    open_channels(NULL, 2);
    submit(1, (const unsigned[]){ 1 }, 1);
    submit(2, (const unsigned[]){ 2 }, 1);
    assert_int_equal(6, who_runs(1, 2));
    fault(2);
    map_small(0, SEM >> 4 | 1);
    invalidate(0);
    put(SEM, 0);
    PUSH_WORDS(1, 0x20010021, 2);
    ring(1);
    assert_int_equal(1, get(SEM));
}

/* ---- whose PBDMA it is ----------------------------------------------------------------------- */

/* §3.4: channels 0 and 7 wait on the PBDMAs of their own runlists while TSGs change on another. Nobody saves them: their
 * USERD, which is written at each save, stays. */
TEST(tsgs_change_by_themselves, NULL, close_world)
{
    open_from(NULL, 0, 3);
    submit(2, (const unsigned[]){ 0 }, 1);
    submit(1, (const unsigned[]){ 1, 2 }, 2);
    PUSH_WORDS(0, ACQUIRE(SEM, 1));
    ring(0);
    put(USERD(0) + 0x88, 0x5ca1ab1e);
    for (unsigned i = 0; i < 4; i++)
        assert_int_equal(6, who_runs(1, 2));
    assert_int_equal(0x5ca1ab1e, get(USERD(0) + 0x88));
    assert_int_equal(16, on_pbdma(2));
}

/* §1.3: a PBDMA that PMC_ENABLE_PB holds in reset gets nobody. The channel is pending, and runs when it is let go. */
TEST(a_pbdma_in_reset_gets_nobody, NULL, close_world)
{
    open_channels(NULL, 1);
    submit(1, (const unsigned[]){ 1 }, 1);
    wr(REF_PMC_ENABLE_PB, 0x3fff & ~(1u << PBDMA));
    RUN(1, RELEASE(FLAG(1), 1, 1));
    assert_int_equal(0, get(FLAG(1)));
    assert_int_equal(0, on_pbdma(PBDMA));
    assert_int_equal(1, rd(REF_PCCSR_CHANNEL(1)) >> 24 & 0xf); /* PENDING */
    wr(REF_PMC_ENABLE_PB, 0x3fff);
    assert_int_equal(1, get(FLAG(1)));
}

/* Two channels of a TSG share a PBDMA. One that still has methods keeps it, though the other one has work as well; so
 * does one whose copy is under way, though it has run dry itself. */
TEST(who_works_keeps_its_pbdma, NULL, close_world)
{
    for (unsigned copies = 0; copies < 2; copies++) {
        open_channels(NULL, 2);
        submit_group(1, (const unsigned[]){ 1, 2 }, 2);
        if (copies) {
            PUSH_WORDS(1, COPY(0x800000));
        } else {
            for (unsigned i = 0; i < 0x3000; i++)
                put(PUSH(1) + 4 * i, NOP(1));
            push_entry(1, (uint32_t)PUSH(1), 0x3000 << 10);
        }
        ring(1);
        assert_int_equal(1, channel_on(PBDMA));
        PUSH_WORDS(2, RELEASE(FLAG(2), 1, 1));
        ring(2);
        assert_int_equal(1, channel_on(PBDMA));
        assert_int_equal(0, get(FLAG(2)));
        wait_ns(100 * MS);
        assert_int_equal(1, get(FLAG(2)));
        close_world(NULL);
    }
}

/* ---- turns (§4.4 YIELD) ---------------------------------------------------------------------- */

/* The event that came first in the trace. */
static void expect_order(const char *const *lines, unsigned count)
{
    const char *at = world.trace;

    for (unsigned i = 0; i < count; i++) {
        const char *const next = strstr(at, lines[i]);

        if (!next) {
            fail_msg("%s is not there in its turn", lines[i]);
            return;
        }
        at = next + 1;
    }
}

/* Each channel yields to the next of its TSG, the last one to the first. */
TEST(channels_take_turns_in_their_order, NULL, close_world)
{
    static const char *const order[] = {
        "method 1 0 050 00000011", "method 2 0 050 00000021", "method 3 0 050 00000031",
        "method 1 0 050 00000012", "method 2 0 050 00000022", "method 3 0 050 00000032",
    };

    open_channels(&(struct model_config){ .trace = true }, 3);
    submit_group(1, (const unsigned[]){ 1, 2, 3 }, 3);
    wr(REF_PFIFO_SCHED_DISABLE, 2);
    for (unsigned i = 1; i < 4; i++) {
        PUSH_WORDS(i, REFERENCE(16 * i + 1), YIELD(OF_TSG), REFERENCE(16 * i + 2), YIELD(OF_TSG));
        ring(i);
    }
    forget_trace();
    wr(REF_PFIFO_SCHED_DISABLE, 0);
    wait_ns(MS);
    expect_order(order, 6);
}

/* A yield of the runlist ends one time slice, not the later ones: who waits for its semaphore then, without leave,
 * stays for its 1049 us. */
TEST(a_yield_ends_one_slice, NULL, close_world)
{
    open_channels(NULL, 2);
    submit(1, (const unsigned[]){ 1, 2 }, 2);
    wr(REF_PFIFO_SCHED_DISABLE, 2);
    PUSH_WORDS(1, YIELD(OF_RUNLIST), ACQUIRE(FLAG(1), 1));
    PUSH_WORDS(2, YIELD(OF_RUNLIST), ACQUIRE(FLAG(1), 1));
    ring(1);
    ring(2);
    wr(REF_PFIFO_SCHED_DISABLE, 0);
    const uint32_t first = on_pbdma(PBDMA);
    for (unsigned i = 0; i < 9; i++) {
        wait_ns(100 * US);
        assert_int_equal(first, on_pbdma(PBDMA));
    }
    wait_ns(300 * US);
    assert_int_equal(17 + 18 - first, on_pbdma(PBDMA));
}

/* The slice belongs to the TSG (§3.4). A channel that comes onto the second PBDMA in the midst of it, and takes 500 us for
 * that (K30), does not make it longer: 500 us and 1049 us. */
TEST(a_late_channel_makes_no_slice_longer, NULL, close_world)
{
    static const uint32_t entries[][4] = { { 0x80030001, 2, 17, 0 },
                                           { 0, 0, 1, 0 },
                                           { 2, 0, 2, 0 },
                                           { 0x80030001, 1, 18, 0 },
                                           { 0, 0, 3, 0 } };

    open_channels(&(struct model_config){ .knobs = "context_load=500" }, 3);
    submit_raw(1, entries, 5);
    PUSH_WORDS(1, ACQUIRE(FLAG(1), 1));
    PUSH_WORDS(2, ACQUIRE(FLAG(1), 1));
    PUSH_WORDS(3, ACQUIRE(FLAG(1), 1));
    ring(1);
    ring(3);
    wait_ns(900 * US);
    ring(2);
    wait_ns(550 * US);
    assert_int_equal(17, on_pbdma(PBDMA));
    assert_int_equal(17, on_pbdma(SECOND));
    wait_ns(300 * US);
    assert_int_equal(18, on_pbdma(PBDMA));
}

/* Two TSGs that yield to each other: each change takes some of the time that one access may keep the machine, so the
 * rest goes on later. */
TEST(changes_take_time, NULL, close_world)
{
    open_channels(NULL, 2);
    submit(1, (const unsigned[]){ 1, 2 }, 2);
    wr(REF_PFIFO_SCHED_DISABLE, 2);
    for (unsigned i = 1; i < 3; i++) {
        for (unsigned n = 0; n < 12; n++)
            PUSH_WORDS(i, YIELD(OF_RUNLIST));
        PUSH_WORDS(i, RELEASE(FLAG(i), 1, 1));
        ring(i);
    }
    wr(REF_PFIFO_SCHED_DISABLE, 0);
    assert_int_equal(0, get(FLAG(1)) | get(FLAG(2)));
    wait_ns(MS);
    assert_int_equal(1, get(FLAG(1)) & get(FLAG(2)));

    /* That is paid, then: a short copy and the release after it are done within the doorbell's write. */
    PUSH_WORDS(1, COPY(64), RELEASE(FLAG(3), 1, 0x100001));
    ring(1);
    assert_int_equal(1, get(FLAG(3)));
}

/* ---- preempts (§3.5) ------------------------------------------------------------------------- */

/* Channels and TSGs are numbered apart: who leaves is who was meant. Here each TSG has the number of the other's
 * channel. */
TEST(who_is_preempted, NULL, close_world)
{
    static const uint32_t first[][4] = { { 0x80030001, 1, 2, 0 }, { 0, 0, 1, 0 } };
    static const uint32_t second[][4] = { { 0x80030001, 1, 1, 0 }, { 0, 0, 2, 0 } };
    static const struct {
        uint32_t at, value;
        bool leaves[2];
    } rows[] = {
        { REF_PFIFO_PREEMPT, 1, { true, false } },
        { REF_PFIFO_PREEMPT, 2, { false, true } },
        { REF_PFIFO_PREEMPT, 1 << 24 | 1, { false, true } },
        { REF_PFIFO_PREEMPT, 1 << 24 | 2, { true, false } },
        { REF_PFIFO_PREEMPT, 3, { false, false } },
        { REF_PFIFO_RUNLIST_PREEMPT, 2, { true, false } },
        { REF_PFIFO_RUNLIST_PREEMPT, 4, { false, true } },
        { REF_PFIFO_RUNLIST_PREEMPT, 6, { true, true } },
        { REF_PFIFO_RUNLIST_PREEMPT, 1, { false, false } },
    };

    for (unsigned i = 0; i < sizeof(rows) / sizeof(rows[0]); i++) {
        open_channels(NULL, 2);
        submit_raw(1, first, 2);
        submit_raw(2, second, 2);
        for (unsigned channel = 1; channel < 3; channel++) {
            PUSH_WORDS(channel, ACQUIRE(SEM, 1));
            ring(channel);
        }
        wr(REF_PFIFO_SCHED_DISABLE, 6);
        wr(rows[i].at, rows[i].value);
        wait_ns(MS);
        assert_int_equal(rows[i].leaves[0] ? 0 : 2, on_pbdma(1));
        assert_int_equal(rows[i].leaves[1] ? 0 : 1, on_pbdma(2));
        assert_int_equal(0, rd(REF_PFIFO_RUNLIST_PREEMPT));
        assert_int_equal(0, rd(REF_PFIFO_PREEMPT) >> 20 & 1);
        wr(REF_PFIFO_SCHED_DISABLE, 0);
        put(SEM, 1);
        assert_int_equal(6, who_runs(1, 2));
        close_world(NULL);
    }
}

/* A channel in the midst of a segment leaves where it is: nothing more is taken of it. */
TEST(a_preempt_comes_first, NULL, close_world)
{
    open_channels(NULL, 1);
    submit(1, (const unsigned[]){ 1 }, 1);
    for (unsigned i = 0; i < 0x3000; i++)
        put(PUSH(1) + 4 * i, NOP(1));
    push_entry(1, (uint32_t)PUSH(1), 0x3000 << 10);
    ring(1);
    wr(REF_PFIFO_SCHED_DISABLE, 2);
    const uint32_t before = rd(REF_PPBDMA_GET(PBDMA)); /* PB_GET */
    assert_true(before > PUSH(1) && before < PUSH(1) + 0xc000);
    wr(REF_PFIFO_PREEMPT, 1);
    assert_int_equal(0, on_pbdma(PBDMA));
    assert_int_equal(before, get(BLOCK(1) + 0x18));
}
