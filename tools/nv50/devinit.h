/* tools/nv50/devinit.h: the init scripts of a VBIOS ROM, as the writes that they make on a cold card, or as text
 * (struct toolkit). */
#ifndef TOOLS_NV50_DEVINIT_H
#define TOOLS_NV50_DEVINIT_H

#include "tools/toolkit.h"

int nv50_start_by_rom(const struct toolkit_rom *rom, const struct toolkit_start *start,
                      char **argv);

#endif
