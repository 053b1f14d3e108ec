/* Runlists, TSGs, time slices and USERD of the GV100 model. Numbers are typed from docs/hardware/gv100.md. */
#include "tests/model/gv100/channel_rig.h"

#define PBDMA         1u /* the first of runlist 1; 6 is its second */
#define SECOND        6u
#define GP_PUT(pbdma) (0x40000u + 0x2000u * (pbdma))
#define GP_GET(pbdma) (0x40014u + 0x2000u * (pbdma))

static void open_channels(const char *knobs, unsigned count)
{
    open_with(NULL, knobs);
    build_space();
    for (unsigned i = 1; i <= count; i++)
        make_channel(i, 1 << 17 | 2);
    put_all(SEM, 0, SEM + 0x40, 0);
}

/* ---- USERD (§3.3) ---- */

/* A user's driver sees of the channel its words in RAMFC, and no more: 9 words, of which it may give one. */
TEST(userd_shows_ramfc, open_usual, close_world)
{
    static const struct {
        uint32_t userd, ramfc;
    } words[] = { { 0x40, 0x5c }, { 0x44, 0x18 }, { 0x48, 0x28 }, { 0x4c, 0x60 }, { 0x58, 0x20 },
                  { 0x5c, 0x24 }, { 0x60, 0x1c }, { 0x88, 0x14 }, { 0x8c, 0x00 } };

    for (unsigned i = 0; i < 0x200; i += 4)
        if (i != 0x8c)
            put(USERD(1) + i, 0x5ca1ab1e);
    RUN(1, 0x20010014, 0xabcd, 0, 0);
    wr(REF_PFIFO_PREEMPT, 0x01000011);
    for (unsigned i = 0; i < sizeof(words) / sizeof(words[0]); i++) {
        assert_int_equal(get(BLOCK(1) + words[i].ramfc), get(USERD(1) + words[i].userd));
        put(USERD(1) + words[i].userd, 0x5ca1ab1e);
    }
    assert_int_equal(0xabcd, get(BLOCK(1) + 0x28));
    for (unsigned i = 0; i < 0x200; i += 4)
        assert_int_equal(0x5ca1ab1e, get(USERD(1) + i));
}

/* NV_PFIFO_USERD_WRITEBACK: 100 us from reset on; 7:0 << 15:12 microseconds; 0 disables it. */
TEST(userd_is_written_at_intervals, open_usual, close_world)
{
    SEND(1, ACQUIRE(SEM, 1));
    wait_ns(60 * US);
    assert_pairs(1, rd(GP_GET(PBDMA)), 0, get(USERD(1) + 0x88)); /* USERD's are older */
    wait_ns(80 * US);
    assert_int_equal(1, get(USERD(1) + 0x88));
    wr(REF_PFIFO_USERD_WRITEBACK, 0xf010); /* 524288 us */
    put(USERD(1) + 0x88, 0);
    wait_ns(524200 * US);
    assert_int_equal(0, get(USERD(1) + 0x88));
    wait_ns(300 * US);
    assert_int_equal(1, get(USERD(1) + 0x88));
    wr(REF_PFIFO_USERD_WRITEBACK, 0);
    put(USERD(1) + 0x88, 0);
    wait_ns(10 * MS);
    assert_int_equal(0, get(USERD(1) + 0x88));
}

/* A channel that is saved has USERD written too, GP_PUT alone not, though no interval has gone by. */
TEST(saving_writes_userd, open_usual, close_world)
{
    wr(REF_PFIFO_USERD_WRITEBACK, 0);
    SEND(1, ACQUIRE(SEM, 1));
    assert_int_equal(0, get(USERD(1) + 0x88));
    put(USERD(1) + 0x8c, 5);
    wr(REF_PFIFO_PREEMPT, 0x01000011);
    wait_ns(100 * US);
    assert_pairs(1, get(USERD(1) + 0x88), (uint32_t)PUSH(1) + 24, get(USERD(1) + 0x44), 5,
                 get(USERD(1) + 0x8c));
}

