#include "efi/painter.h"

#define PAGE_SIZE 0x1000

/* The graphics output of the console's own handle draws on every screen that the console uses. Where the console has
 * none, any graphics output of the machine is taken. */
static EFI_GRAPHICS_OUTPUT_PROTOCOL *find_output(EFI_BOOT_SERVICES *boot, EFI_HANDLE console)
{
    EFI_GUID guid = EFI_GRAPHICS_OUTPUT_PROTOCOL_GUID;
    EFI_GRAPHICS_OUTPUT_PROTOCOL *output = NULL;

    if (console != NULL && !EFI_ERROR(boot->HandleProtocol(console, &guid, (void **)&output)))
        return output;
    return EFI_ERROR(boot->LocateProtocol(&guid, NULL, (void **)&output)) ? NULL : output;
}

/* The page is drawn in memory and copied, because reading a framebuffer back is slow and an output need not have
 * one. */
bool painter_open(struct painter *painter, EFI_BOOT_SERVICES *boot, EFI_HANDLE console)
{
    EFI_GRAPHICS_OUTPUT_PROTOCOL *const output = find_output(boot, console);

    *painter = (struct painter){ .boot = boot };
    if (output == NULL || output->Mode == NULL || output->Mode->Info == NULL)
        return false;
    const UINTN width = output->Mode->Info->HorizontalResolution;
    const UINTN height = output->Mode->Info->VerticalResolution;
    if (width < PAGE_MIN_WIDTH || height < PAGE_MIN_HEIGHT || width > INT16_MAX ||
        height > INT16_MAX)
        return false;
    painter->pages = (width * height * sizeof(uint32_t) + PAGE_SIZE - 1) / PAGE_SIZE;
    if (EFI_ERROR(
            boot->AllocatePages(AllocateAnyPages, EfiLoaderData, painter->pages, &painter->pixels)))
        return false;
    painter->output = output;
    page_open(&painter->page, (uint32_t *)(uintptr_t)painter->pixels, (int)width, (int)height);
    return true;
}

void painter_close(struct painter *painter)
{
    if (painter->output != NULL)
        painter->boot->FreePages(painter->pixels, painter->pages);
    painter->output = NULL;
}

void painter_show(struct painter *painter, const struct scene *scene)
{
    struct canvas *const canvas = &painter->page.canvas;

    if (painter->output == NULL)
        return;
    page_draw(&painter->page, scene);
    for (unsigned i = 0; i < canvas->change_count; i++) {
        const struct area *const a = &canvas->changes[i];

        painter->output->Blt(painter->output, (EFI_GRAPHICS_OUTPUT_BLT_PIXEL *)canvas->pixels,
                             EfiBltBufferToVideo, (UINTN)a->x, (UINTN)a->y, (UINTN)a->x,
                             (UINTN)a->y, (UINTN)a->width, (UINTN)a->height,
                             (UINTN)canvas->width * sizeof(uint32_t));
    }
    canvas->change_count = 0;
}
