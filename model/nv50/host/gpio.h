/* model/nv50/host/gpio.h: the levels of the board's lines, the fan on one of them, and its tachometer on another.
 *
 * Shape   a line that the card drives has the level that it drives. Of the others the tachometer's changes with
 *         the turns of the fan, resistors pull those of the core's voltage, and the rest keep the stored level.
 * Source  docs/hardware/board-sensors.md §2.4, §5, §6.1, §12. */
#ifndef MODEL_NV50_HOST_GPIO_H
#define MODEL_NV50_HOST_GPIO_H

#include <stdint.h>

struct nv50;

/* After the registers have their values of a posted card. */
void lines_power_on(struct nv50 *card);
/* A word of eight lines. */
uint32_t lines_read(struct nv50 *card, uint32_t offset, uint32_t stored);
/* The value of GT215's counter of the tachometer. */
uint32_t lines_read_pulses(struct nv50 *card, uint32_t offset, uint32_t stored);

#endif
