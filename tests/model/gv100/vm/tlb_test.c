/* Entries that the TLBs of the GV100 model keep, and those taken anew with a channel or a reset. Numbers are typed from
 * docs/hardware/gv100.md; the paragraph stands above each test. */
#include "reference/gv100.h"
#include "tests/model/gv100/channel_rig.h"

#define RELEASE(at, value, execute) 0x20050017, (uint32_t)(at), 0, value, 0, execute
#define ACQUIRE(at, value)          RELEASE(at, value, 0)
#define US                          UINT64_C(1000)

#define BLOCK1 UINT64_C(0x26000)
#define FIRST  UINT64_C(0x600000)
#define SECOND UINT64_C(0x601000)
#define OTHER  UINT64_C(0x602000) /* a table of 4 KiB pages, in which each shows SECOND */

static void open_bar(const char *knobs)
{
    open_with(NULL, knobs);
    build_space();
    bind_bar(1, BLOCK1);
    put(FIRST, 1);
    put(SECOND, 2);
    for (unsigned i = 0; i < 512; i++) {
        map_small(i, FIRST >> 4 | 1);
        put64(OTHER + 8 * i, SECOND >> 4 | 1);
    }
}

static uint32_t seen(unsigned page)
{
    return bar_get(1, SMALL + 0x1000 * page);
}

/* K26: with no entries each change of a page or of a directory counts at once. */
TEST(no_entries, NULL, close_world)
{
    open_bar("tlb_entries=0");
    assert_int_equal(1, seen(3));
    map_small(3, SECOND >> 4 | 1);
    assert_int_equal(2, seen(3));
    map_small(3, FIRST >> 4 | 1);
    assert_int_equal(1, seen(3));
    put64(PD0 + 16 * 16 + 8, OTHER >> 4 | 2);
    assert_int_equal(2, seen(3));
}

/* K26: with four entries the fifth page takes the place of the first one, and no other; a page that is there is found
 * wherever it is. */
TEST(four_entries, NULL, close_world)
{
    open_bar("tlb_entries=4");
    for (unsigned i = 0; i < 4; i++)
        assert_int_equal(1, seen(i));
    for (unsigned i = 0; i < 8; i++)
        map_small(i, SECOND >> 4 | 1);
    for (unsigned i = 0; i < 4; i++)
        assert_int_equal(1, seen(i));
    assert_int_equal(2, seen(4));
    for (unsigned i = 1; i < 4; i++)
        assert_int_equal(1, seen(i));
    assert_int_equal(2, seen(0)); /* in the place of page 1 */
    assert_int_equal(1, seen(2));
    assert_int_equal(1, seen(3));
    assert_int_equal(2, seen(1));
}

/* K11: a walk that found nothing is kept, or not. One that found a page is kept in any case. */
TEST(what_was_not_there, NULL, close_world)
{
    static const char *const knobs[] = { "negative=kept", "negative=dropped" };

    for (unsigned i = 0; i < 2; i++) {
        open_bar(knobs[i]);
        map_small(5, 0);
        seen(5);
        assert_int_equal(0x80000000, rd(REF_PFB_PRI_MMU_FAULT_STATUS) & 0x80000000);
        wr(REF_PFB_PRI_MMU_FAULT_STATUS, 0x800000ff);
        map_small(5, FIRST >> 4 | 1);
        if (i == 1)
            assert_int_equal(1, seen(5));
        else
            seen(5);
        assert_int_equal(i ? 0 : 0x80000000, rd(REF_PFB_PRI_MMU_FAULT_STATUS) & 0x80000000);
        assert_int_equal(1, seen(6));
        map_small(6, SECOND >> 4 | 1);
        assert_int_equal(1, seen(6));
        close_world(NULL);
    }
    open_bar(NULL);
}

