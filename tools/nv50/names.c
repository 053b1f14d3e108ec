#include "tools/nv50/names.h"

#include "hw/nv50/slots.h"
#include "mmu/fields.h"

const char *target_name(enum target target)
{
    switch (target) {
    case TARGET_VRAM:
        return "VRAM";
    case TARGET_SYSRAM_SNOOP:
        return "SYSRAM_SNOOP";
    case TARGET_SYSRAM_NOSNOOP:
        return "SYSRAM_NOSNOOP";
    case TARGET_INVALID:
        break;
    }
    return "target 1";
}

const char *fault_name(uint8_t reason)
{
    const char *const name = value_name(vm_fault_names, VM_FAULT_NAME_COUNT, CHIPS_ALL, reason);

    return name ? name : "UNKNOWN";
}

const char *structure_name(enum translation_structure structure)
{
    switch (structure) {
    case STRUCTURE_PDE:
        return "PDE";
    case STRUCTURE_PTE:
        return "PTE";
    case STRUCTURE_DMAOBJ:
        break;
    }
    return "DMA object";
}