/* CONFIG bit 12 of RAMFC is 0: semaphores alone tell how far the channel is. Bit 20 of them is "do not wait". */
TEST(a_channel_without_write_back, open_usual, close_world)
{
    make_channel(2, 0);
    put(BLOCK(2) + 0xf4, 0);
    submit(1, (const unsigned[]){ 2 }, 1);
    RUN(2, RELEASE(SEM, 1, 1), ACQUIRE(SEM + 0x40, 9));
    wait_ns(MS);
    assert_pairs(1, get(SEM), 0, get(USERD(2) + 0x88));
    put(SEM + 0x40, 9);
    wait_ns(MS);
    assert_pairs(0, get(USERD(2) + 0x88), 1, rd(GP_GET(PBDMA)));
}

/* LEVEL 1 of a GP entry is a subroutine: GET goes on in it, TOP_LEVEL_GET stays after the main segment. */
TEST(top_level_get_stays_outside_subroutines, open_usual, close_world)
{
    const uint64_t sub = PUSH(1) + 0x1000;

    PUSH_WORDS(1, 0, 0);
    for (unsigned i = 0; i < 8; i++)
        put(sub + 4 * i, (const uint32_t[]){ 0, 0, ACQUIRE(SEM, 1) }[i]);
    push_entry(1, (uint32_t)sub, 8 << 10 | 1 << 9);
    ring(1);
    wait_ns(300 * US);
    assert_pairs((uint32_t)sub + 32, get(USERD(1) + 0x44), (uint32_t)PUSH(1) + 8,
                 get(USERD(1) + 0x58), 0x80000000, get(USERD(1) + 0x5c));
}

/* Knob gp_put: host goes by RAMFC's GP_PUT until it has read that of USERD. */
TEST(gp_put_of_ramfc, NULL, close_world)
{
    for (unsigned late = 0; late < 2; late++) {
        open_channels(late ? "gp_put=ramfc" : NULL, 1);
        put(BLOCK(1), 1);
        PUSH_WORDS(1, 0x20010001, 0); /* ILLEGAL, which freezes it */
        PUSH_WORDS(1, RELEASE(SEM, 7, 1));
        submit(1, (const unsigned[]){ 1 }, 1);
        ring(1);
        wait_ns(100 * US);
        assert_pairs(late ? 1 : 2, rd(GP_PUT(PBDMA)), 2, get(USERD(1) + 0x8c));
        wr_all(REF_PPBDMA_METHOD0(PBDMA), 0, REF_PPBDMA_INTR_0(PBDMA), 0xffffffff);
        wait_ns(100 * US);
        assert_pairs(7, get(SEM), 2, rd(GP_PUT(PBDMA)));
    }
}

/* The PBDMA's GP_PUT is that of its last look. */
TEST(gp_put_lags, open_usual, close_world)
{
    RUN(1, 0);
    PUSH_WORDS(1, 0);
    wait_ns(MS);
    assert_pairs(2, get(USERD(1) + 0x8c), 1, rd(GP_PUT(PBDMA)));
    ring(1);
    assert_int_equal(2, rd(GP_PUT(PBDMA)));
}

/* ---- entries (§3.4) ---- */

/* INST and USERD of an entry may be anything: PCCSR and RAMFC have them. */
TEST(pointers_of_entries_are_ignored, open_usual, close_world)
{
    SUBMIT(1, { 0x80030001, 1, 16, 0 }, { 0xdeadbef0, 0xff, 0xfffff001, 0xff });
    RUN(1, RELEASE(SEM, 1, 1));
    assert_pairs(1, get(SEM), 1, get(USERD(1) + 0x88), 0x80000000 | (uint32_t)(BLOCK(1) >> 12),
                 rd(REF_PFIFO_PBDMA_STATUS_INST(1)));
}

