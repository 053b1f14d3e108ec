/* mmu/nv50/dmaobj.h: DMA objects, the first stage of translation.
 *
 * Shape   six 32-bit words in memory; everyone else sees the plain struct.
 * Units   bytes. `limit` is an absolute address in the space of base + offset, not a length.
 * Errors  dmaobj_pack: ERR_RANGE if a value does not fit its field, or if the chipset has no such
 *         field (encryption on G80).
 * Source  docs/hardware/tesla-vm.md §1.8, §1.9, tesla-mmio.md §3.7.2. */
#ifndef MMU_NV50_DMAOBJ_H
#define MMU_NV50_DMAOBJ_H

#include <stdbool.h>
#include <stdint.h>

#include "hw/addr.h"
#include "hw/err.h"
#include "hw/nv50/chip.h"
#include "hw/nv50/vm.h"

struct dmaobj {
    uint16_t class_id;            /* the VM ignores it */
    uint8_t target;               /* enum dmaobj_target */
    uint8_t access;               /* enum dmaobj_access */
    uint8_t privilege;            /* enum dmaobj_privilege: who may touch the pages */
    uint8_t type;                 /* storage type, 0x7f from the PTE */
    uint8_t compression;          /* enum compression */
    bool supervisor;              /* accesses through it are privileged (tesla-vm.md §3) */
    uint64_t base;                /* 40 bits */
    uint64_t limit;               /* 40 bits */
    uint16_t tag_base, tag_limit; /* unpaged compressed VRAM; cells */
    uint16_t compression_base;    /* bits 31:16 of a linear VRAM address */
    uint8_t cycle;                /* enum dmaobj_cycle */
    uint8_t encryption;           /* enum dmaobj_encryption */
};

enum err dmaobj_pack(const struct nv50_chip *chip, const struct dmaobj *obj,
                     uint32_t words[DMAOBJ_WORDS]) MUST_CHECK;
void dmaobj_unpack(const struct nv50_chip *chip, const uint32_t words[DMAOBJ_WORDS],
                   struct dmaobj *obj);

#endif
