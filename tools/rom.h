/* tools/rom.h: a card's ROM in a file, for commands that know no family.
 *
 * Errors  a message on stderr, and false. */
#ifndef TOOLS_ROM_H
#define TOOLS_ROM_H

#include "tools/toolkit.h"

#define ROM_FILE_MAX 0x400000 /* bytes: no card has a larger ROM */

/* "-" is standard input. */
bool toolkit_rom_read(struct toolkit_rom *rom, const char *program, const char *name);
void toolkit_rom_free(struct toolkit_rom *rom);

/* The family of a ROM: that of the requested chipset, else that of the version in it, else the first family, which
 * names the ROM's fault. */
const struct toolkit *toolkit_of_rom(const struct toolkit_rom *rom);

#endif
