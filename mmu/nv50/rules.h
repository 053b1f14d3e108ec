/* mmu/nv50/rules.h: the choices that no source proves, each a named knob with its default.
 *
 * Source  docs/hardware/tesla-vm.md §11. The model has its own copy of the choice; a test that only
 *         passes with one value names the knob. */
#ifndef MMU_NV50_RULES_H
#define MMU_NV50_RULES_H

#include <stdbool.h>
#include <stdint.h>

enum limit_rule { LIMIT_EXCL_FIRST, LIMIT_INCL_LAST, LIMIT_INCL_FIRST, LIMIT_EXCL_LAST };

struct mmu_rules {
    enum limit_rule limit_rule;  /* E01 */
    uint16_t limit_granule;      /* E01: 1, 4, 32, 256, 4096 */
    bool sum_wraps;              /* E02: a carry out of bit 39 wraps instead of faulting */
    bool pt_size_on_large;       /* E05 */
    bool long_cycle_everywhere;  /* E29 */
    uint8_t unpaged_double_step; /* E27: 1 or 2 */
};

/* The defaults of tesla-vm.md §11. */
extern const struct mmu_rules mmu_rules_default;

#endif
