/* tests/boots/rig/apps/late.c: a machine that protects its memory and has no memory when the card is taken, and some later. */
#include "tests/boots/rig/iommu.h"

RIG_APPLICATION(iommu_install(&rig, IOMMU_NOTHING_FIRST))
