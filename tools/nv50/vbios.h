/* tools/nv50/vbios.h: description of a VBIOS ROM, and whether its scripts are sound (struct
 * toolkit). */
#ifndef TOOLS_NV50_VBIOS_H
#define TOOLS_NV50_VBIOS_H

#include "tools/toolkit.h"

size_t nv50_rom_size(const uint8_t *bytes, size_t size);
int nv50_describe_rom(const struct toolkit_rom *rom, bool json, FILE *to);

#endif
