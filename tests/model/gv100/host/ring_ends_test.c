/* Rings and USERD of the GV100 model at their ends: the last index, the last byte of the 40 bits, the last method, a ring
 * that comes round, USERD in system memory. Numbers are typed from docs/hardware/gv100.md; the paragraph stands above each
 * test. */
#include "reference/gv100.h"
#include "tests/model/gv100/channel_rig.h"

#define RELEASE(at, value, execute) 0x20050017, (uint32_t)(at), 0, value, 0, execute
#define US                          UINT64_C(1000)

/* Channel 1 on runlist 1, whose PBDMA is 1. */
FIXTURE(open_one)
{
    open_world(NULL);
    open_channel();
    put(SEM, 0);
    return 0;
}

static void take_off(void)
{
    wr(REF_PFIFO_PREEMPT, 0x01000011);
    assert_int_equal(0, rd(REF_PFIFO_PREEMPT) & 0x100000);
}

/* §3.3: GP_PUT, GP_GET or GP_FETCH that is not below the ring's size, here 64, raises GPPTR, bit 14; 63 does not. */
TEST(pointers_lie_in_the_ring, open_one, close_world)
{
    static const uint32_t words[] = { 0x00, 0x14, 0x50 };

    for (unsigned i = 0; i < 3; i++) {
        for (uint32_t value = 63; value <= 64; value++) {
            take_off();
            put(BLOCK(1), 0);
            put(BLOCK(1) + 0x14, 0);
            put(BLOCK(1) + 0x50, 0);
            put(BLOCK(1) + words[i], value);
            for (unsigned entry = 0; entry < 64; entry++)
                put64(RING(1) + 8 * entry, 0); /* NOP */
            put(USERD(1) + 0x8c, words[i] ? 0 : value);
            ring(1);
            wait_ns(100 * US);
            if (rd(REF_PPBDMA_INTR_0(1)) != (value == 64 ? 0x4000 : 0))
                fail_msg("word %x of RAMFC is %u: %x", words[i], value, rd(REF_PPBDMA_INTR_0(1)));
            put(USERD(1) + 0x8c, 0);
            wr(REF_PPBDMA_GP_PUT(1), 0);
            wr(REF_PPBDMA_GP_GET(1), 0);
            wr(REF_PPBDMA_GP_FETCH(1), 0);
            wr(REF_PPBDMA_INTR_0(1), 0x4000);
            wait_ns(100 * US);
            assert_int_equal(0, rd(REF_PPBDMA_INTR_0(1)));
        }
    }
}

/* §4.1: the last entry of a ring may be the last 8 bytes of the 40 bits; one after them raises GPFIFO, bit 13. */
TEST(a_ring_ends_with_the_space, open_one, close_world)
{
    put64(PD2 + 8 * 3, PD1 >> 4 | 2); /* addresses from 0xffffe00000 on show the first 2 MiB */
    put64(PD1 + 8 * 0x1ff, PD0 >> 4 | 2);
    put64(PD0 + 16 * 255, 1);
    put64(0x1ffff8, 0);
    take_off();
    put(BLOCK(1) + 0x48, 0xfffffff8);
    put(BLOCK(1) + 0x4c, 1 << 16 | 0xff); /* two entries */
    put(USERD(1) + 0x8c, 1);
    ring(1);
    wait_ns(100 * US);
    assert_int_equal(1, rd(REF_PPBDMA_GP_GET(1)));
    assert_int_equal(0, rd(REF_PPBDMA_INTR_0(1)));
    put(USERD(1) + 0x8c, 0);
    ring(1);
    wait_ns(100 * US);
    assert_int_equal(1, rd(REF_PPBDMA_GP_GET(1)));
    assert_int_equal(0x2000, rd(REF_PPBDMA_INTR_0(1)));
}

