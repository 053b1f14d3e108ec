#include "efi/symbols.h"

#include <stddef.h>

const char *symbol_at(const uint32_t *table, uint64_t offset, uint64_t *into)
{
    const uint32_t count = table != NULL ? table[0] : 0;
    uint32_t first = 0, behind = count; /* the wanted one lies before `behind` */

    while (first < behind) {
        const uint32_t middle = first + (behind - first) / 2;

        if (table[1 + 2 * middle] <= offset)
            first = middle + 1;
        else
            behind = middle;
    }
    if (first == 0)
        return NULL;
    *into = offset - table[1 + 2 * (first - 1)];
    return (const char *)table + table[2 + 2 * (first - 1)];
}
