/* mmu/nv50/registers.h: the registers of hw/nv50, by name and by address. */
#ifndef MMU_NV50_REGISTERS_H
#define MMU_NV50_REGISTERS_H

#include "mmu/registers.h"

extern const struct register_map nv50_register_map;

#endif
