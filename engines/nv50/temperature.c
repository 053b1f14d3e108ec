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

enum err temperature_read(struct card *card, unsigned *celsius)
{
    uint32_t sensor;

    if (!(nv50_chip_of(card->chip)->features & FEATURE_THERMAL) || !is_calibrated(card))
        return ERR_UNSUPPORTED;
    sensor = card_read32(card, PTHERM_SENSOR);
    if (sensor & PTHERM_SENSOR_FORCED)
        return ERR_RANGE;
    if (!(sensor & PTHERM_SENSOR_ENABLE)) {
        card_set32(card, PTHERM_SENSOR, sensor | PTHERM_SENSOR_ENABLE);
        card->bus->ops->wait_us(card->bus, SETTLE_US);
    }
    *celsius = card_read32(card, PTHERM_TEMPERATURE);
    return *celsius && *celsius <= PTHERM_CREDIBLE_MAX ? OK : ERR_RANGE;
}
