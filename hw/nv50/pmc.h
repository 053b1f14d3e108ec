/* hw/nv50/pmc.h: PMC, master control.
 * Source  docs/hardware/tesla-mmio.md §3.1, §6.1. */
#ifndef HW_NV50_PMC_H
#define HW_NV50_PMC_H

#include "hw/bits.h"
#include "hw/chip.h"

#define PMC_BOOT_0           BOOT_0
#define PMC_BOOT_0_STEPPING  BITS(7, 0)
#define PMC_BOOT_0_CHIPSET   BOOT_0_CHIPSET
#define PMC_BOOT_0_FOUNDRY   BITS(31, 29)
#define PMC_BOOT_0_DEVID_G80 BITS(19, 16) /* low device id bits, G80 to G86 */
#define PMC_BOOT_0_DEVID_G92 BITS(19, 15) /* G92 and later */

#define PMC_BOOT_1     0x000004   /* endianness: 0 little, else PMC_BOOT_1_BIG */
#define PMC_BOOT_1_BIG 0x01000001 /* the same bytes in both orders */
#define PMC_BOOT_2     0x000008   /* G92+, meaning unknown */

#define PMC_INTR_HOST          0x000100 /* live levels of the units; bit 31 is software's */
#define PMC_INTR_HOST_SOFTWARE BIT(31)
#define PMC_INTR_EN_HOST       0x000140
#define PMC_INTR_EN_HARDWARE   BIT(0)
#define PMC_INTR_EN_SOFTWARE   BIT(1)
#define PMC_INTR_LINE_HOST     0x000160 /* 0 asserted, 1 idle */

/* Bits of INTR_HOST (§6.1). */
#define PMC_INTR_PVPE     BIT(0)
#define PMC_INTR_PFIFO    BIT(8)
#define PMC_INTR_PGRAPH   BIT(12)
#define PMC_INTR_PCIPHER  BIT(14)
#define PMC_INTR_PBSP     BIT(15)
#define PMC_INTR_PVP2     BIT(17)
#define PMC_INTR_PDAEMON  BIT(18) /* GT215+ */
#define PMC_INTR_PTHERM   BIT(19) /* GT215+ */
#define PMC_INTR_PTIMER   BIT(20)
#define PMC_INTR_PCOPY    BIT(22) /* GT215+ */
#define PMC_INTR_PDISPLAY BIT(26)
#define PMC_INTR_PBUS     BIT(28)

#define PMC_ENABLE              0x000200 /* clearing a bit resets the engine and hides its registers */
#define PMC_ENABLE_PVPE         BIT(1)
#define PMC_ENABLE_PMEDIA       BIT(4)
#define PMC_ENABLE_PFIFO        BIT(8)
#define PMC_ENABLE_PGRAPH       BIT(12)
#define PMC_ENABLE_PCOPY        BIT(13) /* GT215+ */
#define PMC_ENABLE_PCIPHER      BIT(14)
#define PMC_ENABLE_PBSP         BIT(15)
#define PMC_ENABLE_PTIMER       BIT(16)
#define PMC_ENABLE_PVP2         BIT(17)
#define PMC_ENABLE_PFB          BIT(20)
#define PMC_ENABLE_PGRAPH_CHSW  BIT(21)
#define PMC_ENABLE_PMPEG_CHSW   BIT(22)
#define PMC_ENABLE_PCOPY_CHSW   BIT(23)
#define PMC_ENABLE_PVP2_CHSW    BIT(24)
#define PMC_ENABLE_PCIPHER_CHSW BIT(25)
#define PMC_ENABLE_PBSP_CHSW    BIT(26)
#define PMC_ENABLE_PDISPLAY     BIT(30)

#define PMC_VRAM_HIDE_LOW     0x000300 /* tesla-vm.md §1.2 */
#define PMC_VRAM_HIDE_HIGH    0x000304 /* inclusive */
#define PMC_VRAM_HIDE_ADDRESS BITS(28, 0)
#define PMC_VRAM_HIDE_ENABLE  BIT(31) /* in LOW */

#define PMC_INTR_MASK_HOST 0x000640 /* GT215+ */

#define PMC_NEW_ID          0x000a00 /* G94+ */
#define PMC_NEW_ID_DEVID    BITS(4, 0)
#define PMC_NEW_ID_STEPPING BITS(19, 12)
#define PMC_NEW_ID_CHIPSET  BITS(28, 20)

#endif
