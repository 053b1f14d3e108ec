/* suite/memory/wires_spot.h: the places that are tried, and one column of memory as they see it.
 *
 * Shape   spots lie in different rows, banks and columns, so that one bad row or bank does not look
 *         like a bad wire.
 * Units   a value has a column's bits: 64, or 32 where partitions are split. */
#ifndef SUITE_MEMORY_WIRES_SPOT_H
#define SUITE_MEMORY_WIRES_SPOT_H

#include "suite/memory/errors.h"

#define SPOTS 4

/* The nth spot; false: it is not usable, so it cannot be judged. */
bool spot_at(const struct memory_errors *errors, unsigned part, unsigned sub, unsigned rank,
             unsigned n, struct partition_addr *out);
/* Whether a column can be tried at all, and the configuration lets it. */
bool spot_usable(const struct memory_errors *errors, struct partition_addr at);

uint64_t spot_read(struct memory_errors *errors, struct partition_addr at);
void spot_write(struct memory_errors *errors, struct partition_addr at, uint64_t value);
uint64_t spot_mask(const struct memory_errors *errors); /* all bits of a column */
/* A byte in every byte of a column. */
uint64_t spot_bytes(const struct memory_errors *errors, uint8_t byte);

#endif
