#include "tests/efi/uefi/cover.h"

#define LARGE 0x81u /* present; 1 GiB in the third table */

void cover_begin(struct cover *cover)
{
    memset(cover, 0, sizeof(*cover));
    machine_stub.cr3 = (uintptr_t)cover->table4;
}

void cover_add(struct cover *cover, const void *at)
{
    const uint64_t address = (uintptr_t)at;

    cover->table4[address >> 39 & 511] = (uintptr_t)cover->table3 | COVER_PRESENT;
    cover->table3[address >> 30 & 511] = LARGE;
    cover->table3[((address >> 30) + 1) & 511] = LARGE;
}
