/* tests/model/nv50/vm/random.h: random channels, objects, tables and accesses in a world.
 *
 * Shape   most draws lead somewhere: the PDE and the PTE of the address that is accessed
 *         are drawn and written too, fields are mostly legal, addresses mostly inside memory. The rest
 *         is garbage. */
#pragma once

#include "tests/model/nv50/vm/world.h"

struct rng {
    uint64_t state; /* not 0 */
};

uint64_t rng_next(struct rng *rng);
uint64_t rng_below(struct rng *rng, uint64_t end);
/* True in `percent` of the cases. */
bool rng_chance(struct rng *rng, unsigned percent);

/* Fills system memory with noise; VRAM has it from power-on. */
void random_fill(struct rng *rng, struct world *world);
struct mmu_rules random_rules(struct rng *rng);
/* Writes the structures of one access, and draws the access. */
void random_access(struct rng *rng, struct world *world, struct nv50_vm_access *access);