/* With 5 PBDMAs each of the 5 runlists has one: selector 1 acts as 0 there, without a complaint. */
TEST(a_selector_beyond_the_pbdmas_is_0, NULL, close_world)
{
    open_world(&(struct model_config){ .pbdmas = 5 });
    build_space();
    make_channel(1, 1 << 17 | 2);
    put(SEM, 0);
    SUBMIT(1, { 0x80030001, 1, 16, 0 }, { 2, 0, 1, 0 });
    RUN(1, RELEASE(SEM, 1, 1));
    assert_pairs(1, get(SEM), 1, rd(GP_GET(PBDMA)), 0, rd(REF_PFIFO_INTR_0) & 0x100);
}

TEST(every_runlist_takes_tsgs, NULL, close_world)
{
    for (unsigned runlist = 0; runlist < 5; runlist++) {
        open_channels(NULL, 2);
        submit_group(runlist, (const unsigned[]){ 1, 2 }, 2);
        assert_int_equal(0, rd(REF_PFIFO_INTR_0) & 0x100);
        RUN(1, RELEASE(SEM, 1, 1));
        RUN(2, RELEASE(SEM + 0x40, 2, 1));
        assert_pairs(1, get(SEM), 2, get(SEM + 0x40));
    }
}

/* ---- TSGs and their slices (§3.4) ---- */

/* A TSG with channels on both PBDMAs of the runlist, one with one on the first. The slice is 128 * 8 * 1024 ns. */
static void submit_two_groups(void)
{
    SUBMIT(1, { 0x80030001, 2, 16, 0 }, { 0, 0, 1, 0 }, { 2, 0, 2, 0 }, { 0x80030001, 1, 17, 0 },
           { 0, 0, 3, 0 });
}

static uint32_t on_pbdma(unsigned pbdma)
{
    return rd(REF_PFIFO_PBDMA_STATUS(pbdma)) & 0xffff;
}

/* Both channels are on their PBDMAs together, and leave them together. */
TEST(channels_of_a_tsg_go_together, NULL, close_world)
{
    open_channels(NULL, 3);
    submit_two_groups();
    SEND(1, ACQUIRE(SEM, 1));
    SEND(2, ACQUIRE(SEM, 1));
    wait_ns(100 * US);
    assert_pairs(0x1000 | 16 | 1 << 13, on_pbdma(PBDMA), 0x1000 | 16 | 1 << 13, on_pbdma(SECOND));
    RUN(3, ACQUIRE(SEM, 1));
    wait_ns(MS);
    assert_pairs(0x1000 | 17 | 1 << 13, on_pbdma(PBDMA), 0, on_pbdma(SECOND) >> 13);
}

/* Both channels wait from the same moment on; the other TSG comes after one slice, not after two. */
TEST(a_tsg_has_one_slice, NULL, close_world)
{
    open_channels(NULL, 3);
    submit_two_groups();
    SEND(1, ACQUIRE(SEM, 1));
    SEND(2, ACQUIRE(SEM, 1));
    SEND(3, RELEASE(SEM + 0x40, 3, 1));
    wait_ns(1040 * US);
    assert_int_equal(0, get(SEM + 0x40));
    wait_ns(60 * US);
    assert_int_equal(3, get(SEM + 0x40));
}

/* A time of 0 is a slice of one unit, 1024 ns, whatever its scale. The TSG's id has 12 bits. */
TEST(a_slice_of_zero_is_one_unit, NULL, close_world)
{
    open_channels(NULL, 2);
    SUBMIT(1, { 0x00070001, 1, 0xabc, 0 }, { 0, 0, 1, 0 }, { 0x00070001, 1, 0xabd, 0 },
           { 0, 0, 2, 0 });
    RUN(1, ACQUIRE(SEM, 1));
    assert_int_equal(0x1000 | 0xabc | 1 << 13, on_pbdma(PBDMA));
    SEND(2, RELEASE(SEM + 0x40, 3, 1));
    wait_ns(20 * US);
    assert_int_equal(3, get(SEM + 0x40));
}

/* A channel's id has 12 bits: entry 0x801 does not mean channel 1. */
TEST(an_id_has_12_bits, NULL, close_world)
{
    open_channels(NULL, 1);
    SUBMIT(1, { 0x80030001, 1, 16, 0 }, { 0, 0, 0x801, 0 });
    assert_int_equal(0, rd(REF_PFIFO_INTR_0) & 0x100);
    RUN(1, RELEASE(SEM, 1, 1));
    assert_int_equal(0, get(SEM));
}

