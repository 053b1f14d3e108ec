/* tools/nv50/names.h: enums as the host command prints them, never null. */
#ifndef TOOLS_NV50_NAMES_H
#define TOOLS_NV50_NAMES_H

#include <stdbool.h>
#include <stdint.h>

#include "hw/addr.h"
#include "hw/chip.h"
#include "hw/fields.h"
#include "mmu/nv50/translate.h"
#include "tools/input.h"

const char *target_name(enum target target);
const char *fault_name(uint8_t reason);
const char *structure_name(enum translation_structure structure);

/* The slot of a fault record, by its engine and client (struct toolkit). */
const char *nv50_value_name(const struct field *field, const struct chip *chip,
                            const uint64_t *words);
bool nv50_value_named(const struct field *field, const struct chip *chip, struct word name,
                      uint64_t *value);

#endif
