/* tools/nv50/desk.h: NV50's row of tools/desk.h. */
#ifndef TOOLS_NV50_DESK_H
#define TOOLS_NV50_DESK_H

#include "tools/desk.h"

extern const struct desk nv50_desk;

/* lists.c */
void nv50_put_chipsets(struct out *out);

#endif
