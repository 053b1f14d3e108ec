#include "efi/memory_map.h"

#include <stddef.h>

#include "hw/bits.h"

#define PAGE_SIZE   0x1000
#define SPARE_PAGES 2 /* the buffer itself may make the map longer */

/* Types whose pages are memory. Reserved ones may be anything, registers of a chipset too. */
#define MEMORY_TYPES                                                                               \
    (BIT(EfiLoaderCode) | BIT(EfiLoaderData) | BIT(EfiBootServicesCode) |                          \
     BIT(EfiBootServicesData) | BIT(EfiRuntimeServicesCode) | BIT(EfiRuntimeServicesData) |        \
     BIT(EfiConventionalMemory) | BIT(EfiACPIReclaimMemory) | BIT(EfiACPIMemoryNVS))

/* Parts of the map with one of these types, that have memory in a range. */
struct wanted {
    uint32_t types;
    uint64_t from, last; /* bytes */
};

static uint64_t pages_inside(const EFI_MEMORY_DESCRIPTOR *entry, const struct wanted *wanted)
{
    const uint64_t from = entry->PhysicalStart;
    const uint64_t last = from + entry->NumberOfPages * PAGE_SIZE - 1;
    const bool of_a_type = entry->Type < 32 && (wanted->types >> entry->Type & 1);

    return of_a_type && last >= wanted->from && from <= wanted->last ? entry->NumberOfPages : 0;
}

static uint64_t sum(const uint8_t *map, UINTN size, UINTN entry_size, const struct wanted *wanted)
{
    uint64_t pages = 0;

    for (UINTN at = 0; at + entry_size <= size; at += entry_size)
        pages += pages_inside((const EFI_MEMORY_DESCRIPTOR *)(map + at), wanted);
    return pages;
}

/* The buffer has SPARE_PAGES, because allocating it may itself add entries to the map. */
static uint64_t pages_of(EFI_BOOT_SERVICES *boot, const struct wanted *wanted)
{
    UINTN size = 0, key, entry_size = 0;
    EFI_PHYSICAL_ADDRESS at = 0;
    UINT32 version;
    uint64_t pages = 0;

    if (boot->GetMemoryMap(&size, NULL, &key, &entry_size, &version) != EFI_BUFFER_TOO_SMALL)
        return 0;
    const UINTN buffer = size / PAGE_SIZE + SPARE_PAGES;

    if (EFI_ERROR(boot->AllocatePages(AllocateAnyPages, EfiBootServicesData, buffer, &at)))
        return 0;
    size = buffer * PAGE_SIZE;
    if (!EFI_ERROR(boot->GetMemoryMap(&size, (EFI_MEMORY_DESCRIPTOR *)(uintptr_t)at, &key,
                                      &entry_size, &version)) &&
        entry_size >= sizeof(EFI_MEMORY_DESCRIPTOR))
        pages = sum((const uint8_t *)(uintptr_t)at, size, entry_size, wanted);
    boot->FreePages(at, buffer);
    return pages;
}

uint64_t free_pages(EFI_BOOT_SERVICES *boot)
{
    const struct wanted wanted = { BIT(EfiConventionalMemory), 0, UINT64_MAX };

    return pages_of(boot, &wanted);
}

bool memory_in_range(EFI_BOOT_SERVICES *boot, uint64_t at, uint64_t size)
{
    const struct wanted wanted = { MEMORY_TYPES, at, at + size - 1 };

    return pages_of(boot, &wanted) != 0;
}
