/* Firmware that does not come back when it is asked for the other processors; the watchdog resets at once. */
#include "efi/protocols.h"
#include "tests/boots/rig/rig.h"

static EFI_RUNTIME_SERVICES *runtime;

static EFI_STATUS EFIAPI never_back(struct mp_services *self, void(EFIAPI *work)(void *argument),
                                    BOOLEAN one_after_the_other, EFI_EVENT finished,
                                    UINTN timeout_us, void *argument, UINTN **failed)
{
    (void)self, (void)work, (void)one_after_the_other, (void)finished;
    (void)timeout_us, (void)argument, (void)failed;
    rig_say("the firmware waits for its processors", UINT64_MAX);
    runtime->ResetSystem(EfiResetCold, EFI_SUCCESS, 0, NULL);
    return EFI_DEVICE_ERROR;
}

EFI_STATUS efi_main(EFI_HANDLE image, EFI_SYSTEM_TABLE *table, uint64_t image_base)
{
    static struct rig rig;
    struct mp_services *mp;

    (void)image_base;
    if (!rig_open(&rig, image, table) ||
        EFI_ERROR(
            rig.boot->LocateProtocol(&(EFI_GUID)MP_SERVICES_PROTOCOL_GUID, NULL, (void **)&mp)))
        return EFI_ABORTED;
    runtime = table->RuntimeServices;
    mp->startup_all_aps = never_back;
    return rig_start(&rig, table);
}
