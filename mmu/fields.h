/* mmu/fields.h: reading and writing structures field by field, by the tables of its family (hw/fields.h).
 *
 * Shape   words are 64-bit slots whatever the structure's word size; `words` has as many as the
 *         structure says.
 * Errors  field_put_at: ERR_RANGE if the value does not fit, ERR_ALIGN if the field keeps only its
 *         higher bits. Names and look-ups give null where there is nothing.
 * Source  hw/fields.h. */
#ifndef MMU_FIELDS_H
#define MMU_FIELDS_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#include "hw/chip.h"
#include "hw/err.h"
#include "hw/fields.h"

bool field_on(const struct field *field, const struct chip *chip);
/* On this chipset, and its conditions hold in these words. */
bool field_present(const struct field *field, const struct chip *chip, const uint64_t *words);

uint64_t field_get(const struct field *field, const uint64_t *words);
/* The same for name[index] of an array; index 0 of any other field. */
uint64_t field_get_at(const struct field *field, unsigned index, const uint64_t *words);
enum err field_put_at(const struct field *field, unsigned index, uint64_t value,
                      uint64_t *words) MUST_CHECK;
uint64_t field_max(const struct field *field);

/* The first name of a value in a list, on any of these chipsets (a mask of CHIP_BIT()). */
const char *value_name(const struct field_value *values, unsigned count, uint32_t chips,
                       uint64_t value);

/* The name of a value on this chipset, and the value of a name (`length` characters). */
const char *field_value_name(const struct field *field, const struct chip *chip, uint64_t value);
bool field_value_named(const struct field *field, const struct chip *chip, const char *name,
                       size_t length, uint64_t *value);

/* The bits of one word that no field covers on this chipset, nor another structure that lies inside;
 * `words` decide which fields are there. */
uint64_t structure_reserved_mask(const struct structure *s, const struct chip *chip,
                                 const uint64_t *words, unsigned word);

#endif
