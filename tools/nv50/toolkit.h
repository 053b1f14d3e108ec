/* tools/nv50/toolkit.h: NV50's row of tools/toolkit.h. */
#ifndef TOOLS_NV50_TOOLKIT_H
#define TOOLS_NV50_TOOLKIT_H

#include "tools/toolkit.h"

extern const struct toolkit nv50_toolkit;

/* lists.c */
void nv50_put_chipsets(struct out *out);

#endif
