/* hw/nv50/ptherm.h: PTHERM's sensor and the fuse that says whether it is calibrated. G84 and later.
 * Source  docs/hardware/board.md §4. */
#ifndef HW_NV50_PTHERM_H
#define HW_NV50_PTHERM_H

#include "hw/bits.h"

#define PTHERM_INTR_EN       0x020000
#define PTHERM_SENSOR        0x020008
#define PTHERM_SENSOR_FORCED BIT(15)
#define PTHERM_SENSOR_ENABLE BIT(31)
#define PTHERM_SENSOR_CONFIG 0x02000c
#define PTHERM_RAW_CONFIG    0x020010 /* G80 */
#define PTHERM_RAW           0x020014
#define PTHERM_INTR          0x020100 /* write 1 to clear */
#define PTHERM_TEMPERATURE   0x020400 /* degrees C */
#define PTHERM_THRESHOLD_4   0x020414
#define PTHERM_HALF_DEGREE   0x020444
#define PTHERM_CRITICAL      0x020480 /* and its hysteresis behind it */
#define PTHERM_THRESHOLD_2   0x0204c0 /* and threshold 1 behind it */
#define PTHERM_CREDIBLE_MAX  139

#define PFUSE_ACCESS            0x001084 /* in PBUS */
#define PFUSE_ACCESS_ON         BIT(11)
#define PFUSE_SENSOR            0x0211a8
#define PFUSE_SENSOR_CALIBRATED 1u

#endif
