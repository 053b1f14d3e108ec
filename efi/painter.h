/* efi/painter.h: the drawn screen on the firmware's graphics output.
 *
 * Shape   pages are drawn in system memory; changes are handed to the output as rectangles. The output keeps the mode
 *         that the firmware chose.
 * Errors  painter_open: false where there is no graphics output, where it is smaller than the pages need, or
 *         where there is no memory for a picture of it. */
#ifndef EFI_PAINTER_H
#define EFI_PAINTER_H

#include <stdbool.h>

#include "efi/uefi.h"
#include "suite/report/page.h"

struct painter {
    EFI_BOOT_SERVICES *boot;
    EFI_GRAPHICS_OUTPUT_PROTOCOL *output; /* null: nothing is drawn */
    EFI_PHYSICAL_ADDRESS pixels;
    UINTN pages;
    struct page page;
};

bool painter_open(struct painter *painter, EFI_BOOT_SERVICES *boot, EFI_HANDLE console);
void painter_close(struct painter *painter);
void painter_show(struct painter *painter, const struct scene *scene);

#endif
