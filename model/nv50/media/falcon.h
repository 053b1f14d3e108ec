/* model/nv50/media/falcon.h: the falcon microcontrollers: host registers, data memory, memory interface.
 *
 * Shape   code is taken in and never run; the host can start by itself a transfer between data memory and the memory
 *         that one of eight ports reaches, each a VM slot. It is done at once. After a VM
 *         fault the memory interface stands still until it is reset (unverified tesla-engines.md §2.6).
 * Units   bytes.
 * Source  docs/hardware/tesla-engines.md §2.2 to §2.8. */
#ifndef MODEL_NV50_MEDIA_FALCON_H
#define MODEL_NV50_MEDIA_FALCON_H

#include <stdbool.h>
#include <stdint.h>

#include "hw/nv50/falcon.h"
#include "hw/nv50/media.h"
#include "model/nv50/vm/vm_user.h"

struct nv50;
struct reg_block;

extern const struct reg_block falcon_regs, pdaemon_regs;

#define FALCON_DATA_BYTES 0x6000

struct falcon {
    bool stuck;
    uint32_t enabled; /* ports that have an object, or need none */
    struct vm_user ports[FALCON_PORTS];
    uint8_t data[FALCON_DATA_BYTES];
};

void falcon_power_on(struct nv50 *card);
/* PMC_ENABLE bits went from 1 to 0. */
void falcon_reset_units(struct nv50 *card, uint32_t bits);

/* ---- between falcon.c and falcon_xfer.c ---- */

/* The row of media_units whose registers these are, and its registers by offset from its base. */
unsigned falcon_unit_at(const struct nv50 *card, uint32_t offset);
uint32_t falcon_get(const struct nv50 *card, unsigned unit, uint32_t offset);
void falcon_set(struct nv50 *card, unsigned unit, uint32_t offset, uint32_t value);
void falcon_raise(struct nv50 *card, unsigned unit, uint32_t lines);
/* The descriptor that its accesses go with. */
uint32_t falcon_channel(const struct nv50 *card, unsigned unit);

/* Registers of falcon_xfer.c. */
void falcon_write_xfer(struct nv50 *card, uint32_t offset, uint32_t value);
void falcon_write_data(struct nv50 *card, uint32_t offset, uint32_t value);
uint32_t falcon_read_data(struct nv50 *card, uint32_t offset, uint32_t stored);
void falcon_write_upload(struct nv50 *card, uint32_t offset, uint32_t value);
uint32_t falcon_read_upload(struct nv50 *card, uint32_t offset, uint32_t stored);

#endif
