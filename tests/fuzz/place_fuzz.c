/* Any bytes as the input of `barecard place`, with and without --explain. */
#include "tests/fuzz/feed.h"
#include "tools/nv50/place.h"

int fuzz_one(const uint8_t *bytes, size_t size)
{
    const struct place_options options = { .explain = size % 2 };

    feed(bytes, size, place_answer, &options);
    return 0;
}
