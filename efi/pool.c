#include "efi/pool.h"

static size_t free_from(const struct pool *pool, size_t first, size_t wanted)
{
    size_t run = 0;

    while (run < wanted && first + run < POOL_PAGES && !pool->taken[first + run])
        run++;
    return run;
}

static void mark(struct pool *pool, size_t first, size_t pages, bool taken)
{
    for (size_t i = 0; i < pages && first + i < POOL_PAGES; i++)
        pool->taken[first + i] = taken;
}

size_t pool_take(struct pool *pool, size_t pages)
{
    if (pages == 0)
        return POOL_PAGES;
    for (size_t first = 0; first < POOL_PAGES;) {
        const size_t run = free_from(pool, first, pages);

        if (run == pages) {
            mark(pool, first, pages, true);
            return first;
        }
        first += run + 1;
    }
    return POOL_PAGES;
}

void pool_give(struct pool *pool, size_t first, size_t pages)
{
    mark(pool, first, pages, false);
}
