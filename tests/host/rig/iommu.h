/* tests/host/rig/iommu.h: an IOMMU protocol for the machine's firmware, in front of a card with guard=on.
 *
 * Shape   memory that the card's driver maps gets an address that is not the CPU's; the guard is told of
 *         it when PciBus opens the mapping to the card (SetAttribute), and again when it is unmapped. All
 *         other devices keep the CPU's addresses: QEMU protects nothing from them. What the card's driver
 *         does in the wrong order is complained of.
 * Source  docs/hardware/uefi-on-machines.md §2.2, §2.3. */
#ifndef TESTS_HOST_RIG_IOMMU_H
#define TESTS_HOST_RIG_IOMMU_H

#include "tests/host/rig/rig.h"

/* refuse: the card's driver gets memory, and no mapping of it. */
bool iommu_install(struct rig *rig, bool refuse);

#endif
