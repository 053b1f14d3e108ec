/* model/core/pgraph.h: PGRAPH as far as the guarded TLB flush needs it.
 * Source  docs/hardware/tesla-vm.md §8.5. */
#ifndef MODEL_CORE_PGRAPH_H
#define MODEL_CORE_PGRAPH_H

#include <stdbool.h>

struct nv50;

/* Whether a flush of PGRAPH's TLB would never end now (knob g86_lockup). */
bool pgraph_locks_up(const struct nv50 *card);

#endif
