/* hw/pgraph.h: PGRAPH, as far as the guarded TLB flush needs it. Gated by PMC_ENABLE_PGRAPH.
 * Source  docs/hardware/tesla-mmio.md §5.1, tesla-vm.md §8.5. */
#ifndef HW_PGRAPH_H
#define HW_PGRAPH_H

#include "hw/bits.h"

#define PGRAPH_VSTATUS       0x400380 /* three words, 4 bytes apart, of 3-bit unit states */
#define PGRAPH_VSTATUS_COUNT 3
#define PGRAPH_VSTATUS_UNITS 10 /* states in one word */

enum pgraph_unit_state {
    PGRAPH_UNIT_IDLE = 0,
    PGRAPH_UNIT_BUSY = 1,
    PGRAPH_UNIT_WAITING = 3,
    PGRAPH_UNIT_BLOCKED = 5,
    PGRAPH_UNIT_PAUSED = 7,
};

#define PGRAPH_FIFO_CONTROL      0x400500
#define PGRAPH_FIFO_CONTROL_PULL BIT(0)
#define PGRAPH_STATUS            0x400700 /* 0: idle */

#endif
