/* model/gv100/window/vbios.h: the ROM of a card without an image file: PCI headers, BIT, the tables of a board
 * that has no outputs, and an image with the program that starts it (starter.h).
 *
 * Source  docs/hardware/devinit.md for the common tables; which of them a driver of this chip asks for was observed
 *         (docs/hardware/gv100.md §8.5). */
#ifndef MODEL_GV100_WINDOW_VBIOS_H
#define MODEL_GV100_WINDOW_VBIOS_H

#include <stddef.h>
#include <stdint.h>

struct gv100;

/* The UEFI driver in the ROM, which is made with the firmware's own tools (tests/boots/rig/rom/driver.c). */
extern const uint8_t card_driver[];
extern const size_t card_driver_size;

/* Writes the images; the rest of the ROM stays erased. */
void gv_vbios_build(const struct gv100 *card, uint8_t *bytes);

#endif
