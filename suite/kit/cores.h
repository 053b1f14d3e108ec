/* suite/kit/cores.h: the shader cores of a card: multiprocessors (MP) by TPC, and which unit of each gave wrong results.
 *
 * Shape   of any family that is made so. A set is a mask with a bit for each multiprocessor (core_bit); a table without
 *         cores says nothing.
 * Units   TPCs and multiprocessors by hardware number; threads of a warp as lanes, 0 to 31.
 * Source  docs/hardware/tesla-isa.md §3 ($physid). */
#ifndef SUITE_KIT_CORES_H
#define SUITE_KIT_CORES_H

#include <stdbool.h>
#include <stdint.h>

#include "engines/text.h"

#define CORE_TPCS 16u
#define CORE_MPS  4u /* of one TPC */
#define CORES_MAX 64u

enum core_unit {
    CORE_REGISTERS,
    CORE_SHARED,
    CORE_INTEGER,
    CORE_FLOAT,
    CORE_SPECIAL,
    CORE_FLOW,    /* branches, predicates, barriers */
    CORE_TEXTURE, /* its TPC's unit, of which each MP of the TPC has a share */
    CORE_UNITS
};

/* How a multiprocessor is wrong. */
enum core_manner { CORE_WRONG, CORE_IDLE, CORE_TRAPS, CORE_HANGS, CORE_MANNERS };

struct core_table {
    uint8_t tpcs, mps; /* of the die; 0: there is no table */
    uint64_t there;    /* those that are not fused off */
    uint64_t good[CORE_UNITS], bad[CORE_UNITS];
};

static inline uint64_t core_bit(unsigned tpc, unsigned mp)
{
    return UINT64_C(1) << (tpc * CORE_MPS + mp);
}

#define CORE_LABEL_MAX 8 /* letters */

/* "registers", "integers"; of reports: "registers", "integer". */
const char *core_unit_words(enum core_unit unit);
const char *core_unit_name(enum core_unit unit);
/* For a box with room for so many letters, four or more: "integer", or with less than CORE_LABEL_MAX "int". */
const char *core_unit_label(enum core_unit unit, unsigned letters);
/* The unit of that name; CORE_UNITS: there is none. */
enum core_unit core_unit_named(const char *name);

/* "floats wrong in lane 5", "runs no program"; lanes above 31: none is named. */
void core_says(struct text *text, enum core_manner manner, enum core_unit unit, unsigned lane);
const char *core_manner_name(enum core_manner manner);
enum core_manner core_manner_named(const char *name);

unsigned cores_count(uint64_t cores);
/* "TPC 3, MP 1" */
void core_name(struct text *text, unsigned core);
/* All of them, with commas; those past `most` are only counted: "TPC 0, MP 0; TPC 1, MP 0 and 5 more". */
void cores_names(struct text *text, uint64_t cores, unsigned most);

/* What another test has found on the same card. */
void cores_join(struct core_table *table, const struct core_table *other);
/* Bad in any unit; good in one and bad in none. */
uint64_t cores_bad(const struct core_table *table);
uint64_t cores_good(const struct core_table *table);

#endif
