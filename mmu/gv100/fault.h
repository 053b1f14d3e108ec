/* mmu/gv100/fault.h: an entry of a fault buffer, packed and unpacked.
 *
 * Units   addresses in bytes; the time stamp in ns.
 * Errors  gmmu_fault_pack: ERR_RANGE, ERR_ALIGN (addresses are kept in units of 4 KiB).
 * Source  docs/hardware/gv100.md §6.2. */
#ifndef MMU_GV100_FAULT_H
#define MMU_GV100_FAULT_H

#include <stdbool.h>
#include <stdint.h>

#include "hw/err.h"
#include "hw/gv100/gmmu.h"

struct gmmu_fault {
    bool valid;
    uint64_t instance;         /* 64 bits */
    uint8_t instance_aperture; /* 0 vid, 2 coherent, 3 noncoherent */
    uint64_t address;          /* 64 bits; virtual or physical, as `access` says */
    uint8_t address_aperture;  /* of a physical address */
    uint64_t timestamp;
    uint16_t engine; /* enum gmmu_engine_id, or PTOP's; 9 bits */
    uint8_t type;    /* enum gmmu_fault_type; 5 bits */
    uint8_t client;  /* 7 bits: of the hub or of a GPC */
    bool from_hub;
    uint8_t gpc;    /* 5 bits */
    uint8_t access; /* enum gmmu_access_type; 4 bits */
    bool replayable, replayable_enabled;
};

enum err gmmu_fault_pack(const struct gmmu_fault *fault,
                         uint32_t words[GMMU_FAULT_WORDS]) MUST_CHECK;
void gmmu_fault_unpack(const uint32_t words[GMMU_FAULT_WORDS], struct gmmu_fault *fault);

#endif
