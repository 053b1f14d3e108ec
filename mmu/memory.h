/* mmu/memory.h: the memory that a walk reads its tables from.
 *
 * Shape   a callback that the caller gives: dumps, the card's memory, a test's array. */
#ifndef MMU_MEMORY_H
#define MMU_MEMORY_H

#include <stdbool.h>
#include <stddef.h>

#include "hw/addr.h"

/* Reads `size` bytes, at most 64; false: some of them lie outside the memory there is. */
struct mmu_memory {
    bool (*read)(const struct mmu_memory *memory, linear_addr at, void *bytes, size_t size);
    void *context;
};

#endif
