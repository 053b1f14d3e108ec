/* efi/memory.h: the functions that compilers call on their own (linker/memory.asm). */
#ifndef EFI_MEMORY_H
#define EFI_MEMORY_H

#include <stddef.h>

void *memcpy(void *restrict to, const void *restrict from, size_t size);
void *memmove(void *to, const void *from, size_t size);
void *memset(void *at, int byte, size_t size);
int memcmp(const void *a, const void *b, size_t size);

#endif
