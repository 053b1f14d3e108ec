/* tools/nv50/explain_devinit.h: init scripts as text. */
#ifndef TOOLS_NV50_EXPLAIN_DEVINIT_H
#define TOOLS_NV50_EXPLAIN_DEVINIT_H

#include "engines/nv50/devinit/walk.h"

/* Every instruction that the walk has found, in the order of their places, a line each; a heading where
 * a script of the table starts. `column` of the RAM strap is marked, -1: none is. */
void explain_devinit(const struct vbios *v, const struct devinit_walk *walk, int column);

#endif
