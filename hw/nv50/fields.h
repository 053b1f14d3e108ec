/* hw/nv50/fields.h: every field of every structure in memory, as tables: what decode, encode and reports
 * print.
 *
 * Shape   a field is made of up to three parts, lowest bits first, each a mask in one word; the
 *         joined bits shifted left by `shift` are its value (addresses are kept in pages). Names of
 *         values come from the list, or from the table of hw/nv50/slots.h that `names` says.
 * Units   values in bytes, or as struct comments in mmu/ say; `chips` is a mask of CHIP_BIT().
 * Source  docs/hardware/tesla-vm.md §1.3, §1.7, §1.8, §2.2, tesla-mmio.md §4.2 to §4.4. */
#ifndef HW_NV50_FIELDS_H
#define HW_NV50_FIELDS_H

#include <stdint.h>

#include "hw/nv50/chip.h"

enum structure_kind {
    STRUCTURE_KIND_DMAOBJ,
    STRUCTURE_KIND_PDE,
    STRUCTURE_KIND_PTE,
    STRUCTURE_KIND_CHANNEL,
    STRUCTURE_KIND_FAULT,
    STRUCTURE_KIND_RAMFC,
    STRUCTURE_KIND_RAMHT,
    STRUCTURE_KIND_COUNT
};

/* Where the names of a field's values stand. */
enum field_names {
    FIELD_NAMES_LIST,   /* in the field's own list, which may be empty */
    FIELD_NAMES_ENGINE, /* vm_engine_names */
    FIELD_NAMES_CLIENT, /* vm_client_names */
    FIELD_NAMES_REASON, /* vm_fault_names */
};

struct field_value {
    uint32_t value;
    const char *name;
    uint32_t chips;
};

struct field_part {
    uint8_t word;
    uint64_t mask; /* 0: no such part */
};

#define FIELD_PARTS 3

struct field {
    const char *name; /* lower case: "read_only" */
    uint32_t chips;
    uint8_t shift;
    uint8_t names; /* enum field_names */
    uint8_t value_count;
    const struct field_value *values;
    struct field_part parts[FIELD_PARTS];
};

struct structure {
    const char *name;  /* "pte" */
    uint8_t word_bits; /* 32 or 64 */
    uint8_t words;
    uint8_t field_count;
    const struct field *fields;
};

/* By enum structure_kind. */
extern const struct structure structures[STRUCTURE_KIND_COUNT];

#define STRUCTURE_MAX_WORDS 64

#endif
