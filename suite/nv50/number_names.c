#include "suite/nv50/number_names.h"

#include "hw/nv50/slots.h"
#include "mmu/fields.h"

static const char *slot_name(uint32_t chip, uint8_t engine, uint8_t client, uint8_t slot)
{
    for (unsigned i = 0; i < VM_SLOT_COUNT; i++)
        if (vm_slots[i].engine == engine && vm_slots[i].client == client &&
            vm_slots[i].slot == slot && (vm_slots[i].chips & chip))
            return vm_slots[i].name;
    return NULL;
}

static void named(struct text *text, const char *name, const char *what, unsigned number)
{
    if (name)
        text_string(text, name);
    else
        text_format(text, "%s 0x%x", what, number);
}

void words_requester(struct text *text, const struct nv50_chip *chip, uint8_t engine,
                     uint8_t client, uint8_t slot)
{
    const uint32_t bit = chip_bit(&chip->chip);

    named(text, value_name(vm_engine_names, VM_ENGINE_NAME_COUNT, bit, engine), "engine", engine);
    text_char(text, '/');
    named(text, value_name(vm_client_names, VM_CLIENT_NAME_COUNT, bit, client), "client", client);
    text_char(text, ' ');
    named(text, slot_name(bit, engine, client, slot), "slot", slot);
}

const char *words_reason(uint8_t reason)
{
    const char *const name = value_name(vm_fault_names, VM_FAULT_NAME_COUNT, CHIPS_ALL, reason);

    return name ? name : "unknown reason";
}

const char *words_target(enum target target)
{
    static const char *const names[] = {
        [TARGET_VRAM] = "VRAM",
        [TARGET_INVALID] = "no memory",
        [TARGET_SYSRAM_SNOOP] = "SYSRAM_SNOOP",
        [TARGET_SYSRAM_NOSNOOP] = "SYSRAM_NOSNOOP",
    };

    return names[target];
}

const char *words_mhz(uint32_t khz, char words[MHZ_WORDS])
{
    struct text text = text_in(words, MHZ_WORDS);

    if (khz)
        text_format(&text, "%u.%u MHz", khz / 1000, khz / 100 % 10);
    else
        text_string(&text, "unknown");
    return words;
}
