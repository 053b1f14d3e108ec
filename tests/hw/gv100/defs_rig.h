/* tests/hw/gv100/defs_rig.h: definitions of manuals as data, tests/hw/gv100/NAME.def: names, each with
 * either a number or HIGH:LOW in bits of a structure, where an array has (i). What begins with _ goes on with the name of
 * the last that does not: _Y after NV_X is the field NV_X_Y. Values stand after their field, without its name: TRUE=0x1
 * after NV_X_Y is NV_X_Y_TRUE, and _SIZE_1=4 after NV_Z(i) is NV_Z__SIZE_1. %true is the values on the line that begins
 * with it. Lines that begin with a tab go on with the one before. Where TU104's manual says something else than GV100's,
 * that follows after a slash; "-": that manual lacks it. */
#pragma once

#include "hw/gv100/chip.h"
#include "tests/kit/tests.h"

/* Made by tests/hw/reference.pl. */
struct def {
    const char *name;                       /* without (i) */
    bool is_field;                          /* HIGH:LOW */
    bool is_indexed;                        /* its name has (i) */
    uint8_t chips;                          /* bit 0: GV100's manual has it, bit 1: TU104's */
    int64_t low, low_step, high, high_step; /* for i = 0, and how much more for each next one */
};

/* Of each file; the last has no name. */
extern const struct def def_dev_ram[], def_formats[], def_methods[], def_registers[];

struct defs {
    const struct chip *chip;
    struct def *list;
    size_t count;
};

/* The definitions of the manual of the chip's generation, to be freed. */
struct defs defs_of(const struct def *file, const struct chip *chip);

/* GV100, and a Turing chip: those that the manuals are of. */
extern const struct chip *const defs_chips[2];

/* A claim about each of them: TEST_EACH_CHIP(name) { ... chip ... }. */
#define TEST_EACH_CHIP(name)                                                                       \
    static void name##_on(const struct chip *chip);                                                \
    TEST(name)                                                                                     \
    {                                                                                              \
        for (unsigned i = 0; i < 2; i++)                                                           \
            name##_on(defs_chips[i]);                                                              \
    }                                                                                              \
    static void name##_on(const struct chip *chip)

/* The number, or the two of a field, with that i. */
uint64_t def_number(const struct def *def);
void def_bits(const struct def *def, uint64_t i, uint64_t *high, uint64_t *low);

const struct def *defs_find(const struct defs *defs, const char *name);

/* The rest of the name after this prefix; null if it has another. */
const char *def_behind(const struct def *def, const char *prefix);
