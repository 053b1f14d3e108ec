/* model/common/presence.h: whether a card is still on the bus.
 *
 * Shape   a card that has fallen off answers no access to its BARs or to its configuration space, moves
 *         nothing of the machine's memory and interrupts nobody, until it is reset. Defect bus-gone takes it
 *         off after a number of accesses of any of the first three kinds.
 * Source  PCI Express Base 2.0 §2.2.8.1, §2.3.2, §6.6.1; docs/hardware/uefi-on-machines.md §3.3. */
#ifndef MODEL_COMMON_PRESENCE_H
#define MODEL_COMMON_PRESENCE_H

#include "model/common/options.h"

struct presence {
    uint64_t left; /* accesses until it falls off; UINT64_MAX: never */
    bool gone;
};

/* A card that has been reset. `defect` is bus-gone or null: the card never falls off. */
void presence_open(struct presence *presence, const struct defect *defect);
/* An access to the card or by it: whether it takes place. */
bool presence_answers(struct presence *presence);

#endif
