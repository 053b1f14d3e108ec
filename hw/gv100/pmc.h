/* hw/gv100/pmc.h: identity, interrupts, resets of units.
 *
 * Shape   a register, then its fields by the manual's bit numbers, then the names of their values. Of an array
 *         NAME(i), with NAME_COUNT members.
 * Source  docs/hardware/gv100.md §1.3. */
#ifndef HW_GV100_PMC_H
#define HW_GV100_PMC_H

#include "hw/bits.h"

#define PMC_BOOT_0                    0x000000
#define PMC_BOOT_0_MINOR_REVISION     BITS(3, 0)
#define PMC_BOOT_0_MAJOR_REVISION     BITS(7, 4)
#define PMC_BOOT_0_IMPLEMENTATION     BITS(23, 20)
#define PMC_BOOT_0_ARCHITECTURE       BITS(28, 24)
#define PMC_BOOT_0_ARCHITECTURE_GV100 0x14

#define PMC_BOOT_1        0x000004
#define PMC_BOOT_1_VGPU8  BIT(8)
#define PMC_BOOT_1_VGPU16 BIT(16)

#define PMC_BOOT_2                         0x000008
#define PMC_BOOT_2_MINOR_EXTENDED_REVISION BITS(3, 0)
#define PMC_BOOT_2_FAB_ID                  BITS(7, 4)

#define PMC_BOOT_42                         0x000a00
#define PMC_BOOT_42_MINOR_EXTENDED_REVISION BITS(11, 8)
#define PMC_BOOT_42_MINOR_REVISION          BITS(15, 12)
#define PMC_BOOT_42_MAJOR_REVISION          BITS(19, 16)
#define PMC_BOOT_42_IMPLEMENTATION          BITS(23, 20)
#define PMC_BOOT_42_ARCHITECTURE            BITS(28, 24)
#define PMC_BOOT_42_ARCHITECTURE_GV100      0x14
#define PMC_BOOT_42_CHIP_ID                 BITS(28, 20)
#define PMC_BOOT_42_CHIP_ID_GV100           0x140

#define PMC_INTR(i)        (0x000100 + 4 * (i))
#define PMC_INTR_COUNT     4
#define PMC_INTR_PFIFO     BIT(8)
#define PMC_INTR_HUB       BIT(9)
#define PMC_INTR_PFB       BIT(13)
#define PMC_INTR_THERMAL   BIT(18)
#define PMC_INTR_HDACODEC  BIT(19)
#define PMC_INTR_PTIMER    BIT(20)
#define PMC_INTR_PMGR      BIT(21)
#define PMC_INTR_DFD       BIT(23)
#define PMC_INTR_PMU       BIT(24)
#define PMC_INTR_LTC_ALL   BIT(25) /* source in PMC_INTR_LTC */
#define PMC_INTR_PDISP     BIT(26)
#define PMC_INTR_PBUS      BIT(28)
#define PMC_INTR_XVE       BIT(29)
#define PMC_INTR_PRIV_RING BIT(30)
#define PMC_INTR_SOFTWARE  BIT(31)

#define PMC_INTR_MODE(i)    (0x000120 + 4 * (i))
#define PMC_INTR_MODE_COUNT 4

#define PMC_INTR_EN(i)    (0x000140 + 4 * (i))
#define PMC_INTR_EN_COUNT 4

#define PMC_INTR_EN_SET(i)    (0x000160 + 4 * (i))
#define PMC_INTR_EN_SET_COUNT 4

#define PMC_INTR_EN_CLEAR(i)    (0x000180 + 4 * (i))
#define PMC_INTR_EN_CLEAR_COUNT 4

#define PMC_INTR_SW(i)     (0x0001a0 + 4 * (i))
#define PMC_INTR_SW_COUNT  4
#define PMC_INTR_SW_ASSERT BIT(0)

#define PMC_INTR_LTC                       0x0001c0
#define PMC_INTR_LTC_PART_MASK             BITS(16, 0)
#define PMC_INTR_LTC_PART_MASK_NOT_PENDING 0x0
#define PMC_INTR_LTC_PART_MASK_PENDING     0x1

#define PMC_INTR_FBPA                       0x0001d0
#define PMC_INTR_FBPA_PART_MASK             BITS(16, 0)
#define PMC_INTR_FBPA_PART_MASK_NOT_PENDING 0x0
#define PMC_INTR_FBPA_PART_MASK_PENDING     0x1
#define PMC_INTR_FBPA_FBFALCON_INTR_NOSTALL BIT(30)
#define PMC_INTR_FBPA_FBFALCON_INTR_STALL   BIT(31)

#define PMC_ENABLE                0x000200
#define PMC_ENABLE_PRIV_RING      BIT(5)
#define PMC_ENABLE_PFIFO          BIT(8)
#define PMC_ENABLE_HOST_SCHEDULER BIT(8)
#define PMC_ENABLE_NVLINK         BIT(25)
#define PMC_ENABLE_ZPW            BIT(26)
#define PMC_ENABLE_BLG            BIT(27)
#define PMC_ENABLE_PERFMON        BIT(28)
#define PMC_ENABLE_PDISP          BIT(30)

#define PMC_ENABLE_PB    0x000204
#define PMC_ENABLE_PB_0  BIT(0)
#define PMC_ENABLE_PB_1  BIT(1)
#define PMC_ENABLE_PB_2  BIT(2)
#define PMC_ENABLE_PB_3  BIT(3)
#define PMC_ENABLE_PB_4  BIT(4)
#define PMC_ENABLE_PB_5  BIT(5)
#define PMC_ENABLE_PB_6  BIT(6)
#define PMC_ENABLE_PB_7  BIT(7)
#define PMC_ENABLE_PB_8  BIT(8)
#define PMC_ENABLE_PB_9  BIT(9)
#define PMC_ENABLE_PB_10 BIT(10)
#define PMC_ENABLE_PB_11 BIT(11)
#define PMC_ENABLE_PB_12 BIT(12)
#define PMC_ENABLE_PB_13 BIT(13)

/* ---- of Turing ---- */
#define TU_PMC_INTR_COUNT 2

#define TU_PMC_BOOT_1_VGPU      BITS(17, 16)
#define TU_PMC_BOOT_1_VGPU_REAL 0x0
#define TU_PMC_BOOT_1_VGPU_PV   0x1
#define TU_PMC_BOOT_1_VGPU_VF   0x2

#define TU_PMC_BOOT_42_ARCHITECTURE_TU100 0x16
#define TU_PMC_BOOT_42_CHIP_ID_TU102      0x162
#define TU_PMC_BOOT_42_CHIP_ID_TU104      0x164
#define TU_PMC_BOOT_42_CHIP_ID_TU106      0x166
#define TU_PMC_BOOT_42_CHIP_ID_TU117      0x167
#define TU_PMC_BOOT_42_CHIP_ID_TU116      0x168

#endif
