/* hw/gv100/rows.h: how rows of GV100's field tables are written.
 *
 * Shape   { ROW(name, shift, values), { parts }, WHEN({ condition }) }; NUMBER has no names of values,
 *         WORD is a whole word of 32 bits. */
#ifndef HW_GV100_ROWS_H
#define HW_GV100_ROWS_H

#include "hw/bits.h"
#include "hw/gv100/structures.h"

#define V(number, text)                                                                            \
    {                                                                                              \
        number, text, GV100_CHIP                                                                   \
    }
#define ROW(label, bits_up, list)                                                                  \
    .name = (label), .chips = GV100_CHIP, .shift = (bits_up), .value_count = ARRAY_SIZE(list),     \
    .values = (list)
#define NUMBER(label, bits_up)                                                                     \
    .name = (label), .chips = GV100_CHIP, .shift = (bits_up), .value_count = 0, .values = 0
#define WORD(label, at)                                                                            \
    {                                                                                              \
        NUMBER(label, 0),                                                                          \
        {                                                                                          \
            {                                                                                      \
                at, BITS(31, 0)                                                                    \
            }                                                                                      \
        }                                                                                          \
    }
#define WHEN(...)    .when = { __VA_ARGS__ }
#define FIELDS(list) ARRAY_SIZE(list), .fields = (list)

#endif
