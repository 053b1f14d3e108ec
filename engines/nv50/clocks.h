/* engines/nv50/clocks.h: how fast core, shaders and memory run. Reads only.
 *
 * Units   kHz; 0: it is off, or comes from a source whose frequency is not read here (the host's clock, the video
 *         clock, all clocks of integrated chipsets).
 * Source  docs/hardware/board.md §6. */
#ifndef ENGINES_NV50_CLOCKS_H
#define ENGINES_NV50_CLOCKS_H

#include "engines/card.h"

struct clocks {
    uint32_t core_khz, shader_khz, memory_khz;
};

void card_clocks(struct card *card, struct clocks *clocks);

#endif
