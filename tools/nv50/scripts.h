/* tools/nv50/scripts.h: which boot scripts of a VBIOS are whole.
 *
 * Source  docs/hardware/devinit.md §1.3, §4.7. */
#ifndef TOOLS_NV50_SCRIPTS_H
#define TOOLS_NV50_SCRIPTS_H

#include "engines/nv50/devinit/walk.h"

/* Of the table of boot scripts. */
unsigned scripts_count(const struct vbios *v);
/* Those that the static walk of each alone comes to the end of. */
unsigned scripts_whole(const struct vbios *v);

/* A card that has been started has no more use for its boot scripts, and a copy of its VBIOS in memory may have other
 * things there: none of several scripts is whole then, and most begin with no opcode. */
bool scripts_are_overwritten(const struct vbios *v);
#define SCRIPTS_OVERWRITTEN                                                                        \
    "the boot scripts are not in this copy, because a machine that runs has overwritten them; "    \
    "take the ROM of a cold card, or the file of the machine's firmware"

#endif
