/* efi/uefi.h: GNU-EFI's headers, the one place that includes them. Their services take pointers to
 * non-const GUIDs: pass `&(EFI_GUID)EFI_…_GUID`. */
#ifndef EFI_UEFI_H
#define EFI_UEFI_H

#include <stdint.h>

#include <efi.h>

#endif
