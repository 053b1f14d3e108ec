/* tools/gv100/names.h: enums as the host command prints them. Never null. */
#ifndef TOOLS_GV100_NAMES_H
#define TOOLS_GV100_NAMES_H

#include <stdint.h>

#include "hw/addr.h"

/* A place in memory: VID_MEM, SYS_MEM_COHERENT, SYS_MEM_NONCOHERENT. */
const char *gv100_target_name(enum target target);
/* Where a page lies (enum gmmu_pte_aperture): these and PEER. */
const char *gv100_aperture_name(uint8_t aperture);
const char *gv100_page_name(uint8_t page_shift);
const char *gv100_fault_name(uint8_t type);

#endif
