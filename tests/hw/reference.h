/* tests/hw/reference.h: the rows of tests/hw/reference/FAMILY.def beside hw/, and what software finds there. */
#pragma once

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

/* Bits that software changes; bits that no test looks at; the value after a reset, and of a card that nobody started;
 * 1: it is only read, 2: only written; bits of all fields. */
enum found {
    FOUND_W,
    FOUND_OPEN,
    FOUND_RESET,
    FOUND_COLD,
    FOUND_ONLY,
    FOUND_F,
};

struct reference_found {
    const char *name;
    uint32_t at, count, stride; /* registers of FALCON_ and XTENSA_ count from their unit */
    uint32_t chips;             /* mask of CHIP_BIT() */
    enum found kind;
    uint32_t value;
};

/* The last has no name. */
extern const struct reference_found nv50_found[];
extern const struct reference_found gv100_found[];
