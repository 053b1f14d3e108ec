/* tests/hw/reference.h: the rows of tests/hw/reference/FAMILY.def, beside those of hw/. */
#ifndef TESTS_HW_REFERENCE_H
#define TESTS_HW_REFERENCE_H

#include <stdint.h>

struct reference {
    const char *name;
    uint64_t ours, reference;
};

struct reference_section {
    const char *name;
    const struct reference *rows;
    unsigned count;
};

/* Sections of a family; the last has no name. */
extern const struct reference_section nv50_reference[];
extern const struct reference_section gv100_reference[];

#endif
