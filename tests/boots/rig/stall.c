#include "tests/boots/rig/stall.h"

/* UEFI passes no context to Stall. */
static struct {
    EFI_BOOT_SERVICES services;
    UINTN times, of;
} true_clock;

static EFI_STATUS EFIAPI stall(UINTN us)
{
    return true_clock.services.Stall(us * true_clock.times / true_clock.of);
}

EFI_STATUS stall_start(EFI_HANDLE image, EFI_SYSTEM_TABLE *table, UINTN times, UINTN of)
{
    static EFI_BOOT_SERVICES wrong;
    static EFI_SYSTEM_TABLE its;
    static struct rig rig;

    if (!rig_open(&rig, image, table))
        return EFI_ABORTED;
    true_clock.services = *rig.boot;
    true_clock.times = times;
    true_clock.of = of;
    wrong = true_clock.services;
    wrong.Stall = stall;
    its = *rig.table;
    its.BootServices = &wrong;
    return rig_start(&rig, &its);
}
