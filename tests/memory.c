/* The memory itself: every byte stores what is written to it. */
#include "tests/groups.h"

#include "tests/memory/march.h"

/* Address in address, then March C-, over all of VRAM through BAR1 (board.md §3.3). */
static void quick(struct test *t)
{
    march_all(t);
}

const struct test_case memory_tests[] = {
    { "vram.quick", "board.md §3.3", quick, PROVEN, 0, 0, 600 },
};
const unsigned memory_test_count = ARRAY_SIZE(memory_tests);
