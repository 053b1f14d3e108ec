/* tests/boots/rig/apps/slow.c: firmware with a wrong idea of its own clock: a Stall takes four times as long as was asked. */
#include "tests/boots/rig/rig.h"

static EFI_BOOT_SERVICES services;

static EFI_STATUS EFIAPI stall(UINTN us)
{
    return services.Stall(4 * us);
}

EFI_STATUS efi_main(EFI_HANDLE image, EFI_SYSTEM_TABLE *table, uint64_t image_base)
{
    static EFI_BOOT_SERVICES slow;
    static EFI_SYSTEM_TABLE its;
    static struct rig rig;

    (void)image_base;
    if (!rig_open(&rig, image, table))
        return EFI_ABORTED;
    services = *rig.boot;
    slow = services;
    slow.Stall = stall;
    its = *table;
    its.BootServices = &slow;
    return rig_start(&rig, &its);
}
