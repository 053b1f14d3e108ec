/* tests/boots/rig/apps/slow.c: firmware whose Stall takes four times as long as was asked. */
#include "tests/boots/rig/stall.h"

EFI_STATUS efi_main(EFI_HANDLE image, EFI_SYSTEM_TABLE *table, uint64_t image_base)
{
    static struct rig rig;

    (void)image_base;
    if (!rig_open(&rig, image, table))
        return EFI_ABORTED;
    return stall_start(&rig, 4, 1);
}
