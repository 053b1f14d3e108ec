/* suite/kit/registers.h: a register in words: its title, and the meaning of its fields.
 *
 * Shape   pure; for screens, reports and the host command alike. */
#ifndef SUITE_KIT_REGISTERS_H
#define SUITE_KIT_REGISTERS_H

#include "engines/text.h"
#include "mmu/registers.h"

/* UNIT_NAME[i], as far as it has them. */
void register_title(struct text *text, const struct register_view *reg);
/* The fields that are set, and those of which 0 has a name, each with a blank in front; then the bits that no field
 * covers. Nothing where no field is known. */
void register_fields(struct text *text, const struct register_view *reg, const struct chip *chip,
                     uint32_t value);
/* The fields of a structure in memory that are there in these words, each with a blank in front; arrays are left out. */
void structure_fields(struct text *text, const struct structure *s, const struct chip *chip,
                      const uint64_t *words);

#endif
