/* mmu/gv100/registers.h: the registers of hw/gv100, by name and by address. */
#ifndef MMU_GV100_REGISTERS_H
#define MMU_GV100_REGISTERS_H

#include "mmu/registers.h"

extern const struct register_map gv100_register_map;

#endif
