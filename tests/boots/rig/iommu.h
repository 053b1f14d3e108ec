/* tests/boots/rig/iommu.h: an IOMMU protocol for the machine's firmware, in front of a card with guard=on.
 *
 * Shape   memory that the card's driver maps gets an address that is not the CPU's; the guard is told of
 *         it when PciBus opens the mapping to the card (SetAttribute), and again when it is unmapped. All
 *         other devices keep the CPU's addresses: QEMU protects nothing from them. A complaint names each call that the
 *         card's driver makes in the wrong order.
 * Source  docs/hardware/uefi-on-machines.md §2.2, §2.3. */
#pragma once

#include "tests/boots/rig/rig.h"

/* The machine's complaint about the card's driver. */
enum iommu_grudge {
    IOMMU_NONE,
    IOMMU_NO_MAPPING,     /* it gets memory, and no mapping of it */
    IOMMU_HALF_MAPPING,   /* half of each piece is mapped */
    IOMMU_NOTHING_FIRST,  /* the first piece of memory is refused, later ones are not */
    IOMMU_NOTHING_FURTHER /* the first piece is all that it gets */
};

bool iommu_install(struct rig *rig, enum iommu_grudge grudge);
/* Whether the card's driver holds memory, and so the card. */
bool iommu_in_use(void);
