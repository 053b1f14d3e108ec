#include "efi/terminal.h"

#include <stdbool.h>

#define PNP_16550      EISA_PNP_ID(0x0501)
#define PATH_NODES_MAX 32

/* Whether the port at this path may be COM1: its ACPI node says 16550 number 0, or there is no such
 * node, so that nothing says which port it is. */
static bool may_be_com1(EFI_DEVICE_PATH *node)
{
    for (unsigned i = 0; i < PATH_NODES_MAX && !IsDevicePathEnd(node); i++) {
        if ((size_t)DevicePathNodeLength(node) < sizeof(*node))
            return true;
        if (DevicePathType(node) == ACPI_DEVICE_PATH && DevicePathSubType(node) == ACPI_DP) {
            const ACPI_HID_DEVICE_PATH *acpi = (const ACPI_HID_DEVICE_PATH *)node;
            if (acpi->HID == PNP_16550)
                return acpi->UID == 0;
        }
        node = NextDevicePathNode(node);
    }
    return true;
}

static void disconnect(struct terminals *terminals, EFI_BOOT_SERVICES *boot, EFI_HANDLE port)
{
    EFI_DEVICE_PATH *path = NULL;
    const EFI_STATUS status =
        boot->HandleProtocol(port, &(EFI_GUID)EFI_DEVICE_PATH_PROTOCOL_GUID, (void **)&path);

    if (!EFI_ERROR(status) && !may_be_com1(path))
        return;
    if (!EFI_ERROR(boot->DisconnectController(port, NULL, NULL)))
        terminals->disconnected[terminals->count++] = port;
}

void terminals_disconnect(struct terminals *terminals, EFI_BOOT_SERVICES *boot)
{
    EFI_HANDLE *ports = NULL;
    UINTN count = 0;

    terminals->count = 0;
    if (EFI_ERROR(boot->LocateHandleBuffer(ByProtocol, &(EFI_GUID)EFI_SERIAL_IO_PROTOCOL_GUID, NULL,
                                           &count, &ports)))
        return;
    for (UINTN i = 0; i < count && terminals->count < TERMINALS_MAX; i++)
        disconnect(terminals, boot, ports[i]);
    boot->FreePool(ports);
}

void terminals_reconnect(struct terminals *terminals, EFI_BOOT_SERVICES *boot)
{
    for (size_t i = 0; i < terminals->count; i++)
        boot->ConnectController(terminals->disconnected[i], NULL, NULL, TRUE);
    terminals->count = 0;
}
