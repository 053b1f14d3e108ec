#include "efi/pci_io.h"

#include "efi/protocols.h"
#include "engines/text.h"
#include "hw/pci.h"

#define LINE_MAX   160
#define NAME_MAX   64
#define ATTRIBUTES (EFI_PCI_IO_ATTRIBUTE_MEMORY | EFI_PCI_IO_ATTRIBUTE_BUS_MASTER)

/* ---- finding --------------------------------------------------------------------------------- */

static EFI_PCI_IO_PROTOCOL *protocol_of(EFI_BOOT_SERVICES *boot, EFI_HANDLE handle,
                                        struct pci_function at)
{
    EFI_PCI_IO_PROTOCOL *io = NULL;
    UINTN segment, bus, device, function;

    if (EFI_ERROR(
            boot->HandleProtocol(handle, &(EFI_GUID)EFI_PCI_IO_PROTOCOL_GUID, (void **)&io)) ||
        EFI_ERROR(io->GetLocation(io, &segment, &bus, &device, &function)))
        return NULL;
    return segment == at.segment && bus == at.bus && device == at.device && function == at.function
               ? io
               : NULL;
}

static EFI_PCI_IO_PROTOCOL *find(EFI_BOOT_SERVICES *boot, struct pci_function at,
                                 EFI_HANDLE *handle)
{
    EFI_PCI_IO_PROTOCOL *io = NULL;
    EFI_HANDLE *handles = NULL;
    UINTN count = 0;

    if (EFI_ERROR(boot->LocateHandleBuffer(ByProtocol, &(EFI_GUID)EFI_PCI_IO_PROTOCOL_GUID, NULL,
                                           &count, &handles)))
        return NULL;
    for (UINTN i = 0; i < count && io == NULL; i++) {
        *handle = handles[i];
        io = protocol_of(boot, handles[i], at);
    }
    boot->FreePool(handles);
    return io;
}

/* ---- drivers that do not let go
 * --------------------------------------------------------------------- */

/* A driver's name as it gives it for people; "a driver without a name" where it gives none. */
static void driver_name(EFI_BOOT_SERVICES *boot, EFI_HANDLE driver, struct text *text)
{
    EFI_COMPONENT_NAME2_PROTOCOL *names = NULL;
    CHAR16 *name = NULL;

    if (EFI_ERROR(boot->HandleProtocol(driver, &(EFI_GUID)EFI_COMPONENT_NAME2_PROTOCOL_GUID,
                                       (void **)&names)) ||
        EFI_ERROR(names->GetDriverName(names, (CHAR8 *)"en", &name)) || name == NULL) {
        text_string(text, "a driver without a name");
        return;
    }
    for (unsigned i = 0; i < NAME_MAX && name[i] != 0; i++)
        text_char(text, (char)(name[i] >= ' ' && name[i] <= '~' ? name[i] : '?'));
}

static void say_holder(const struct pci_io *taken, EFI_HANDLE handle, EFI_STATUS status)
{
    EFI_OPEN_PROTOCOL_INFORMATION_ENTRY *users = NULL;
    char line[LINE_MAX];
    struct text text = text_in(line, sizeof(line));
    UINTN count = 0;

    text_format(&text, "the machine's firmware does not let go of the card (0x%lx)", status);
    if (!EFI_ERROR(taken->boot->OpenProtocolInformation(handle, &(EFI_GUID)EFI_PCI_IO_PROTOCOL_GUID,
                                                        &users, &count))) {
        for (UINTN i = 0; i < count; i++)
            if (users[i].Attributes & (EFI_OPEN_PROTOCOL_BY_DRIVER | EFI_OPEN_PROTOCOL_EXCLUSIVE)) {
                text_string(&text, ": ");
                driver_name(taken->boot, users[i].AgentHandle, &text);
            }
        taken->boot->FreePool(users);
    }
    tap_comment(taken->tap, line);
}

/* ---- taking and giving back ------------------------------------------------------------------ */

void pci_io_open(struct pci_io *taken, EFI_BOOT_SERVICES *boot, EFI_HANDLE image, struct tap *tap)
{
    *taken = (struct pci_io){ .boot = boot, .image = image, .tap = tap };
}

