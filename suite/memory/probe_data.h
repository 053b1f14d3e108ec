/* suite/memory/probe_data.h: data lines and byte masks of one partition (probe.h). */
#ifndef TESTS_MEMORY_PROBE_DATA_H
#define TESTS_MEMORY_PROBE_DATA_H

#include "suite/memory/damage.h"
#include "suite/memory/errors.h"

void probe_data_lines(struct memory_errors *errors, struct damages *damages, unsigned part);
void probe_masks(struct memory_errors *errors, struct damages *damages, unsigned part);

#endif
