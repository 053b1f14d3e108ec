/* model/nv50/host/pbus.h: PBUS's interrupt.
 * Source  docs/hardware/tesla-mmio.md §3.3. */
#ifndef MODEL_NV50_HOST_PBUS_H
#define MODEL_NV50_HOST_PBUS_H

#include <stdbool.h>
#include <stdint.h>

struct nv50;
struct reg_block;

extern const struct reg_block pbus_regs;

/* Which units the chipset has, and which of them are fused off. */
void pbus_power_on(struct nv50 *card);

/* Bits of PBUS_INTR. */
void pbus_raise(struct nv50 *card, uint32_t bits);
/* Software reached for a unit that is switched off; `value` is the word of a write. */
void pbus_refused(struct nv50 *card, uint32_t offset, bool write, uint32_t value);

#endif
