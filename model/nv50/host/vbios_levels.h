/* model/nv50/host/vbios_levels.h: the performance levels and voltages of the model's own ROM.
 *
 * Shape   three levels; the fastest one has the clocks of a posted card, the middle one those that the init scripts
 *         set with the usual memory. The lines ask for a voltage of the table.
 * Source  docs/hardware/board-sensors.md §1.2, §1.4. */
#ifndef MODEL_NV50_HOST_VBIOS_LEVELS_H
#define MODEL_NV50_HOST_VBIOS_LEVELS_H

#include "model/nv50/host/vbios_image.h"

struct nv50;

void vbios_put_levels(const struct nv50 *card, struct image *image);
void vbios_put_voltages(const struct nv50 *card, struct image *image);

#endif
