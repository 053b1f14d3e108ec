#include "efi/nic.h"

#include <stdbool.h>

#include "hw/bits.h"
#include "hw/pci.h"

#define CLASS_NETWORK 0x02

static bool is_network_card(EFI_BOOT_SERVICES *boot, EFI_HANDLE handle)
{
    EFI_PCI_IO_PROTOCOL *pci = NULL;
    UINT32 class = 0;

    return !EFI_ERROR(
               boot->HandleProtocol(handle, &(EFI_GUID)EFI_PCI_IO_PROTOCOL_GUID, (void **)&pci)) &&
           !EFI_ERROR(pci->Pci.Read(pci, EfiPciIoWidthUint32, PCI_CLASS, 1, &class)) &&
           class >> 24 == CLASS_NETWORK;
}

unsigned nic_connect_all(EFI_BOOT_SERVICES *boot)
{
    EFI_HANDLE *handles = NULL;
    UINTN count = 0;
    unsigned cards = 0;

    if (EFI_ERROR(boot->LocateHandleBuffer(ByProtocol, &(EFI_GUID)EFI_PCI_IO_PROTOCOL_GUID, NULL,
                                           &count, &handles)))
        return 0;
    for (UINTN i = 0; i < count; i++)
        if (is_network_card(boot, handles[i])) {
            boot->ConnectController(handles[i], NULL, NULL, TRUE);
            cards++;
        }
    boot->FreePool(handles);
    return cards;
}

/* ConnectController builds the network above the card, but the card itself stays stopped and receives nothing, because
 * iPXE had claimed it when the firmware's drivers tried to start it. */
void nic_connect_path(EFI_BOOT_SERVICES *boot, EFI_DEVICE_PATH_PROTOCOL *path)
{
    EFI_SIMPLE_NETWORK_PROTOCOL *frames = NULL;
    EFI_GUID guid = EFI_SIMPLE_NETWORK_PROTOCOL_GUID;
    EFI_HANDLE card;

    if (EFI_ERROR(boot->LocateDevicePath(&guid, &path, &card)) ||
        EFI_ERROR(boot->HandleProtocol(card, &guid, (void **)&frames)))
        return;
    boot->ConnectController(card, NULL, NULL, FALSE);
    if (frames->Mode->State == EfiSimpleNetworkStopped)
        frames->Start(frames);
    if (frames->Mode->State == EfiSimpleNetworkStarted)
        frames->Initialize(frames, 0, 0);
}
