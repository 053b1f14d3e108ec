/* The UEFI driver in the ROM of the model of a GV100, in the place of a card's own driver in firmware that starts fast. The
 * firmware loads it when it finds the card and connects it to nothing: until a boot option starts it wants no card, as if
 * it had never been asked. Connected after that, it starts a card that nobody has started. On a real card such a driver
 * loads the signed program into the PMU; this one tells the model that it would (docs/model.md). */
#include "efi/uefi.h"

#include "efi/protocols.h"
#include "hw/gv100/board.h"
#include "hw/gv100/devinit.h"
#include "hw/gv100/falcon.h"
#include "hw/gv100/unlisted.h"
#include "hw/pci.h"

#define READY_TO_BOOT                                                                              \
    {                                                                                              \
        0x7ce88fb3, 0x4bd7, 0x4679,                                                                \
        {                                                                                          \
            0x87, 0xa8, 0xa8, 0xd8, 0xde, 0xe5, 0x0d, 0x2b                                         \
        }                                                                                          \
    }

static struct {
    EFI_BOOT_SERVICES *boot;
    EFI_HANDLE image;
    BOOLEAN asked; /* the firmware has come to starting something */
    EFI_DRIVER_BINDING_PROTOCOL binding;
} driver;

EFI_STATUS efi_main(EFI_HANDLE image, EFI_SYSTEM_TABLE *system, const uint8_t *base);

static VOID EFIAPI begins(EFI_EVENT event, VOID *context)
{
    (void)event, (void)context;
    driver.asked = TRUE;
}

static EFI_STATUS open(EFI_HANDLE handle, EFI_PCI_IO_PROTOCOL **io)
{
    return driver.boot->OpenProtocol(handle, &(EFI_GUID)EFI_PCI_IO_PROTOCOL_GUID, (VOID **)io,
                                     driver.image, handle, EFI_OPEN_PROTOCOL_BY_DRIVER);
}

static VOID close(EFI_HANDLE handle)
{
    driver.boot->CloseProtocol(handle, &(EFI_GUID)EFI_PCI_IO_PROTOCOL_GUID, driver.image, handle);
}

static EFI_STATUS EFIAPI supported(EFI_DRIVER_BINDING_PROTOCOL *self, EFI_HANDLE handle,
                                   EFI_DEVICE_PATH *path)
{
    EFI_PCI_IO_PROTOCOL *io = NULL;
    UINT32 id = 0;

    (void)self, (void)path;
    if (!driver.asked || EFI_ERROR(open(handle, &io)))
        return EFI_UNSUPPORTED;
    io->Pci.Read(io, EfiPciIoWidthUint32, PCI_VENDOR_ID, 1, &id);
    close(handle);
    return (id & 0xffff) == PCI_VENDOR_NVIDIA ? EFI_SUCCESS : EFI_UNSUPPORTED;
}

static EFI_STATUS EFIAPI start(EFI_DRIVER_BINDING_PROTOCOL *self, EFI_HANDLE handle,
                               EFI_DEVICE_PATH *path)
{
    UINT32 word = PMU_DRIVER_WORD;
    EFI_PCI_IO_PROTOCOL *io = NULL;
    const EFI_STATUS status = open(handle, &io);

    (void)self, (void)path;
    if (EFI_ERROR(status))
        return status;
    io->Attributes(io, EfiPciIoAttributeOperationEnable, EFI_PCI_IO_ATTRIBUTE_MEMORY, NULL);
    return io->Mem.Write(io, EfiPciIoWidthUint32, 0, PMU_FALCON + FALCON_MAILBOX(1), 1, &word);
}

static EFI_STATUS EFIAPI stop(EFI_DRIVER_BINDING_PROTOCOL *self, EFI_HANDLE handle, UINTN count,
                              EFI_HANDLE *children)
{
    (void)self, (void)count, (void)children;
    close(handle);
    return EFI_SUCCESS;
}

EFI_STATUS efi_main(EFI_HANDLE image, EFI_SYSTEM_TABLE *system, const uint8_t *base)
{
    EFI_EVENT event = NULL;

    (void)base;
    driver.boot = system->BootServices;
    driver.image = image;
    driver.binding = (EFI_DRIVER_BINDING_PROTOCOL){ .Supported = supported,
                                                    .Start = start,
                                                    .Stop = stop,
                                                    .Version = 0x10,
                                                    .ImageHandle = image,
                                                    .DriverBindingHandle = image };
    driver.boot->CreateEventEx(EVT_NOTIFY_SIGNAL, TPL_CALLBACK, begins, NULL,
                               &(EFI_GUID)READY_TO_BOOT, &event);
    return driver.boot->InstallProtocolInterface(
        &image, &(EFI_GUID)EFI_DRIVER_BINDING_PROTOCOL_GUID, EFI_NATIVE_INTERFACE, &driver.binding);
}
