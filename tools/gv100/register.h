/* tools/gv100/register.h: registers in words, for tools/toolkit.h. */
#ifndef TOOLS_GV100_REGISTER_H
#define TOOLS_GV100_REGISTER_H

#include "tools/toolkit.h"

/* Words for units that do not answer, for PTOP, whose words are of several kinds, and for registers
 * that no manual lists. */
bool gv100_register_words(const struct register_view *reg, uint32_t value, char *out, size_t size);
const char *gv100_no_value(uint32_t offset, uint32_t value);

#endif
