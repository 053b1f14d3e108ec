/* model/nv50/vm/fault.h: the record of the first VM fault.
 *
 * Shape   the unit that asked the VM gets the failure and raises its own interrupt; the record
 *         keeps the first failure since the last acknowledge.
 * Source  docs/hardware/tesla-vm.md §2. */
#ifndef MODEL_NV50_VM_FAULT_H
#define MODEL_NV50_VM_FAULT_H

#include <stdbool.h>
#include <stdint.h>

#include "hw/nv50/vm.h"

struct nv50;
struct vm_access;

struct fault_latch {
    bool pending;
    uint8_t index;
    uint32_t words[FAULT_WORDS];
};

void fault_reset(struct nv50 *card);
/* `at` is the sum of the DMA object's base and the offset. */
void fault_raise(struct nv50 *card, const struct vm_access *access, enum vm_fault_reason reason,
                 uint64_t at);

/* The registers VM_FAULT and VM_FAULT_DATA. */
uint32_t fault_read_control(struct nv50 *card, uint32_t offset, uint32_t stored);
void fault_write_control(struct nv50 *card, uint32_t offset, uint32_t value);
uint32_t fault_read_data(struct nv50 *card, uint32_t offset, uint32_t stored);

#endif
