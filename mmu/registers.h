/* mmu/registers.h: a register by its name or its address, by the tables of its family (hw/FAMILY/registers.h).
 *
 * Shape   pure. A register is called NAME, one of an array NAME[index], one of a unit that a chip has several of
 *         UNIT_NAME. Each family has a struct register_map.
 * Units   bytes in BAR0; fields lie in words of 32 bits.
 * Errors  find: false, the chipset has none there. */
#ifndef MMU_REGISTERS_H
#define MMU_REGISTERS_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#include "hw/chip.h"
#include "hw/fields.h"

/* Where to look: a name, which need not be terminated, or if that has no length an address. */
struct register_query {
    const char *name;
    size_t length;
    uint32_t at;
};

struct register_view {
    const char *unit; /* null, or whose the register is */
    const char *name;
    uint32_t at;
    unsigned index; /* of an array */
    bool many;
    const struct field *fields;
    unsigned field_count;
};

typedef void register_see(const struct register_view *reg, void *context);

struct register_map {
    bool (*find)(const struct chip *chip, const struct register_query *query,
                 struct register_view *out);
    /* Every register, and every element of an array. */
    void (*each)(const struct chip *chip, register_see *see, void *context);
};

/* Whether a query means the register `name` at `at`, or one of `count` that stand `stride` bytes apart; stride 0: it is no
 * array. */
struct register_row {
    const char *name;
    uint32_t at;
    uint16_t stride, count;
};
bool register_is_at(const struct register_row *row, const struct register_query *query,
                    unsigned *index);
/* The same query seen from a unit that begins at `base`; false: it has a name, and is of another unit. */
bool register_in_unit(const struct register_query *query, const char *unit, uint32_t base,
                      struct register_query *out);

#endif
