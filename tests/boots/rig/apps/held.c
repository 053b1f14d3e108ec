/* tests/boots/rig/apps/held.c: a driver of the machine's firmware that holds the card and does not let go. */
#include "tests/boots/rig/driver.h"

EFI_STATUS efi_main(EFI_HANDLE image, EFI_SYSTEM_TABLE *table, uint64_t image_base)
{
    static struct rig rig;

    (void)image_base;
    if (!rig_open(&rig, image, table) || !driver_hold(&rig, EFI_DEVICE_ERROR))
        return EFI_ABORTED;
    return rig_start(&rig, table);
}
