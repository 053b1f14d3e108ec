/* tools/gv100/vbios.h: `vbios` and `devinit` for a GV100's ROM (struct toolkit). */
#ifndef TOOLS_GV100_VBIOS_H
#define TOOLS_GV100_VBIOS_H

#include "tools/toolkit.h"

const struct chip *gv100_rom_chip(const uint8_t *bytes, size_t size);
size_t gv100_rom_size(const uint8_t *bytes, size_t size);
int gv100_describe_rom(const struct toolkit_rom *rom, bool json, FILE *to);
/* Its parts, and their destinations in a start by its program. */
int gv100_start_by_rom(const struct toolkit_rom *rom, const struct toolkit_start *start,
                       char **argv);

#endif
