/* suite/memory/wires_data.h: data lines and byte masks of one partition (wires.h). */
#ifndef SUITE_MEMORY_WIRES_DATA_H
#define SUITE_MEMORY_WIRES_DATA_H

#include "suite/memory/damage.h"
#include "suite/memory/errors.h"

void wires_try_data(struct memory_errors *errors, struct damages *damages, unsigned part);
void wires_try_masks(struct memory_errors *errors, struct damages *damages, unsigned part);

#endif
