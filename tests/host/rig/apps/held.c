/* tests/host/rig/apps/held.c: a driver of the machine's firmware that holds the card and does not let go. */
#include "tests/host/rig/rig.h"

static EFI_STATUS EFIAPI supported(EFI_DRIVER_BINDING_PROTOCOL *self, EFI_HANDLE handle,
                                   EFI_DEVICE_PATH *path)
{
    (void)self;
    (void)handle;
    (void)path;
    return EFI_UNSUPPORTED;
}

static EFI_STATUS EFIAPI stop(EFI_DRIVER_BINDING_PROTOCOL *self, EFI_HANDLE handle, UINTN count,
                              EFI_HANDLE *children)
{
    (void)self;
    (void)handle;
    (void)count;
    (void)children;
    return EFI_DEVICE_ERROR;
}

static EFI_STATUS EFIAPI driver_name(EFI_COMPONENT_NAME2_PROTOCOL *self, CHAR8 *language,
                                     CHAR16 **name)
{
    (void)self;
    (void)language;
    *name = L"Stubborn Graphics Driver";
    return EFI_SUCCESS;
}

EFI_STATUS efi_main(EFI_HANDLE image, EFI_SYSTEM_TABLE *table, uint64_t image_base)
{
    static EFI_DRIVER_BINDING_PROTOCOL binding;
    static EFI_COMPONENT_NAME2_PROTOCOL names;
    static struct rig rig;
    EFI_HANDLE driver = image;
    EFI_PCI_IO_PROTOCOL *io = NULL;

    (void)image_base;
    if (!rig_open(&rig, image, table))
        return EFI_ABORTED;
    binding = (EFI_DRIVER_BINDING_PROTOCOL){ .Supported = supported,
                                             .Start = supported,
                                             .Stop = stop,
                                             .Version = 0x10,
                                             .ImageHandle = image,
                                             .DriverBindingHandle = image };
    names = (EFI_COMPONENT_NAME2_PROTOCOL){ .GetDriverName = driver_name,
                                            .SupportedLanguages = (CHAR8 *)"en" };
    rig.boot->InstallProtocolInterface(&driver, &(EFI_GUID)EFI_DRIVER_BINDING_PROTOCOL_GUID,
                                       EFI_NATIVE_INTERFACE, &binding);
    rig.boot->InstallProtocolInterface(&driver, &(EFI_GUID)EFI_COMPONENT_NAME2_PROTOCOL_GUID,
                                       EFI_NATIVE_INTERFACE, &names);
    if (EFI_ERROR(rig.boot->OpenProtocol(rig.card, &(EFI_GUID)EFI_PCI_IO_PROTOCOL_GUID,
                                         (void **)&io, image, rig.card,
                                         EFI_OPEN_PROTOCOL_BY_DRIVER))) {
        rig_say("the card cannot be held", UINT64_MAX);
        return EFI_ABORTED;
    }
    return rig_start(&rig, table);
}
