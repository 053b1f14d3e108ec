/* tests/boots/rig/apps/refusing.c: a machine that protects its memory and maps none of it to the card. */
#include "tests/boots/rig/iommu.h"

EFI_STATUS efi_main(EFI_HANDLE image, EFI_SYSTEM_TABLE *table, uint64_t image_base)
{
    static struct rig rig;

    (void)image_base;
    if (!rig_open(&rig, image, table) || !iommu_install(&rig, IOMMU_NO_MAPPING))
        return EFI_ABORTED;
    return rig_start(&rig, table);
}
