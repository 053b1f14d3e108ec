#include "engines/nv50/temperature.h"

#include "hw/nv50/chip.h"
#include "hw/nv50/pbus.h"
#include "hw/nv50/ptherm.h"

#define SETTLE_US 20000

static bool is_calibrated(struct card *card)
{
    const uint32_t access = card_read32(card, PBUS_DEBUG_1);

    card_write32(card, PBUS_DEBUG_1, access | PBUS_DEBUG_1_FUSE_READOUT);
    const uint32_t fuse = card_read32(card, PFUSE_SENSOR);
    card_write32(card, PBUS_DEBUG_1, access);
    return fuse == PFUSE_SENSOR_CALIBRATED;
}

/* As drivers leave the sensor: on, not forced to a number, with the fuses' calibration (silicon-sequences.md
 * §10.2). The old values come back with the test's other registers. */
static void prepare_sensor(struct card *card)
{
    const uint32_t sensor = card_read32(card, PTHERM_SENSOR);
    const uint32_t config = card_read32(card, PTHERM_SENSOR_CONFIG);
    const uint32_t not_config =
        PTHERM_CONFIG_OFF | PTHERM_CONFIG_OWN_SLOPE | PTHERM_CONFIG_OWN_OFFSET;

    if ((sensor & PTHERM_SENSOR_ENABLE) && !(sensor & PTHERM_SENSOR_FORCED) &&
        !(config & not_config))
        return;
    card_set32(card, PTHERM_SENSOR, (sensor & ~PTHERM_SENSOR_FORCED) | PTHERM_SENSOR_ENABLE);
    card_set32(card, PTHERM_SENSOR_CONFIG, config & ~not_config);
    card->bus->ops->wait_us(card->bus, SETTLE_US);
}

enum err temperature_read(struct card *card, unsigned *celsius)
{
    if (!(nv50_chip_of(card->chip)->features & FEATURE_THERMAL) || !is_calibrated(card))
        return ERR_UNSUPPORTED;
    prepare_sensor(card);
    *celsius = card_read32(card, PTHERM_TEMPERATURE);
    return *celsius && *celsius <= PTHERM_CREDIBLE_MAX ? OK : ERR_RANGE;
}
