/* efi/symbols.h: which function of this image an address lies in, for the report of an exception.
 *
 * Shape   the build makes the table from the linked image (tools/symbols.pl) and links once more with it: 32-bit words,
 *         first how many functions there are, then for each, by address, its offset in the image and that of its name
 *         in the table.
 * Units   bytes. */
#ifndef EFI_SYMBOLS_H
#define EFI_SYMBOLS_H

#include <stdint.h>

extern const uint32_t image_symbols[]; /* this image's */

/* The name, and how far in the offset lies. Null: it lies before all functions, or there is no table. */
const char *symbol_at(const uint32_t *table, uint64_t offset, uint64_t *into);

#endif
