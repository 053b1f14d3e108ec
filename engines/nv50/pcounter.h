/* engines/nv50/pcounter.h: counting signals of the card.
 *
 * Shape   a domain counts one input from its start to its stop (single mode, every chipset), or four
 *         signals from swap to swap (quad mode; on G80 PGRAPH's trigger swaps all domains). All registers are
 *         journalled: card_undo leaves the domain as it was.
 * Units   cycles of the domain's clock in which the input was 1.
 * Source  docs/hardware/tesla-engines.md §5.2 to §5.4. */
#ifndef ENGINES_NV50_PCOUNTER_H
#define ENGINES_NV50_PCOUNTER_H

#include "engines/card.h"
#include "hw/nv50/pcounter.h"

#define COUNTER_SIGNALS 4 /* at once */

/* One input: a signal and a truth table over it (PCOUNTER_OP_). */
void counter_single(struct card *card, unsigned domain, uint8_t signal, uint32_t op);
/* Ends it; both numbers are of the same time. */
void counter_single_take(struct card *card, unsigned domain, uint32_t *events, uint32_t *cycles);

/* Four signals, each by itself; from here on. */
void counter_quad(struct card *card, unsigned domain, const uint8_t signals[COUNTER_SIGNALS]);
void counter_quad_take(struct card *card, unsigned domain, uint32_t counts[COUNTER_SIGNALS]);

/* Partition `hardware` shows the accesses of requester `client`; or, after counter_unselect, of nobody (§5.4,
 * unverified E21). */
void counter_select(struct card *card, unsigned hardware, uint32_t client);
void counter_unselect(struct card *card, unsigned hardware);

#endif
