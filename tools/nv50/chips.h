/* tools/nv50/chips.h: chipsets of NV50 by their names: "g84". */
#ifndef TOOLS_NV50_CHIPS_H
#define TOOLS_NV50_CHIPS_H

#include "hw/nv50/chip.h"
#include "tools/lines.h"

/* Null: there is none. */
const struct nv50_chip *nv50_chip_named(struct word word);
const struct nv50_chip *chipset_named(const char *name);
/* Says that there is no such chipset, or that it is none whose init scripts can be carried out; gives STATUS_ERROR. */
int chipset_refused(char **argv, const char *name);

/* docs/hardware/gv100.md §1.3. */
#define GV100_START                                                                                \
    "signed microcode in its ROM starts a GV100; no init scripts are carried out for it"

#endif
