/* engines/temperature.h: the sensor inside the chip.
 *
 * Units   degrees C.
 * Errors  temperature_read: ERR_UNSUPPORTED if there is no sensor that can be trusted: on G80, whose
 *         raw value needs constants of the VBIOS; where the fuse says that it is not calibrated; where
 *         somebody forces a value; or if the value is not between 1 and 139.
 * Source  docs/hardware/board.md §4. */
#ifndef ENGINES_TEMPERATURE_H
#define ENGINES_TEMPERATURE_H

#include "engines/card.h"

enum err temperature_read(struct card *card, unsigned *celsius) MUST_CHECK;

#endif
