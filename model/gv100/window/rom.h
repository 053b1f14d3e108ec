/* model/gv100/window/rom.h: the expansion ROM, which PROM in BAR0 and the ROM BAR show.
 *
 * Source  docs/hardware/gv100.md §1.1, §8.5. */
#ifndef MODEL_GV100_WINDOW_ROM_H
#define MODEL_GV100_WINDOW_ROM_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

struct gv100;

/* Takes the image, or makes the model's own if it is null. False: no memory. */
bool gv_rom_init(struct gv100 *card, const uint8_t *image, size_t size);

/* The word of PROM at this offset of BAR0. */
uint32_t gv_rom_read(const struct gv100 *card, uint32_t offset);

#endif
