/* State that a PBDMA of the GV100 model keeps and forgets when channels change on it, and its registers. Numbers are
 * typed from docs/hardware/gv100.md; the paragraph stands above each test. */
#include "tests/model/gv100/channel_rig.h"

#define COPY(to) COPY_BY(4, to, 64)
#define PBDMA    1u /* the first of runlist 1 */

static void open_channels(const struct model_config *config, unsigned runlist, unsigned count)
{
    unsigned channels[8];

    open_world(config);
    build_space();
    for (unsigned i = 0; i < count; i++) {
        channels[i] = i + 1;
        make_channel(i + 1, 1 << 16 | 1 << 17 | (runlist ? 2 : 0));
    }
    put_all(SEM, 0, SEM + 0x40, 0);
    submit(runlist, channels, count);
    forget_trace();
}

/* ---- state that leaves with a channel -------------------------------------------------------- */

#define SET_REFERENCE(value) (0x80000014u | (value) << 16) /* with its data in the header */

/* Channel 1 waits in one segment, and the defect has fetched words early: the second method of this segment while the
 * one before it began, or the first word of the next one. The channel keeps them as long as it stays. */
static void fetched_words(bool of_this_segment, bool leaves, uint32_t wanted)
{
    const uint64_t method = PUSH(1) + (of_this_segment ? 4 + 24 : 24);

    open_channels(&(struct model_config){ .defects = "host-sync-ignored" }, 1, 1);
    if (of_this_segment) {
        PUSH_WORDS(1, 0);
        PUSH_WORDS(1, ACQUIRE(SEM, 1), SET_REFERENCE(7));
    } else {
        PUSH_WORDS(1, ACQUIRE(SEM, 1));
        PUSH_WORDS(1, SET_REFERENCE(7));
    }
    ring(1);
    if (leaves) { /* the runlist stands still, the channel is off its PBDMA */
        wr_all(REF_PFIFO_SCHED_DISABLE, 1u << 1, REF_PFIFO_PREEMPT, 1);
        wait_ns(10 * US);
        assert_int_equal(0, rd(REF_PFIFO_PREEMPT) >> 20 & 1);
    }
    assert_int_equal(SET_REFERENCE(7), get(method));
    put_all(method, SET_REFERENCE(8), SEM, 1);
    wr(REF_PFIFO_SCHED_DISABLE, 0);
    wait_ns(100 * US);
    assert_int_equal(wanted, rd(REF_PPBDMA_REF(PBDMA))); /* REF */
}

TEST(words_fetched_early_leave_with_the_channel)
{
    for (unsigned i = 0; i < 2; i++) {
        fetched_words(i, false, 7);
        fetched_words(i, true, 8);
    }
}

/* §4.3: host flushes between copies and graphics of one channel. Another channel's graphics follow no copies. */
TEST(a_channel_begins_with_no_subchannel, NULL, close_world)
{
    open_channels(&(struct model_config){ .graphics = true, .trace = true }, 0, 2);
    RUN(1, COPY(0x100));
    RUN(2, METHOD(1, 0x104, 0x11));
    assert_true(is_traced("graphics 1 0104 00000011\n"));
    assert_false(is_traced("flushes to system memory"));
    RUN(2, COPY(0x100));
    assert_true(is_traced("PBDMA 0 flushes to system memory\n"));
}

/* ---- registers (§4.7) ------------------------------------------------------------------------ */

/* Nobody is on it: CHANNEL says 0, STATUS that each stage is SUSPENDED. Between its registers is nothing. */
TEST(a_pbdma_that_nobody_is_on, NULL, close_world)
{
    open_channels(NULL, 1, 0);
    assert_pairs(0, rd(REF_PPBDMA_CHANNEL(PBDMA)), 0x10011111, rd(REF_PPBDMA_STATUS(PBDMA)));
    wr(0x40104 + 0x2000 * PBDMA, 0xffffffff);
    assert_pairs(0xbad00200, rd(0x40104 + 0x2000 * PBDMA), 0, rd(0x41ffc + 0x2000 * PBDMA));
}
