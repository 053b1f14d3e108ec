/* tools/register.h: `barecard decode register`: a register by its address or name, and the words of its value.
 *
 * Errors  "error: ..." on the output in place of the line; gives false. */
#ifndef TOOLS_REGISTER_H
#define TOOLS_REGISTER_H

#include <stdbool.h>

#include "tools/structure.h"

/* One line for each pair of ADDRESS|NAME and VALUE. */
bool decode_registers(const struct structure_arguments *a, struct out *out);

#endif
