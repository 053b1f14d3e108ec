/* engines/nv50/reset.h: quiet engines before the card may master the bus.
 *
 * Source  docs/hardware/tesla-mmio.md §3.1, tesla-engines.md §7. */
#ifndef ENGINES_NV50_RESET_H
#define ENGINES_NV50_RESET_H

#include "engines/card.h"

/* Puts PFIFO, PGRAPH, the copy engine and the media engines into reset. Never PFB; not PDISPLAY.
 * The journal of the card brings the former state of PMC_ENABLE back. */
void engines_reset(struct card *card);

/* Puts PDISPLAY into reset as well, for a card whose display is off: what a reset loses of a picture
 * (modes, PLLs, outputs) can be read back by nobody. The journal takes the reset away again. */
void engines_reset_display(struct card *card);

/* Lets PFIFO out of reset, with no channel enabled: BAR and PEEPHOLE accesses go through it. */
void engines_release_pfifo(struct card *card);

/* Lets PGRAPH out of reset, with no channel: for registers of it that need none. */
void engines_release_pgraph(struct card *card);

#endif
