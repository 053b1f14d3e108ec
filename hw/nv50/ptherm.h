/* hw/nv50/ptherm.h: PTHERM: the sensor, its thresholds, the slow-down of a hot card; the fuses of the sensor's
 * calibration. From G84 on unless a line says otherwise.
 * Units   degrees C.
 * Source  docs/hardware/board.md §4. */
#ifndef HW_NV50_PTHERM_H
#define HW_NV50_PTHERM_H

#include "hw/bits.h"

/* Directions of the interrupts of five thresholds, two bits each from bit 0: critical, 1, 2, 3, 4. The states,
 * which cannot be written, follow the order of the directions: 1, 3 below, the others above. */
#define PTHERM_CTRL_0            0x020000
#define PTHERM_CTRL_0_DIRECTIONS BITS(17, 0)
#define PTHERM_CTRL_0_STATES     BITS(24, 20)
#define PTHERM_RISING            BIT(0) /* of the two bits: when the state becomes 1 */
#define PTHERM_FALLING           BIT(1)

#define PTHERM_CTRL_1             0x020004 /* which conditions slow the card down */
#define PTHERM_CTRL_1_G84         BITS(5, 0)
#define PTHERM_CTRL_1_G94         (BITS(8, 0) | BIT(12) | BIT(16))
#define PTHERM_SENSOR             0x020008
#define PTHERM_SENSOR_RAW         BITS(14, 0) /* 0 while it is off */
#define PTHERM_SENSOR_FORCED      BIT(15)     /* G94+ */
#define PTHERM_SENSOR_DIVIDER     BITS(21, 16)
#define PTHERM_SENSOR_FORCE       BITS(29, 22) /* G94+: the temperature while it is forced */
#define PTHERM_SENSOR_DIVIDER_256 BIT(30)
#define PTHERM_SENSOR_ENABLE      BIT(31)
#define PTHERM_SENSOR_CONFIG      0x02000c
#define PTHERM_CONFIG_OWN_SLOPE   BIT(0) /* software's, not the fuses' */
#define PTHERM_CONFIG_OWN_OFFSET  BIT(1)
#define PTHERM_CONFIG_OFF         BIT(31)
#define PTHERM_RAW_CONFIG         0x020010 /* G80 */
#define PTHERM_OWN_CALIBRATION    0x020010
#define PTHERM_RAW                0x020014 /* G80 */
#define PTHERM_CALIBRATION        0x020014 /* base and fuses added */
#define PTHERM_BASE_CALIBRATION   0x02001c
#define PTHERM_SLOPE              BITS(15, 0) /* signed; 16384 is 1 degree for each step of the raw value */
#define PTHERM_OFFSET             BITS(31, 16) /* signed, half degrees */

#define PTHERM_SLOWDOWN         0x020048
#define PTHERM_SLOWDOWN_DUTY    BITS(7, 0) /* 0xff: full speed */
#define PTHERM_SLOWDOWN_FORCED  BIT(9)
#define PTHERM_SLOWDOWN_HOT     BIT(11)
#define PTHERM_SLOWDOWN_DIVIDER BITS(14, 12)
#define PTHERM_SLOWDOWN_HOT_TOO BIT(16)  /* before GT215 */
#define PTHERM_HOT_ALL          0x020060 /* for all thresholds alike */
#define PTHERM_FORCE            0x020064
#define PTHERM_DIVIDER          BITS(2, 0) /* of both; 0: none */
#define PTHERM_DUTY             BITS(15, 8)
#define PTHERM_POWER_LIMITER    0x020068     /* three words */
#define PTHERM_HOT              0x020074     /* dividers by threshold */
#define PTHERM_HOT_NOW_G84      BITS(30, 28) /* the one in force: cannot be written */
#define PTHERM_HOT_NOW_GT215    BITS(26, 24)
#define PTHERM_HOT_USES_ALL     BIT(31)      /* PTHERM_HOT_ALL counts */
#define PTHERM_FILTER           0x020078     /* how long a threshold must be passed */
#define PTHERM_FILTER_CYCLES    BITS(23, 16) /* of 32 << 4 * divider cycles of the host clock */
#define PTHERM_FILTER_DIVIDER   BITS(25, 24)
#define PTHERM_INTR_DISPATCH    0x0200fc /* GT215+: 1 to PDAEMON, 0 to PMC */
#define PTHERM_INTR             0x020100 /* write 1 to clear */
#define PTHERM_INTR_G84         BITS(8, 0)
#define PTHERM_INTR_G94         BITS(14, 0)
#define PTHERM_CTRL_2           0x020108 /* G94+: as CTRL_0 for thresholds 5 to 10 */
#define PTHERM_HOT_DUTY         0x020110 /* G94+: duties by threshold */
#define PTHERM_INTR_EN          0x020134 /* GT215+ */

#define PTHERM_TEMPERATURE  0x020400
#define PTHERM_THRESHOLD_4  0x020414
#define PTHERM_THRESHOLD_3  0x020418
#define PTHERM_HALF_DEGREE  0x020444
#define PTHERM_CRITICAL     0x020480
#define PTHERM_HYSTERESIS   0x020484 /* of the critical one */
#define PTHERM_THRESHOLD_2  0x0204c0
#define PTHERM_THRESHOLD_1  0x0204c4
#define PTHERM_THRESHOLD_5  0x0204d8 /* G94+: six words */
#define PTHERM_CREDIBLE_MAX 139

#define PFUSE_SENSOR_SLOPE      0x0211a0 /* 8 bits, signed */
#define PFUSE_SENSOR_OFFSET     0x0211a4 /* 16 bits, signed */
#define PFUSE_SENSOR            0x0211a8
#define PFUSE_SENSOR_CALIBRATED 1u

/* A G94's script leaves two of four partitions off where bit 0 is 0 (devinit.md §8.2). */
#define PFUSE_UPPER_PARTS    0x021358
#define PFUSE_UPPER_PARTS_ON BIT(0)

#endif
