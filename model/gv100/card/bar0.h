/* model/gv100/card/bar0.h: the registers' BAR: windows in it, tables that units keep themselves, and all other
 * registers.
 *
 * Units   bytes; sizes of 1, 2 or 4. */
#ifndef MODEL_GV100_CARD_BAR0_H
#define MODEL_GV100_CARD_BAR0_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

struct gv100;

uint32_t gv_bar0_read(struct gv100 *card, uint32_t offset, unsigned size);
void gv_bar0_write(struct gv100 *card, uint32_t offset, uint32_t value, unsigned size);

/* False: the block does not lie in a window into memory, and has to go word by word. */
bool gv_bar0_read_block(struct gv100 *card, uint64_t offset, void *bytes, size_t size);
bool gv_bar0_write_block(struct gv100 *card, uint64_t offset, const void *bytes, size_t size);

#endif
