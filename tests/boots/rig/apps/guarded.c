/* tests/boots/rig/apps/guarded.c: a machine that protects its memory against DMA, with a driver on the card. */
#include "tests/boots/rig/driver.h"
#include "tests/boots/rig/iommu.h"

RIG_APPLICATION(iommu_install(&rig, IOMMU_NONE) && driver_hold(&rig, EFI_SUCCESS))
