/* efi/tables.h: the system table's configuration tables. */
#ifndef EFI_TABLES_H
#define EFI_TABLES_H

#include "efi/uefi.h"

/* Null if the firmware has no such table. */
void *table_find(const EFI_SYSTEM_TABLE *table, const EFI_GUID *guid);

#endif
