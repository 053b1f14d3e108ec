/* Each defect of GV100's host, beside a good card. Numbers are typed from docs/hardware/gv100.md §3 and §4. */
#include "tests/model/gv100/channel_rig.h"

#define HIGH UINT64_C(0xfee0000000) /* shows the first 512 MiB too */

/* Channel 1 on runlist 1, whose PBDMA is 1. */
static void open_one(const char *defect)
{
    open_with(defect, NULL);
    open_channel();
    put64_all(PD2 + 8 * 3, PD1 >> 4 | 2, PD1 + 8 * 0x1f7, PD0 >> 4 | 2);
    for (unsigned i = 0; i < 16; i++)
        put(SEM + 4 * i, 0);
}

static void put_words(uint64_t at, const uint32_t *words, unsigned count)
{
    for (unsigned i = 0; i < count; i++)
        put(at + 4 * i, words[i]);
}

/* §4.1: a segment writes into the next one, whose SYNC holds its fetch back until then. Where that is ignored the first 16
 * words of the next one are as they were when this one began, and those after them are new. */
TEST(segments_are_fetched_too_early, NULL, close_world)
{
    static const uint32_t next[] = { RELEASE(SEM, 1, 1), RELEASE(SEM + 4, 2, 1),
                                     RELEASE(SEM + 8, 3, 1), RELEASE(SEM + 12, 4, 1) };
    const uint64_t at = PUSH(1) + 0x2000, first = PUSH(1) + 0x1000;
    const uint32_t writer[] = { RELEASE(at + 12, 0x11, 1), RELEASE(at + 36, 0x12, 1),
                                RELEASE(at + 60, 0x13, 1), RELEASE(at + 84, 0x14, 1) };

    for (unsigned row = 0; row < 4; row++) {
        const bool broken = row & 1;
        const unsigned count = row < 2 ? 24 : 12; /* 12 words are fewer than are taken early */

        open_one(broken ? "host-sync-ignored" : NULL);
        put_words(at, next, 24);
        put_words(first, writer, 24);
        push_entry(1, (uint32_t)first, 24 << 10);
        push_entry(1, (uint32_t)(HIGH + at), 0xfe | count << 10 | 1u << 31);
        ring(1);
        wait_ns(MS);
        assert_pairs(broken ? 1 : 0x11, get(SEM), broken ? 2 : 0x12, get(SEM + 4));
        if (count == 24)
            assert_pairs(broken ? 3 : 0x13, get(SEM + 8), 0x14, get(SEM + 12));
        /* a segment that nothing came before is as it is now */
        put(at + 12, 0x21);
        push_entry(1, (uint32_t)(HIGH + at), 0xfe | 6 << 10);
        ring(1);
        wait_ns(MS);
        assert_int_equal(0x21, get(SEM));
    }
}

/* GP_PUT, and where GP_GET stands afterwards; all entries are NOPs. */
static uint32_t goes_to(uint32_t gp_put)
{
    put(USERD(1) + 0x8c, gp_put);
    ring(1);
    wait_ns(MS);
    return rd(REF_PPBDMA_GP_GET(1));
}

/* §3.3: a ring of 64 whose GP_PUT is one below GP_GET is full. */
TEST(a_full_ring_is_taken_for_empty, NULL, close_world)
{
    static const uint32_t put_get[][3] = { { 63, 63, 0 },  { 62, 62, 62 }, { 63, 63, 63 },
                                           { 62, 62, 63 }, { 7, 7, 7 },    { 6, 6, 7 } };

    for (unsigned broken = 0; broken < 2; broken++) {
        open_one(broken ? "host-ring-full-is-empty" : NULL);
        for (unsigned i = 0; i < 64; i++)
            put64(RING(1) + 8 * i, 0);
        for (unsigned i = 0; i < 6; i++)
            assert_int_equal(put_get[i][1 + broken], goes_to(put_get[i][0]));
    }
}

/* §8.1: a doorbell for a channel that has nothing new is no mistake. */
TEST(a_doorbell_for_nothing_is_no_mistake, NULL, close_world)
{
    for (unsigned broken = 0; broken < 2; broken++) {
        open_one(broken ? "host-doorbell-empty" : NULL);
        for (unsigned i = 0; i < 64; i++)
            put64(RING(1) + 8 * i, 0);
        assert_pairs(5, goes_to(5), 6, goes_to(6), 0, rd(REF_PPBDMA_INTR_0(1)), 6, goes_to(6),
                     broken ? 0x4000 : 0, rd(REF_PPBDMA_INTR_0(1)));
    }
}

/* §3.2: word 63: VEID in 13:8; losing it keeps the rest. §6.3: a fetch that faults stops the channel, record or not. */
TEST(words_and_records_are_lost, NULL, close_world)
{
    for (unsigned broken = 0; broken < 2; broken++) {
        open_with(broken ? "host-veid-lost" : NULL, NULL);
        build_space();
        make_channel(1, 2);
        put(BLOCK(1) + 0xfc, 0x2a01);
        submit(1, (const unsigned[]){ 1 }, 1);
        RUN(1, RELEASE(SEM, 1, 1));
        assert_int_equal(broken ? 1 : 0x2a01, rd(REF_PPBDMA_SET_CHANNEL_INFO(1)));

        open_one(broken ? "host-fetch-fault-lost" : NULL);
        put64(0x70000, 0);
        wr(REF_PFB_PRI_MMU_FAULT_BUFFER_LO(0), 0x70001); /* physical, in VRAM */
        wr(REF_PFB_PRI_MMU_FAULT_BUFFER_HI(0), 0);
        wr(REF_PFB_PRI_MMU_FAULT_BUFFER_SIZE(0), 0x80000010);
        push_entry(1, 0, 0x10 | 6 << 10);
        ring(1);
        wait_ns(MS);
        assert_int_equal(1 << 22, rd(REF_PCCSR_CHANNEL(1)) & 1 << 22);
        assert_int_equal(!broken, rd(REF_PFB_PRI_MMU_FAULT_BUFFER_PUT(0)) & 0xfffff);
        RUN(1, RELEASE(SEM, 1, 1));
        assert_int_equal(0, get(SEM));
    }
}
