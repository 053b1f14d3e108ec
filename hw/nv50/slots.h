/* hw/nv50/slots.h: every (engine, client, slot) triple that can ask the VM, and the names of engines,
 * clients and fault reasons.
 *
 * Shape   a triple may stand twice, for different chipsets; `chips` is a mask of CHIP_BIT().
 * Source  docs/hardware/tesla-vm.md §1.1, tesla-engines.md §1. */
#ifndef HW_NV50_SLOTS_H
#define HW_NV50_SLOTS_H

#include <stdint.h>

#include "hw/fields.h"
#include "hw/nv50/chip.h"
#include "hw/nv50/vm.h"

struct vm_slot {
    uint8_t engine; /* enum vm_engine */
    uint8_t client; /* enum vm_client */
    uint8_t slot;
    const char *name; /* "BAR1_READ" */
    uint32_t chips;
};

#define VM_SLOT_COUNT        137
#define VM_ENGINE_NAME_COUNT 19
#define VM_CLIENT_NAME_COUNT 21
#define VM_FAULT_NAME_COUNT  10

/* Where a FIFO engine finds the context object of a channel: a fixed selector (tesla-vm.md §1.4). */
struct vm_context {
    uint8_t engine; /* enum vm_engine */
    uint16_t selector;
    uint32_t chips;
};

#define VM_CONTEXT_COUNT 11

extern const struct vm_context vm_contexts[VM_CONTEXT_COUNT];
extern const struct vm_slot vm_slots[VM_SLOT_COUNT];
extern const struct field_value
    vm_engine_names[VM_ENGINE_NAME_COUNT]; /* of enum vm_engine: "PSEC" */
extern const struct field_value vm_client_names[VM_CLIENT_NAME_COUNT]; /* of enum vm_client */
extern const struct field_value
    vm_fault_names[VM_FAULT_NAME_COUNT]; /* of enum vm_fault_reason: "NO_CHANNEL" */

#endif
