/* hw/gv100/structures.h: GV100's structures in memory, field by field.
 *
 * Shape   tables of hw/fields.h; names are the manuals', in lower case, without the prefix of their
 *         structure. Where a manual splits an address into _LO and _HI, ramin, runlist and fault keep
 *         one field of both, in bytes; ramfc and userd have each word under its own name.
 * Source  docs/hardware/gv100.md §3 to §6. */
#ifndef HW_GV100_STRUCTURES_H
#define HW_GV100_STRUCTURES_H

#include "hw/fields.h"
#include "hw/gv100/chip.h"

enum gv100_structure {
    GV100_RAMIN,
    GV100_RAMFC,
    GV100_USERD,
    GV100_RUNLIST,
    GV100_GP,
    GV100_FAULT,
    GV100_PD3,
    GV100_PD2,
    GV100_PD1,
    GV100_PD0,
    GV100_PTE,
    GV100_STRUCTURE_COUNT
};

/* By enum gv100_structure. */
extern const struct structure *const gv100_structures[GV100_STRUCTURE_COUNT];

/* Its tables, one for each place where a format is described. */
extern const struct structure gv100_ramin, gv100_ramfc, gv100_userd, gv100_runlist;
extern const struct structure gv100_gp, gv100_fault;
extern const struct structure gv100_pd3, gv100_pd2, gv100_pd1, gv100_pd0, gv100_pte;

#endif
