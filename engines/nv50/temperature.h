/* engines/nv50/temperature.h: the sensor inside the chip.
 *
 * Units   degrees C.
 * Errors  temperature_read: ERR_UNSUPPORTED if there is no calibrated sensor: on G80, whose raw value
 *         needs constants of the VBIOS, and where the fuse says so; ERR_RANGE if there is one that
 *         cannot be believed: somebody forces a value, or it is not between 1 and 139.
 * Source  docs/hardware/board.md §4. */
#ifndef ENGINES_NV50_TEMPERATURE_H
#define ENGINES_NV50_TEMPERATURE_H

#include "engines/card.h"

enum err temperature_read(struct card *card, unsigned *celsius) MUST_CHECK;

#endif
