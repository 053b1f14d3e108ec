#include "model/nv50/base/defects.h"

#define CHIPS_FALCON (CHIPS_VP3 | CHIPS_VP4)
/* More than one partition, and chips of their own. */
#define CHIPS_PARTS   (CHIPS_DISCRETE & ~(CHIP_BIT(CHIP_G98) | CHIP_BIT(CHIP_GT218)))
#define CHIPS_PART_PM (CHIPS_G84_UP & CHIPS_DISCRETE)
/* Boards that have sensors on I2C (model/nv50/host/sensors.c). */
#define CHIPS_SENSORS (CHIPS_DISCRETE & ~CHIP_BIT(CHIP_G98))

#define DEFECT(identifier, name, parameters, meaning, ...)                                         \
    [DEFECT_##identifier] = { .option = { name, parameters, meaning }, __VA_ARGS__ },
const struct defect_row card_defect_rows[DEFECT_COUNT] = {
#include "model/nv50/base/defect_list.h"
};
#undef DEFECT
