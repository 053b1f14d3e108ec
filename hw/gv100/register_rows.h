/* hw/gv100/register_rows.h: how rows of GV100's register tables are written.
 *
 * Shape   ONE(register, access, fields) and MANY(register, stride, access, fields), with _BARE where there are no
 *         fields; PLAIN(register, field) and NAMED(register, field, values). */
#ifndef HW_GV100_REGISTER_ROWS_H
#define HW_GV100_REGISTER_ROWS_H

#include "hw/bits.h"
#include "hw/gv100/registers.h"
#include "hw/gv100/rows.h"

#define RO GV100_READ
#define WO GV100_WRITE
#define RW (GV100_READ | GV100_WRITE)

#define PLAIN(reg, label)                                                                          \
    {                                                                                              \
        NUMBER(#label, 0),                                                                         \
        {                                                                                          \
            {                                                                                      \
                0, reg##_##label                                                                   \
            }                                                                                      \
        }                                                                                          \
    }
#define NAMED(reg, label, values)                                                                  \
    {                                                                                              \
        ROW(#label, 0, values),                                                                    \
        {                                                                                          \
            {                                                                                      \
                0, reg##_##label                                                                   \
            }                                                                                      \
        }                                                                                          \
    }

#define ONE(reg, how, list)                                                                        \
    {                                                                                              \
#reg, reg, 0, 0, how, ARRAY_SIZE(list), list                                               \
    }
#define ONE_BARE(reg, how)                                                                         \
    {                                                                                              \
#reg, reg, 0, 0, how, 0, 0                                                                 \
    }
#define MANY(reg, step, how, list)                                                                 \
    {                                                                                              \
#reg, reg(0), step, reg##_COUNT, how, ARRAY_SIZE(list), list                               \
    }
#define MANY_BARE(reg, step, how)                                                                  \
    {                                                                                              \
#reg, reg(0), step, reg##_COUNT, how, 0, 0                                                 \
    }
#define LAST                                                                                       \
    {                                                                                              \
        0, 0, 0, 0, 0, 0, 0                                                                        \
    }

#endif
