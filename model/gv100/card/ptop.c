#include "model/gv100/card/ptop.h"

#include "hw/gv100/ptop.h"
#include "model/gv100/base/card.h"

static const struct reg_row rows[] = {
    MANY(PTOP_DEVICE_INFO, 4),
};

const struct reg_block gv_ptop_regs = { rows, ARRAY_SIZE(rows) };

/* The word with CHAIN clear is the last one of its device. */
static uint32_t data_word(const struct gv100 *card, const struct topology_device *device)
{
    const uint32_t word = (device->base & PTOP_DEVICE_INFO_DATA_PRI_BASE) |
                          FIELD_PUT(PTOP_DEVICE_INFO_DATA_INST_ID, (uint32_t)device->instance) |
                          PTOP_DEVICE_INFO_ENTRY_DATA;
    uint32_t fault_id = device->fault_id;

    if (fault_id == DEVICE_NONE)
        return word;
    if (device->type == PTOP_DEVICE_INFO_TYPE_ENUM_LCE && card->broken[DEFECT_PTOP_FAULT_ID_WRONG])
        fault_id ^= 0x40;
    return word | FIELD_PUT(PTOP_DEVICE_INFO_DATA_FAULT_ID_ENUM, fault_id) |
           PTOP_DEVICE_INFO_DATA_FAULT_ID;
}

static uint32_t numbers_word(const struct gv100 *card, const struct topology_device *device)
{
    const bool lost =
        device->type == PTOP_DEVICE_INFO_TYPE_ENUM_LCE && card->broken[DEFECT_PTOP_RUNLIST_LOST];
    uint32_t word = PTOP_DEVICE_INFO_ENTRY_ENUM | PTOP_DEVICE_INFO_INTR |
                    FIELD_PUT(PTOP_DEVICE_INFO_INTR_ENUM, (uint32_t)device->interrupt_bit);

    if (device->reset_bit != DEVICE_NONE)
        word |= PTOP_DEVICE_INFO_RESET |
                FIELD_PUT(PTOP_DEVICE_INFO_RESET_ENUM, (uint32_t)device->reset_bit);
    if (device->engine == DEVICE_NONE)
        return word;
    return word | PTOP_DEVICE_INFO_ENGINE | (lost ? 0 : PTOP_DEVICE_INFO_RUNLIST) |
           FIELD_PUT(PTOP_DEVICE_INFO_ENGINE_ENUM, (uint32_t)device->engine) |
           FIELD_PUT(PTOP_DEVICE_INFO_RUNLIST_ENUM, (uint32_t)device->runlist);
}

static uint32_t type_word(const struct topology_device *device)
{
    return FIELD_PUT(PTOP_DEVICE_INFO_TYPE_ENUM, (uint32_t)device->type) |
           PTOP_DEVICE_INFO_ENTRY_ENGINE_TYPE;
}

static void put(struct gv100 *card, unsigned at, uint32_t word)
{
    if (at < PTOP_DEVICE_INFO_COUNT)
        gv_set_reg(card, PTOP_DEVICE_INFO(at), word);
}

/* Words that are not valid end no device, nor a chain. */
void gv_ptop_power_on(struct gv100 *card)
{
    for (unsigned i = 0; i < card->topology.devices; i++) {
        const struct topology_device *const device = &card->topology.device[i];
        const uint32_t data = data_word(card, device), numbers = numbers_word(card, device);
        const uint32_t chain = PTOP_DEVICE_INFO_CHAIN, type = type_word(device);
        const unsigned at = device->word;

        if (card->topology.data_first) {
            const unsigned hole = device->type == PTOP_DEVICE_INFO_TYPE_ENUM_SEC;

            put(card, at, data | chain);
            put(card, at + hole + 1, numbers | chain);
            put(card, at + hole + 2, type);
        } else {
            put(card, at, numbers | chain);
            put(card, at + 1, type | chain);
            put(card, at + 2, data);
        }
    }
}
