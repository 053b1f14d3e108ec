/* model/nv50/host/pstraps.h: the straps that the card has sampled.
 * Source  docs/hardware/tesla-mmio.md §3.8. */
#ifndef MODEL_NV50_HOST_PSTRAPS_H
#define MODEL_NV50_HOST_PSTRAPS_H

struct reg_block;

extern const struct reg_block pstraps_regs;

#endif
