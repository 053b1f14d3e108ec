/* tests/fuzz/feed.h: bytes as the input of a command that answers lines. */
#ifndef TESTS_FUZZ_FEED_H
#define TESTS_FUZZ_FEED_H

#include "tools/filter.h"

int LLVMFuzzerTestOneInput(const uint8_t *bytes, size_t size);

/* Through a real file, so that the line reader is fuzzed too; the answers are dropped. */
void feed(const uint8_t *bytes, size_t size, answer_line *answer, const void *context);

#endif
