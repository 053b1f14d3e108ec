/* hw/gv100/pbus.h: windows into memory, BARs, bus errors.
 *
 * Shape   a register, then its fields by the manual's bit numbers, then the names of their values. Of an array
 *         NAME(i), with NAME_COUNT members.
 * Source  docs/hardware/gv100.md §1.5, §2.1, §2.2. */
#ifndef HW_GV100_PBUS_H
#define HW_GV100_PBUS_H

#include "hw/bits.h"

#define PBUS_SW_SCRATCH(i)    (0x001580 + 4 * (i))
#define PBUS_SW_SCRATCH_COUNT 32
#define PBUS_SW_SCRATCH_FIELD BITS(31, 0)

#define PBUS_INTR_0                         0x001100
#define PBUS_INTR_0_PRI_SQUASH              BIT(1)
#define PBUS_INTR_0_PRI_FECSERR             BIT(2)
#define PBUS_INTR_0_PRI_TIMEOUT             BIT(3)
#define PBUS_INTR_0_FB_REQ_TIMEOUT          BIT(4)
#define PBUS_INTR_0_FB_ACK_TIMEOUT          BIT(5)
#define PBUS_INTR_0_FB_ACK_EXTRA            BIT(6)
#define PBUS_INTR_0_FB_RDATA_TIMEOUT        BIT(7)
#define PBUS_INTR_0_FB_RDATA_EXTRA          BIT(8)
#define PBUS_INTR_0_SW                      BIT(26)
#define PBUS_INTR_0_POSTED_DEADLOCK_TIMEOUT BIT(27)
#define PBUS_INTR_0_ACCESS_TIMEOUT          BIT(31)

#define PBUS_INTR_EN_0                         0x001140
#define PBUS_INTR_EN_0_PRI_SQUASH              BIT(1)
#define PBUS_INTR_EN_0_PRI_FECSERR             BIT(2)
#define PBUS_INTR_EN_0_PRI_TIMEOUT             BIT(3)
#define PBUS_INTR_EN_0_FB_REQ_TIMEOUT          BIT(4)
#define PBUS_INTR_EN_0_FB_ACK_TIMEOUT          BIT(5)
#define PBUS_INTR_EN_0_FB_ACK_EXTRA            BIT(6)
#define PBUS_INTR_EN_0_FB_RDATA_TIMEOUT        BIT(7)
#define PBUS_INTR_EN_0_FB_RDATA_EXTRA          BIT(8)
#define PBUS_INTR_EN_0_SW                      BIT(26)
#define PBUS_INTR_EN_0_POSTED_DEADLOCK_TIMEOUT BIT(27)
#define PBUS_INTR_EN_0_ACCESS_TIMEOUT          BIT(31)

#define PBUS_INTR_EN_1                         0x001144
#define PBUS_INTR_EN_1_PRI_SQUASH              BIT(1)
#define PBUS_INTR_EN_1_PRI_FECSERR             BIT(2)
#define PBUS_INTR_EN_1_PRI_TIMEOUT             BIT(3)
#define PBUS_INTR_EN_1_FB_REQ_TIMEOUT          BIT(4)
#define PBUS_INTR_EN_1_FB_ACK_TIMEOUT          BIT(5)
#define PBUS_INTR_EN_1_FB_ACK_EXTRA            BIT(6)
#define PBUS_INTR_EN_1_FB_RDATA_TIMEOUT        BIT(7)
#define PBUS_INTR_EN_1_FB_RDATA_EXTRA          BIT(8)
#define PBUS_INTR_EN_1_SW                      BIT(26)
#define PBUS_INTR_EN_1_POSTED_DEADLOCK_TIMEOUT BIT(27)
#define PBUS_INTR_EN_1_ACCESS_TIMEOUT          BIT(31)

#define PBUS_SW_INTR_0     0x001150
#define PBUS_SW_INTR_0_SET BIT(0)

#define PBUS_BAR0_WINDOW                            0x001700
#define PBUS_BAR0_WINDOW_BASE                       BITS(23, 0)
#define PBUS_BAR0_WINDOW_TARGET                     BITS(25, 24)
#define PBUS_BAR0_WINDOW_TARGET_VID_MEM             0x0
#define PBUS_BAR0_WINDOW_TARGET_SYS_MEM_COHERENT    0x2
#define PBUS_BAR0_WINDOW_TARGET_SYS_MEM_NONCOHERENT 0x3

#define PBUS_BAR1_BLOCK                            0x001704
#define PBUS_BAR1_BLOCK_MAP                        BITS(29, 0)
#define PBUS_BAR1_BLOCK_PTR                        BITS(27, 0)
#define PBUS_BAR1_BLOCK_TARGET                     BITS(29, 28)
#define PBUS_BAR1_BLOCK_TARGET_VID_MEM             0x0
#define PBUS_BAR1_BLOCK_TARGET_SYS_MEM_COHERENT    0x2
#define PBUS_BAR1_BLOCK_TARGET_SYS_MEM_NONCOHERENT 0x3
#define PBUS_BAR1_BLOCK_MODE                       BIT(31)

#define PBUS_BIND_STATUS                  0x001710
#define PBUS_BIND_STATUS_BAR1_PENDING     BIT(0)
#define PBUS_BIND_STATUS_BAR1_OUTSTANDING BIT(1)
#define PBUS_BIND_STATUS_BAR2_PENDING     BIT(2)
#define PBUS_BIND_STATUS_BAR2_OUTSTANDING BIT(3)

#define PBUS_BAR2_BLOCK                            0x001714
#define PBUS_BAR2_BLOCK_MAP                        BITS(29, 0)
#define PBUS_BAR2_BLOCK_PTR                        BITS(27, 0)
#define PBUS_BAR2_BLOCK_TARGET                     BITS(29, 28)
#define PBUS_BAR2_BLOCK_TARGET_VID_MEM             0x0
#define PBUS_BAR2_BLOCK_TARGET_SYS_MEM_COHERENT    0x2
#define PBUS_BAR2_BLOCK_TARGET_SYS_MEM_NONCOHERENT 0x3
#define PBUS_BAR2_BLOCK_MODE                       BIT(31)

#define PBUS_EXT_CG1               0x001c04
#define PBUS_EXT_CG1_MONITOR_CG_EN BIT(0)
#define PBUS_EXT_CG1_SLCG          BITS(9, 1)

/* ---- of Turing ---- */
#define TU_PBUS_SW_SCRATCH(i)    (0x001400 + 4 * (i))
#define TU_PBUS_SW_SCRATCH_COUNT 64

#define TU_PBUS_BAR2_BLOCK_RESERVED BIT(30) /* 1 by default */

#endif
