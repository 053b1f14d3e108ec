/* The largest values of host's words on the GV100 model: addresses of 40 bits, segments of every kind, MEM_OP with each
 * of its fields, and the memories of falcons. Numbers are typed from docs/hardware/gv100.md. */
#include "tests/model/gv100/channel_rig.h"

/* Channel 1 on runlist 1, whose PBDMA is 1; it may invalidate (CONFIG bit 8). */
FIXTURE(open_card)
{
    open_world(NULL);
    build_space();
    make_channel(1, 1 << 17 | 2);
    put_all(BLOCK(1) + 0xf4, 0x1100, SEM, 0, SEM + 4, 0);
    submit(1, (const unsigned[]){ 1 }, 1);
}

static uint32_t pbdma_word(uint32_t ramfc)
{
    return rd(REF_PPBDMA_GP_PUT(1) + ramfc);
}

/* ---- 40 bits ---- */

/* Where the first 64 MiB are seen once more: bits 39:38 choose PD2's entry 3, bits 37:29 PD1's entry 0x1f7. */
#define HIGH      UINT64_C(0xfee0000000)
#define HIGH_HALF 0xfeu

/* The ring of channel 1 lies high; its RAMFC is taken anew. */
static void open_high(void)
{
    put64_all(PD2 + 8 * 3, PD1 >> 4 | 2, PD1 + 8 * 0x1f7, PD0 >> 4 | 2);
    wr(REF_PFIFO_PREEMPT, 0x01000011);
    assert_int_equal(0, rd(REF_PFIFO_PREEMPT) & 0x100000);
    put_all(BLOCK(1) + 0x48, (uint32_t)(HIGH + RING(1)), BLOCK(1) + 0x4c, 6 << 16 | HIGH_HALF);
}

/* A segment that lies high: `low` bit 0 FETCH, `high` bits LEVEL and SYNC. */
static void push_high(const uint32_t *words, unsigned count, uint32_t low, uint32_t high)
{
    for (unsigned i = 0; i < count; i++)
        put(PUSH(1) + 4 * i, words[i]);
    push_entry(1, (uint32_t)(HIGH + PUSH(1)) | low, count << 10 | high | HIGH_HALF);
    ring(1);
    wait_ns(100 * US);
}

/* §4.2: END_PB_SEGMENT of a segment that lies high leads to its end, and the next entry is taken. */
TEST(a_high_segment_ends_early, open_card, close_world)
{
    const uint32_t words[] = { 0xe0000000, RELEASE(SEM, 0x222, 1) };

    open_high();
    push_high(words, 7, 0, 0);
    assert_pairs(0, get(SEM), (uint32_t)(HIGH + PUSH(1)) + 28, pbdma_word(0x18), HIGH_HALF,
                 pbdma_word(0x1c), 0, pbdma_word(0x58) >> 11);
    RUN(1, RELEASE(SEM, 0x223, 1));
    assert_int_equal(0x223, get(SEM));
}

/* §3.2: while a word waits, PB_FETCH and PB_FETCH_HI have the segment's place, its bits and how much is left, and PB_PUT its
 * end. §4.1: a subroutine's GET moves, and TOP_LEVEL_GET does not. */
TEST(a_segment_that_waits, open_card, close_world)
{
    const uint32_t words[] = { ACQUIRE(SEM, 1) }, start = (uint32_t)(HIGH + PUSH(1));

    open_high();
    for (unsigned flags = 0; flags < 8; flags++) {
        const uint32_t fetch = flags & 1, level = flags >> 1 & 1, sync = flags >> 2;
        const uint32_t top = pbdma_word(0x20);

        put(SEM, 0);
        push_high(words, 6, fetch, level << 9 | sync << 31);
        assert_int_equal(fetch, pbdma_word(0x54) & 3);
        assert_in_range(pbdma_word(0x54) & ~3u, start, start + 24);
        assert_int_equal(HIGH_HALF | level << 9 | sync << 10, pbdma_word(0x58) & 0x7ff);
        assert_in_range(pbdma_word(0x58) >> 11, 0, 6);
        assert_pairs(start + 24, pbdma_word(0x5c), HIGH_HALF, pbdma_word(0x60));
        assert_in_range(pbdma_word(0x18), start, start + 24);
        assert_int_equal(HIGH_HALF, pbdma_word(0x1c));
        if (level)
            assert_int_equal(top, pbdma_word(0x20));
        else
            assert_int_equal(pbdma_word(0x18), pbdma_word(0x20));
        put(SEM, 1);
        wait_ns(100 * US);
        assert_int_equal(start + 24, pbdma_word(0x18));
    }
}

