/* hw/nv50/ptimer.h: PTIMER, the card's clock.
 * Source  docs/hardware/tesla-mmio.md §3.5. */
#ifndef HW_NV50_PTIMER_H
#define HW_NV50_PTIMER_H

#include "hw/bits.h"

#define PTIMER_MMIO_FAULT_ADDR 0x009084
#define PTIMER_MMIO_FAULT_DATA 0x009088
#define PTIMER_INTR            0x009100
#define PTIMER_INTR_EN         0x009140
#define PTIMER_INTR_ALARM      BIT(0)
#define PTIMER_CLOCK_DIV       0x009200
#define PTIMER_CLOCK_MUL       0x009210
#define PTIMER_CLOCK_RATIO     BITS(15, 0) /* of DIV and of MUL */
#define PTIMER_CLOCK_SOURCE    0x009220
#define PTIMER_SOURCE_MUL      BITS(7, 0)  /* minus 1: the crystal's clock times this */
#define PTIMER_SOURCE_DIV      BITS(11, 8) /* minus 1: over this; one source has bit 12 too */
#define PTIMER_SOURCE_EXTERNAL BIT(16)     /* HCLK on G80, TCLK from G84 on */
#define PTIMER_TIME_LOW        0x009400
#define PTIMER_TIME_LOW_BITS   BITS(31, 5)
#define PTIMER_TIME_HIGH       0x009410
#define PTIMER_TIME_HIGH_BITS  BITS(28, 0)
#define PTIMER_ALARM           0x009420

#endif
