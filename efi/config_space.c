#include "efi/config_space.h"

#include "efi/protocols.h"

#define RESOURCES_MAX 64

/* The bus numbers among a root bridge's resources; all of them if it does not say. */
static void read_buses(const struct root_bridge *bridge, struct pci_segment *out)
{
    const uint8_t *at = NULL;

    out->first_bus = 0;
    out->last_bus = 255;
    if (EFI_ERROR(bridge->io->Configuration(bridge->io, (void **)&at)) || at == NULL)
        return;
    for (unsigned i = 0; i < RESOURCES_MAX && *at == ACPI_QWORD_ADDRESS_SPACE; i++) {
        const struct acpi_address_space *space = (const struct acpi_address_space *)at;
        if (space->resource == ACPI_RESOURCE_BUS && space->maximum <= 255) {
            out->first_bus = (uint8_t)space->minimum;
            out->last_bus = (uint8_t)space->maximum;
        }
        at += space->length + 3;
    }
}

static void add_bridge(struct config_space *space, EFI_BOOT_SERVICES *boot, EFI_HANDLE handle)
{
    struct root_bridge *bridge = &space->bridges[space->count];

    if (EFI_ERROR(boot->HandleProtocol(handle, &(EFI_GUID)EFI_PCI_ROOT_BRIDGE_IO_PROTOCOL_GUID,
                                       (void **)&bridge->io)))
        return;
    bridge->buses.segment = (uint16_t)bridge->io->SegmentNumber;
    read_buses(bridge, &bridge->buses);
    space->count++;
}

void config_space_open(struct config_space *space, EFI_BOOT_SERVICES *boot)
{
    EFI_HANDLE *handles = NULL;
    UINTN count = 0;

    space->count = 0;
    if (EFI_ERROR(boot->LocateHandleBuffer(
            ByProtocol, &(EFI_GUID)EFI_PCI_ROOT_BRIDGE_IO_PROTOCOL_GUID, NULL, &count, &handles)))
        return;
    for (UINTN i = 0; i < count && space->count < ROOT_BRIDGES_MAX; i++)
        add_bridge(space, boot, handles[i]);
    boot->FreePool(handles);
}

static EFI_PCI_ROOT_BRIDGE_IO_PROTOCOL *bridge_of(struct config_space *space,
                                                  struct pci_function at)
{
    for (size_t i = 0; i < space->count; i++) {
        const struct pci_segment *buses = &space->bridges[i].buses;
        if (at.segment == buses->segment && at.bus >= buses->first_bus && at.bus <= buses->last_bus)
            return space->bridges[i].io;
    }
    return NULL;
}

/* UEFI 2.9 §14.2: the register stands in bits 7:0 or, with those 0, in bits 63:32. */
static uint64_t config_address(struct pci_function at, uint16_t offset)
{
    const uint64_t function =
        (uint64_t)at.bus << 24 | (uint64_t)at.device << 16 | (uint64_t)at.function << 8;

    return offset < 0x100 ? function | offset : function | (uint64_t)offset << 32;
}

static EFI_PCI_ROOT_BRIDGE_IO_PROTOCOL_WIDTH width_of(uint8_t size)
{
    return size == 1 ? EfiPciIoWidthUint8 : size == 2 ? EfiPciIoWidthUint16 : EfiPciIoWidthUint32;
}

uint32_t config_space_read(struct config_space *space, struct pci_function at, uint16_t offset,
                           uint8_t size)
{
    const uint32_t all_ones = UINT32_MAX >> (32 - 8 * size);
    EFI_PCI_ROOT_BRIDGE_IO_PROTOCOL *io = bridge_of(space, at);
    uint32_t value = 0;

    if (io == NULL ||
        EFI_ERROR(io->Pci.Read(io, width_of(size), config_address(at, offset), 1, &value)))
        return all_ones;
    return value & all_ones;
}

void config_space_write(struct config_space *space, struct pci_function at, uint16_t offset,
                        uint8_t size, uint32_t value)
{
    EFI_PCI_ROOT_BRIDGE_IO_PROTOCOL *io = bridge_of(space, at);

    if (io != NULL)
        io->Pci.Write(io, width_of(size), config_address(at, offset), 1, &value);
}
