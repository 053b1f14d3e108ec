/* engines/gv100/probe.h: the registers that may be read of a GV100 that nobody knows yet.
 *
 * Shape   a list of registers whose reading changes nothing but time, on a cold card too: identity, interrupts, which
 *         engines there are, windows, clock, fuses, temperature, size of VRAM. Units that PMC_ENABLE or a fuse may have
 *         switched off are left out, because reading there is an error of its own.
 * Source  docs/hardware/gv100.md §1.1 to §2.3. */
#ifndef ENGINES_GV100_PROBE_H
#define ENGINES_GV100_PROBE_H

#include "engines/family.h"

/* As struct family's probe. */
bool gv100_probe_row(struct card *card, unsigned index, bool all, struct family_probe *out);

#endif
