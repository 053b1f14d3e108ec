/* mmu/gv100/step.h: the meaning of one entry of the GMMU's tables: the rules of the walk, without the walk.
 *
 * Shape   the caller reads the entries, so that a listing of an address space takes the same steps as the look-up of
 *         one address.
 * Source  docs/hardware/gv100.md §5.5, §11. */
#ifndef MMU_GV100_STEP_H
#define MMU_GV100_STEP_H

#include <stdbool.h>
#include <stdint.h>

#include "hw/addr.h"
#include "mmu/gv100/entry.h"
#include "mmu/gv100/ramin.h"
#include "mmu/gv100/rules.h"

enum gmmu_next {
    GMMU_NEXT_TABLES, /* go on in one of the tables, or in either */
    GMMU_NEXT_PAGE,
    GMMU_NEXT_SPARSE,
    GMMU_NEXT_FAULT,
};

struct gmmu_step {
    enum gmmu_next next;
    uint8_t fault; /* enum gmmu_fault_type */
    /* TABLES: of PD3 to PD1 `small` is the next directory. */
    bool has_big, has_small;
    linear_addr big, small;
    /* PAGE: which size, and its PTE. */
    uint8_t page_shift;
    uint64_t pte;
};

/* The page directory that words 128 and 129, or a subcontext's, name; FAULT: UNBOUND_INST_BLOCK. */
struct gmmu_step gmmu_step_pdb(const struct gmmu_rules *rules, const struct ramin_pdb *pdb);
/* An entry of PD3, PD2 or PD1. */
struct gmmu_step gmmu_step_pde(const struct gmmu_rules *rules, uint64_t word);
/* An entry of PD0. */
struct gmmu_step gmmu_step_dual(const struct gmmu_rules *rules, const uint64_t words[2]);
/* Whether the PTE of the 64 KiB table settles it, so that the 4 KiB table is not looked at. */
bool gmmu_big_settles(const struct gmmu_rules *rules, uint64_t big);
/* The page that PD0's tables give: null for a table that there is not, or that need not be read. */
struct gmmu_step gmmu_step_ptes(const struct gmmu_rules *rules, const uint64_t *big,
                                const uint64_t *small);

/* The index of `va` in a table of this level, and how many entries such a table has. */
unsigned gmmu_index(enum gmmu_level level, uint64_t va);
unsigned gmmu_entries(enum gmmu_level level);

/* Where `va` lands in the page that this PTE maps. */
uint64_t gmmu_page_address(const struct gmmu_rules *rules, const struct gmmu_pte *pte,
                           unsigned page_shift, uint64_t va);
/* The bits of an address that count in this aperture (enum gmmu_pte_aperture). */
uint64_t gmmu_address_mask(const struct gmmu_rules *rules, uint8_t aperture);

#endif
