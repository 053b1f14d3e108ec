/* tools/gv100/toolkit.h: GV100's row of tools/toolkit.h. */
#ifndef TOOLS_GV100_TOOLKIT_H
#define TOOLS_GV100_TOOLKIT_H

#include "tools/toolkit.h"

extern const struct toolkit gv100_toolkit;

#endif
