/* hw/nv50/pstraps.h: what the board says by resistors. Source  docs/hardware/tesla-mmio.md §3.8,
 * devinit.md §4.6, §5.2. */
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

#endif
