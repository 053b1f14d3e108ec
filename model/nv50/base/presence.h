/* model/nv50/base/presence.h: whether the card is still on the bus.
 *
 * Shape   a card that has fallen off answers no access to its BARs or to its configuration space and moves
 *         nothing of the machine's memory, until it is reset. Defect bus-gone takes it off after a number of
 *         accesses of any of these kinds.
 * Source  PCI Express Base 2.0 §2.3.2, §6.6.1; docs/hardware/uefi-on-machines.md §3.3. */
#ifndef MODEL_NV50_BASE_PRESENCE_H
#define MODEL_NV50_BASE_PRESENCE_H

#include <stdbool.h>
#include <stdint.h>

struct nv50;

struct presence {
    uint64_t left; /* accesses until it falls off; UINT64_MAX: never */
    bool gone;
};

/* armed: the card may fall off from now on; after a reset by its port it does not do so a second time. */
void presence_power_on(struct nv50 *card, bool armed);
/* An access to the card or by it: whether it takes place. */
bool presence_answers(const struct nv50 *card);

#endif
