/* tests/model/nv50/vm/shrink.h: the smallest memory and access on which the witnesses still disagree.
 *
 * Shape   zeroes ever smaller pieces as long as the difference stays, then prints the access as a line
 *         for `barecard translate`, with its images in `folder`. */
#pragma once

#include "tests/model/nv50/vm/world.h"

void shrink(struct world *world, struct nv50_vm_access *access);
void shrink_print(struct world *world, const struct nv50_vm_access *access, const char *folder);
