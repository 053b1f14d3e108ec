#include "mmu/nv50/fault.h"

/* Where the status fields stand in word 0. */
struct status_masks {
    uint32_t engine, reason, client, slot;
};

static struct status_masks status_masks(const struct nv50_chip *chip)
{
    switch ((enum fault_format)chip->fault_format) {
    case FAULT_FIELDS_8BIT:
        return (struct status_masks){ FAULT0_8BIT_ENGINE, FAULT0_8BIT_REASON, FAULT0_8BIT_CLIENT,
                                      FAULT0_8BIT_SLOT };
    case FAULT_FIELDS_4BIT:
        break;
    }
    return (struct status_masks){ FAULT0_4BIT_ENGINE, FAULT0_4BIT_REASON, FAULT0_4BIT_CLIENT,
                                  FAULT0_4BIT_SLOT };
}

void vm_fault_decode(const struct nv50_chip *chip, const uint32_t words[FAULT_WORDS],
                     struct vm_fault *fault)
{
    const struct status_masks m = status_masks(chip);

    *fault = (struct vm_fault){
        .engine = (uint8_t)FIELD_GET(m.engine, words[0]),
        .client = (uint8_t)FIELD_GET(m.client, words[0]),
        .slot = (uint8_t)FIELD_GET(m.slot, words[0]),
        .reason = (uint8_t)FIELD_GET(m.reason, words[0]),
        .channel = FIELD_GET(FAULT1_CHANNEL_LOW, words[1]) |
                   FIELD_GET(FAULT2_CHANNEL_HIGH, words[2]) << 16,
        .at = { FIELD_GET(FAULT3_ADDRESS_LOW, words[3]) |
                FIELD_GET(FAULT4_ADDRESS_MID, words[4]) << 16 |
                (uint64_t)FIELD_GET(FAULT5_ADDRESS_HIGH, words[5]) << 32 },
        .read = words[5] & FAULT5_READ,
    };
}
