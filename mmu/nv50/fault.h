/* mmu/nv50/fault.h: the VM fault record, six words into one struct and back.
 *
 * Units   address in bytes, 40 bits; the channel as its descriptor.
 * Source  docs/hardware/tesla-vm.md §2.2. */
#ifndef MMU_NV50_FAULT_H
#define MMU_NV50_FAULT_H

#include <stdbool.h>
#include <stdint.h>

#include "hw/addr.h"
#include "hw/err.h"
#include "hw/nv50/chip.h"
#include "hw/nv50/vm.h"

struct vm_fault {
    uint8_t engine; /* enum vm_engine */
    uint8_t client; /* enum vm_client */
    uint8_t slot;
    uint8_t reason;   /* enum vm_fault_reason */
    uint32_t channel; /* descriptor */
    virtual_addr at;  /* base + offset; the offset alone for NULL_DMAOBJ (unverified E13) */
    bool read;
};

void vm_fault_decode(const struct nv50_chip *chip, const uint32_t words[FAULT_WORDS],
                     struct vm_fault *fault);

#endif
