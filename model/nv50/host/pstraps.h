/* model/nv50/host/pstraps.h: the straps that the card has sampled.
 * Source  docs/hardware/tesla-mmio.md §3.8. */
#ifndef MODEL_NV50_HOST_PSTRAPS_H
#define MODEL_NV50_HOST_PSTRAPS_H

struct nv50;
struct reg_block;

/* Software has written the straps in effect back, with bit 31. */
void pstraps_hold(struct nv50 *card);

extern const struct reg_block pstraps_regs;

#endif
