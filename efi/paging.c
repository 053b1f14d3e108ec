#include "efi/paging.h"

#include <stddef.h>

#include "efi/cpu.h"
#include "hw/bits.h"

#define CR4_LA57      BIT64(12)
#define ENTRY_PRESENT BIT64(0)
#define ENTRY_LARGE   BIT64(7)
#define ENTRY_ADDRESS BITS64(51, 12)
#define TABLE_ENTRIES 512
#define UNIT_LOG2     21

/* The table of 4 KiB pages for the 2 MiB around `address`. Null if there is no such table: either a large page maps
 * them, and *large is true, or nothing does. */
static const uint64_t *small_pages(uint64_t address, bool *large)
{
    const unsigned top = (cpu_cr4() & CR4_LA57) != 0 ? 48 : 39;
    uint64_t table = cpu_cr3() & ENTRY_ADDRESS;

    *large = false;
    for (unsigned shift = top; shift >= UNIT_LOG2; shift -= 9) {
        const uint64_t *entries = (const uint64_t *)(uintptr_t)table;
        const uint64_t entry = entries[(address >> shift) % TABLE_ENTRIES];
        if ((entry & ENTRY_PRESENT) == 0)
            return NULL;
        if (shift < 39 && (entry & ENTRY_LARGE) != 0) {
            *large = true;
            return NULL;
        }
        table = entry & ENTRY_ADDRESS;
    }
    return (const uint64_t *)(uintptr_t)table;
}

static bool unit_present(uint64_t address)
{
    bool large;
    const uint64_t *entries = small_pages(address, &large);

    if (entries == NULL)
        return large;
    for (unsigned i = 0; i < TABLE_ENTRIES; i++)
        if ((entries[i] & ENTRY_PRESENT) == 0)
            return false;
    return true;
}

static bool page_present(uint64_t address)
{
    bool large;
    const uint64_t *entries = small_pages(address, &large);

    return entries == NULL ? large
                           : (entries[(address >> 12) % TABLE_ENTRIES] & ENTRY_PRESENT) != 0;
}

bool paging_covers(struct paging *paging, uint64_t address)
{
    const uint64_t unit = (address >> UNIT_LOG2) + 1;
    uint64_t *seen = &paging->seen[unit % PAGING_SEEN];

    if (*seen == unit)
        return true;
    if (unit_present(address)) {
        *seen = unit;
        return true;
    }
    return page_present(address);
}