/* §5.1, §6.1: an entry of PD0 covers 2 MiB, one of PD1 512 MiB: another one beside it is looked up by itself. */
TEST(directories_have_their_reach, NULL, close_world)
{
    open_bar(NULL);
    put64(PD0 + 16 * 17, 0);
    put64(PD0 + 16 * 17 + 8, OTHER >> 4 | 2);
    assert_int_equal(1, seen(0));
    assert_int_equal(2, bar_get(1, SMALL + 0x200000));
    assert_int_equal(1, seen(511));
    assert_int_equal(2, bar_get(1, SMALL + 0x3ff000));
    put64(PD0 + 16 * 16 + 8,
          OTHER >> 4 | 2); /* the directory's entry is kept for all of its range, */
    put64(PD0 + 16 * 17 + 8, PTS >> 4 | 2); /* and an address not yet accessed follows it */
    assert_int_equal(1, seen(300));
    assert_int_equal(2, bar_get(1, SMALL + 0x300000));
}

/* §4.6: an invalidate of one page by all of its address. */
TEST(a_high_page_is_dropped, NULL, close_world)
{
    const uint64_t high = UINT64_C(0xfee0000000), page = high + SMALL + 0x4000;

    open_world(NULL);
    build_space();
    put64(PD2 + 8 * 3, PD1 >> 4 | 2);
    put64(PD1 + 8 * 0x1f7, PD0 >> 4 | 2);
    make_channel(1, 1 << 17 | 2);
    put(BLOCK(1) + 0xf4, 0x1100);
    submit(1, (const unsigned[]){ 1 }, 1);
    map_small(4, FIRST >> 4 | 1);
    put(FIRST, 0);
    put(SECOND, 0);
    RUN(1, 0x20050017, (uint32_t)page, 0xfe, 1, 0, 1);
    map_small(4, SECOND >> 4 | 1);
    RUN(1, 0x20050017, (uint32_t)page, 0xfe, 2, 0, 1);
    assert_int_equal(2, get(FIRST));
    RUN(1, 0x2004000a, (uint32_t)page, 0xfe, (uint32_t)PD3, 0x50000000);
    RUN(1, 0x20050017, (uint32_t)page, 0xfe, 3, 0, 1);
    assert_int_equal(2, get(FIRST));
    assert_int_equal(3, get(SECOND));
}

/* ---- taken anew ---- */

static void take_off(unsigned channel)
{
    wr(REF_PFIFO_PREEMPT, 0x01000010 + channel);
    assert_int_equal(0, rd(REF_PFIFO_PREEMPT) & 0x100000);
}

/* §3.2: the time-out of an acquire, here 1024 ns * 10 * 2^10 or 10.5 ms, is the channel's own: INTR_0 bit 26. */
TEST(time_outs_begin_anew, NULL, close_world)
{
    open_world(NULL);
    build_space();
    put(SEM, 0);
    for (unsigned channel = 1; channel < 3; channel++) {
        make_channel(channel, 1 << 17 | 2);
        put(BLOCK(channel) + 0x30, 0x80055102);
    }
    submit(1, (const unsigned[]){ 1 }, 1);
    RUN(1, ACQUIRE(SEM, 1));
    wait_ns(7000 * US);
    submit(1, (const unsigned[]){ 2 }, 1);
    RUN(2, ACQUIRE(SEM, 1));
    wait_ns(7000 * US);
    assert_int_equal(2, rd(REF_PPBDMA_CHANNEL(1)));
    assert_int_equal(0, rd(REF_PPBDMA_INTR_0(1)));
    wait_ns(5000 * US);
    assert_int_equal(0x04000000, rd(REF_PPBDMA_INTR_0(1)));
}

/* K28: RAMFC has no room for an entry that was taken ahead, so the ring is read anew when the channel comes back. */
TEST(entries_are_taken_anew, NULL, close_world)
{
    open_with(NULL, "gp_ahead=yes");
    open_channel();
    put(SEM, 0);
    put(SEM + 0x40, 0);
    push(1, (const uint32_t[]){ ACQUIRE(SEM, 1) }, 6);
    push(1, (const uint32_t[]){ RELEASE(SEM + 0x40, 2, 1) }, 6);
    push(1, (const uint32_t[]){ RELEASE(SEM + 0x40, 3, 1) }, 6);
    ring(1);
    wait_ns(100 * US);
    take_off(1);
    put(RING(1) + 8, (uint32_t)PUSH(1) + 48); /* the second entry is now as the third */
    put(USERD(1) + 0x8c, 2);
    put(SEM, 1);
    ring(1);
    wait_ns(1000 * US);
    assert_int_equal(3, get(SEM + 0x40));
}

