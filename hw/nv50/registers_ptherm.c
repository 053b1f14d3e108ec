/* The registers of PTHERM and the sensor's fuses as a table: board.md §4. */
#include "hw/nv50/registers.h"

#include "hw/nv50/ptherm.h"
#include "hw/nv50/register_rows.h"

static const struct field ctrl_0_fields[] = {
    { "DIRECTIONS", ALL, 0, PLAIN, { { 0, PTHERM_CTRL_0_DIRECTIONS } } },
    { "STATES", ALL, 0, PLAIN, { { 0, PTHERM_CTRL_0_STATES } } },
};
static const struct field ctrl_1_fields[] = {
    { "CONDITIONS", CHIPS_ALL & ~CHIPS_G94_UP, 0, PLAIN, { { 0, PTHERM_CTRL_1_G84 } } },
    { "CONDITIONS", CHIPS_G94_UP, 0, PLAIN, { { 0, BITS(8, 0) } } },
    { "CONDITION_12", CHIPS_G94_UP, 0, PLAIN, { { 0, BIT(12) } } },
    { "CONDITION_16", CHIPS_G94_UP, 0, PLAIN, { { 0, BIT(16) } } },
};
static const struct field sensor_fields[] = {
    { "RAW", ALL, 0, PLAIN, { { 0, PTHERM_SENSOR_RAW } } },
    { "FORCED", CHIPS_G94_UP, 0, PLAIN, { { 0, PTHERM_SENSOR_FORCED } } },
    { "DIVIDER", ALL, 0, PLAIN, { { 0, PTHERM_SENSOR_DIVIDER } } },
    { "FORCE", CHIPS_G94_UP, 0, PLAIN, { { 0, PTHERM_SENSOR_FORCE } } },
    { "DIVIDER_256", ALL, 0, PLAIN, { { 0, PTHERM_SENSOR_DIVIDER_256 } } },
    { "ENABLE", ALL, 0, PLAIN, { { 0, PTHERM_SENSOR_ENABLE } } },
};
static const struct field config_fields[] = {
    { "OWN_SLOPE", ALL, 0, PLAIN, { { 0, PTHERM_CONFIG_OWN_SLOPE } } },
    { "OWN_OFFSET", ALL, 0, PLAIN, { { 0, PTHERM_CONFIG_OWN_OFFSET } } },
    { "OFF", ALL, 0, PLAIN, { { 0, PTHERM_CONFIG_OFF } } },
};
static const struct field calibration_fields[] = {
    { "SLOPE", ALL, 0, PLAIN, { { 0, PTHERM_SLOPE } } },
    { "OFFSET", ALL, 0, PLAIN, { { 0, PTHERM_OFFSET } } },
};
static const struct field slowdown_fields[] = {
    { "DUTY", ALL, 0, PLAIN, { { 0, PTHERM_SLOWDOWN_DUTY } } },
    { "FORCED", ALL, 0, PLAIN, { { 0, PTHERM_SLOWDOWN_FORCED } } },
    { "HOT", ALL, 0, PLAIN, { { 0, PTHERM_SLOWDOWN_HOT } } },
    { "DIVIDER", ALL, 0, PLAIN, { { 0, PTHERM_SLOWDOWN_DIVIDER } } },
    { "HOT_TOO", CHIPS_PRE_GT215, 0, PLAIN, { { 0, PTHERM_SLOWDOWN_HOT_TOO } } },
};
static const struct field force_fields[] = {
    { "DIVIDER", ALL, 0, PLAIN, { { 0, PTHERM_DIVIDER } } },
    { "DUTY", ALL, 0, PLAIN, { { 0, PTHERM_DUTY } } },
};
static const struct field hot_fields[] = {
    { "NOW", CHIPS_PRE_GT215, 0, PLAIN, { { 0, PTHERM_HOT_NOW_G84 } } },
    { "NOW", CHIPS_GT215_UP, 0, PLAIN, { { 0, PTHERM_HOT_NOW_GT215 } } },
    { "USES_ALL", ALL, 0, PLAIN, { { 0, PTHERM_HOT_USES_ALL } } },
};
static const struct field filter_fields[] = {
    { "CYCLES", ALL, 0, PLAIN, { { 0, PTHERM_FILTER_CYCLES } } },
    { "DIVIDER", ALL, 0, PLAIN, { { 0, PTHERM_FILTER_DIVIDER } } },
};
static const struct field intr_fields[] = {
    { "THRESHOLDS", CHIPS_ALL & ~CHIPS_G94_UP, 0, PLAIN, { { 0, PTHERM_INTR_G84 } } },
    { "THRESHOLDS", CHIPS_G94_UP, 0, PLAIN, { { 0, PTHERM_INTR_G94 } } },
};
static const struct field fuse_fields[] = {
    { "CALIBRATED", ALL, 0, PLAIN, { { 0, PFUSE_SENSOR_CALIBRATED } } },
};
static const struct field upper_parts_fields[] = {
    { "ON", ALL, 0, PLAIN, { { 0, PFUSE_UPPER_PARTS_ON } } },
};