/* ---- MEM_OP (§4.6) ---- */

#define FIRST  UINT64_C(0x600000)
#define SECOND UINT64_C(0x601000)

/* Four pages lead to FIRST as host sees them, and to SECOND in memory. */
static void make_stale(void)
{
    for (unsigned i = 0; i < 4; i++) {
        map_small(4 + i, FIRST >> 4 | 1);
        map_large(i, 0);
    }
    invalidate(0);
    for (unsigned i = 0; i < 4; i++)
        RUN(1, RELEASE(SMALL + 0x4000 + 0x1000 * i, 1, 1));
    for (unsigned i = 0; i < 4; i++)
        map_small(4 + i, SECOND >> 4 | 1);
}

/* Which of the pages are still stale: a bit for each. */
static unsigned stale(void)
{
    unsigned pages = 0;

    for (unsigned i = 0; i < 4; i++) {
        put_all(FIRST, 0, SECOND, 0);
        RUN(1, RELEASE(SMALL + 0x4000 + 0x1000 * i, 1, 1));
        assert_int_equal(1, get(FIRST) + get(SECOND));
        pages |= get(FIRST) << i;
    }
    return pages;
}

#define TABLES   ((uint32_t)PD3)
#define ALL      0x48000000u /* MMU_TLB_INVALIDATE */
#define TARGETED 0x50000000u
#define USE_SIZE (1u << 22)

/* Each row with the pages that are stale after it. */
TEST(what_an_invalidate_drops, open_card, close_world)
{
    /* clang-format off */
    static const struct { uint32_t a, b, c, d; unsigned stale; } rows[] = {
        { 0, 0, TABLES, ALL, 0 }, { 0, 0, 1, ALL, 0 }, /* every page directory base */
        { 0, 0, TABLES + 0x1000, ALL, 0xf }, /* of another one */
        { 0, 0, TABLES, ALL | 1, 0xf }, /* of one 4 GiB above */
        { 0, 0, TABLES | 2 << 10, ALL, 0xf }, /* of one in system memory */
        { 0, 0, TABLES | 3 << 10, ALL, 0xf }, /* which is not coherent */
        { 0, 0, TABLES | 1 << 7, ALL, 0 }, /* PTEs only */
        { 0, 0, TABLES | 1 << 1, ALL, 0 }, /* the hub's only */
        { 0x02005000, 0, TABLES, TARGETED, 0xd }, { 0x02005001, 0, TABLES, TARGETED, 0xc }, /* 8 KiB */
        { 0x02007001, 0, TABLES, TARGETED, 0x3 }, { 0x02007002, 0, TABLES, TARGETED, 0 }, /* 16 KiB */
        { 0x02003000, 0, TABLES, TARGETED, 0xf }, /* the page below */
        { 0x02008000, 0, TABLES, TARGETED, 0xf }, /* the page above */
        { 0x02005000, 1, TABLES, TARGETED, 0xf }, /* 4 GiB above */
        { 0x00000033, 0, TABLES, TARGETED, 0 }, { 0x00000034, 0, TABLES, TARGETED, 0 }, /* all 2^63 bytes */
        { 0x0000003f, 0, TABLES, TARGETED, 0 },
        { 0x02005004, 0, TABLES | 3 << 2, TARGETED, 0xd }, /* CANCEL_TARGETED: bits 5:0 are a client */
        { 0x02005004, 0, TABLES | 2 << 2, TARGETED, 0 }, /* START_ACK_ALL: 64 KiB */
        { 0x02005000, 0, TABLES + 0x1000, TARGETED, 0xf },
    };
    /* clang-format on */

    for (unsigned i = 0; i < sizeof(rows) / sizeof(rows[0]); i++) {
        make_stale();
        assert_int_equal(0xf, stale());
        RUN(1, 0x2004000a, rows[i].a, rows[i].b, rows[i].c, rows[i].d);
        assert_int_equal(0, rd(REF_PPBDMA_INTR_0(1)));
        if (stale() != rows[i].stale)
            fail_msg("row %u leaves %x stale, not %x", i, stale(), rows[i].stale);
    }
}

/* §6.1: registers: UPPER_VADDR has the bits from 40 on; SIZE is the log2 of 4 KiB pages, if bit 22 asks for it; such
 * above the space are all of it. */
