/* tests/fuzz/script_world.h: a world for init scripts that holds the interpreter to its promises, or aborts. */
#pragma once

#include "engines/nv50/devinit/walk.h"

struct script_world {
    struct devinit d;
    struct devinit_walk walk;
    uint32_t seed; /* of the answers of registers, ports and devices */
    uint64_t waited_us;
};

/* Walks and starts the image; `flags` choose rules and answers. */
void script_world_run(struct script_world *world, const struct vbios *v, unsigned chip,
                      unsigned flags, uint32_t seed);
