/* model/host/assign.h: a machine's firmware: its work on a card before other software sees it.
 *
 * Shape   sizes the BARs by writing ones, places them at ascending addresses, turns memory decoding
 *         on; bus mastering stays off.
 * Source  PCI Local Bus 3.0 §6.2.5. */
#ifndef MODEL_HOST_ASSIGN_H
#define MODEL_HOST_ASSIGN_H

#include <stdint.h>

#include "model/model.h"

/* Both cursors move on; 64-bit BARs go to *next_wide, the others to *next_low. */
void assign_bars(struct model *card, uint64_t *next_low, uint64_t *next_wide);

#endif
