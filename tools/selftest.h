/* tools/selftest.h: what the self test command and the lists share. */
#ifndef TOOLS_SELFTEST_H
#define TOOLS_SELFTEST_H

#include <stdbool.h>

#include "hw/chipset.h"

const struct chipset *chipset_named(const char *name); /* null: there is none */
/* Whether the model implements the chipset as far as the self tests go. */
bool selftest_has(const struct chipset *chip);

#endif
