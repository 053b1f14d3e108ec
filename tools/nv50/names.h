/* tools/nv50/names.h: enums as the host command prints them, never null. */
#ifndef TOOLS_NV50_NAMES_H
#define TOOLS_NV50_NAMES_H

#include <stdint.h>

#include "hw/addr.h"
#include "mmu/nv50/translate.h"

const char *target_name(enum target target);
const char *fault_name(uint8_t reason);
const char *structure_name(enum translation_structure structure);

#endif
