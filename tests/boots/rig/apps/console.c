/* A card on which the firmware's console is drawn, into its own memory through BAR1. Complains when something is drawn
 * while the card is tested, for BAR1 may show another place then, and when the picture differs. */
#include "efi/protocols.h"
#include "tests/boots/rig/driver.h"

#include "hw/nv50/pbus.h"
#include "hw/pci.h"

#define WIDTH     800u
#define HEIGHT    600u
#define PICTURE   UINT64_C(0x200000) /* its place in VRAM */
#define BESIDE    0x8000             /* words */
#define SAMPLE    61                 /* every so many pixels are compared */
#define ADR_NODE  3                  /* of an ACPI device path: an output of the card */
#define PAGE_SIZE 0x1000

/* A graphics output and its devices: there is one, and its functions get the protocol alone. */
static struct {
    EFI_GRAPHICS_OUTPUT_PROTOCOL output;
    EFI_GRAPHICS_OUTPUT_PROTOCOL_MODE mode;
    EFI_GRAPHICS_OUTPUT_MODE_INFORMATION info;
    struct rig rig;
    volatile uint32_t *mmio, *shown; /* BAR0; the picture through BAR1 */
    uint32_t *drawn;                 /* the expected pixels */
    uint32_t beside;                 /* a word of memory in front of the picture */
    bool complained, said_whole;
    EFI_PCI_IO_PROTOCOL card; /* its own functions, before ours stood in front of them */
    uint64_t pages_held; /* by whoever tests the card: from its takeover until it is given back */
} console;

/* The picture as it was left by whoever drew last. Memory beside it that has changed shows that a test was there. */
static void compare(void)
{
    for (unsigned i = 0; i < WIDTH * HEIGHT && !console.complained; i += SAMPLE)
        if (console.shown[i] != console.drawn[i]) {
            console.complained = true;
            rig_say("the picture is another one at pixel", i);
        }
    if (console.complained || console.said_whole || console.shown[-BESIDE] == console.beside)
        return;
    console.said_whole = true;
    rig_say("the picture is whole after a test of the memory beside it", UINT64_MAX);
}

static EFI_STATUS EFIAPI query_mode(EFI_GRAPHICS_OUTPUT_PROTOCOL *self, UINT32 mode, UINTN *size,
                                    EFI_GRAPHICS_OUTPUT_MODE_INFORMATION **info)
{
    (void)self, (void)mode, (void)size, (void)info;
    return EFI_UNSUPPORTED;
}

static EFI_STATUS EFIAPI set_mode(EFI_GRAPHICS_OUTPUT_PROTOCOL *self, UINT32 mode)
{
    (void)self;
    return mode == 0 ? EFI_SUCCESS : EFI_UNSUPPORTED;
}

static EFI_STATUS EFIAPI blt(EFI_GRAPHICS_OUTPUT_PROTOCOL *self,
                             EFI_GRAPHICS_OUTPUT_BLT_PIXEL *buffer,
                             EFI_GRAPHICS_OUTPUT_BLT_OPERATION operation, UINTN from_x,
                             UINTN from_y, UINTN x, UINTN y, UINTN width, UINTN height,
                             UINTN stride)
{
    const uint32_t *const pixels = (const uint32_t *)buffer;

    (void)self;
    if (operation != EfiBltBufferToVideo)
        return EFI_UNSUPPORTED;
    if (console.pages_held || (console.mmio[PBUS_BAR1 / 4] & PBUS_WINDOW_DMAOBJ))
        rig_say("something is drawn while the card is tested, BAR1:", console.mmio[PBUS_BAR1 / 4]);
    else
        compare();
    for (UINTN row = 0; row < height; row++)
        for (UINTN column = 0; column < width; column++) {
            const uint32_t pixel = pixels[(from_y + row) * (stride / 4) + from_x + column];

            console.drawn[(y + row) * WIDTH + x + column] = pixel;
            console.shown[(y + row) * WIDTH + x + column] = pixel;
        }
    return EFI_SUCCESS;
}

static EFI_STATUS EFIAPI card_allocate(EFI_PCI_IO_PROTOCOL *io, EFI_ALLOCATE_TYPE type,
                                       EFI_MEMORY_TYPE memory, UINTN pages, void **host,
                                       UINT64 attributes)
{
    const EFI_STATUS status =
        console.card.AllocateBuffer(io, type, memory, pages, host, attributes);

    if (!EFI_ERROR(status))
        console.pages_held += pages;
    return status;
}

static EFI_STATUS EFIAPI card_free(EFI_PCI_IO_PROTOCOL *io, UINTN pages, void *host)
{
    const EFI_STATUS status = console.card.FreeBuffer(io, pages, host);

    if (!EFI_ERROR(status))
        console.pages_held -= pages;
    return status;
}

