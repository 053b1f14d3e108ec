#include "model/host/arena.h"

#include <stdlib.h>
#include <string.h>
#include <sys/mman.h>

#define PAGE 0x1000

static size_t pages_of(size_t size)
{
    return (size + PAGE - 1) / PAGE;
}

bool arena_init(struct arena *arena, uint64_t base, uint64_t size)
{
    arena->pages = (size_t)(size / PAGE);
    arena->base = base;
    /* Mapped: most of it is never touched, and sanitizers go over all that an allocator gives. */
    void *bytes = mmap(NULL, arena->pages * PAGE, PROT_READ | PROT_WRITE,
                       MAP_PRIVATE | MAP_ANONYMOUS | MAP_NORESERVE, -1, 0);
    arena->bytes = bytes == MAP_FAILED ? NULL : bytes;
    arena->taken = calloc(arena->pages, sizeof(*arena->taken));
    return arena->bytes && arena->taken;
}

void arena_free(struct arena *arena)
{
    if (arena->bytes)
        munmap(arena->bytes, arena->pages * PAGE);
    free(arena->taken);
}

static size_t free_run(const struct arena *arena, size_t first, size_t wanted)
{
    size_t run = 0;
    while (run < wanted && first + run < arena->pages && !arena->taken[first + run])
        run++;
    return run;
}

bool arena_alloc(struct arena *arena, size_t size, void **cpu, uint64_t *bus)
{
    const size_t wanted = pages_of(size);
    size_t first = 0, run;

    if (wanted == 0)
        return false;
    while ((run = free_run(arena, first, wanted)) < wanted) {
        first += run + 1;
        if (first >= arena->pages)
            return false;
    }
    memset(arena->taken + first, true, wanted);
    *cpu = arena->bytes + first * PAGE;
    *bus = arena->base + first * PAGE;
    memset(*cpu, 0, wanted * PAGE);
    return true;
}

void arena_release(struct arena *arena, uint64_t bus, size_t size)
{
    if (arena_at(arena, bus, size))
        memset(arena->taken + (bus - arena->base) / PAGE, false, pages_of(size));
}

void *arena_at(const struct arena *arena, uint64_t bus, size_t size)
{
    const uint64_t offset = bus - arena->base, end = arena->pages * (uint64_t)PAGE;

    if (bus < arena->base || offset >= end || size > end - offset || size == 0)
        return NULL;
    for (size_t page = (size_t)(offset / PAGE); page <= (offset + size - 1) / PAGE; page++)
        if (!arena->taken[page])
            return NULL;
    return arena->bytes + offset;
}
