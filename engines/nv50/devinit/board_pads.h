/* engines/nv50/devinit/board_pads.h: the board's lines and ports, by the registers that drive them. A world uses them for its
 * callbacks `gpio` and `i2c`.
 *
 * Units   microseconds.
 * Errors  those of the register callback; pads_i2c: ERR_NOT_FOUND, no device answered or no display is connected,
 *         ERR_TIMEOUT, a device holds the clock or a display does not reply, or asks
 *         for more time again and again; ERR_RIG, another master drives the lines (careful transfers alone).
 * Source  docs/hardware/devinit.md §2.5, §4.5 (GPIO_ALL), board-sensors.md §2.1, §2.3. */
#ifndef ENGINES_NV50_DEVINIT_BOARD_PADS_H
#define ENGINES_NV50_DEVINIT_BOARD_PADS_H

#include "engines/nv50/devinit/devinit.h"

/* Both go through world->reg and world->wait. */
enum err pads_gpio(const struct devinit_world *world, const struct gpio_entry *entry) MUST_CHECK;
enum err pads_i2c(const struct devinit_world *world, const struct devinit_i2c *transfer) MUST_CHECK;
/* The transfer of pads_i2c on an AUX channel, between switching the pad there and back. */
enum err pads_aux(const struct devinit_world *world, const struct devinit_i2c *transfer) MUST_CHECK;

#endif
