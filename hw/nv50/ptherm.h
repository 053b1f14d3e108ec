/* hw/nv50/ptherm.h: PTHERM's sensor and the fuse that says whether it is calibrated. G84 and later.
 * Source  docs/hardware/board.md §4. */
#ifndef HW_NV50_PTHERM_H
#define HW_NV50_PTHERM_H

#include "hw/bits.h"

#define PTHERM_SENSOR        0x020008
#define PTHERM_SENSOR_FORCED BIT(15)
#define PTHERM_SENSOR_ENABLE BIT(31)
#define PTHERM_TEMPERATURE   0x020400 /* degrees C */
#define PTHERM_CREDIBLE_MAX  139

#define PFUSE_ACCESS            0x001084 /* in PBUS */
#define PFUSE_ACCESS_ON         BIT(11)
#define PFUSE_SENSOR            0x0211a8
#define PFUSE_SENSOR_CALIBRATED 1u

#endif
