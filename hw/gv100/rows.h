/* hw/gv100/rows.h: how rows of GV100's field tables are written.
 *
 * Shape   { ROW(name, shift, values), { parts }, WHEN({ condition }) }; NUMBER has no names of values,
 *         WORD is a whole word of 32 bits. */
#ifndef HW_GV100_ROWS_H
#define HW_GV100_ROWS_H

#include "hw/bits.h"
#include "hw/gv100/structures.h"

/* On all chips, or with _ON on those of a mask. */
#define V_ON(mask, number, text)                                                                   \
    {                                                                                              \
        number, text, mask                                                                         \
    }
#define ROW_ON(mask, label, bits_up, list)                                                         \
    .name = (label), .chips = (mask), .shift = (bits_up), .value_count = ARRAY_SIZE(list),         \
    .values = (list)
#define NUMBER_ON(mask, label, bits_up)                                                            \
    .name = (label), .chips = (mask), .shift = (bits_up), .value_count = 0, .values = 0
#define V(number, text)           V_ON(GV100_CHIPS_ALL, number, text)
#define ROW(label, bits_up, list) ROW_ON(GV100_CHIPS_ALL, label, bits_up, list)
#define NUMBER(label, bits_up)    NUMBER_ON(GV100_CHIPS_ALL, label, bits_up)
#define WORD_ON(mask, label, at)                                                                   \
    {                                                                                              \
        NUMBER_ON(mask, label, 0),                                                                 \
        {                                                                                          \
            {                                                                                      \
                at, BITS(31, 0)                                                                    \
            }                                                                                      \
        }                                                                                          \
    }
#define WORD(label, at) WORD_ON(GV100_CHIPS_ALL, label, at)
#define WHEN(...)       .when = { __VA_ARGS__ }
#define FIELDS(list)    ARRAY_SIZE(list), .fields = (list)

#endif
