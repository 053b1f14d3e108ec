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

enum err vm_fault_encode(const struct nv50_chip *chip, const struct vm_fault *fault,
                         uint32_t words[FAULT_WORDS])
{
    const struct status_masks m = status_masks(chip);

    if (!FIELD_FITS(m.engine, fault->engine) || !FIELD_FITS(m.reason, fault->reason) ||
        !FIELD_FITS(m.client, fault->client) || !FIELD_FITS(m.slot, fault->slot) ||
        fault->at.v >> ADDRESS_BITS)
        return ERR_RANGE;
    words[0] = FIELD_PUT(m.engine, (uint32_t)fault->engine) |
               FIELD_PUT(m.reason, (uint32_t)fault->reason) |
               FIELD_PUT(m.client, (uint32_t)fault->client) |
               FIELD_PUT(m.slot, (uint32_t)fault->slot);
    words[1] = FIELD_PUT(FAULT1_CHANNEL_LOW, fault->channel);
    words[2] = FIELD_PUT(FAULT2_CHANNEL_HIGH, fault->channel >> 16);
    words[3] = FIELD_PUT(FAULT3_ADDRESS_LOW, (uint32_t)fault->at.v);
    words[4] = FIELD_PUT(FAULT4_ADDRESS_MID, (uint32_t)(fault->at.v >> 16));
    words[5] = FIELD_PUT(FAULT5_ADDRESS_HIGH, (uint32_t)(fault->at.v >> 32)) |
               FIELD_PUT(FAULT5_READ, (uint32_t)fault->read);
    return OK;
}
