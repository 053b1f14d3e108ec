/* model/nv50/shader/mp.h: registers of each multiprocessor, and the window to its tables.
 *
 * Source  docs/hardware/tesla-isa.md §8. */
#ifndef MODEL_NV50_SHADER_MP_H
#define MODEL_NV50_SHADER_MP_H

#include <stdint.h>

#include "model/nv50/base/regs.h"

struct nv50;

extern const struct reg_block mp_regs;

/* Where a register of that multiprocessor is; `offset`: PGRAPH_MP_... */
uint32_t mp_register(const struct nv50 *card, unsigned tpc, unsigned mp, uint32_t offset);
/* The compute class's method for the flags of all multiprocessors. */
void mp_set_flags(struct nv50 *card, uint32_t data);

#endif