static uint64_t bar_of(EFI_PCI_IO_PROTOCOL *io, unsigned offset)
{
    UINT32 low = 0, high = 0;

    io->Pci.Read(io, EfiPciIoWidthUint32, offset, 1, &low);
    if (FIELD_GET(PCI_BAR_TYPE, low) == PCI_BAR_TYPE_64)
        io->Pci.Read(io, EfiPciIoWidthUint32, offset + 4, 1, &high);
    return (low & PCI_BAR_MEM_ADDRESS) | (uint64_t)high << 32;
}

/* The card's own path and one node more. */
static EFI_DEVICE_PATH *output_path(const struct rig *rig)
{
    static uint8_t path[256];
    static const uint8_t tail[] = { 2,    ADR_NODE, 8, 0, 0x00, 0x01, 0x01, 0x80, /* a display */
                                    0x7f, 0xff,     4, 0 };
    const uint8_t *from = NULL;
    unsigned used = 0;

    if (EFI_ERROR(rig->boot->HandleProtocol(rig->card, &(EFI_GUID)EFI_DEVICE_PATH_PROTOCOL_GUID,
                                            (void **)&from)))
        return NULL;
    while (from[used] != 0x7f)
        used += from[used + 2] | (unsigned)from[used + 3] << 8;
    if (used + sizeof(tail) > sizeof(path))
        return NULL;
    for (unsigned i = 0; i < used; i++)
        path[i] = from[i];
    for (unsigned i = 0; i < sizeof(tail); i++)
        path[used + i] = tail[i];
    return (EFI_DEVICE_PATH *)path;
}

static bool make_output(EFI_HANDLE *handle)
{
    EFI_BOOT_SERVICES *const boot = console.rig.boot;
    const uint64_t shown = bar_of(console.rig.card_io, PCI_BAR0 + 4) + PICTURE;
    EFI_PHYSICAL_ADDRESS drawn = 0;

    if (EFI_ERROR(boot->AllocatePages(AllocateAnyPages, EfiLoaderData,
                                      (4 * WIDTH * HEIGHT + PAGE_SIZE - 1) / PAGE_SIZE, &drawn)))
        return false;
    console.mmio = (volatile uint32_t *)(uintptr_t)bar_of(console.rig.card_io, PCI_BAR0);
    console.shown = (volatile uint32_t *)(uintptr_t)shown;
    console.drawn = (uint32_t *)(uintptr_t)drawn;
    for (unsigned i = 0; i < WIDTH * HEIGHT; i++)
        console.shown[i] = console.drawn[i] = i;
    console.beside = console.shown[-BESIDE];
    console.info = (EFI_GRAPHICS_OUTPUT_MODE_INFORMATION){
        .HorizontalResolution = WIDTH,
        .VerticalResolution = HEIGHT,
        .PixelFormat = PixelBlueGreenRedReserved8BitPerColor,
        .PixelsPerScanLine = WIDTH,
    };
    console.mode = (EFI_GRAPHICS_OUTPUT_PROTOCOL_MODE){ .MaxMode = 1,
                                                        .Info = &console.info,
                                                        .SizeOfInfo = sizeof(console.info),
                                                        .FrameBufferBase = shown,
                                                        .FrameBufferSize = 4 * WIDTH * HEIGHT };
    console.output = (EFI_GRAPHICS_OUTPUT_PROTOCOL){
        .QueryMode = query_mode, .SetMode = set_mode, .Blt = blt, .Mode = &console.mode
    };
    return !EFI_ERROR(boot->InstallMultipleProtocolInterfaces(
        handle, &(EFI_GUID)EFI_DEVICE_PATH_PROTOCOL_GUID, output_path(&console.rig),
        &(EFI_GUID)EFI_GRAPHICS_OUTPUT_PROTOCOL_GUID, &console.output,
        &(EFI_GUID)CONSOLE_OUT_DEVICE_GUID, NULL, NULL));
}

EFI_STATUS efi_main(EFI_HANDLE image, EFI_SYSTEM_TABLE *table, uint64_t image_base)
{
    static EFI_SYSTEM_TABLE its;
    EFI_HANDLE output = NULL;

    (void)image_base;
    if (!rig_open(&console.rig, image, table))
        return EFI_ABORTED;
    if (!driver_hold(&console.rig, EFI_SUCCESS))
        return EFI_ABORTED;
    if (!make_output(&output)) {
        rig_say("there is no graphics output on the card", UINT64_MAX);
        return EFI_ABORTED;
    }
    console.card = *console.rig.card_io;
    console.rig.card_io->AllocateBuffer = card_allocate;
    console.rig.card_io->FreeBuffer = card_free;
    its = *table;
    its.ConsoleOutHandle = output;
    return rig_start(&console.rig, &its);
}
