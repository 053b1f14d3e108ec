/* The sensors of the modelled boards: which ones, and the contents of their registers. */
#include "hw/nv50/sensors.h"

#include "hw/nv50/vbios.h"
#include "model/nv50/base/card.h"
#include "model/nv50/host/i2c.h"
#include "model/nv50/host/ptherm.h"
#include "model/nv50/vm/board.h"

#define BOARD_CELSIUS 38
#define DIODE_AWAY    16   /* degrees by which LM64 and LM99 show a diode too cold */
#define QUARTER       0x40 /* of a degree, in the fraction of a diode */
#define OPEN          0x80 /* value of a missing diode: -128 degrees */
#define WORD_SHIFT    3    /* of most values of power monitors */

const struct i2c_device *sensors_of(const struct nv50 *card)
{
    static const struct i2c_device none[1] = { { 0, 0 } };
    static const struct i2c_device boards[CHIP_COUNT][I2C_DEVICES_MAX] = {
        [CHIP_G80] = { { DEVICE_LM99, 0x4c } },
        [CHIP_G84] = { { DEVICE_ADT7473, 0x2e } },
        [CHIP_G86] = { { DEVICE_ADT7473_2, 0x2e } },
        [CHIP_G92] = { { DEVICE_LM89, 0x4c } },
        [CHIP_G94] = { { DEVICE_ADT7461, 0x4c } },
        [CHIP_G96] = { { DEVICE_MAX6649, 0x4c } },
        [CHIP_G200] = { { DEVICE_ADT7473, 0x2e }, { DEVICE_VT1103, 0x70 } },
        [CHIP_GT215] = { { DEVICE_LM64, 0x18 }, { DEVICE_INA219, 0x40 } },
        [CHIP_GT216] = { { DEVICE_INA3221, 0x40 } },
        [CHIP_GT218] = { { DEVICE_TMP411, 0x4c } },
    };

    /* The fan controller that the scripts of such a board write to; of the only one that is known. */
    static const struct i2c_device given[I2C_DEVICES_MAX] = { { DEVICE_ADT7473, 0x2e } };

    if (card->board_is_given)
        return given;
    return card->shell.starts_cold ? none : boards[__builtin_ctz(card->chip_bit)];
}

/* ---- temperatures ---------------------------------------------------------------------------- */

/* Who made a sensor, and which one it is. */
static uint8_t lm90_number(uint8_t type, bool maker)
{
    switch (type) {
    case DEVICE_LM64:
        return maker ? 0x01 : 0x51;
    case DEVICE_ADT7461:
        return maker ? 0x41 : 0x51;
    case DEVICE_MAX6649:
        return maker ? 0x4d : 0x59;
    case DEVICE_TMP411:
        return maker ? 0x55 : 0x12;
    default: /* LM89 and LM99 say the same */
        return maker ? 0x01 : 0x34;
    }
}

static uint8_t diode(struct nv50 *card)
{
    return card->broken[DEFECT_SENSOR_DIODE_OPEN] ? OPEN : (uint8_t)ptherm_celsius(card);
}

static uint8_t lm90_diode(struct nv50 *card, uint8_t type)
{
    const bool away = type == DEVICE_LM64 || type == DEVICE_LM99;

    return away && diode(card) != OPEN ? (uint8_t)(diode(card) - DIODE_AWAY) : diode(card);
}

/* Defect sensor-other changes the device's number alone, so that a reader must check more than the maker. */
static uint8_t lm90_byte(struct nv50 *card, uint8_t type, uint8_t at)
{
    switch (at) {
    case LM90_LOCAL:
        return BOARD_CELSIUS;
    case LM90_REMOTE:
        return lm90_diode(card, type);
    case LM90_REMOTE_LOW:
        return QUARTER;
    case LM64_TACH_LOW:
        return (uint8_t)(TACH_CLOCK / BOARD_FAN_RPM) & LM64_TACH_LOW_BITS;
    case LM64_TACH_HIGH:
        return TACH_CLOCK / BOARD_FAN_RPM >> 8;
    case LM90_MAKER:
        return lm90_number(type, true);
    case LM90_DEVICE:
        return card->broken[DEFECT_SENSOR_OTHER] ? 0xa1 : lm90_number(type, false);
    default:
        return 0;
    }
}