TEST(an_address_and_its_size, open_card, close_world)
{
    /* clang-format off */
    static const struct { uint32_t upper, page, size, command, stale; } rows[] = {
        { 1, 5, 0, 0, 0xf }, { 0, 5, 0, 0, 0xd }, { 0, 5, 1, 0, 0xd }, { 0, 5, 1, USE_SIZE, 0xc },
        { 0, 7, 1, USE_SIZE, 0x3 }, { 0, 7, 2, USE_SIZE, 0 }, { 1, 7, 2, USE_SIZE, 0xf }, { 1, 7, 28, USE_SIZE, 0xf },
        { 1, 7, 29, USE_SIZE, 0 },
        { 0, 7, 0x33, USE_SIZE, 0 }, { 0, 7, 0x34, USE_SIZE, 0 }, { 0, 7, 0x3f, USE_SIZE, 0 },
        { 0, 5, 0, 1u << 2, 0xd }, { 1, 5, 0, 1, 0 }, /* HUBTLB_ONLY; ALL_VA */
    };
    /* clang-format on */

    for (unsigned i = 0; i < ARRAY_SIZE(rows); i++) {
        make_stale();
        assert_int_equal(0xf, stale());
        PUT(wr, REF_PFB_PRI_MMU_INVALIDATE_VADDR, (uint32_t)(SMALL + 0x1000 * rows[i].page) >> 8,
            REF_PFB_PRI_MMU_INVALIDATE_UPPER_VADDR, rows[i].upper, REF_PFB_PRI_MMU_INVALIDATE_SIZE,
            rows[i].size, REF_PFB_PRI_MMU_INVALIDATE, 0x80000000 | rows[i].command);
        if (stale() != rows[i].stale)
            fail_msg("row %u leaves %x stale, not %x", i, stale(), rows[i].stale);
    }
}

/* All operations of the reference, and no other: METHOD, bit 21. Privilege is for invalidates and ACCESS_COUNTER_CLR. */
TEST(operations, open_card, close_world)
{
    const uint32_t known = 1u << 5 | 1u << 9 | 1u << 0xa | 1u << 0xd | 1u << 0xe | 1u << 0xf |
                           1u << 0x10 | 1u << 0x15 | 1u << 0x16;
    const uint32_t privileged = 1u << 9 | 1u << 0xa | 1u << 0x16;

    for (unsigned user = 0; user < 2; user++) {
        const uint32_t passes = user ? known & ~privileged : known;

        wr(REF_PPBDMA_CONFIG(1), user ? 0x1000 : REF_PBUS_INTR_0);
        for (uint32_t op = 0; op < 32; op++) {
            put(SEM, 0);
            RUN(1, 0x2004000a, 0, 0, 0, op << 27, RELEASE(SEM, 1, 1));
            if (rd(REF_PPBDMA_INTR_0(1)) != (passes >> op & 1 ? 0 : 0x200000) ||
                get(SEM) != (passes >> op & 1))
                fail_msg("operation %x, user %u: %x", op, user, rd(REF_PPBDMA_INTR_0(1)));
            wr_all(REF_PPBDMA_METHOD0(1), 0x80600008, REF_PPBDMA_INTR_0(1), 0x200000);
            wait_ns(100 * US);
        }
    }
}

/* ---- falcons (§9.4) ---- */

/* Bit 30 binds, bit 1 of 0x058 unbinds, bit 1 of 0x100 starts; other bits do none of it. A bit of 0x004 clears its own. */
TEST(bits_of_a_falcon, open_card, close_world)
{
    static const uint32_t units[] = { 0x087000, 0x10a000 };

    for (unsigned i = 0; i < 2; i++) {
        const uint32_t unit = units[i];

        wr(unit + 0x054, 0xbfffffff);
        assert_pairs(0, rd(unit + 0x008), 0, rd(unit + 0x0dc));
        wr(unit + 0x054, 0x40000000);
        assert_pairs(8, rd(unit + 0x008), 0x5000, rd(unit + 0x0dc), 0, rd(units[!i] + 0x0dc));
        wr(unit + 0x004, 0xfffffff7);
        assert_int_equal(8, rd(unit + 0x008));
        wr(unit + 0x004, 8);
        assert_int_equal(0, rd(unit + 0x008));
        wr(unit + 0x058, 0xfffffffd);
        assert_int_equal(0x5000, rd(unit + 0x0dc));
        wr(unit + 0x058, 2);
        assert_int_equal(0, rd(unit + 0x0dc));
        wr_all(unit + 0x040, 0xdeadbeef, unit + 0x044, 0xdeadbeef, unit + 0x100, 0xfffffffd);
        assert_int_equal(0xdeadbeef, rd(unit + 0x040));
        wr(unit + 0x100, 2);
        assert_pairs(0, rd(unit + 0x040), 0xdeadbeef, rd(unit + 0x044), 0, rd(unit + 0x04c), 0,
                     rd(unit + 0x10c) & 6);
    }
}
