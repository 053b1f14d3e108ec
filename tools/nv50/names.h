/* tools/nv50/names.h: chipsets by their names, and enums as the host command prints them, never null. */
#ifndef TOOLS_NV50_NAMES_H
#define TOOLS_NV50_NAMES_H

#include <stdint.h>

#include "hw/addr.h"
#include "mmu/nv50/translate.h"
#include "tools/lines.h"

/* Null if NV50 has no such chipset. */
const struct nv50_chip *nv50_chip_named(struct word word);

const char *target_name(enum target target);
const char *fault_name(uint8_t reason);
const char *structure_name(enum translation_structure structure);

#endif
