/* hw/nv50/fields.h: the structures of the NV50 family in memory, with every field of each.
 *
 * Units   as in hw/fields.h; addresses in bytes.
 * Source  docs/hardware/tesla-vm.md §1.3, §1.7, §1.8, §2.2, tesla-mmio.md §4.2 to §4.4. */
#ifndef HW_NV50_FIELDS_H
#define HW_NV50_FIELDS_H

#include "hw/fields.h"

enum nv50_structure {
    NV50_STRUCTURE_DMAOBJ,
    NV50_STRUCTURE_PDE,
    NV50_STRUCTURE_PTE,
    NV50_STRUCTURE_CHANNEL,
    NV50_STRUCTURE_FAULT,
    NV50_STRUCTURE_RAMFC,
    NV50_STRUCTURE_RAMHT,
    NV50_STRUCTURE_COUNT
};

/* By enum nv50_structure. */
extern const struct structure nv50_structures[NV50_STRUCTURE_COUNT];

#endif
