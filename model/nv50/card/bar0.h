/* model/nv50/card/bar0.h: the layout of BAR0: registers, the PMEM window, PROM, byte ports.
 * Source  docs/hardware/tesla-mmio.md §0.1. */
#ifndef MODEL_NV50_CARD_BAR0_H
#define MODEL_NV50_CARD_BAR0_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

struct nv50;

/* size 1, 2 or 4, not crossing a 32-bit word. */
uint32_t bar0_read(struct nv50 *card, uint32_t offset, unsigned size);
void bar0_write(struct nv50 *card, uint32_t offset, uint32_t value, unsigned size);
/* Many bytes inside the PMEM window at once; false: they lie elsewhere. */
bool bar0_read_block(struct nv50 *card, uint64_t offset, void *bytes, size_t size);
bool bar0_write_block(struct nv50 *card, uint64_t offset, const void *bytes, size_t size);

#endif
