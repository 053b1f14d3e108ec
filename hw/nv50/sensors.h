/* hw/nv50/sensors.h: registers of the sensors that boards have on I2C: temperature, fans, voltages, power.
 *
 * Shape   a device has registers of a byte each; those of power monitors and some others have words, high byte
 *         first. A reader sends the register's number and reads on after another start.
 * Source  docs/hardware/board-sensors.md §3.1, §3.2, §6.3. */
#ifndef HW_NV50_SENSORS_H
#define HW_NV50_SENSORS_H

#include "hw/bits.h"

/* LM90 and its relatives: LM89, LM99, LM64, ADM1032, ADT7461, MAX1617, MAX6649, TMP411. "Remote" is a diode of the
 * GPU, "local" the sensor itself. */
#define LM90_LOCAL          0x00
#define LM90_REMOTE         0x01
#define LM90_CONFIG         0x03
#define LM90_CONFIG_STANDBY BIT(6)
#define LM90_CONFIG_RANGE   BIT(2) /* ADT7461, TMP411: values are 64 degrees too high */
#define LM90_REMOTE_LOW     0x10   /* a fraction, at the high end of the byte */
#define LM90_MAKER          0xfe
#define LM90_DEVICE         0xff
#define LM64_TACH_LOW       0x46 /* read first; bits 7:2 */
#define LM64_TACH_HIGH      0x47
#define LM64_TACH_LOW_BITS  BITS(7, 2)

/* ADT7473 and its relatives ADT7475, ADT7476. */
#define ADT7473_SUPPLY_CORE     0x21
#define ADT7473_SUPPLY          0x22
#define ADT7473_REMOTE_1        0x25
#define ADT7473_LOCAL           0x26
#define ADT7473_REMOTE_2        0x27
#define ADT7473_TACH            0x28 /* two bytes a fan, the low one first */
#define ADT7473_FANS            4
#define ADT7473_DEVICE          0x3d
#define ADT7473_MAKER           0x3e
#define ADT7473_REVISION        0x3f
#define ADT7473_REVISION_BITS   BITS(7, 3)
#define ADT7473_CONFIG_1        0x40
#define ADT7473_STARTED         BIT(0)
#define ADT7473_CONFIG_2        0x73
#define ADT7473_CONFIG_4        0x7d
#define ADT7473_NO_ATTENUATOR   BIT(5) /* of either */
#define ADT7473_CONFIG_5        0x7c
#define ADT7473_TWOS_COMPLEMENT BIT(0) /* else temperatures are 64 degrees too high */
#define TACH_CLOCK              5400000 /* counted by these and by LM64: this, by the turns a minute */

/* Power monitors. All values are words. */
#define INA219_SHUNT     0x01 /* 10 uV, signed */
#define INA219_BUS       0x02
#define INA209_SHUNT     0x03
#define INA209_BUS       0x04
#define INA219_BUS_MV    4 /* of its value, which is three bits higher in the word */
#define INA219_SHUNT_UV  10
#define INA3221_SHUNT    0x01 /* of channel 0, signed; the next ones two registers on */
#define INA3221_BUS      0x02
#define INA3221_CHANNELS 3
#define INA3221_BUS_MV   8 /* of either value, which is three bits higher in the word */
#define INA3221_SHUNT_UV 40
#define INA3221_MAKER    0xfe
#define INA3221_DEVICE   0xff

#endif
