/* model/nv50/host/pclock.h: clocks, the temperature sensor's registers, fuses, and the interrupts of pins.
 * Source  docs/hardware/board.md §4, §6. */
#ifndef MODEL_NV50_HOST_PCLOCK_H
#define MODEL_NV50_HOST_PCLOCK_H

struct nv50;
struct reg_block;

extern const struct reg_block pclock_regs;

/* A card whose VBIOS has not run has no clock set up. */
void pclock_power_on(struct nv50 *card);

#endif
