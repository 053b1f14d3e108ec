/* hw/gv100/ptimer.h: time, alarms, accesses that timed out.
 *
 * Shape   a register, then its fields by the manual's bit numbers, then the names of their values. Of an array
 *         NAME(i), with NAME_COUNT members.
 * Source  docs/hardware/gv100.md §1.5. */
#ifndef HW_GV100_PTIMER_H
#define HW_GV100_PTIMER_H

#include "hw/bits.h"

#define PTIMER_PRI_TIMEOUT              0x009080
#define PTIMER_PRI_TIMEOUT_PERIOD       BITS(23, 0)
#define PTIMER_PRI_TIMEOUT_PERIOD_RTL   0xa
#define PTIMER_PRI_TIMEOUT_PERIOD_SHORT 0x6
#define PTIMER_PRI_TIMEOUT_EN           BIT(31)

#define PTIMER_PRI_TIMEOUT_SAVE_0          0x009084
#define PTIMER_PRI_TIMEOUT_SAVE_0_TO       BIT(0)
#define PTIMER_PRI_TIMEOUT_SAVE_0_WRITE    BIT(1)
#define PTIMER_PRI_TIMEOUT_SAVE_0_ADDR     BITS(23, 2)
#define PTIMER_PRI_TIMEOUT_SAVE_0_FECS_TGT BIT(31)

#define PTIMER_PRI_TIMEOUT_SAVE_1      0x009088
#define PTIMER_PRI_TIMEOUT_SAVE_1_DATA BITS(31, 0)

#define PTIMER_INTR_0       0x009100
#define PTIMER_INTR_0_ALARM BIT(0)
#define PTIMER_INTR_0_TIMER BIT(1)

#define PTIMER_INTR_EN_0       0x009140
#define PTIMER_INTR_EN_0_ALARM BIT(0)
#define PTIMER_INTR_EN_0_TIMER BIT(1)

#define PTIMER_ALARM_0      0x009420
#define PTIMER_ALARM_0_NSEC BITS(31, 5)

#define PTIMER_TIMER_0      0x009428
#define PTIMER_TIMER_0_NSEC BITS(31, 0)
#define PTIMER_TIMER_0_USEC BITS(31, 10)

#define PTIMER_GR_TICK_FREQ                0x009480
#define PTIMER_GR_TICK_FREQ_SELECT         BITS(2, 0)
#define PTIMER_GR_TICK_FREQ_SELECT_MAX     0x0
#define PTIMER_GR_TICK_FREQ_SELECT_DEFAULT 0x5
#define PTIMER_GR_TICK_FREQ_SELECT_MIN     0x7

/* ---- of Turing ---- */
#define PTIMER_TIMER_INTR_VECTOR    0x009440
#define PTIMER_TIMER_INTR_VECTOR_ID BITS(7, 0)

#endif
