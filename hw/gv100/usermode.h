/* hw/gv100/usermode.h: doorbell and time.
 *
 * Shape   a register, then its fields by the manual's bit numbers, then the names of their values. Of an array
 *         NAME(i), with NAME_COUNT members.
 * Source  docs/hardware/gv100.md §8.1. */
#ifndef HW_GV100_USERMODE_H
#define HW_GV100_USERMODE_H

#include "hw/bits.h"

#define USERMODE_CFG0                   0x810000
#define USERMODE_CFG0_USERMODE_CLASS_ID BITS(15, 0)

#define USERMODE_TIME_0      0x810080
#define USERMODE_TIME_0_NSEC BITS(31, 5)

#define USERMODE_TIME_1      0x810084
#define USERMODE_TIME_1_NSEC BITS(28, 0)

#define USERMODE_NOTIFY_CHANNEL_PENDING 0x810090

/* ---- of Turing ---- */
#define TU_USERMODE_NOTIFY_CHANNEL_PENDING_HANDLE     BITS(31, 0)
#define TU_USERMODE_NOTIFY_CHANNEL_PENDING_CHID       BITS(11, 0)
#define TU_USERMODE_NOTIFY_CHANNEL_PENDING_RUNLIST_ID BITS(22, 16)

#endif
