/* model/host/arena.h: the system memory of the bus in this process.
 *
 * Units   bytes; given out in pages of 4 KiB, first fit.
 * Errors  arena_init and arena_alloc: false, no memory. */
#ifndef MODEL_HOST_ARENA_H
#define MODEL_HOST_ARENA_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

struct arena {
    uint8_t *bytes;
    bool *taken; /* by page */
    size_t pages;
    uint64_t base; /* bus address */
};

bool arena_init(struct arena *arena, uint64_t base, uint64_t size);
void arena_free(struct arena *arena);

bool arena_alloc(struct arena *arena, size_t size, void **cpu, uint64_t *bus);
void arena_release(struct arena *arena, uint64_t bus, size_t size);

/* Null unless all of the range lies in pages that are given out. */
void *arena_at(const struct arena *arena, uint64_t bus, size_t size);

#endif
