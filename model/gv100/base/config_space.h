/* model/gv100/base/config_space.h: PCI configuration space of function 0, its copy in BAR0, and the BARs.
 *
 * Shape   the bytes (model/common/config_bytes.h) as a card has them after power-on, and the effects of writes to some
 *         of them.
 * Source  docs/hardware/gv100.md §1.1. */
#ifndef MODEL_GV100_BASE_CONFIG_SPACE_H
#define MODEL_GV100_BASE_CONFIG_SPACE_H

#include <stdbool.h>
#include <stdint.h>

#include "model/model.h"

struct gv100;

#define BAR_PORTS 5 /* the BAR of I/O ports */

#define PCFG_MIRROR      0x088000
#define PCFG_MIRROR_SIZE 0x1000

void gv_config_power_on(struct gv100 *card);

uint16_t gv_config_device_id(const struct gv100 *card);
/* A packet came broken over the link, and was sent again. */
void gv_config_link_error(struct gv100 *card);

bool gv_config_bus_master(const struct gv100 *card);
bool gv_config_msi_enabled(const struct gv100 *card);

/* False: the card has no such BAR. */
bool gv_config_bar(const struct gv100 *card, unsigned index, struct model_bar *out);

/* The port has trained the link anew, and can do this speed, as Link Status has it; GV100 does 8 GT/s at most. */
void gv_config_retrain(struct gv100 *card, unsigned speed);

/* As the machine's configuration cycles reach it; size 1, 2 or 4. Outside of it reads give ones. */
uint32_t gv_config_read(const struct gv100 *card, unsigned offset, unsigned size);
void gv_config_write(struct gv100 *card, unsigned offset, uint32_t value, unsigned size);

/* Through BAR0 at PCFG_MIRROR. */
uint32_t gv_config_mirror_read(struct gv100 *card, unsigned offset, unsigned size);
void gv_config_mirror_write(struct gv100 *card, unsigned offset, uint32_t value, unsigned size);

#endif
