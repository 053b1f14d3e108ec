/* hw/nv50/pstraps.h: the straps, settings that the board makes by resistors. Each of two sets of straps has the value
 * that was sampled, a mask of the bits that software has chosen, and those bits.
 * Source  docs/hardware/tesla-mmio.md §3.8, devinit.md §4.6, §5.2. */
#ifndef HW_NV50_PSTRAPS_H
#define HW_NV50_PSTRAPS_H

#include "hw/bits.h"

#define PSTRAPS_0_PRIMARY     0x101000
#define PSTRAPS_0_RAMCFG      BITS(5, 2) /* which memory is on the board */
#define PSTRAPS_0_CRYSTAL     (BIT(22) | BIT(6))
#define PSTRAPS_CRYSTAL_13500 0
#define PSTRAPS_CRYSTAL_14318 BIT(6)
#define PSTRAPS_CRYSTAL_27000 BIT(22)
#define PSTRAPS_CRYSTAL_25000 (BIT(22) | BIT(6))

#define PSTRAPS_0_SELECT    0x101004
#define PSTRAPS_0_SECONDARY 0x101008
#define PSTRAPS_1_PRIMARY   0x10100c
#define PSTRAPS_1_SELECT    0x101010
#define PSTRAPS_1_SECONDARY 0x101014

#define PSTRAPS_OVERRIDE    BIT(31)
#define PSTRAPS_0_SUBSYSTEM BIT(1)
#define PSTRAPS_0_DEVID     BITS(13, 10)
#define PSTRAPS_0_BAR1      BITS(15, 14) /* 64 MiB << (this + PSTRAPS_1_BAR1) */
#define PSTRAPS_0_DEVID_4   BIT(28)
#define PSTRAPS_1_VGA       BIT(4)
#define PSTRAPS_1_BAR5      BIT(16)
#define PSTRAPS_1_BAR1      BITS(22, 20)

#endif
