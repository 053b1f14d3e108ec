/* tools/nv50/chips.h: chipsets of NV50 by their names: "g84". */
#ifndef TOOLS_NV50_CHIPS_H
#define TOOLS_NV50_CHIPS_H

#include "hw/nv50/chip.h"
#include "tools/input.h"

/* Null: there is none. */
const struct nv50_chip *nv50_chip_named(struct word word);

#endif
