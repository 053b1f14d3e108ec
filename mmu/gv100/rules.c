#include "mmu/gv100/rules.h"

#include "hw/gv100/gmmu.h"

const struct gmmu_rules gmmu_rules_default = {
    .table_wins = GMMU_BIG_WINS,
    .order = { GMMU_CHECK_PRIV, GMMU_CHECK_RO, GMMU_CHECK_ATOMIC, GMMU_CHECK_KIND },
    .va_rule = GMMU_VA_LIMIT,
    .low_bits = GMMU_LOW_BITS_IGNORED,
    .small_absent_is_pde = false,
    .bit5 = GMMU_BIT5_ADDRESS,
    .is_pte_faults = false,
    .atomic_writes = true,
    .system_bits = GMMU_SYS_BITS,
};
