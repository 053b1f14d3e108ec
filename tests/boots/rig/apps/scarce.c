/* tests/boots/rig/apps/scarce.c: a machine that protects its memory and gives one piece of it to the card and no more. */
#include "tests/boots/rig/iommu.h"

RIG_APPLICATION(iommu_install(&rig, IOMMU_NOTHING_FURTHER))
