/* model/gv100/window/vbios.h: the ROM of a card without an image file: PCI headers, BIT, the tables of a board
 * that is started already and has no outputs.
 *
 * Source  docs/hardware/devinit.md for the common tables; which of them a driver of this chip asks for was observed
 *         (docs/hardware/gv100.md §8.5). */
#ifndef MODEL_GV100_WINDOW_VBIOS_H
#define MODEL_GV100_WINDOW_VBIOS_H

#include <stdint.h>

struct gv100;

#define VBIOS_SIZE 0x1000u /* of the image, bytes */

/* Fills VBIOS_SIZE bytes. */
void gv_vbios_build(const struct gv100 *card, uint8_t *bytes);

#endif
