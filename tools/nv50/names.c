#include "tools/nv50/names.h"

#include <string.h>

#include "hw/nv50/slots.h"
#include "mmu/fields.h"
#include "mmu/nv50/fault.h"

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

/* ---- slots of the VM, whose names hang on engine and client ---- */

static bool is_slot(const struct field *field)
{
    return strcmp(field->name, "slot") == 0;
}

const char *nv50_value_name(const struct field *field, const struct chip *chip,
                            const uint64_t *words)
{
    uint32_t record[FAULT_WORDS];
    struct vm_fault fault;

    if (!is_slot(field))
        return NULL;
    for (unsigned i = 0; i < FAULT_WORDS; i++)
        record[i] = (uint32_t)words[i];
    vm_fault_decode(nv50_chip_of(chip), record, &fault);
    for (const struct vm_slot *slot = vm_slots; slot < vm_slots + VM_SLOT_COUNT; slot++)
        if ((slot->chips & chip_bit(chip)) && slot->engine == fault.engine &&
            slot->client == fault.client && slot->slot == fault.slot)
            return slot->name;
    return NULL;
}

bool nv50_value_named(const struct field *field, const struct chip *chip, struct word name,
                      uint64_t *value)
{
    for (const struct vm_slot *slot = vm_slots; is_slot(field) && slot < vm_slots + VM_SLOT_COUNT;
         slot++)
        if ((slot->chips & chip_bit(chip)) && word_is(name, slot->name)) {
            *value = slot->slot;
            return true;
        }
    return false;
}
