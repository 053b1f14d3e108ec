/* tests/boots/rig/apps/refusing.c: a machine that protects its memory and maps none of it to the card. */
#include "tests/boots/rig/iommu.h"

RIG_APPLICATION(iommu_install(&rig, IOMMU_NO_MAPPING))
