/* model/nv50/card/bars.h: accesses by BAR: to registers and PMEM (bar0.h), windows, or ports (bar5.h).
 *
 * Units   bytes; size 1, 2, 4 or 8.
 * Errors  none: a read that nothing answers gives ones. */
#ifndef MODEL_NV50_CARD_BARS_H
#define MODEL_NV50_CARD_BARS_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

struct model;

uint64_t bar_read(struct model *model, unsigned bar, uint64_t offset, unsigned size);
void bar_write(struct model *model, unsigned bar, uint64_t offset, uint64_t value, unsigned size);

/* Many bytes at once, as if by ascending accesses of 8 bytes through a window and of 4 elsewhere. */
bool bar_read_block(struct model *model, unsigned bar, uint64_t offset, void *bytes, size_t size);
bool bar_write_block(struct model *model, unsigned bar, uint64_t offset, const void *bytes,
                     size_t size);

#endif
