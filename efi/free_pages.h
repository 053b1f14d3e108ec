/* efi/free_pages.h: how much memory the machine's firmware has left, to see that rounds take none for good.
 *
 * Units   pages of 4 KiB.
 * Errors  0 where the firmware does not say.
 * Source  UEFI 2.10 §7.2. */
#ifndef EFI_FREE_PAGES_H
#define EFI_FREE_PAGES_H

#include <stdint.h>

#include "efi/uefi.h"

uint64_t free_pages(EFI_BOOT_SERVICES *boot);

#endif
