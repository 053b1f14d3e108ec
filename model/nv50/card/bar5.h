/* model/nv50/card/bar5.h: the I/O ports that reach BAR0, BAR1 and BAR3 by address and data.
 * Source  docs/hardware/tesla-mmio.md §1.3. */
#ifndef MODEL_NV50_CARD_BAR5_H
#define MODEL_NV50_CARD_BAR5_H

#include <stdint.h>

struct nv50;

#define BAR5_PAIRS 3

struct bar5 {
    uint32_t master, data_enable;
    uint32_t address[BAR5_PAIRS], data[BAR5_PAIRS]; /* BAR0, BAR1, BAR3 */
};

uint32_t bar5_read(struct nv50 *card, uint32_t port);
void bar5_write(struct nv50 *card, uint32_t port, uint32_t value);

#endif