/* §3.2: GP_FETCH follows GP_GET. §3.5: there is no PBDMA after the last one, 13. */
TEST(words_that_follow, NULL, close_world)
{
    open_world(&(struct model_config){ .pbdmas = 14 });
    open_channel();
    for (uint32_t i = 1; i < 4; i++) {
        RUN(1, RELEASE(SEM, i, 1));
        assert_int_equal(i, rd(REF_PPBDMA_GP_GET(1)));
        assert_int_equal(i, rd(REF_PPBDMA_GP_FETCH(1)));
    }
    wr(0x5c12c, 0x1234);
    assert_int_equal(0, rd(0x5c12c));
    assert_int_equal(0x10000, rd(REF_PPBDMA_TIMEOUT(13)));
}

/* §9.4: the last word of a descriptor may be the last mapped one. A reset leaves nothing protected, and the falcons'
 * memories empty. */
TEST(a_descriptor_at_the_end, NULL, close_world)
{
    const uint64_t va = SMALL + 0x1000 - 0x228;

    open_world(NULL);
    build_space();
    build_block(BLOCK1);
    map_small(0, FIRST >> 4 | 1);
    put(FIRST + 0xff8, 0x3f0000 >> 8);
    put(FIRST + 0xffc, 0x430000 >> 8);
    wr(REF_WPR_RANGE, 2);
    assert_int_equal(0x1ffffe02, rd(REF_WPR_RANGE));
    wr(0x0871c0, 0x01000040);
    wr(0x0871c4, (uint32_t)va);
    wr(0x0871c4, (uint32_t)(va >> 32));
    wr(0x087054, 0x40000000 | (uint32_t)(BLOCK1 >> 12));
    wr(0x087100, 2);
    wr(REF_WPR_RANGE, 2); /* the read before has moved on */
    assert_int_equal(0x3f0000 >> 8, rd(REF_WPR_RANGE) & 0xfffffff0);
    assert_int_equal(0, rd(REF_PFB_PRI_MMU_FAULT_STATUS));
    model_reset(world.card);
    model_config_write(world.card, 4, 6, 2);
    wr(REF_WPR_RANGE, 2);
    assert_int_equal(0x1ffffe02, rd(REF_WPR_RANGE));
    wr(0x0871c0, 0x02000040);
    assert_int_equal(0, rd(0x0871c4));
}

/* A strict card tells of a page that changed and was used before an invalidate (§6.1), and not of one that was invalidated. */
TEST(strict_tells_of_stale_pages, NULL, close_world)
{
    open_world(&(struct model_config){ .strict = true });
    build_space();
    bind_bar(1, BLOCK1);
    map_small(3, FIRST >> 4 | 1);
    (void)seen(3);
    map_small(3, SECOND >> 4 | 1);
    (void)seen(3);
    forget_trace();
    close_world(NULL);
    assert_true(is_traced(
        "strict: a page that changed since it was used, without a flush (gv100.md §6.1: changed "
        "entries "
        "become visible only after an invalidate that covers them): 1 time, first TLB 0 at "));
    assert_true(is_traced("kept valid 000000600000, is valid 000000601000\n"));
}

TEST(strict_allows_an_invalidate, NULL, close_world)
{
    open_world(&(struct model_config){ .strict = true });
    build_space();
    bind_bar(1, BLOCK1);
    map_small(3, FIRST >> 4 | 1);
    (void)seen(3);
    map_small(3, SECOND >> 4 | 1);
    invalidate(0);
    (void)seen(3);
    forget_trace();
    close_world(NULL);
    assert_false(is_traced("a page that changed"));
}
