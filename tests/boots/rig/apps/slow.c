/* tests/boots/rig/apps/slow.c: firmware whose Stall takes four times as long as was asked. */
#include "tests/boots/rig/stall.h"

EFI_STATUS efi_main(EFI_HANDLE image, EFI_SYSTEM_TABLE *table, uint64_t image_base)
{
    (void)image_base;
    return stall_start(image, table, 4, 1);
}
