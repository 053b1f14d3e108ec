/* tests/boots/rig/apps/late.c: a machine that protects its memory and has no memory when the card is taken, and some later. */
#include "tests/boots/rig/iommu.h"

EFI_STATUS efi_main(EFI_HANDLE image, EFI_SYSTEM_TABLE *table, uint64_t image_base)
{
    static struct rig rig;

    (void)image_base;
    if (!rig_open(&rig, image, table) || !iommu_install(&rig, IOMMU_NOTHING_FIRST))
        return EFI_ABORTED;
    return rig_start(&rig, table);
}