/* The waiting TSG has a slice of 255 * 2^15 * 1024 ns, 8.6 s; the other one runs when the runlist is new. */
TEST(a_new_runlist_ends_slices, NULL, close_world)
{
    static const uint32_t entries[][4] = {
        { 0xff0f0001, 1, 16, 0 }, { 0, 0, 1, 0 }, { 0xff0f0001, 1, 17, 0 }, { 0, 0, 2, 0 }
    };

    open_channels(NULL, 2);
    submit_raw(1, entries, 4);
    RUN(1, ACQUIRE(SEM, 1));
    RUN(2, RELEASE(SEM + 0x40, 3, 1));
    wait_ns(100 * MS);
    assert_int_equal(0, get(SEM + 0x40));
    submit_raw(1, entries, 4);
    wait_ns(100 * US);
    assert_int_equal(3, get(SEM + 0x40));
}

#define COPY(to) COPY_BY(4, to, 8)

/* Knob context_load: an engine loads the context of a TSG once, for all of its channels. */
TEST(a_tsg_has_one_context, NULL, close_world)
{
    open_channels("context_load=500", 3);
    submit_two_groups();
    put_all(DATA, 0x1234, DATA + 0x100, 0, DATA + 0x200, 0, DATA + 0x300, 0);
    SEND(1, COPY(0x100));
    SEND(2, ACQUIRE(SEM, 1), COPY(0x200));
    wait_ns(600 * US); /* its PBDMA has loaded it */
    assert_int_equal(0, get(DATA + 0x100));
    wait_ns(600 * US); /* and the engine its context */
    assert_int_equal(0x1234, get(DATA + 0x100));
    assert_int_equal(0x1000 | 16 | 1 << 13, rd(REF_PFIFO_ENGINE_STATUS(2)) & 0xffff);
    put(SEM, 1);
    wait_ns(100 * US);
    assert_int_equal(0x1234, get(DATA + 0x200));
    SEND(3, COPY(0x300));
    wait_ns(900 * US); /* both load again */
    assert_int_equal(0, get(DATA + 0x300));
    wait_ns(300 * US);
    assert_int_equal(0x1234, get(DATA + 0x300));
    assert_int_equal(0x1000 | 17 | 1 << 13, rd(REF_PFIFO_ENGINE_STATUS(2)) & 0xffff);
}

/* Loading takes 900 us, the slice 1049 us: the next TSG comes when both are over, and has loaded itself. */
TEST(a_slice_starts_when_loading_has_ended, NULL, close_world)
{
    open_channels("context_load=900", 2);
    submit(1, (const unsigned[]){ 1, 2 }, 2);
    SEND(1, ACQUIRE(SEM, 1));
    SEND(2, 0);
    wait_ns(850 * US);
    assert_int_equal(0x1000 | 17 | 5 << 13, on_pbdma(PBDMA)); /* LOAD */
    wait_ns(1000 * US);
    assert_int_equal(0x1000 | 17 | 1 << 13, on_pbdma(PBDMA));
    wait_ns(200 * US);
    assert_int_equal(0x1000 | 18 | 5 << 13, on_pbdma(PBDMA));
}

/* The same with a copy engine that loads its context in between: another 900 us that are not charged. */
TEST(a_slice_stands_still_while_an_engine_loads, NULL, close_world)
{
    open_channels("context_load=900", 2);
    submit(1, (const unsigned[]){ 1, 2 }, 2);
    SEND(1, COPY(0x100), ACQUIRE(SEM, 1));
    SEND(2, 0);
    wait_ns(2750 * US);
    assert_int_equal(0x1000 | 17 | 1 << 13, on_pbdma(PBDMA));
    wait_ns(250 * US);
    assert_int_equal(0x1000 | 18 | 5 << 13, on_pbdma(PBDMA));
}

