/* tools/gv100/desk.h: GV100's row of tools/desk.h. */
#ifndef TOOLS_GV100_DESK_H
#define TOOLS_GV100_DESK_H

#include "tools/desk.h"

extern const struct desk gv100_desk;

#endif
