/* tests/boots/rig/apps/halving.c: a machine that protects its memory and maps half of each piece to the card. */
#include "tests/boots/rig/iommu.h"

RIG_APPLICATION(iommu_install(&rig, IOMMU_HALF_MAPPING))
