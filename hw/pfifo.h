/* hw/pfifo.h: PFIFO, as far as BAR, PEEPHOLE and reset need it. Gated by PMC_ENABLE_PFIFO.
 * Source  docs/hardware/tesla-mmio.md §4. */
#ifndef HW_PFIFO_H
#define HW_PFIFO_H

#include "hw/bits.h"

#define PFIFO_INTR           0x002100 /* write 1 to clear */
#define PFIFO_INTR_EN        0x002140
#define PFIFO_INTR_CACHE_ERROR    BIT(0)
#define PFIFO_INTR_BAR_FAULT      BIT(4)
#define PFIFO_INTR_PEEPHOLE_FAULT BIT(6)
#define PFIFO_INTR_DMA_PUSHER     BIT(12)
#define PFIFO_INTR_SEMAPHORE      BIT(20)

#endif
