/* suite/gv100/way.h: how this family shows, copies and fills VRAM (suite/memory/way.h). No source says how it
 * spreads addresses over its chips, so nothing is placed and no chip is named. */
#ifndef SUITE_GV100_WAY_H
#define SUITE_GV100_WAY_H

#include "suite/memory/way.h"

extern const struct vram_way gv100_way;

#endif
