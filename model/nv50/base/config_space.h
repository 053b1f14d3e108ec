/* model/nv50/base/config_space.h: PCI configuration space, its copy in BAR0, and the BARs.
 *
 * Shape   the bytes (model/common/config_bytes.h) as a card has them after power-on, and the effects of writes to some
 *         of them.
 * Source  docs/hardware/tesla-mmio.md §1. */
#ifndef MODEL_NV50_BASE_CONFIG_SPACE_H
#define MODEL_NV50_BASE_CONFIG_SPACE_H

#include <stdbool.h>
#include <stdint.h>

#include "model/model.h"

struct nv50;

#define BAR_PORTS 5 /* the BAR of I/O ports */

void config_power_on(struct nv50 *card);
/* IGPs: the stolen memory that the system firmware has set up. */
void config_set_fakefb(struct nv50 *card, uint64_t size);

uint16_t config_device_id(const struct nv50 *card);
bool config_bus_master(const struct nv50 *card);
bool config_msi_enabled(const struct nv50 *card);
/* The ROM BAR and PROM show the shadow in VRAM. */
bool config_rom_shadowed(const struct nv50 *card);

/* False: the card has no such BAR. */
bool config_bar(const struct nv50 *card, unsigned index, struct model_bar *out);

/* As the machine's configuration cycles reach it; size 1, 2 or 4. Outside of it reads give ones. */
uint32_t config_read(const struct nv50 *card, unsigned offset, unsigned size);
void config_write(struct nv50 *card, unsigned offset, uint32_t value, unsigned size);

/* The port above has trained the link: at that speed, or the card's fastest. */
void config_retrain(struct nv50 *card, unsigned speed);

/* Through BAR0 at 0x088000. */
uint32_t config_mirror_read(struct nv50 *card, unsigned offset, unsigned size);
void config_mirror_write(struct nv50 *card, unsigned offset, uint32_t value, unsigned size);

#endif
