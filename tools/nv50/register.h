/* tools/nv50/register.h: registers by name or address, for tools/desk.h. */
#ifndef TOOLS_NV50_REGISTER_H
#define TOOLS_NV50_REGISTER_H

#include "tools/desk.h"

bool nv50_find_register(const struct chip *chip, const struct desk_place *place,
                        struct desk_register *out);

void nv50_each_register(const struct chip *chip,
                        void (*see)(const struct desk_register *reg, void *context), void *context);

#endif
