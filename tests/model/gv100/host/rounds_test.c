/* Who comes onto the PBDMAs of the GV100 model, when, and who goes; events that channels wait for. Numbers are typed from docs/hardware/gv100.md; the
 * paragraph stands above each test. */
#include "tests/model/gv100/host/rounds_rig.h"

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

/* Each channel yields to the next of its TSG, or to the next TSG of its runlist, the last one to the first. */
TEST(channels_take_turns_in_their_order, NULL, close_world)
{
    static const char *const order[] = {
        "method 1 0 050 00000011", "method 2 0 050 00000021", "method 3 0 050 00000031",
        "method 1 0 050 00000012", "method 2 0 050 00000022", "method 3 0 050 00000032",
    };

    for (uint32_t op = OF_RUNLIST; op <= OF_TSG; op++) {
        open_channels(&(struct model_config){ .trace = true }, 3);
        (op == OF_TSG ? submit_group : submit)(1, (const unsigned[]){ 1, 2, 3 }, 3);
        RUN(1, NOP(0)); /* the first turn is its */
        wr_all(REF_PFIFO_SCHED_DISABLE, 2, REF_PFIFO_PREEMPT, 1);
        for (unsigned i = 1; i < 4; i++)
            SEND(i, REFERENCE(16 * i + 1), YIELD(op), REFERENCE(16 * i + 2), YIELD(op));
        forget_trace();
        wr(REF_PFIFO_SCHED_DISABLE, 0);
        wait_ns(MS);
        expect_order(order, 6);
    }
}

/* ---- idle ------------------------------------------------------------------------------------ */

/* WFI, SET_REFERENCE, SEM_EXECUTE, SEMAPHORED. */
static const struct {
    uint32_t words[6], count;
} waits[] = { { { IMMEDIATE(0x78, 0) }, 1 },
              { { REFERENCE(5) }, 1 },
              { { RELEASE(SEM, 5, 0x100001) }, 6 },
              { { 0x20040004, 0, (uint32_t)SEM, 5, 0x01000002 }, 5 } };

/* K41: of a channel without a context in any engine a wait for idle ends, or never does. One context is enough. */
TEST(waits_without_a_context, NULL, close_world)
{
    static const uint32_t contexts[] = { 2, 1 << 16 | 2, 1 << 17 | 2, 3 << 16 | 2 };

    for (unsigned knob = 0; knob < 2; knob++)
        for (unsigned context = 0; context < 4; context++)
            for (unsigned i = 0; i < 4; i++) {
                open_world(&(struct model_config){ .knobs = knob ? "no_context_wfi=waits" : NULL });
                build_space();
                make_channel(1, contexts[context]);
                submit(1, (const unsigned[]){ 1 }, 1);
                put(FLAG(1), 0);
                run_words(1, waits[i].words, waits[i].count);
                RUN(1, RELEASE(FLAG(1), 1, 1));
                assert_int_equal(knob && context == 0 ? 0 : 1, get(FLAG(1)));
            }
}

/* §4.4, §4.5: each of them waits until the copy before it is done, and is obeyed then. */
TEST(waits_end_with_the_copy, NULL, close_world)
{
    const uint64_t last = DATA + 0x17ffffc;

    for (unsigned i = 0; i < 4; i++) {
        open_channels(NULL, 1);
        submit(1, (const unsigned[]){ 1 }, 1);
        put_all(DATA + 0x7ffffc, 0x600d, last, 0, SEM, 0);
        PUSH_WORDS(1, COPY(0x800000));
        push(1, waits[i].words, waits[i].count);
        SEND(1, RELEASE(FLAG(1), 1, 1));
        while (get(last) != 0x600d) {
            assert_pairs(0, get(FLAG(1)), 0, get(SEM));
            wait_ns(100 * US);
        }
        wait_ns(MS);
        assert_pairs(1, get(FLAG(1)), i > 1 ? 5 : 0, get(SEM), i == 1 ? 5 : 0,
                     rd(REF_PPBDMA_REF(PBDMA)));
    }
}

/* K19: on which runlist ever, host looks at GP_PUT of a channel that has run dry from time to time. */
TEST(idle_channels_are_looked_at, NULL, close_world)
{
    for (unsigned runlist = 0; runlist < 5; runlist++) {
        open_channels(&(struct model_config){ .knobs = "idle_channel=polled" }, 1);
        submit(runlist, (const unsigned[]){ 1 }, 1);
        assert_int_equal(2, who_runs(1, 1));
        PUSH_WORDS(1, RELEASE(FLAG(1), 2, 1));
        wait_ns(15 * US);
        wait_ns(15 * US);
        assert_int_equal(2, get(FLAG(1)));
    }
}

/* ---- defects --------------------------------------------------------------------------------- */

/* A TSG with a channel that waits, with leave for another TSG, keeps the runlist; one that has run dry does not. It is
 * either of its two channels that waits, or none. */
TEST(a_waiter_is_kept, NULL, close_world)
{
    for (unsigned waiter = 0; waiter < 3; waiter++) {
        open_channels(&(struct model_config){ .defects = "host-waiter-kept" }, 3);
        SUBMIT(1, { 0x80030001, 2, 17, 0 }, { 0, 0, 1, 0 }, { 2, 0, 2, 0 },
               { 0x80030001, 1, 18, 0 }, { 0, 0, 3, 0 });
        assert_int_equal(6, who_runs(1, 2));
        if (waiter) {
            SEND(waiter, RELEASE(SEM, 1, 0x1000));
        }
        assert_int_equal(waiter ? 0 : 8, who_runs(3, 1));
        put(SEM, 1);
        wait_ns(5 * MS);
        assert_int_equal(1, get(FLAG(3)));
    }
}
