#include "efi/console.h"

#include "efi/protocols.h"

/* The PCI function at or above a handle. ConSplitter's own handle has neither a device path nor a
 * function. */
static bool function_of(EFI_BOOT_SERVICES *boot, EFI_HANDLE handle, struct pci_function *out)
{
    EFI_DEVICE_PATH *path = NULL;
    EFI_PCI_IO_PROTOCOL *pci = NULL;
    EFI_HANDLE device = NULL;
    UINTN segment, bus, slot, function;

    if (EFI_ERROR(boot->HandleProtocol(handle, &(EFI_GUID)EFI_DEVICE_PATH_PROTOCOL_GUID,
                                       (void **)&path)) ||
        EFI_ERROR(boot->LocateDevicePath(&(EFI_GUID)EFI_PCI_IO_PROTOCOL_GUID, &path, &device)) ||
        EFI_ERROR(
            boot->HandleProtocol(device, &(EFI_GUID)EFI_PCI_IO_PROTOCOL_GUID, (void **)&pci)) ||
        EFI_ERROR(pci->GetLocation(pci, &segment, &bus, &slot, &function)))
        return false;
    *out = (struct pci_function){
        .segment = (uint16_t)segment,
        .bus = (uint8_t)bus,
        .device = (uint8_t)slot,
        .function = (uint8_t)function,
    };
    return true;
}

static bool used_by_console(EFI_BOOT_SERVICES *boot, EFI_HANDLE handle)
{
    void *tag = NULL;

    return !EFI_ERROR(boot->HandleProtocol(handle, &(EFI_GUID)CONSOLE_OUT_DEVICE_GUID, &tag));
}

/* The framebuffer of the mode that is set. An output that only mirrors another reports none; the width and height
 * beside it mean nothing. */
static void add_framebuffer(EFI_BOOT_SERVICES *boot, EFI_HANDLE handle, struct console_card *card)
{
    EFI_GRAPHICS_OUTPUT_PROTOCOL *output = NULL;

    if (EFI_ERROR(boot->HandleProtocol(handle, &(EFI_GUID)EFI_GRAPHICS_OUTPUT_PROTOCOL_GUID,
                                       (void **)&output)) ||
        output->Mode == NULL || output->Mode->Info == NULL ||
        output->Mode->Info->PixelFormat == PixelBltOnly)
        return;
    card->from = output->Mode->FrameBufferBase;
    card->size = output->Mode->FrameBufferSize;
}

static void add_cards(struct console_cards *cards, EFI_BOOT_SERVICES *boot,
                      const EFI_HANDLE *outputs, UINTN count, bool all)
{
    for (UINTN i = 0; i < count && cards->count < CONSOLE_CARDS_MAX; i++) {
        struct console_card card = { .size = 0 };

        if ((!all && !used_by_console(boot, outputs[i])) ||
            !function_of(boot, outputs[i], &card.at))
            continue;
        add_framebuffer(boot, outputs[i], &card);
        cards->cards[cards->count++] = card;
    }
}

void console_find(struct console_cards *cards, EFI_BOOT_SERVICES *boot)
{
    EFI_HANDLE *outputs = NULL;
    UINTN count = 0;

    cards->count = 0;
    if (EFI_ERROR(boot->LocateHandleBuffer(ByProtocol, &(EFI_GUID)EFI_GRAPHICS_OUTPUT_PROTOCOL_GUID,
                                           NULL, &count, &outputs)))
        return;
    add_cards(cards, boot, outputs, count, false);
    if (cards->count == 0)
        add_cards(cards, boot, outputs, count, true);
    boot->FreePool(outputs);
}

static bool is_on(const struct console_card *card, struct pci_function at)
{
    return card->at.segment == at.segment && card->at.bus == at.bus &&
           card->at.device == at.device && card->at.function == at.function;
}

bool console_drawn_by(const struct console_cards *cards, struct pci_function at)
{
    for (size_t i = 0; i < cards->count; i++)
        if (is_on(&cards->cards[i], at))
            return true;
    return false;
}

const struct console_card *console_framebuffer(const struct console_cards *cards,
                                               struct pci_function at, unsigned index)
{
    for (size_t i = 0; i < cards->count; i++)
        if (is_on(&cards->cards[i], at) && cards->cards[i].size != 0 && index-- == 0)
            return &cards->cards[i];
    return NULL;
}
