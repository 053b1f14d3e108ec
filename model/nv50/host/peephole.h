/* model/nv50/host/peephole.h: PEEPHOLE's write port and read-write port.
 *
 * Source  docs/hardware/tesla-mmio.md §3.9. */
#ifndef MODEL_NV50_HOST_PEEPHOLE_H
#define MODEL_NV50_HOST_PEEPHOLE_H

#include <stdint.h>

struct nv50;

void peephole_write_ctrl(struct nv50 *card, uint32_t offset, uint32_t value);
void peephole_write_address(struct nv50 *card, uint32_t offset, uint32_t value);
void peephole_write_data(struct nv50 *card, uint32_t offset, uint32_t value);
uint32_t peephole_rw_read(struct nv50 *card, uint32_t offset, uint32_t stored);
void peephole_rw_write(struct nv50 *card, uint32_t offset, uint32_t value);

#endif
