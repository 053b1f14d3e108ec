/* tools/gv100/maps.h: the mappings of an instance block, for tools/maps.h. */
#ifndef TOOLS_GV100_MAPS_H
#define TOOLS_GV100_MAPS_H

#include "tools/maps.h"
#include "tools/toolkit.h"

/* `argument` is TARGET:INSTANCE. */
bool gv100_maps(const struct toolkit_dump *dump, const char *argument, const char *veid,
                struct maps *maps, char why[TOOLKIT_WHY]);
void gv100_put_place(const struct map_range *range, struct out *out);
void gv100_put_attributes(const struct map_range *range, struct out *out);

#endif
