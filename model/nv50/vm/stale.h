/* model/nv50/vm/stale.h: pages that an engine used and software changed since, without flushing that engine's TLB.
 *
 * Shape   of a strict card alone: each look-up walks the tables anew and compares with the engine's last result. The
 *         TLB's own entries say less, because a card may hold entries that this model has dropped, and PFIFO's do on a
 *         card over a change of channels (knob bind_flush).
 * Source  docs/hardware/tesla-vm.md §8.2, §8.3. */
#ifndef MODEL_NV50_VM_STALE_H
#define MODEL_NV50_VM_STALE_H

#include <stdint.h>

#include "model/nv50/vm/translate.h"

struct stale;

/* Of a card that is not strict nothing happens; null is fine where there was no memory. */
struct stale *stale_new(void);
void stale_look(struct nv50 *card, const struct vm_access *access, uint64_t at);
void stale_flushed(struct nv50 *card, unsigned engine);
/* The engine's channel changes: its pages are forgotten, unless it is PFIFO. */
void stale_bound(struct nv50 *card, unsigned engine);

#endif
