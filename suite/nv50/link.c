#include "suite/kit/link.h"
#include "hw/bits.h"
#include "suite/nv50/groups.h"

/* clang-format off */
static const struct test_case rows[] = {
    { .name = "link.errors", .source = "board.md §5, uefi-on-machines.md §3.5", .run = link_noticed_no_errors,
      .basis = DOCUMENTED, .claim = CLAIM_LINK, .flags = TEST_COLD },
    { .name = "link.retrain", .source = "board-sensors.md §8.2", .run = link_retrains,
      .basis = UNVERIFIED, .experiment = "board-sensors.md S14", .claim = CLAIM_LINK, .flags = TEST_RISKY | TEST_EXTRA },
};
/* clang-format on */

const struct test_group link_tests = { rows, ARRAY_SIZE(rows) };