/* §4.2: no method lies past 0x3ffc: INC and ONEINC that would go on to one raise PBENTRY, bit 18. */
TEST(headers_end_with_the_methods, open_one, close_world)
{
    static const struct {
        uint32_t header;
        bool passes;
    } rows[] = {
        { 0x20010fff, true }, { 0x20020fff, false }, { 0x20020ffe, true }, { 0x20030ffe, false },
        { 0xa0010fff, true }, { 0xa0020fff, false }, { 0xa0020ffe, true }, { 0xa0040ffe, true },
        { 0x60010fff, true }, { 0x60040fff, true },  { 0x2ffe0002, true }, { 0x2fff0002, false },
    };

    for (unsigned i = 0; i < sizeof(rows) / sizeof(rows[0]); i++) {
        RUN(1, rows[i].header);
        assert_int_equal(rows[i].header, rd(REF_PPBDMA_HDR_SHADOW(1)));
        if (rd(REF_PPBDMA_INTR_0(1)) != (rows[i].passes ? 0 : 0x40000))
            fail_msg("header %08x: %x", rows[i].header, rd(REF_PPBDMA_INTR_0(1)));
        wr(REF_PPBDMA_PB_COUNT(1), 0); /* PB_COUNT */
        wr(REF_PPBDMA_INTR_0(1), 0x40000);
    }
}

/* K28: an entry that was taken ahead is the one of that time alone: when the ring comes round, its index has another. */
TEST(what_was_taken_ahead_is_used_once, NULL, close_world)
{
    open_with(NULL, "gp_ahead=yes");
    open_channel();
    put(SEM, 0);
    push(1, (const uint32_t[]){ RELEASE(SEM, 1, 1) }, 6);
    push(1, (const uint32_t[]){ RELEASE(SEM, 2, 1) }, 6);
    ring(1);
    wait_ns(100 * US);
    assert_int_equal(2, get(SEM));
    for (uint32_t i = 0; i < 70; i++) {
        RUN(1, RELEASE(SEM, 3 + i, 1));
        assert_int_equal(3 + i, get(SEM));
    }
}

/* §3.2: RUNTIME counts in 1024 ns. */
TEST(runtime_has_its_unit, open_one, close_world)
{
    take_off();
    put(BLOCK(1) + 0x2c, 0);
    RUN(1, RELEASE(SEM, 1, 1));
    wait_ns(UINT64_C(1024) * 1000000);
    take_off();
    assert_in_range(get(BLOCK(1) + 0x2c), 1000000, 1000200);
}

/* §3.2: USERD's target and all of its address: 2 and 3 are system memory, 1 is video memory as 0 is. */
TEST(userd_lies_where_ramfc_says, open_one, close_world)
{
    for (uint32_t target = 0; target < 4; target++) {
        const bool in_system = target >= 2;
        const uint64_t at = in_system ? SYSTEM + 0x200 * target : USERD(1);

        take_off();
        put(BLOCK(1) + 0x08, (uint32_t)at | target);
        put(BLOCK(1) + 0x0c, (uint32_t)(at >> 32));
        put64(RING(1) + 8 * target, 0); /* NOP */
        put(USERD(1) + 0x8c, target);
        put(USERD(1) + 0x88, 0x77);
        if (in_system)
            system_put(at + 0x8c, target + 1);
        else
            put(at + 0x8c, target + 1);
        ring(1);
        wait_ns(100 * US);
        assert_int_equal(target + 1, rd(REF_PPBDMA_GP_GET(1)));
        assert_int_equal(in_system ? 0x77 : target + 1, get(USERD(1) + 0x88));
        if (in_system)
            assert_int_equal(target + 1, system_get(at + 0x88));
    }
    assert_int_equal(0, world.strays);
}

/* §4.7, §1.3: a PBDMA's interrupt is told at once, and its bit of 0x204 takes it away. */
TEST(interrupts_are_told_at_once, open_one, close_world)
{
    wr(REF_PPBDMA_INTR_EN_0(1), 0xffffffff);
    wr(REF_PFIFO_INTR_EN_0, 0x20000000);
    wr(0x160, 0x100);
    assert_false(world.asserted);
    RUN(1, 0x20010001, 0);
    assert_true(world.asserted);
    wr(REF_PMC_ENABLE_PB, 0x3ffd);
    assert_false(world.asserted);
    assert_int_equal(0, rd(REF_PFIFO_INTR_PBDMA_ID));
}

/* Words of a PBDMA that are read and written stand in the trace with their values. */
TEST(words_are_traced, open_one, close_world)
{
    close_world(NULL);
    open_world(&(struct model_config){ .trace = true });
    open_channel();
    forget_trace();
    wr(REF_PPBDMA_TIMEOUT(1), 0x1234);
    assert_true(is_traced("w 04212c 00001234"));
    assert_int_equal(0x1234, rd(REF_PPBDMA_TIMEOUT(1)));
    assert_true(is_traced("r 04212c 00001234"));
}
