/* engines/nv50/reset.h: quiet engines, before the card may master the bus and after each test.
 *
 * Shape   as drivers do it: every unit is on while any of them is used; one that shall forget its settings has its bits
 *         of PMC_ENABLE cleared and set again at once. None is ever left off, and PFB and PTIMER are never touched. The
 *         journal of the card takes the changes back.
 * Source  docs/hardware/silicon-sequences.md §0, §1.3, §1.4, tesla-mmio.md §3.1. */
#ifndef ENGINES_NV50_RESET_H
#define ENGINES_NV50_RESET_H

#include "engines/card.h"

/* Switches every unit on and resets PFIFO, PGRAPH, the copy engine and the media engines, then starts PFIFO
 * with an empty runlist: host accesses through the VM go through it. */
void engines_quiet(struct card *card);

/* Resets PGRAPH alone, which forgets its traps and its context. */
void engines_reset_pgraph(struct card *card);
/* Resets PFIFO alone; it stays without a runlist and without a channel until somebody starts it. */
void engines_reset_pfifo(struct card *card);

/* The settings that a driver makes once before it uses any unit: no interrupt reaches the machine, stale errors of the
 * bus are acknowledged, the timer runs by the crystal, the window of PBUS 0x1900 is cleared. */
void engines_prepare(struct card *card);

#endif
