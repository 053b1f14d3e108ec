/* hw/gv100/register_rows.h: how rows of GV100's register tables are written.
 *
 * Shape   ONE(register, access, fields) and MANY(register, stride, access, fields), with _BARE where there are no
 *         fields; PLAIN(register, field) and NAMED(register, field, values). With _ON for the chips of a mask alone; a
 *         register with other bits on Turing is TU_register there. PBDMAS and its like: as many as the chip has of
 *         these units. */
#ifndef HW_GV100_REGISTER_ROWS_H
#define HW_GV100_REGISTER_ROWS_H

#include "hw/bits.h"
#include "hw/gv100/registers.h"
#include "hw/gv100/rows.h"

#define RO GV100_READ
#define WO GV100_WRITE
#define RW (GV100_READ | GV100_WRITE)

/* Names are pasted and quoted in the first macro that meets them, because a register's name is itself a macro. */
#define PART(bits)                                                                                 \
    {                                                                                              \
        {                                                                                          \
            0, bits                                                                                \
        }                                                                                          \
    }
#define PLAIN_ON(mask, reg, label)                                                                 \
    {                                                                                              \
        NUMBER_ON(mask, #label, 0), PART(reg##_##label)                                            \
    }
#define NAMED_ON(mask, reg, label, values)                                                         \
    {                                                                                              \
        ROW_ON(mask, #label, 0, values), PART(reg##_##label)                                       \
    }
#define PLAIN(reg, label)                                                                          \
    {                                                                                              \
        NUMBER(#label, 0), PART(reg##_##label)                                                     \
    }
#define NAMED(reg, label, values)                                                                  \
    {                                                                                              \
        ROW(#label, 0, values), PART(reg##_##label)                                                \
    }

#define REGISTER(mask, title, at, step, count, unit, how, fields, list)                            \
    {                                                                                              \
        title, at, step, count, how, fields, unit, mask, list                                      \
    }
#define SINGLE(mask, title, at, how, fields, list)                                                 \
    REGISTER(mask, title, at, 0, 0, GV100_PER_NOTHING, how, fields, list)
#define ONE_ON(mask, reg, how, list) SINGLE(mask, #reg, reg, how, ARRAY_SIZE(list), list)
#define ONE_BARE_ON(mask, reg, how)  SINGLE(mask, #reg, reg, how, 0, 0)
#define ONE(reg, how, list)          SINGLE(GV100_CHIPS_ALL, #reg, reg, how, ARRAY_SIZE(list), list)
#define ONE_BARE(reg, how)           SINGLE(GV100_CHIPS_ALL, #reg, reg, how, 0, 0)
#define MANY_ON(mask, reg, step, how, list)                                                        \
    REGISTER(mask, #reg, reg(0), step, reg##_COUNT, GV100_PER_NOTHING, how, ARRAY_SIZE(list), list)
#define MANY_BARE_ON(mask, reg, step, how)                                                         \
    REGISTER(mask, #reg, reg(0), step, reg##_COUNT, GV100_PER_NOTHING, how, 0, 0)
#define PER(unit, reg, step, how, list)                                                            \
    REGISTER(GV100_CHIPS_ALL, #reg, reg(0), step, 0, unit, how, ARRAY_SIZE(list), list)
#define PER_BARE(unit, reg, step, how)                                                             \
    REGISTER(GV100_CHIPS_ALL, #reg, reg(0), step, 0, unit, how, 0, 0)
#define MANY(reg, step, how, list)                                                                 \
    REGISTER(GV100_CHIPS_ALL, #reg, reg(0), step, reg##_COUNT, GV100_PER_NOTHING, how,             \
             ARRAY_SIZE(list), list)
#define MANY_BARE(reg, step, how)                                                                  \
    REGISTER(GV100_CHIPS_ALL, #reg, reg(0), step, reg##_COUNT, GV100_PER_NOTHING, how, 0, 0)
#define PBDMAS(reg, step, how, list)                                                               \
    REGISTER(GV100_CHIPS_ALL, #reg, reg(0), step, 0, GV100_PER_PBDMA, how, ARRAY_SIZE(list), list)
#define PBDMAS_BARE(reg, step, how)                                                                \
    REGISTER(GV100_CHIPS_ALL, #reg, reg(0), step, 0, GV100_PER_PBDMA, how, 0, 0)
#define LAST REGISTER(0, 0, 0, 0, 0, GV100_PER_NOTHING, 0, 0, 0)

#endif
