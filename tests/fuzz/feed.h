/* tests/fuzz/feed.h: what a fuzzer is, and bytes as the input of a command that answers lines. */
#pragma once

#include <stdlib.h>
#include <string.h>

#include "tools/filter.h"
#include "tools/image.h"

/* Each fuzzer's: one input. It ends the process if a property does not hold; bounds.c looks at time and memory. */
int fuzz_one(const uint8_t *bytes, size_t size);

/* A property. */
static inline void require(bool holds)
{
    if (!holds)
        abort();
}

/* An image of VRAM, and the same bytes at both ends of system memory: `high` is where the second begins. */
struct fuzz_images {
    struct image sysram[2];
    struct images images;
    struct mmu_memory memory;
};

/* `repeated`: the image over and over, so that every address has something to say. */
void fuzz_images(struct fuzz_images *all, const uint8_t *bytes, size_t size, uint64_t high,
                 bool repeated);

/* Through a real file, so that the line reader is fuzzed too; the answers are dropped. */
void feed(const uint8_t *bytes, size_t size, answer_line *answer, const void *context);
