/* model/common/power_on_noise.h: memory as it is right after power-on.
 *
 * Shape   one set of seeded noise pages, mapped copy-on-write again and again over the whole range:
 *         a gigabyte costs no memory until it is written. No page is zero. The process keeps the set
 *         for its next card; cards are made by one thread.
 * Units   bytes; size is a multiple of 1 MiB.
 * Errors  noise_map: null if the system has no memory or address space left. */
#ifndef MODEL_COMMON_POWER_ON_NOISE_H
#define MODEL_COMMON_POWER_ON_NOISE_H

#include <stddef.h>
#include <stdint.h>

/* The next number of a seeded sequence. */
uint64_t noise_next(uint64_t *state);

uint8_t *noise_map(size_t size, uint64_t seed);
void noise_unmap(uint8_t *memory, size_t size);

#endif
