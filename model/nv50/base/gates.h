/* model/nv50/base/gates.h: which units PMC_ENABLE lets answer.
 *
 * Units   offsets in bytes from BAR0's start.
 * Source  docs/hardware/tesla-mmio.md §0.1, §3.1. */
#ifndef MODEL_NV50_BASE_GATES_H
#define MODEL_NV50_BASE_GATES_H

#include <stdbool.h>
#include <stdint.h>

struct nv50;

/* Whether the unit at this offset is on; one without a bit in PMC_ENABLE always is. */
bool gate_is_open(const struct nv50 *card, uint32_t offset);
/* Whether the unit whose TLB has that number (enum vm_engine) is on; a unit that the card does not have always is. */
bool gate_of_engine_is_open(const struct nv50 *card, unsigned engine);
/* PMC_ENABLE bits went from 1 to 0: their units' registers get their reset values, but for KEEP ones. */
void gates_reset_registers(struct nv50 *card, uint32_t bits);

#endif
