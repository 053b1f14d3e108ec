/* mmu/gv100/walk.h: one access, from instance block and virtual address to a physical address, a sparse
 * page or a fault.
 *
 * Shape   pure: instance block and tables are read through a callback that the caller gives.
 * Units   addresses in bytes.
 * Errors  the outcomes of struct gmmu_result; nothing is printed.
 * Source  docs/hardware/gv100.md §3.1, §5; unverified parts: §11. */
#ifndef MMU_GV100_WALK_H
#define MMU_GV100_WALK_H

#include <stdbool.h>
#include <stdint.h>

#include "hw/addr.h"
#include "hw/chip.h"
#include "mmu/gv100/entry.h"
#include "mmu/gv100/rules.h"
#include "mmu/gv100/step.h"
#include "mmu/memory.h"
#include "mmu/trail.h"

struct gmmu {
    const struct gmmu_rules *rules;
    const struct mmu_memory *memory;
    const struct chip *chip; /* whose kinds count */
};

enum gmmu_operation { GMMU_READ, GMMU_WRITE, GMMU_ATOMIC };

#define GMMU_NO_VEID (-1)

struct gmmu_access {
    linear_addr instance; /* 4 KiB aligned */
    int veid;             /* 0 to 63, or GMMU_NO_VEID for host, copy, video engines and BARs */
    uint64_t va;
    enum gmmu_operation operation;
    bool privileged;
    /* The subcontext that was bound last, where that is known: its replay bits, table format and big page size count
     * for all. */
    bool has_last_bound;
    uint8_t last_bound;
};

enum gmmu_outcome { GMMU_OK, GMMU_SPARSE, GMMU_FAULT, GMMU_OUTSIDE };

struct gmmu_result {
    enum gmmu_outcome outcome;
    /* OK, and where a check of the page's attributes failed */
    uint8_t page_shift; /* GMMU_PAGE_4K, _64K or _2M; 0: no page was found */
    uint8_t aperture;   /* enum gmmu_pte_aperture */
    uint64_t address;
    struct gmmu_pte pte;
    /* FAULT */
    uint8_t fault; /* enum gmmu_fault_type */
    /* OUTSIDE: the entry that could not be read ("PDE2"), and where it lies */
    const char *outside;
    linear_addr outside_at;

    /* Of a subcontext: whether the address is looked for in the ATS page tables of this process as well, and whether
     * faults of its texture units and of its constant caches are replayable. */
    bool ats;
    uint32_t pasid;
    bool replay_tex, replay_gcc;

    struct trail trail; /* how it came about, as far as it went */
};

void gmmu_translate(const struct gmmu *gmmu, const struct gmmu_access *access,
                    struct gmmu_result *result);

/* The first step alone: the page directory of this address space, in *step. */
enum gmmu_outcome gmmu_bind(const struct gmmu *gmmu, linear_addr instance, int veid,
                            struct gmmu_step *step, struct gmmu_result *result);

#endif
