/* model/nv50/vm/memory.h: memory as the card reaches it, without translation.
 *
 * Units   bytes; addresses as they leave the VM: 32 bits in VRAM, 40 on the bus.
 * Errors  none: a read that fails gives all ones, a write that fails is dropped; past the end of
 *         VRAM a read gives 0.
 * Source  docs/hardware/tesla-vm.md §1.2, §1.10, devinit.md §7.2. */
#ifndef MODEL_NV50_VM_MEMORY_H
#define MODEL_NV50_VM_MEMORY_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#include "hw/addr.h"

struct nv50;

/* Who asks, as far as counters of memory traffic tell requesters apart. */
enum traffic { TRAFFIC_OTHER, TRAFFIC_HOST, TRAFFIC_DISPATCH };

/* How memory is looked at: encryption counts in system memory, all else in VRAM. */
struct mapping {
    uint8_t type;
    bool long_cycle;
    uint8_t compression; /* enum compression */
    uint16_t tag;
    bool encrypted;
    enum traffic from;
};

void memory_read(struct nv50 *card, linear_addr at, struct mapping mapping, void *bytes,
                 size_t size);
void memory_write(struct nv50 *card, linear_addr at, struct mapping mapping, const void *bytes,
                  size_t size);

/* Words as they lie, without a mapping. */
uint32_t memory_read32(struct nv50 *card, linear_addr at);
void memory_write32(struct nv50 *card, linear_addr at, uint32_t value);
uint64_t memory_read64(struct nv50 *card, linear_addr at);

#endif
