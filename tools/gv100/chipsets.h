/* tools/gv100/chipsets.h: `barecard chipsets` of GV100's family: the differences between its
 * chips. */
#ifndef TOOLS_GV100_CHIPSETS_H
#define TOOLS_GV100_CHIPSETS_H

#include "tools/out.h"

void gv100_put_chipsets(struct out *out);

#endif
