/* efi/memory_map.h: the firmware's map of the machine's memory.
 *
 * Units   bytes, pages of 4 KiB.
 * Errors  0 pages, or no memory, where the firmware does not say.
 * Source  UEFI 2.10 §7.2. */
#ifndef EFI_MEMORY_MAP_H
#define EFI_MEMORY_MAP_H

#include <stdbool.h>
#include <stdint.h>

#include "efi/uefi.h"

/* How much the firmware has left, to see that rounds take none for good. */
uint64_t free_pages(EFI_BOOT_SERVICES *boot);
/* Whether any byte of a range is memory, in use or not: stores there could destroy somebody's data. */
bool memory_in_range(EFI_BOOT_SERVICES *boot, uint64_t at, uint64_t size);

#endif
