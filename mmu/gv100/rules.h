/* mmu/gv100/rules.h: properties of the GMMU that no source proves, each a named knob with its default.
 *
 * Source  docs/hardware/gv100.md §11, where the knobs have their numbers. The model has its own copy of
 *         the choice; a test that passes with one value only names the knob. */
#ifndef MMU_GV100_RULES_H
#define MMU_GV100_RULES_H

#include <stdbool.h>
#include <stdint.h>

/* K01: both a 64 KiB PTE and a 4 KiB PTE are valid for one address. */
enum gmmu_table_wins { GMMU_BIG_WINS, GMMU_SMALL_WINS };
/* K03: bits of a virtual address above the 49 that the tables translate. */
enum gmmu_va_rule { GMMU_VA_LIMIT, GMMU_VA_WRAPS, GMMU_VA_PDE_FAULT };
/* K05: address bits of a large page's PTE below the page size. */
enum gmmu_low_bits { GMMU_LOW_BITS_IGNORED, GMMU_LOW_BITS_ADDED };
/* K07: bit 5 of PD0's lower half: bit 9 of the big table's address, or NO_ATS alone. */
enum gmmu_bit5 { GMMU_BIT5_ADDRESS, GMMU_BIT5_NO_ATS };

/* K02: the checks of a page's attributes, in the order in which they are made. */
enum gmmu_check { GMMU_CHECK_PRIV, GMMU_CHECK_RO, GMMU_CHECK_ATOMIC, GMMU_CHECK_KIND };
#define GMMU_CHECKS 4

struct gmmu_rules {
    enum gmmu_table_wins table_wins; /* K01 */
    uint8_t order[GMMU_CHECKS];      /* K02: enum gmmu_check, each once */
    enum gmmu_va_rule va_rule;       /* K03 */
    enum gmmu_low_bits low_bits;     /* K05 */
    bool small_absent_is_pde; /* K06: an invalid 64 KiB PTE without a 4 KiB table is a PDE fault */
    enum gmmu_bit5 bit5;      /* K07 */
    bool is_pte_faults;       /* K08: bit 0 in PD3 to PD1 is a PDE fault, not ignored */
    bool atomic_writes;       /* K09: an atomic on a read-only page is an RO_VIOLATION */
    uint8_t system_bits;      /* K10: of system addresses that count, 47 or 58 */
};

/* The defaults of gv100.md §11. */
extern const struct gmmu_rules gmmu_rules_default;

#endif
