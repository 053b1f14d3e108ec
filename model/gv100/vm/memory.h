/* model/gv100/vm/memory.h: physical accesses: VRAM, or system memory over the bus.
 *
 * Shape   addresses are linear_addr; at target 1 (a peer, or "invalid") no device answers: reads give ones, writes are
 *         lost. So is system memory that does not answer, and all of it while the card does not master the bus.
 * Units   bytes.
 * Source  docs/hardware/gv100.md §2.1, §2.4, §5.2. */
#ifndef MODEL_GV100_VM_MEMORY_H
#define MODEL_GV100_VM_MEMORY_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#include "hw/addr.h"

struct gv100;

void gv_memory_read(struct gv100 *card, linear_addr at, void *bytes, size_t size);
void gv_memory_write(struct gv100 *card, linear_addr at, const void *bytes, size_t size);
/* Writes the dirty lines of L2 to memory. */
void gv_memory_clean(struct gv100 *card);

uint32_t gv_memory_read32(struct gv100 *card, linear_addr at);
uint64_t gv_memory_read64(struct gv100 *card, linear_addr at);
void gv_memory_write32(struct gv100 *card, linear_addr at, uint32_t value);

/* Whether VRAM itself can be seen: a card that was never started answers ones. */
bool gv_memory_usable(const struct gv100 *card);

#endif
