/* tests/memory/errors.h: memory errors by the place they lie in.
 *
 * Shape   counts for each partition and data line; the first error in full.
 * Units   lanes as a board counts them: D0 to D63 of a partition.
 * Source  docs/hardware/board.md §1.2 (byte k of a sector is lane 8 * (k % 8); unverified order). */
#ifndef TESTS_MEMORY_ERRORS_H
#define TESTS_MEMORY_ERRORS_H

#include "mmu/place.h"
#include "tests/run/test.h"

#define ERROR_PARTS 8
#define ERROR_LANES 64

struct memory_errors {
    struct placement placement;
    uint8_t part_mask;
    uint64_t count; /* words of 8 bytes */
    uint64_t by_part[ERROR_PARTS];
    uint64_t by_lane[ERROR_PARTS][ERROR_LANES];
    uint64_t first_at, first_expected, first_seen;
};

enum err memory_errors_open(struct memory_errors *errors, struct test *t) MUST_CHECK;
/* A word of 8 bytes at a linear address that read `seen`. */
void memory_errors_add(struct memory_errors *errors, uint64_t at, uint64_t expected,
                       uint64_t seen);
/* Turns what was counted into the test's failure; nothing if there was no error. */
void memory_errors_report(const struct memory_errors *errors, struct test *t);

#endif