const struct nv50_register nv50_ptherm_registers[] = {
    { "PTHERM_CTRL_0", PTHERM_CTRL_0, 0, 0, CHIPS_G84_UP, WITH(ctrl_0_fields) },
    { "PTHERM_CTRL_1", PTHERM_CTRL_1, 0, 0, CHIPS_G84_UP, WITH(ctrl_1_fields) },
    { "PTHERM_SENSOR", PTHERM_SENSOR, 0, 0, CHIPS_G84_UP, WITH(sensor_fields) },
    { "PTHERM_SENSOR_CONFIG", PTHERM_SENSOR_CONFIG, 0, 0, CHIPS_G84_UP, WITH(config_fields) },
    { "PTHERM_RAW_CONFIG", PTHERM_RAW_CONFIG, 0, 0, CHIPS_VP1, BARE },
    { "PTHERM_OWN_CALIBRATION", PTHERM_OWN_CALIBRATION, 0, 0, CHIPS_G84_UP,
      WITH(calibration_fields) },
    { "PTHERM_RAW", PTHERM_RAW, 0, 0, CHIPS_VP1, BARE },
    { "PTHERM_CALIBRATION", PTHERM_CALIBRATION, 0, 0, CHIPS_G84_UP, WITH(calibration_fields) },
    { "PTHERM_BASE_CALIBRATION", PTHERM_BASE_CALIBRATION, 0, 0, CHIPS_G84_UP,
      WITH(calibration_fields) },
    { "PTHERM_SLOWDOWN", PTHERM_SLOWDOWN, 0, 0, CHIPS_G84_UP, WITH(slowdown_fields) },
    { "PTHERM_HOT_ALL", PTHERM_HOT_ALL, 0, 0, CHIPS_G84_UP, WITH(force_fields) },
    { "PTHERM_FORCE", PTHERM_FORCE, 0, 0, CHIPS_G84_UP, WITH(force_fields) },
    { "PTHERM_POWER_LIMITER", PTHERM_POWER_LIMITER, 4, 3, CHIPS_G84_UP, BARE },
    { "PTHERM_HOT", PTHERM_HOT, 0, 0, CHIPS_G84_UP, WITH(hot_fields) },
    { "PTHERM_FILTER", PTHERM_FILTER, 0, 0, CHIPS_G84_UP, WITH(filter_fields) },
    { "PTHERM_INTR_DISPATCH", PTHERM_INTR_DISPATCH, 0, 0, CHIPS_GT215_UP, BARE },
    { "PTHERM_INTR", PTHERM_INTR, 0, 0, CHIPS_G84_UP, WITH(intr_fields) },
    { "PTHERM_CTRL_2", PTHERM_CTRL_2, 0, 0, CHIPS_G94_UP, BARE },
    { "PTHERM_HOT_DUTY", PTHERM_HOT_DUTY, 0, 0, CHIPS_G94_UP, BARE },
    { "PTHERM_INTR_EN", PTHERM_INTR_EN, 0, 0, CHIPS_GT215_UP, WITH(intr_fields) },
    { "PTHERM_TEMPERATURE", PTHERM_TEMPERATURE, 0, 0, CHIPS_G84_UP, BARE },
    { "PTHERM_THRESHOLD_4", PTHERM_THRESHOLD_4, 0, 0, CHIPS_G84_UP, BARE },
    { "PTHERM_THRESHOLD_3", PTHERM_THRESHOLD_3, 0, 0, CHIPS_G84_UP, BARE },
    { "PTHERM_HALF_DEGREE", PTHERM_HALF_DEGREE, 0, 0, CHIPS_G84_UP, BARE },
    { "PTHERM_CRITICAL", PTHERM_CRITICAL, 0, 0, CHIPS_G84_UP, BARE },
    { "PTHERM_HYSTERESIS", PTHERM_HYSTERESIS, 0, 0, CHIPS_G84_UP, BARE },
    { "PTHERM_THRESHOLD_2", PTHERM_THRESHOLD_2, 0, 0, CHIPS_G84_UP, BARE },
    { "PTHERM_THRESHOLD_1", PTHERM_THRESHOLD_1, 0, 0, CHIPS_G84_UP, BARE },
    { "PTHERM_THRESHOLD_5", PTHERM_THRESHOLD_5, 4, 6, CHIPS_G94_UP, BARE },
    { "PFUSE_SENSOR_SLOPE", PFUSE_SENSOR_SLOPE, 0, 0, ALL, BARE },
    { "PFUSE_SENSOR_OFFSET", PFUSE_SENSOR_OFFSET, 0, 0, ALL, BARE },
    { "PFUSE_SENSOR", PFUSE_SENSOR, 0, 0, ALL, WITH(fuse_fields) },
    { "PFUSE_UPPER_PARTS", PFUSE_UPPER_PARTS, 0, 0, CHIP_BIT(CHIP_G94), WITH(upper_parts_fields) },
    { 0 },
};
