/* tests/efi/pool_test.c: pages of the pool that DMA memory comes from. */
#include "efi/pool.h"
#include "tests/kit/tests.h"

/* The buffer returned first need not be the one taken last, and nobody else's pages come back with it. */
TEST(pages_come_back_in_any_order)
{
    struct pool pool = { 0 };

    assert_pairs(0, pool_take(&pool, 3), 3, pool_take(&pool, 1), 4, pool_take(&pool, 2));
    pool_give(&pool, 0, 3);
    assert_int_equal(0, pool_take(&pool, 2)); /* page 2 is left between it and 3 */
    assert_int_equal(6, pool_take(&pool, 2));
    pool_give(&pool, 3, 1);
    assert_int_equal(2, pool_take(&pool, 2));
}

TEST(full_pool_says_so)
{
    struct pool pool = { 0 };

    assert_pairs(POOL_PAGES, pool_take(&pool, 0), POOL_PAGES, pool_take(&pool, POOL_PAGES + 1), 0,
                 pool_take(&pool, POOL_PAGES - 1), POOL_PAGES, pool_take(&pool, 2), POOL_PAGES - 1,
                 pool_take(&pool, 1), POOL_PAGES, pool_take(&pool, 1));
    pool_give(&pool, 0, POOL_PAGES);
    assert_int_equal(0, pool_take(&pool, POOL_PAGES));
}
