/* suite/memory/wires_address.h: address, bank and select lines of all partitions (wires.h). */
#ifndef SUITE_MEMORY_WIRES_ADDRESS_H
#define SUITE_MEMORY_WIRES_ADDRESS_H

#include "suite/memory/damage.h"
#include "suite/memory/errors.h"

void wires_try_address(struct memory_errors *errors, struct damages *damages);

#endif
