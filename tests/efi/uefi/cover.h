/* tests/efi/uefi/cover.h: page tables that the machine's processor walks (CR3): four levels. The third has pages of
 * 1 GiB, which is all that the tests of other things need; efi/paging_test asks efi/paging.c about the walk itself. */
#pragma once

#include "tests/efi/uefi/machine.h"

#define COVER_PRESENT 1u /* bit 0 of an entry */

struct cover {
    _Alignas(4096) uint64_t table4[512];
    _Alignas(4096) uint64_t table3[512];
};

/* The machine has these tables, and they cover nothing. */
void cover_begin(struct cover *cover);
/* Covers the 1 GiB that `at` lies in, and the next. */
void cover_add(struct cover *cover, const void *at);