/* G200's counts degrees from -64 on. Its second diode has nothing; of the fans there is the first. */
static uint8_t adt7473_byte(struct nv50 *card, uint8_t at)
{
    const bool shifted = card->chip_bit & CHIP_BIT(CHIP_G200);
    const uint8_t zero = shifted ? 64 : 0;

    switch (at) {
    case ADT7473_SUPPLY_CORE:
        return 94; /* 1101 mV */
    case ADT7473_SUPPLY:
        return 192; /* 3303 mV */
    case ADT7473_REMOTE_1:
        return diode(card) == OPEN ? OPEN : (uint8_t)(diode(card) + zero);
    case ADT7473_REMOTE_2:
        return OPEN;
    case ADT7473_LOCAL:
        return (uint8_t)(BOARD_CELSIUS + zero);
    case ADT7473_TACH:
        return (uint8_t)(TACH_CLOCK / BOARD_FAN_RPM);
    case ADT7473_TACH + 1:
        return TACH_CLOCK / BOARD_FAN_RPM >> 8;
    case ADT7473_DEVICE:
        return 0x73;
    case ADT7473_MAKER:
        return card->broken[DEFECT_SENSOR_OTHER] ? 0x01 : 0x41;
    case ADT7473_REVISION:
        return 0x69;
    case ADT7473_CONFIG_1:
        return ADT7473_STARTED;
    case ADT7473_CONFIG_5:
        return (uint8_t)(shifted ? 0 : ADT7473_TWOS_COMPLEMENT);
    default:
        return at > ADT7473_TACH && at < ADT7473_TACH + 2 * ADT7473_FANS ? 0xff : 0;
    }
}

/* ---- power ----------------------------------------------------------------------------------- */

/* 12 V; 2 A in 5 milliohms are 10 mV. */
static uint16_t ina219_word(struct nv50 *card, uint8_t at)
{
    if (at == INA219_SHUNT)
        return 10000 / INA219_SHUNT_UV;
    if (at == INA219_BUS)
        return card->broken[DEFECT_POWER_RAIL_OFF] ? 0 : 12000 / INA219_BUS_MV << WORD_SHIFT;
    return 0;
}

/* 12 V with 3 A in 5 milliohms, 3.3 V with 0.5 A in 10, and 1.5 V without a resistor. */
static uint16_t ina3221_word(struct nv50 *card, uint8_t at)
{
    switch (at) {
    case INA3221_SHUNT:
        return 15000 / INA3221_SHUNT_UV << WORD_SHIFT;
    case INA3221_BUS:
        return card->broken[DEFECT_POWER_RAIL_OFF] ? 0 : 12000 / INA3221_BUS_MV << WORD_SHIFT;
    case INA3221_SHUNT + 2:
        return 5000 / INA3221_SHUNT_UV << WORD_SHIFT;
    case INA3221_BUS + 2:
        return 3300 / INA3221_BUS_MV << WORD_SHIFT;
    case INA3221_BUS + 4:
        return 1504 / INA3221_BUS_MV << WORD_SHIFT;
    case INA3221_MAKER:
        return 0x5449;
    case INA3221_DEVICE:
        return card->broken[DEFECT_SENSOR_OTHER] ? 0x3221 : 0x3220;
    default:
        return 0;
    }
}

/* Words come high byte first. */
uint8_t sensor_byte(struct nv50 *card, const struct i2c_device *device, uint8_t at, unsigned byte)
{
    const unsigned shift = byte ? 0 : 8;

    switch (device->type) {
    case DEVICE_ADT7473:
    case DEVICE_ADT7473_2:
        return adt7473_byte(card, at);
    case DEVICE_INA219:
        return (uint8_t)(ina219_word(card, at) >> shift);
    case DEVICE_INA3221:
        return (uint8_t)(ina3221_word(card, at) >> shift);
    default:
        return lm90_byte(card, device->type, at);
    }
}