/* ---- entries that host takes early (§4.1, §4.2; knobs gp_ahead and end_fetch) ---- */

/* A conditional segment after a mask that lets methods through again: with SYNC it is looked at when the mask has
 * been obeyed; without, host may have discarded it. */
TEST(conditional_segments_must_be_held_back, NULL, close_world)
{
    for (unsigned sync = 0; sync < 2; sync++) {
        open_channels("gp_ahead=yes", 1);
        submit(1, (const unsigned[]){ 1 }, 1);
        RUN(1, 0x00010020); /* a mask that is not ours */
        PUSH_WORDS(1, 0x00010010);
        for (unsigned i = 0; i < 6; i++)
            put(PUSH(1) + 0x1000 + 4 * i, (const uint32_t[]){ RELEASE(SEM, 5, 1) }[i]);
        push_entry(1, (uint32_t)PUSH(1) + 0x1001, 6 << 10 | sync << 31);
        ring(1);
        wait_ns(100 * US);
        assert_int_equal(sync ? 5 : 0, get(SEM));
    }
}

/* A segment that writes the words of the next one and its GP entry: the words count, because of SYNC; the entry does
 * not, because it was read before. It said 6 words and goes on to say 12, of which the last 6 are another release. */
TEST(engines_write_segments_and_no_entries, NULL, close_world)
{
    const uint64_t next = PUSH(1) + 0x1000;

    open_channels("gp_ahead=yes", 1);
    submit(1, (const unsigned[]){ 1 }, 1);
    for (unsigned i = 0; i < 12; i++)
        put(next + 4 * i, (const uint32_t[]){ RELEASE(SEM, 0, 1), RELEASE(SEM + 0x40, 9, 1) }[i]);
    PUSH_WORDS(1, RELEASE(next + 12, 0x77, 1), RELEASE(RING(1) + 12, 0x80003000, 1));
    push_entry(1, (uint32_t)next, 0x80001800);
    ring(1);
    wait_ns(100 * US);
    assert_pairs(0x80003000, get(RING(1) + 12), 0x77, get(SEM), 0, get(SEM + 0x40));
}

/* Fetched or not, words after END_PB_SEGMENT are not obeyed; the next segment is. The sum of such a segment is that of the words up
 * to the end, or of all: the byte 01 at the end of four has the polynomial for its sum, and eight bits more of zeros shift it
 * on. Host that fetches the rest finds that it is not mapped. */
TEST(the_rest_of_a_segment, NULL, close_world)
{
    uint32_t sums[2];

    for (unsigned i = 0; i < 2; i++) {
        open_channels(i ? "end_fetch=goes_on" : "end_fetch=stops", 1);
        submit(1, (const unsigned[]){ 1 }, 1);
        RUN(1, 0xe0000000, RELEASE(SEM, 1, 1));
        assert_int_equal(0, get(SEM));
        RUN(1, RELEASE(SEM, 2, 1));
        assert_int_equal(2, get(SEM));
        RUN(1, 0, 0xe0000000, 0);
        sums[i] = rd(REF_PPBDMA_PB_CRC(PBDMA));
        map_small(0, DATA >> 4 | 1);
        invalidate(0);
        put(DATA + 0xffc, 0xe0000000);
        push_entry(1, (uint32_t)SMALL + 0xffc, 2 << 10);
        ring(1);
        wait_ns(100 * US);
        assert_int_equal(i, rd(REF_PCCSR_CHANNEL(1)) >> 22 & 1); /* PBDMA_FAULTED */
    }
    /* Bytes 00 00 00 e0: e0 shifted in alone. */
    uint32_t sum = 0xe0000000;
    for (unsigned bit = 0; bit < 40; bit++) {
        if (bit == 8)
            assert_int_equal(sum, sums[0]);
        sum = sum << 1 ^ (sum >> 31 ? 0x04c11db7 : 0);
    }
    assert_int_equal(sum, sums[1]);
}

/* ---- actions that only take time ---- */

/* §1.5: PTIMER's alarm, or its timer, comes at its time, though a channel that waits has the card woken for something
 * else every 20 us before. Nobody looks at a register in between. */
