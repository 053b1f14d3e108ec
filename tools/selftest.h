/* tools/selftest.h: what the self test command and the lists share. */
#ifndef TOOLS_SELFTEST_H
#define TOOLS_SELFTEST_H

#include "hw/nv50/chip.h"

const struct nv50_chip *chipset_named(const char *name); /* null: there is none */

#endif
