/* Entries that the TLBs of the GV100 model keep, and those taken anew with a channel or a reset. Numbers are typed from
 * docs/hardware/gv100.md; the paragraph stands above each test. */
#include "reference/gv100.h"
#include "tests/model/gv100/channel_rig.h"

#define RELEASE(at, value, execute) 0x20050017, (uint32_t)(at), 0, value, 0, execute

#define BLOCK1 UINT64_C(0x26000)
#define FIRST  UINT64_C(0x600000)
#define SECOND UINT64_C(0x601000)

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
        assert_int_equal(i, rd(REF_PPBDMA_GP_GET(1)));
        assert_int_equal(i, rd(REF_PPBDMA_GP_FETCH(1)));
    }
    wr(0x5c12c, 0x1234);
    assert_int_equal(0, rd(0x5c12c));
    assert_int_equal(0x10000, rd(REF_PPBDMA_TIMEOUT(13)));
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