TEST(an_alarm_comes_among_other_wakes, open_usual, close_world)
{
    for (unsigned timer = 0; timer < 2; timer++) {
        put(SEM, 0);
        wr_all(REF_PTIMER_ALARM_0, 0, REF_PTIMER_INTR_0, 3, REF_PTIMER_INTR_EN_0, 1 << timer);
        wr(REF_PMC_INTR_EN_SET(0), 0xffffffff); /* PMC's enables of tree 0 */
        SEND(1, ACQUIRE(SEM, 1));
        wr(timer ? REF_PTIMER_TIMER_0 : REF_PTIMER_ALARM_0, rd(REF_PTIMER_TIME_LOW) + 1000000);
        wait_ns(500 * US);
        put(SEM, 1);
        wait_ns(400 * US);
        assert_false(world.asserted);
        wait_ns(200 * US);
        assert_pairs(true, world.asserted, 1 << timer, rd(REF_PTIMER_INTR_0));
    }
}

/* Looks at INTR fall before, at and after the alarm's time: once that is over, the alarm has come. */
TEST(no_alarm_is_missed, open_usual, close_world)
{
    for (unsigned i = 0; i < 200; i++) {
        uint32_t time;
        unsigned come;

        wr(REF_PTIMER_INTR_0, 3);
        const uint32_t due = rd(REF_PTIMER_TIME_LOW) + 32 * (100 + i);
        wr(REF_PTIMER_ALARM_0, due);
        assert_int_equal(0, rd(REF_PTIMER_INTR_0));
        do {
            time = rd(REF_PTIMER_TIME_LOW);
            come = rd(REF_PTIMER_INTR_0);
        } while ((int32_t)(time - due) < 0);
        assert_int_equal(1, come);
    }
}

/* ---- faulted engines (§3.1, §6.3) ---- */

/* A copy engine that has faulted saves its methods where words 136 and 137 say, a virtual address of BAR2. */
TEST(faulted_engines_save_their_methods, NULL, close_world)
{
    const uint64_t buffer = SMALL + 0x3000, there = DATA + 0x10000;
    bool told = false;

    open_channels(NULL, 0);
    bind_bar(2, BLOCK(0));
    map_small(3, there >> 4 | 1);
    make_channel(1, 1 << 17 | 2);
    put_all(BLOCK(1) + 0x220, (uint32_t)buffer, BLOCK(1) + 0x224, 0);
    submit(1, (const unsigned[]){ 1 }, 1);
    for (unsigned i = 0; i < 0x100; i += 4)
        put_all(there + i, 0, buffer + i, 0);
    RUN(1, COPY(0x100));
    assert_int_equal(0, get(there + 4));
    RUN(1, 0x20020102 | 4 << 13, 0, (uint32_t)SMALL + 0x8000, 0x200180c0, 0x186); /* not mapped */
    wait_ns(100 * US);
    assert_int_equal(1, rd(REF_PCCSR_CHANNEL(1)) >> 23 & 1); /* ENG_FAULTED */
    assert_int_equal(1, rd(REF_PFIFO_ENGINE_STATUS(2)) >> 30 & 1);
    for (unsigned i = 0; i < 0x100; i += 4) {
        told |= get(there + i) == (uint32_t)SMALL + 0x8000;
        assert_int_equal(0, get(buffer + i));
    }
    assert_true(told);
    wr_all(REF_PMC_ENABLE, ~0x100u, REF_PMC_ENABLE, UINT32_MAX);
    assert_int_equal(0, rd(REF_PFIFO_ENGINE_STATUS(2)) >> 30 & 1);
}

/* Host's values in USERD are older than the PBDMA's. */
TEST(userd_lags, open_usual, close_world)
{
    SEND(1, ACQUIRE(SEM, 1));
    assert_pairs(1, rd(GP_GET(PBDMA)), 0, get(USERD(1) + 0x88));
    wait_ns(MS);
    assert_int_equal(1, get(USERD(1) + 0x88));
}
