#include "tests/boots/rig/rig.h"

#include "efi/cpu.h"
#include "engines/text.h"
#include "hw/pci.h"

#define COM1       0x3f8
#define COM1_READY 0x20 /* line status: the transmitter takes a byte */
#define LINE_MAX   160
#define BARECARD   L"\\EFI\\BOOT\\BARECARD.EFI"
#define OPTIONS    L"\\EFI\\BOOT\\OPTIONS"   /* UTF-16; may be missing */
#define SIZE_MAX_  (UINTN)(16 * 1024 * 1024) /* of a kernel that stands in Barecard's place */

static void put(char c)
{
    while (!(cpu_in8(COM1 + 5) & COM1_READY))
        ;
    cpu_out8(COM1, (uint8_t)c);
}

void rig_say(const char *what, uint64_t number)
{
    char line[LINE_MAX];
    struct text text = text_in(line, sizeof(line));

    text_format(&text, "\n# rig: %s", what);
    if (number != UINT64_MAX)
        text_format(&text, " 0x%lx", number);
    text_char(&text, '\n');
    for (const char *at = line; *at; at++)
        put(*at);
}

uint16_t rig_command(EFI_PCI_IO_PROTOCOL *io)
{
    UINT16 command = 0;

    io->Pci.Read(io, EfiPciIoWidthUint16, PCI_COMMAND, 1, &command);
    return command;
}

static bool is_card(EFI_PCI_IO_PROTOCOL *io)
{
    UINT16 vendor = 0;

    return !EFI_ERROR(io->Pci.Read(io, EfiPciIoWidthUint16, PCI_VENDOR_ID, 1, &vendor)) &&
           vendor == PCI_VENDOR_NVIDIA;
}

bool rig_open(struct rig *rig, EFI_HANDLE image, EFI_SYSTEM_TABLE *table)
{
    EFI_HANDLE *handles = NULL;
    UINTN count = 0;

    *rig = (struct rig){ .image = image, .table = table, .boot = table->BootServices };
    rig->boot->LocateHandleBuffer(ByProtocol, &(EFI_GUID)EFI_PCI_IO_PROTOCOL_GUID, NULL, &count,
                                  &handles);
    for (UINTN i = 0; i < count && !rig->card; i++) {
        EFI_PCI_IO_PROTOCOL *io = NULL;

        rig->boot->HandleProtocol(handles[i], &(EFI_GUID)EFI_PCI_IO_PROTOCOL_GUID, (void **)&io);
        if (is_card(io)) {
            rig->card = handles[i];
            rig->card_io = io;
        }
    }
    if (!rig->card)
        rig_say("there is no card", UINT64_MAX);
    return rig->card != NULL;
}

/* A file beside us, in memory of the pool. */
static EFI_STATUS read_beside(const struct rig *rig, EFI_HANDLE volume, CHAR16 *name, void **bytes,
                              UINTN *size)
{
    EFI_SIMPLE_FILE_SYSTEM_PROTOCOL *files = NULL;
    EFI_FILE_HANDLE root = NULL, file = NULL;
    EFI_STATUS status = rig->boot->HandleProtocol(
        volume, &(EFI_GUID)EFI_SIMPLE_FILE_SYSTEM_PROTOCOL_GUID, (void **)&files);

    *size = SIZE_MAX_;
    if (!EFI_ERROR(status))
        status = files->OpenVolume(files, &root);
    if (!EFI_ERROR(status))
        status = root->Open(root, &file, name, EFI_FILE_MODE_READ, 0);
    if (!EFI_ERROR(status))
        status = rig->boot->AllocatePool(EfiLoaderData, *size, bytes);
    if (!EFI_ERROR(status))
        status = file->Read(file, size, *bytes);
    return status;
}

EFI_STATUS rig_start(const struct rig *rig, EFI_SYSTEM_TABLE *table)
{
    EFI_LOADED_IMAGE_PROTOCOL *ours = NULL, *its = NULL;
    EFI_HANDLE barecard = NULL;
    void *bytes = NULL, *options = NULL;
    UINTN size = 0, options_size = 0;
    EFI_STATUS status = rig->boot->HandleProtocol(
        rig->image, &(EFI_GUID)EFI_LOADED_IMAGE_PROTOCOL_GUID, (void **)&ours);

    if (!EFI_ERROR(status))
        status = read_beside(rig, ours->DeviceHandle, BARECARD, &bytes, &size);
    if (!EFI_ERROR(status))
        status = rig->boot->LoadImage(FALSE, rig->image, NULL, bytes, size, &barecard);
    if (bytes != NULL)
        rig->boot->FreePool(bytes);
    if (!EFI_ERROR(status))
        status = rig->boot->HandleProtocol(barecard, &(EFI_GUID)EFI_LOADED_IMAGE_PROTOCOL_GUID,
                                           (void **)&its);
    if (!EFI_ERROR(status)) {
        its->DeviceHandle = ours->DeviceHandle; /* a file that came from memory has none */
        its->SystemTable = table;
        if (!EFI_ERROR(read_beside(rig, ours->DeviceHandle, OPTIONS, &options, &options_size))) {
            its->LoadOptions = options;
            its->LoadOptionsSize = (UINT32)options_size;
        }
        status = rig->boot->StartImage(barecard, NULL, NULL);
    }
    rig_say("Barecard was not started, or came back:", status);
    return status;
}
