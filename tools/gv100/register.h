/* tools/gv100/register.h: registers by name or address, for tools/desk.h. */
#ifndef TOOLS_GV100_REGISTER_H
#define TOOLS_GV100_REGISTER_H

#include "tools/desk.h"

bool gv100_find_register(const struct chip *chip, const struct desk_place *place,
                         struct desk_register *out);

/* Of what does not answer, of PTOP, whose words are of several kinds, and of registers that no manual lists. */
bool gv100_register_words(const struct desk_register *reg, uint32_t value, char *out, size_t size);
const char *gv100_no_value(uint32_t offset, uint32_t value);

void gv100_each_register(const struct chip *chip,
                         void (*see)(const struct desk_register *reg, void *context),
                         void *context);

#endif
