/* model/gv100/card/bars.h: accesses that reach the card through its BARs.
 *
 * Units   bytes; single accesses have 1, 2, 4 or 8. */
#ifndef MODEL_GV100_CARD_BARS_H
#define MODEL_GV100_CARD_BARS_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

struct model;

uint64_t gv_bar_read(struct model *model, unsigned bar, uint64_t offset, unsigned size);
void gv_bar_write(struct model *model, unsigned bar, uint64_t offset, uint64_t value,
                  unsigned size);
bool gv_bar_read_block(struct model *model, unsigned bar, uint64_t offset, void *bytes,
                       size_t size);
bool gv_bar_write_block(struct model *model, unsigned bar, uint64_t offset, const void *bytes,
                        size_t size);

#endif
