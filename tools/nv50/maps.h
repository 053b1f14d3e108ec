/* tools/nv50/maps.h: the mappings of a channel's page directory, for tools/maps.h. */
#ifndef TOOLS_NV50_MAPS_H
#define TOOLS_NV50_MAPS_H

#include "tools/maps.h"
#include "tools/toolkit.h"

/* `argument` is the channel's descriptor; there are no subcontexts. */
bool nv50_maps(const struct toolkit_dump *dump, const char *argument, const char *veid,
               struct maps *maps, char why[TOOLKIT_WHY]);
void nv50_put_place(const struct map_range *range, struct out *out);
void nv50_put_attributes(const struct map_range *range, struct out *out);

#endif
