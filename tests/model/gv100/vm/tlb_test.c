/* TLBs of the GV100 model: words served by one entry, stale pages as a strict card tells of them, records of faults.
 * Numbers are typed from docs/hardware/gv100.md; the paragraph stands above each test. */
#include "tests/model/gv100/host/rounds_rig.h"

#define BLOCK1 UINT64_C(0x26000)
#define OLD    UINT64_C(0x600000)
#define NEW    UINT64_C(0x601000)

static uint32_t seen(unsigned page)
{
    return bar_get(1, SMALL + 0x1000 * page);
}

/* ---- taken anew ---- */

/* §3.2: GP_FETCH follows GP_GET. §3.5: there is no PBDMA after the last one, 13. */
TEST(words_that_follow, NULL, close_world)
{
    open_world(&(struct model_config){ .pbdmas = 14 });
    open_channel();
    for (uint32_t i = 1; i < 4; i++) {
        RUN(1, RELEASE(SEM, i, 1));
        assert_pairs(i, rd(REF_PPBDMA_GP_GET(1)), i, rd(REF_PPBDMA_GP_FETCH(1)));
    }
    wr(0x5c12c, 0x1234);
    assert_pairs(0, rd(0x5c12c), 0x10000, rd(REF_PPBDMA_TIMEOUT(13)));
}

/* K26: a TLB keeps so many pages: of one more the first is looked up anew, the others are as they were. */
TEST(a_tlb_keeps_so_many_pages, NULL, close_world)
{
    for (unsigned kept = 1; kept < 7; kept += 2) {
        char knob[20];

        snprintf(knob, sizeof(knob), "tlb_entries=%u", kept);
        open_with(NULL, knob);
        build_space();
        bind_bar(1, BLOCK1);
        put_all(OLD, 1, NEW, 2);
        for (unsigned page = 0; page <= kept; page++) {
            map_small(page, OLD >> 4 | 1);
            assert_int_equal(1, seen(page));
            map_small(page, NEW >> 4 | 1);
        }
        for (unsigned page = kept + 1; page--;)
            assert_int_equal(page ? 1 : 2, seen(page));
    }
}

/* A strict card tells of a page that changed and was used before an invalidate (§6.1), and not of one that was invalidated. */
TEST(strict_tells_of_stale_pages, NULL, close_world)
{
    for (unsigned invalidated = 0; invalidated < 2; invalidated++) {
        open_world(&(struct model_config){ .strict = true });
        build_space();
        bind_bar(1, BLOCK1);
        map_small(3, OLD >> 4 | 1);
        (void)seen(3);
        map_small(3, NEW >> 4 | 1);
        if (invalidated)
            invalidate(0);
        (void)seen(3);
        forget_trace();
        close_world(NULL);
        assert_int_equal(
            !invalidated,
            is_traced("strict: a page that changed since it was used, without a flush (gv100.md "
                      "§6.1: changed entries become visible only after an invalidate that covers "
                      "them): 1 time, first TLB 0 at ") &&
                is_traced("kept valid 000000600000, is valid 000000601000\n"));
        assert_int_equal(invalidated, !is_traced("a page that changed"));
    }
}

/* ---- records (§6.2) -------------------------------------------------------------------------- */

/* A block in system memory, above 4 GiB: all of its address and its aperture are in the record, latched or in the
 * buffer, where the aperture stands two bits lower. */
TEST(records_of_blocks_in_system_memory, NULL, close_world)
{
    for (unsigned buffered = 0; buffered < 2; buffered++)
        for (uint32_t target = 2; target < 4; target++) {
            open_channels(NULL, 1);
            wr(REF_PCCSR_CHANNEL_INST(1), 0);
            for (unsigned i = 0; i < 0x1000; i += 4)
                system_put(SYSTEM + i, get(BLOCK(1) + i));
            wr(REF_PCCSR_CHANNEL_INST(1), 0x80000000 | target << 28 | (uint32_t)(SYSTEM >> 12));
            submit(1, (const unsigned[]){ 1 }, 1);
            if (buffered) {
                for (unsigned i = 0; i < 32; i += 4)
                    put(FAULT + i, 0);
                PUT(wr, REF_PFB_PRI_MMU_FAULT_BUFFER_HI(0), 0, REF_PFB_PRI_MMU_FAULT_BUFFER_LO(0),
                    (uint32_t)FAULT | 1, REF_PFB_PRI_MMU_FAULT_BUFFER_SIZE(0), 0x80000008);
            }
            RUN(1, RELEASE(SMALL + 0x5000, 1, 1));
            assert_int_equal(1, rd(REF_PCCSR_CHANNEL(1)) >> 22 & 1);
            if (buffered) {
                assert_pairs((uint32_t)SYSTEM | target << 8, get(FAULT), SYSTEM >> 32,
                             get(FAULT + 4), SMALL + 0x5000, get(FAULT + 8), 0x1f /* of the time */,
                             get(FAULT + 20));
            } else {
                assert_pairs((uint32_t)SYSTEM | target << 10 | 0x21,
                             rd(REF_PFB_PRI_MMU_FAULT_INST_LO), SYSTEM >> 32,
                             rd(REF_PFB_PRI_MMU_FAULT_INST_HI));
            }
        }
}
