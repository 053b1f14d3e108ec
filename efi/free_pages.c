#include "efi/free_pages.h"

#include <stddef.h>

#define PAGE_SIZE   0x1000
#define SPARE_PAGES 2 /* the buffer itself may make the map longer */

static uint64_t sum(const uint8_t *map, UINTN size, UINTN entry_size)
{
    uint64_t pages = 0;

    for (UINTN at = 0; at + entry_size <= size; at += entry_size) {
        const EFI_MEMORY_DESCRIPTOR *const entry = (const EFI_MEMORY_DESCRIPTOR *)(map + at);

        if (entry->Type == EfiConventionalMemory)
            pages += entry->NumberOfPages;
    }
    return pages;
}

uint64_t free_pages(EFI_BOOT_SERVICES *boot)
{
    UINTN size = 0, key, entry_size = 0;
    EFI_PHYSICAL_ADDRESS at = 0;
    UINT32 version;
    uint64_t pages = 0;

    if (boot->GetMemoryMap(&size, NULL, &key, &entry_size, &version) != EFI_BUFFER_TOO_SMALL)
        return 0;
    const UINTN buffer = size / PAGE_SIZE + SPARE_PAGES;

    if (EFI_ERROR(boot->AllocatePages(AllocateAnyPages, EfiLoaderData, buffer, &at)))
        return 0;
    size = buffer * PAGE_SIZE;
    if (!EFI_ERROR(boot->GetMemoryMap(&size, (EFI_MEMORY_DESCRIPTOR *)(uintptr_t)at, &key,
                                      &entry_size, &version)) &&
        entry_size >= sizeof(EFI_MEMORY_DESCRIPTOR))
        pages = sum((const uint8_t *)(uintptr_t)at, size, entry_size);
    boot->FreePages(at, buffer);
    return pages;
}
