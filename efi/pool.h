/* efi/pool.h: which pages of one piece of memory are given out.
 *
 * Shape   pure; first fit, and pages come back in any order.
 * Units   pages; POOL_PAGES of them.
 * Errors  pool_take: POOL_PAGES, there is no room. */
#ifndef EFI_POOL_H
#define EFI_POOL_H

#include <stdbool.h>
#include <stddef.h>

#define POOL_PAGES 1024

struct pool {
    bool taken[POOL_PAGES];
};

/* The first of that many pages in a row. */
size_t pool_take(struct pool *pool, size_t pages);
void pool_give(struct pool *pool, size_t first, size_t pages);

#endif
