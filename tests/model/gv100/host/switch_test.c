/* State that a PBDMA of the GV100 model keeps and forgets when channels change on it, and its registers. Numbers are
 * typed from docs/hardware/gv100.md; the paragraph stands above each test. */
#include "reference/gv100.h"
#include "tests/model/gv100/channel_rig.h"

#define RELEASE(at, value, execute) 0x20050017, (uint32_t)(at), 0, value, 0, execute
#define ACQUIRE(at, value)          RELEASE(at, value, 0)
#define METHOD(subchannel, method, data)                                                           \
    0x20010000u | (uint32_t)(subchannel) << 13 | (uint32_t)(method) / 4, data
/* 64 bytes from DATA to another place in it. */
#define COPY(to)                                                                                   \
    0x20088100, 0, (uint32_t)DATA, 0, (uint32_t)DATA + (to), 0, 0, 64, 1, 0x200180c0, 0x186

#define PBDMA     1u /* the first of runlist 1 */
#define INTR_0(n) (0x40108u + 0x2000u * (n))
#define MS        UINT64_C(1000000)
#define US        UINT64_C(1000)

#define PUSH_WORDS(channel, ...)                                                                   \
    push(channel, (const uint32_t[]){ __VA_ARGS__ }, sizeof((const uint32_t[]){ __VA_ARGS__ }) / 4)

static void open_channels(const struct model_config *config, unsigned runlist, unsigned count)
{
    unsigned channels[8];

    open_world(config);
    build_space();
    for (unsigned i = 0; i < count; i++) {
        channels[i] = i + 1;
        make_channel(i + 1, 1 << 16 | 1 << 17 | (runlist ? 2 : 0));
    }
    put(SEM, 0);
    put(SEM + 0x40, 0);
    submit(runlist, channels, count);
    forget_trace();
}

/* The runlist stands still, the channel is off its PBDMA. */
static void take_off(unsigned runlist, unsigned channel)
{
    wr(REF_PFIFO_SCHED_DISABLE, 1u << runlist);
    wr(REF_PFIFO_PREEMPT, channel);
    wait_ns(10 * US);
    assert_int_equal(0, rd(REF_PFIFO_PREEMPT) >> 20 & 1);
}

/* ---- state that leaves with a channel -------------------------------------------------------- */

#define SET_REFERENCE(value) (0x80000014u | (value) << 16) /* with its data in the header */

/* Channel 1 waits in one segment, and the defect has fetched words early: the second method of this segment while the
 * one before it began, or the first word of the next one. They are those of then as long as the channel stays; one
 * that comes back fetches anew. */
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
    if (leaves)
        take_off(1, 1);
    assert_int_equal(SET_REFERENCE(7), get(method));
    put(method, SET_REFERENCE(8));
    put(SEM, 1);
    wr(REF_PFIFO_SCHED_DISABLE, 0);
    wait_ns(100 * US);
    assert_int_equal(wanted, rd(REF_PPBDMA_REF(PBDMA))); /* REF */
    close_world(NULL);
}

TEST(words_fetched_early_leave_with_the_channel)
{
    for (unsigned i = 0; i < 2; i++) {
        fetched_words(i, false, 7);
        fetched_words(i, true, 8);
    }
}

/* K30: an engine loads the context of one channel for 500 us; that channel goes after 200 us of them. The next one's
 * context takes its own 500 us, after the 500 us that it takes to come onto the PBDMA. */
