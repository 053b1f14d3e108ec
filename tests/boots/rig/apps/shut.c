/* tests/boots/rig/apps/shut.c: a port above the card that firmware has left without memory decode and bus mastering. */
#include "hw/pci.h"
#include "tests/boots/rig/rig.h"

/* The bridge whose secondary bus the card is on; null: none. */
static EFI_PCI_IO_PROTOCOL *port_above(const struct rig *rig)
{
    UINTN segment, bus, device, function, count = 0;
    EFI_HANDLE *handles = NULL;

    rig->card_io->GetLocation(rig->card_io, &segment, &bus, &device, &function);
    rig->boot->LocateHandleBuffer(ByProtocol, &(EFI_GUID)EFI_PCI_IO_PROTOCOL_GUID, NULL, &count,
                                  &handles);
    for (UINTN i = 0; i < count; i++) {
        EFI_PCI_IO_PROTOCOL *io = NULL;
        UINT8 kind = 0, secondary = 0;

        rig->boot->HandleProtocol(handles[i], &(EFI_GUID)EFI_PCI_IO_PROTOCOL_GUID, (void **)&io);
        io->Pci.Read(io, EfiPciIoWidthUint8, PCI_HEADER_TYPE, 1, &kind);
        io->Pci.Read(io, EfiPciIoWidthUint8, PCI_SECONDARY_BUS, 1, &secondary);
        if ((kind & PCI_HEADER_KIND) == PCI_HEADER_BRIDGE && secondary == bus)
            return io;
    }
    return NULL;
}

EFI_STATUS efi_main(EFI_HANDLE image, EFI_SYSTEM_TABLE *table, uint64_t image_base)
{
    static struct rig rig;
    UINT16 command;

    (void)image_base;
    if (!rig_open(&rig, image, table))
        return EFI_ABORTED;
    EFI_PCI_IO_PROTOCOL *const port = port_above(&rig);
    if (!port) {
        rig_say("there is no port above the card", UINT64_MAX);
        return EFI_ABORTED;
    }
    command = (UINT16)(rig_command(port) & ~(PCI_COMMAND_MEMORY | PCI_COMMAND_MASTER));
    port->Pci.Write(port, EfiPciIoWidthUint16, PCI_COMMAND, 1, &command);
    return rig_start(&rig, table);
}
