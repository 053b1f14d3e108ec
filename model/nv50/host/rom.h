/* model/nv50/host/rom.h: the expansion ROM.
 *
 * Shape   the image that the adapter lends, or the model's own (vbios.h). A lent image of a real board for this
 *         chip makes the card that board: its ids, its straps, and memory that its scripts start (start.h). One
 *         that the model made, or of another chip, changes nothing else.
 * Source  docs/hardware/devinit.md §1.2, §1.4, §7.1. */
#ifndef MODEL_NV50_HOST_ROM_H
#define MODEL_NV50_HOST_ROM_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

struct nv50;

bool rom_init(struct nv50 *card, const uint8_t *image, size_t size);
/* Loads the straps and the list of registers that the hardware takes from a given board's ROM at
 * reset. */
void rom_power_on(struct nv50 *card);
/* The VBIOS's copy at the end of VRAM, which a VBIOS that has run leaves there. */
void rom_shadow(struct nv50 *card);

/* Whether PROM is at this offset of BAR0. */
bool rom_answers(const struct nv50 *card, uint32_t offset);
/* Through PROM. */
uint32_t rom_read(struct nv50 *card, uint32_t offset);

#endif
