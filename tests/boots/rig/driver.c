#include "tests/boots/rig/driver.h"

/* One driver, one card: its functions get nothing of ours. */
static struct {
    EFI_DRIVER_BINDING_PROTOCOL binding;
    EFI_COMPONENT_NAME2_PROTOCOL names;
    struct rig *rig;
    EFI_STATUS stop;
} driver;

static EFI_STATUS EFIAPI supported(EFI_DRIVER_BINDING_PROTOCOL *self, EFI_HANDLE handle,
                                   EFI_DEVICE_PATH *path)
{
    (void)self, (void)handle, (void)path;
    return EFI_UNSUPPORTED;
}

static EFI_STATUS EFIAPI stop(EFI_DRIVER_BINDING_PROTOCOL *self, EFI_HANDLE handle, UINTN count,
                              EFI_HANDLE *children)
{
    (void)self, (void)count, (void)children;
    rig_say("the card's driver is told to stop", UINT64_MAX);
    if (!EFI_ERROR(driver.stop))
        driver.rig->boot->CloseProtocol(handle, &(EFI_GUID)EFI_PCI_IO_PROTOCOL_GUID,
                                        driver.rig->image, handle);
    return driver.stop;
}

static EFI_STATUS EFIAPI driver_name(EFI_COMPONENT_NAME2_PROTOCOL *self, CHAR8 *language,
                                     CHAR16 **name)
{
    (void)self, (void)language;
    *name = L"Stubborn Graphics Driver";
    return EFI_SUCCESS;
}

bool driver_hold(struct rig *rig, EFI_STATUS status)
{
    EFI_HANDLE handle = rig->image;
    EFI_PCI_IO_PROTOCOL *io = NULL;

    driver.rig = rig;
    driver.stop = status;
    driver.binding = (EFI_DRIVER_BINDING_PROTOCOL){ .Supported = supported,
                                                    .Start = supported,
                                                    .Stop = stop,
                                                    .Version = 0x10,
                                                    .ImageHandle = rig->image,
                                                    .DriverBindingHandle = rig->image };
    driver.names = (EFI_COMPONENT_NAME2_PROTOCOL){ .GetDriverName = driver_name,
                                                   .SupportedLanguages = (CHAR8 *)"en" };
    rig->boot->InstallProtocolInterface(&handle, &(EFI_GUID)EFI_DRIVER_BINDING_PROTOCOL_GUID,
                                        EFI_NATIVE_INTERFACE, &driver.binding);
    rig->boot->InstallProtocolInterface(&handle, &(EFI_GUID)EFI_COMPONENT_NAME2_PROTOCOL_GUID,
                                        EFI_NATIVE_INTERFACE, &driver.names);
    if (!EFI_ERROR(rig->boot->OpenProtocol(rig->card, &(EFI_GUID)EFI_PCI_IO_PROTOCOL_GUID,
                                           (void **)&io, rig->image, rig->card,
                                           EFI_OPEN_PROTOCOL_BY_DRIVER)))
        return true;
    rig_say("the card cannot be held", UINT64_MAX);
    return false;
}