TEST(loading_of_an_engine_begins_anew, NULL, close_world)
{
    open_channels(&(struct model_config){ .knobs = "context_load=500" }, 1, 2);
    put(DATA, 0x1234);
    put(DATA + 0x200, 0);
    PUSH_WORDS(1, COPY(0x100));
    PUSH_WORDS(2, COPY(0x200));
    ring(1);
    wait_ns(700 * US);
    wr(REF_PCCSR_CHANNEL(1), 0x800);
    take_off(1, 1);
    wr(REF_PFIFO_SCHED_DISABLE, 0);
    ring(2);
    wait_ns(800 * US);
    assert_int_equal(0, get(DATA + 0x200));
    wait_ns(400 * US);
    assert_int_equal(0x1234, get(DATA + 0x200));
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

/* §3.2: a block whose SIGNATURE is none freezes the PBDMA at once. Its words say nothing, neither where USERD is. */
TEST(a_block_without_a_signature_is_not_used, NULL, close_world)
{
    open_channels(&(struct model_config){ .trace = true }, 1, 1);
    put(BLOCK(1) + 0x10, 0xbeef);
    put(USERD(1) + 0x88, 0x5ca1ab1e);
    PUSH_WORDS(1, RELEASE(SEM, 1, 1));
    ring(1);
    wait_ns(MS);
    model_wake(world.card);
    assert_int_equal(0x80000000, rd(INTR_0(PBDMA)));
    assert_true(is_traced("PBDMA 1 INTR_0 80000000\n"));
    assert_int_equal(0x5ca1ab1e, get(USERD(1) + 0x88));
    assert_int_equal(0, get(SEM));
}

/* ---- registers (§4.7) ------------------------------------------------------------------------ */

/* A register that is written is not a reason to go on: neither for a channel that waits, which looks again at its time,
 * nor for one that has run dry, whose USERD is written when it runs dry alone. ACQUIRE is 0x7f << 10 host clocks. */
TEST(writes_do_not_make_it_step, NULL, close_world)
{
    open_world(NULL);
    build_space();
    make_channel(1, 1 << 17 | 2);
    put(BLOCK(1) + 0x30, 0x57f);
    submit(1, (const unsigned[]){ 1 }, 1);
    put(SEM, 0);
    put(SEM + 0x40, 0);
    PUSH_WORDS(1, ACQUIRE(SEM, 1), RELEASE(SEM + 0x40, 1, 1));
    ring(1);
    put(SEM, 1);
    wr(INTR_0(PBDMA), 0);
    wr(INTR_0(PBDMA), 0xffffffff);
    wait_ns(50 * US);
    assert_int_equal(0, get(SEM + 0x40));
    wait_ns(100 * US);
    assert_int_equal(1, get(SEM + 0x40));

    put(USERD(1) + 0x88, 0x5ca1ab1e);
    wr(INTR_0(PBDMA), 0xffffffff);
    wait_ns(MS);
    assert_int_equal(0x5ca1ab1e, get(USERD(1) + 0x88));
}

/* A PBDMA is frozen as long as one bit that stalls is left, whatever else is written; and then it goes on. */
TEST(it_goes_on_when_the_last_bit_is_cleared, NULL, close_world)
{
    open_channels(NULL, 1, 1);
    PUSH_WORDS(1, METHOD(0, 4, 0), RELEASE(SEM, 1, 1));
    ring(1);
    wr(REF_PPBDMA_METHOD0(PBDMA), 0);
    put(USERD(1) + 0x88, 0x5ca1ab1e);
    wr(INTR_0(PBDMA), ~(uint32_t)(1 << 21));
    wr(REF_PPBDMA_TIMEOUT(PBDMA), 5);
    wait_ns(MS);
    model_wake(world.card);
    assert_int_equal(0, get(SEM));
    assert_int_equal(0x5ca1ab1e, get(USERD(1) + 0x88));
    wr(INTR_0(PBDMA), 1 << 21);
    assert_int_equal(1, get(SEM));
}

/* Enables, stalls and TIMEOUT keep their own bits: all but 8, 28 and 29 of INTR_0's (trap 10), 4:0 and 31 of
 * INTR_1's. */
TEST(each_pbdma_has_its_own_words, NULL, close_world)
{
    static const struct {
        uint32_t at, reset, bits;
    } words[] = { { REF_PPBDMA_INTR_EN_0(0), 0, 0xeffffeff },
                  { REF_PPBDMA_INTR_EN_1(0), 0, 0x8000001f },
                  { REF_PPBDMA_INTR_STALL(0), 0xeffffeff, 0xeffffeff },
                  { REF_PPBDMA_INTR_STALL_1(0), 0x8000001f, 0x8000001f },
                  { REF_PPBDMA_TIMEOUT(0), 0x10000, 0xffffffff } };

    open_channels(NULL, 1, 0);
    for (unsigned pbdma = 0; pbdma < 14; pbdma++)
        for (unsigned i = 0; i < 5; i++) {
            const uint32_t at = words[i].at + 0x2000 * pbdma;

            assert_int_equal(words[i].reset, rd(at));
            wr(at, 0xffffffff);
            assert_int_equal(words[i].bits, rd(at));
            wr(at, 0x11 + pbdma);
        }
    for (unsigned pbdma = 0; pbdma < 14; pbdma++)
        for (unsigned i = 0; i < 5; i++)
            assert_int_equal((0x11 + pbdma) & words[i].bits, rd(words[i].at + 0x2000 * pbdma));
}

/* Its words of RAMFC say nothing before a channel has brought some: none of them is the same everywhere. */
TEST(words_of_no_channel, NULL, close_world)
{
    open_channels(NULL, 1, 0);
    for (uint32_t at = 0; at < 0x100; at += 4) {
        bool differ = at == 0x68 || at == 0xa4 || at == 0xa8; /* no registers (§1.7) */

        for (unsigned pbdma = 1; pbdma < 14; pbdma++)
            differ |=
                rd(REF_PPBDMA_GP_PUT(0) + at) != rd(REF_PPBDMA_GP_PUT(0) + 0x2000 * pbdma + at);
        assert_true(differ);
    }
}

/* Nobody is on it: CHANNEL says 0, and STATUS that it is empty. Between its registers is nothing. */
TEST(a_pbdma_that_nobody_is_on, NULL, close_world)
{
    open_channels(NULL, 1, 0);
    assert_int_equal(0, rd(REF_PPBDMA_CHANNEL(PBDMA)));
    assert_int_equal(0x10011111, rd(REF_PPBDMA_STATUS(PBDMA))); /* each stage is SUSPENDED */
    wr(0x40104 + 0x2000 * PBDMA, 0xffffffff);
    assert_int_equal(0xbad00200, rd(0x40104 + 0x2000 * PBDMA));
    assert_int_equal(0, rd(0x41ffc + 0x2000 * PBDMA));
}

/* A card with 5 PBDMAs has no registers of a sixth. */
TEST(what_is_behind_the_last_pbdma, NULL, close_world)
{
    open_channels(&(struct model_config){ .pbdmas = 5 }, 1, 0);
    for (unsigned pbdma = 4; pbdma < 7; pbdma++) {
        wr(REF_PPBDMA_TIMEOUT(pbdma), 0x77);
        assert_int_equal(pbdma < 5 ? 0x77 : 0, rd(REF_PPBDMA_TIMEOUT(pbdma)));
    }
}
