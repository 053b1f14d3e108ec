/* suite/nv50/exercised.h: which self test makes a card ask for memory through a slot.
 *
 * Source  docs/hardware/tesla-engines.md §1, §8. */
#ifndef SUITE_NV50_EXERCISED_H
#define SUITE_NV50_EXERCISED_H

#include "hw/nv50/slots.h"

/* The name of a test; null: there is none. */
const char *slot_exercised_by(const struct vm_slot *slot);
/* Why there is none; null: there is one. */
const char *slot_why_not(const struct vm_slot *slot);

#endif
