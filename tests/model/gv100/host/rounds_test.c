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
