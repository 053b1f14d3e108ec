/* hw/nv50/register_rows.h: how rows of NV50's register tables are written.
 *
 * Shape   fields: PLAIN or NAMED(list of names); registers: WITH(list of fields) or BARE. */
#ifndef HW_NV50_REGISTER_ROWS_H
#define HW_NV50_REGISTER_ROWS_H

#include "hw/bits.h"
#include "hw/nv50/chip.h"

#define ALL         CHIPS_ALL
#define PLAIN       0, .values = 0
#define NAMED(list) ARRAY_SIZE(list), .values = (list)
#define WITH(list)  ARRAY_SIZE(list), (list)
#define BARE        0, 0

#endif
