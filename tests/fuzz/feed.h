/* tests/fuzz/feed.h: what a fuzzer is, and bytes as the input of a command that answers lines. */
#pragma once

#include <stdlib.h>

#include "tools/filter.h"

/* Each fuzzer's: one input. It ends the process if a property does not hold; bounds.c looks at time and memory. */
int fuzz_one(const uint8_t *bytes, size_t size);

/* A property. */
static inline void require(bool holds)
{
    if (!holds)
        abort();
}

/* Through a real file, so that the line reader is fuzzed too; the answers are dropped. */
void feed(const uint8_t *bytes, size_t size, answer_line *answer, const void *context);
