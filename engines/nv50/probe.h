/* engines/nv50/probe.h: the registers that may be read of a card that nobody knows yet.
 *
 * Shape   a list of registers whose reading changes nothing but time and counters, on a cold card too. A unit that
 *         PMC_ENABLE has switched off is left out, because reading there is a fault of its own.
 * Source  docs/hardware/board.md §4 (safe to read), devinit.md §3, §5, board-sensors.md §5, tesla-mmio.md §2, §3. */
#ifndef ENGINES_NV50_PROBE_H
#define ENGINES_NV50_PROBE_H

#include "engines/family.h"

/* As struct family's probe. */
bool nv50_probe_row(struct card *card, unsigned index, bool all, struct family_probe *out);

#endif
