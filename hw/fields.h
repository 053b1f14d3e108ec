/* hw/fields.h: structures in memory as tables of their fields, which decode, encode and reports read. Each
 * family lists its own structures (hw/nv50/fields.h).
 *
 * Shape   a field is made of up to three parts, lowest bits first, each a mask in one word; the
 *         joined bits shifted left by `shift` are its value (addresses are kept in pages). `values`
 *         names some of its values; the first name of a value is the one that is printed. A field with
 *         a `count` is an array, name[i]; one with a condition is there only where it holds.
 * Units   values in bytes, or as struct comments in mmu/ say; `chips` is a mask of CHIP_BIT(), which
 *         counts inside the family. */
#ifndef HW_FIELDS_H
#define HW_FIELDS_H

#include <stdint.h>

struct field_value {
    uint32_t value;
    const char *name;
    uint32_t chips;
};

struct field_part {
    uint16_t word;
    uint64_t mask; /* 0: no such part */
};

/* The bits of `mask` in that word hold one of `values`, a mask of BIT(value) in which a value above 31
 * counts as 31. */
struct field_when {
    uint16_t word;
    uint64_t mask; /* 0: no condition */
    uint32_t values;
};

#define FIELD_PARTS 3
#define FIELD_WHENS 2

struct field {
    const char *name; /* lower case: "tag_base" */
    uint32_t chips;
    uint8_t shift;
    uint8_t value_count;
    const struct field_value *values; /* may be null if there are none */
    struct field_part parts[FIELD_PARTS];
    struct field_when when[FIELD_WHENS]; /* all of them must hold */
    uint8_t count;                       /* of an array, in words of 32 bits; 0: no array */
    uint16_t stride;                     /* bits from name[i] to name[i + 1] */
};

struct structure {
    const char *name;  /* "pte" */
    uint8_t word_bits; /* 32 or 64 */
    uint16_t words;    /* 1 to STRUCTURE_MAX_WORDS */
    uint16_t field_count;
    const struct field *fields;
    uint16_t first; /* words below it belong to another structure, which lies inside this one */
};

#define STRUCTURE_MAX_WORDS 1024

#endif
