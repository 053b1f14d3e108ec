/* tools/register.h: `barecard decode register`: a register by its address or name, and the words of its value.
 *
 * Errors  "error: ..." on the output in place of the line; gives false. */
#ifndef TOOLS_REGISTER_H
#define TOOLS_REGISTER_H

#include <stdbool.h>

#include "tools/structure.h"

/* The fields that are set in a register's word, each with a blank in front. False: `chip` has none of that name. */
bool put_register_fields(const struct toolkit *toolkit, const struct chip *chip, const char *name,
                         uint32_t value, struct out *out);
/* The bits of that register which a field covers; 0: none, or no such register. */
uint32_t register_known(const struct toolkit *toolkit, const struct chip *chip, const char *name);
/* One line for each pair of ADDRESS|NAME and VALUE. */
bool decode_registers(const struct structure_arguments *a, struct out *out);

#endif
