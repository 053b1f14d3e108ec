#include "hw/gv100/structures.h"

#include "hw/bits.h"

const struct structure *const gv100_structures[GV100_STRUCTURE_COUNT] = {
    [GV100_RAMIN] = &gv100_ramin,     [GV100_RAMFC] = &gv100_ramfc, [GV100_USERD] = &gv100_userd,
    [GV100_RUNLIST] = &gv100_runlist, [GV100_GP] = &gv100_gp,       [GV100_FAULT] = &gv100_fault,
    [GV100_PD3] = &gv100_pd3,         [GV100_PD2] = &gv100_pd2,     [GV100_PD1] = &gv100_pd1,
    [GV100_PD0] = &gv100_pd0,         [GV100_PTE] = &gv100_pte,
};
