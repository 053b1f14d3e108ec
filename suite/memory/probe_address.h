/* suite/memory/probe_address.h: address, bank and select lines of all partitions (probe.h). */
#ifndef TESTS_MEMORY_PROBE_ADDRESS_H
#define TESTS_MEMORY_PROBE_ADDRESS_H

#include "suite/memory/damage.h"
#include "suite/memory/errors.h"

void probe_address_lines(struct memory_errors *errors, struct damages *damages);

#endif
