#include "mmu/gv100/fault.h"

static bool fits(const struct gmmu_fault *f)
{
    return FIELD_FITS(GMMU_FAULT0_INST_APERTURE, f->instance_aperture) &&
           FIELD_FITS(GMMU_FAULT2_ADDR_PHYS_APERTURE, f->address_aperture) &&
           FIELD_FITS(GMMU_FAULT6_ENGINE_ID, f->engine) &&
           FIELD_FITS(GMMU_FAULT7_FAULT_TYPE, f->type) &&
           FIELD_FITS(GMMU_FAULT7_CLIENT, f->client) && FIELD_FITS(GMMU_FAULT7_GPC_ID, f->gpc) &&
           FIELD_FITS(GMMU_FAULT7_ACCESS_TYPE, f->access);
}

/* Addresses lose no bits silently: one that is not aligned as the entry has it is refused. */
enum err gmmu_fault_pack(const struct gmmu_fault *f, uint32_t words[GMMU_FAULT_WORDS])
{
    if (!fits(f))
        return ERR_RANGE;
    if (f->instance & (uint32_t)~GMMU_FAULT0_INST_LO || f->address & (uint32_t)~GMMU_FAULT2_ADDR_LO)
        return ERR_ALIGN;
    words[0] = FIELD_PUT(GMMU_FAULT0_INST_APERTURE, (uint32_t)f->instance_aperture) |
               (uint32_t)f->instance;
    words[1] = (uint32_t)(f->instance >> 32);
    words[2] = FIELD_PUT(GMMU_FAULT2_ADDR_PHYS_APERTURE, (uint32_t)f->address_aperture) |
               (uint32_t)f->address;
    words[3] = (uint32_t)(f->address >> 32);
    words[4] = (uint32_t)f->timestamp;
    words[5] = (uint32_t)(f->timestamp >> 32);
    words[6] = f->engine;
    words[7] = FIELD_PUT(GMMU_FAULT7_FAULT_TYPE, (uint32_t)f->type) |
               FIELD_PUT(GMMU_FAULT7_REPLAYABLE_FAULT, (uint32_t)f->replayable) |
               FIELD_PUT(GMMU_FAULT7_CLIENT, (uint32_t)f->client) |
               FIELD_PUT(GMMU_FAULT7_ACCESS_TYPE, (uint32_t)f->access) |
               FIELD_PUT(GMMU_FAULT7_MMU_CLIENT_TYPE, (uint32_t)f->from_hub) |
               FIELD_PUT(GMMU_FAULT7_GPC_ID, (uint32_t)f->gpc) |
               FIELD_PUT(GMMU_FAULT7_REPLAYABLE_FAULT_EN, (uint32_t)f->replayable_enabled) |
               FIELD_PUT(GMMU_FAULT7_VALID, (uint32_t)f->valid);
    return OK;
}

void gmmu_fault_unpack(const uint32_t words[GMMU_FAULT_WORDS], struct gmmu_fault *fault)
{
    *fault = (struct gmmu_fault){
        .valid = words[7] & GMMU_FAULT7_VALID,
        .instance = (words[0] & GMMU_FAULT0_INST_LO) | (uint64_t)words[1] << 32,
        .instance_aperture = (uint8_t)FIELD_GET(GMMU_FAULT0_INST_APERTURE, words[0]),
        .address = (words[2] & GMMU_FAULT2_ADDR_LO) | (uint64_t)words[3] << 32,
        .address_aperture = (uint8_t)FIELD_GET(GMMU_FAULT2_ADDR_PHYS_APERTURE, words[2]),
        .timestamp = words[4] | (uint64_t)words[5] << 32,
        .engine = (uint16_t)FIELD_GET(GMMU_FAULT6_ENGINE_ID, words[6]),
        .type = (uint8_t)FIELD_GET(GMMU_FAULT7_FAULT_TYPE, words[7]),
        .client = (uint8_t)FIELD_GET(GMMU_FAULT7_CLIENT, words[7]),
        .from_hub = words[7] & GMMU_FAULT7_MMU_CLIENT_TYPE,
        .gpc = (uint8_t)FIELD_GET(GMMU_FAULT7_GPC_ID, words[7]),
        .access = (uint8_t)FIELD_GET(GMMU_FAULT7_ACCESS_TYPE, words[7]),
        .replayable = words[7] & GMMU_FAULT7_REPLAYABLE_FAULT,
        .replayable_enabled = words[7] & GMMU_FAULT7_REPLAYABLE_FAULT_EN,
    };
}