static EFI_STATUS take_alone(const struct pci_io *taken, EFI_HANDLE handle)
{
    EFI_PCI_IO_PROTOCOL *io = NULL;
    const EFI_STATUS status = taken->boot->DisconnectController(handle, NULL, NULL);

    if (EFI_ERROR(status))
        return status;
    return taken->boot->OpenProtocol(handle, &(EFI_GUID)EFI_PCI_IO_PROTOCOL_GUID, (void **)&io,
                                     taken->image, NULL, EFI_OPEN_PROTOCOL_EXCLUSIVE);
}

enum err pci_io_take(struct pci_io *taken, struct pci_function at, bool keep_drivers)
{
    EFI_HANDLE handle = NULL;
    EFI_PCI_IO_PROTOCOL *const io = find(taken->boot, at, &handle);

    if (io == NULL)
        return ERR_NOT_FOUND;
    if (!keep_drivers) {
        const EFI_STATUS status = take_alone(taken, handle);

        if (EFI_ERROR(status)) {
            say_holder(taken, handle, status);
            return ERR_RIG;
        }
    }
    taken->handle = handle;
    taken->io = io;
    taken->exclusive = !keep_drivers;
    if (EFI_ERROR(io->Attributes(io, EfiPciIoAttributeOperationGet, 0, &taken->attributes)))
        taken->attributes = ATTRIBUTES; /* not known: nothing is disabled at the end */
    return OK;
}

enum err pci_io_connect(struct pci_io *taken)
{
    if (taken->io == NULL || !taken->exclusive)
        return ERR_NOT_FOUND;
    taken->boot->CloseProtocol(taken->handle, &(EFI_GUID)EFI_PCI_IO_PROTOCOL_GUID, taken->image,
                               NULL);
    const EFI_STATUS status = taken->boot->ConnectController(taken->handle, NULL, NULL, TRUE);
    const EFI_STATUS again = take_alone(taken, taken->handle);

    taken->exclusive = !EFI_ERROR(again);
    if (EFI_ERROR(again))
        say_holder(taken, taken->handle, again);
    return EFI_ERROR(again) ? ERR_RIG : EFI_ERROR(status) ? ERR_NOT_FOUND : OK;
}

void pci_io_give_back(struct pci_io *taken)
{
    if (taken->io == NULL)
        return;
    const UINT64 ours = ATTRIBUTES & ~taken->attributes;

    if (ours)
        taken->io->Attributes(taken->io, EfiPciIoAttributeOperationDisable, ours, NULL);
    if (taken->exclusive)
        taken->boot->CloseProtocol(taken->handle, &(EFI_GUID)EFI_PCI_IO_PROTOCOL_GUID, taken->image,
                                   NULL);
    taken->io = NULL;
    taken->handle = NULL;
}

void pci_io_enable(const struct pci_io *taken, struct pci_function at, uint16_t bits)
{
    EFI_HANDLE handle = NULL;
    EFI_PCI_IO_PROTOCOL *const io = find(taken->boot, at, &handle);
    UINT64 wanted = 0, supported = 0;

    if (io == NULL)
        return;
    if (bits & PCI_COMMAND_MEMORY)
        wanted |= EFI_PCI_IO_ATTRIBUTE_MEMORY;
    if (bits & PCI_COMMAND_MASTER)
        wanted |= EFI_PCI_IO_ATTRIBUTE_BUS_MASTER;
    if (!EFI_ERROR(io->Attributes(io, EfiPciIoAttributeOperationSupported, 0, &supported)))
        wanted &= supported;
    io->Attributes(io, EfiPciIoAttributeOperationEnable, wanted, NULL);
}

bool pci_io_bar(EFI_BOOT_SERVICES *boot, struct pci_function at, uint8_t index, uint64_t *base,
                uint64_t *size)
{
    EFI_HANDLE handle = NULL;
    EFI_PCI_IO_PROTOCOL *const io = find(boot, at, &handle);
    const struct acpi_address_space *space = NULL;

    if (io == NULL || EFI_ERROR(io->GetBarAttributes(io, index, NULL, (void **)&space)) ||
        space == NULL)
        return false;
    const bool memory =
        space->tag == ACPI_QWORD_ADDRESS_SPACE && space->resource == ACPI_RESOURCE_MEMORY;

    *base = space->minimum;
    *size = space->size;
    boot->FreePool((void *)(uintptr_t)space);
    return memory && *size != 0;
}
