/* engines/nv50/aperture.h: the three host windows that can go through the VM: BAR1, BAR3, PEEPHOLE.
 *
 * Shape   one interface, so that a test can say the same thing through each of them. Unbound, an
 *         aperture shows VRAM from address 0 on; bound, the offset is a logical address.
 * Units   bytes.
 * Source  docs/hardware/tesla-mmio.md §3.3, §3.9, tesla-engines.md §6.2. */
#ifndef ENGINES_NV50_APERTURE_H
#define ENGINES_NV50_APERTURE_H

#include "engines/card.h"
#include "engines/nv50/vm.h"

enum aperture { APERTURE_BAR1, APERTURE_BAR3, APERTURE_PEEPHOLE };
#define APERTURE_COUNT 3

const char *aperture_name(enum aperture aperture);
/* How far it reaches, at most 4 GiB. */
uint64_t aperture_size(const struct card *card, enum aperture aperture);
/* The requester that the VM names in a fault. */
uint8_t aperture_engine(enum aperture aperture);
uint8_t aperture_client(bool write);
uint8_t aperture_slot(enum aperture aperture);
/* Bit of PFIFO_INTR that a fault through it raises. */
uint32_t aperture_fault_bit(enum aperture aperture);

/* Loads both contexts (BAR, PEEPHOLE) with a channel; drops their state of another one. */
void aperture_channel(struct card *card, uint32_t descriptor);
/* Loads one of the two contexts. */
void aperture_context(struct card *card, uint32_t descriptor, bool bar);
void aperture_bind(struct card *card, enum aperture aperture, uint16_t selector);
void aperture_unbind(struct card *card, enum aperture aperture);

/* One 32-bit access; 4-byte aligned. */
uint32_t aperture_read32(struct card *card, enum aperture aperture, logical_addr at);
void aperture_write32(struct card *card, enum aperture aperture, logical_addr at, uint32_t value);

#endif
