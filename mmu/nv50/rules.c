#include "mmu/nv50/rules.h"

const struct mmu_rules mmu_rules_default = {
    .limit_rule = LIMIT_EXCL_FIRST,
    .limit_granule = 1,
    .sum_wraps = false,
    .pt_size_on_large = false,
    .long_cycle_everywhere = false,
    .unpaged_double_step = 1,
};
