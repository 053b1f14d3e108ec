/* suite/memory/wires.h: wires, tried one by one at a few places of each partition and rank.
 *
 * Shape   data lines by walking ones and zeros, address lines by pairs of addresses that differ in one
 *         line, byte masks by a small store into a filled sector. A fault is found where it shows at every place that
 *         was tried; it goes into the list, and its lanes count as explained. The contents of the places that are tried
 *         are lost.
 * Source  docs/hardware/board.md §3.3 (2, 4, 5), §3.1. */
#ifndef SUITE_MEMORY_WIRES_H
#define SUITE_MEMORY_WIRES_H

#include "suite/memory/damage.h"
#include "suite/memory/errors.h"

void wires_try(struct memory_errors *errors, struct damages *damages);

#endif
