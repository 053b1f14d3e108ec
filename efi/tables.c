#include "efi/tables.h"

#include <stdbool.h>

static bool same_guid(const EFI_GUID *a, const EFI_GUID *b)
{
    const uint8_t *left = (const uint8_t *)a, *right = (const uint8_t *)b;

    for (unsigned i = 0; i < sizeof(*a); i++)
        if (left[i] != right[i])
            return false;
    return true;
}

void *table_find(const EFI_SYSTEM_TABLE *table, const EFI_GUID *guid)
{
    for (UINTN i = 0; i < table->NumberOfTableEntries; i++)
        if (same_guid(&table->ConfigurationTable[i].VendorGuid, guid))
            return table->ConfigurationTable[i].VendorTable;
    return NULL;
}
