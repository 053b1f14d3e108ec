/* hw/gv100/board.h: registers that drivers touch while they start, beside those of hw/gv100/unlisted.h: straps,
 * resets of falcons, set-up of memory, GPIO. The names are ours.
 *
 * Source  docs/hardware/gv100.md §1.4, §8.5. */
#ifndef HW_GV100_BOARD_H
#define HW_GV100_BOARD_H

#include "hw/bits.h"

#define STRAPS               0x101000
#define STRAPS_CRYSTAL_27MHZ BIT(22)
#define STRAPS_MEMORY        BITS(5, 2) /* row of the table of memory types */

#define FUSE_UNITS_OFF       0x021c00
#define FUSE_DISPLAY_OFF     0x021c04
#define FUSE_DISPLAY_OFF_ALL BIT(0)
#define VBIOS_IN_VRAM        0x625f04

#define PMU_FALCON        0x10a000
#define PMU_RESET         0x10a3c0
#define PMU_RESET_ASSERT  BIT(0)
#define PMU_SCRUB         0x10a10c
#define PMU_SCRUB_PENDING BITS(2, 1)

#define LTC_COUNT            0x12006c
#define LTC_SLICES           0x17e280
#define LTC_SLICES_COUNT     BITS(31, 28)
#define LTC_NUMBER           0x100800 /* of LTCs that are on */
#define LTC_SLICE_SIZE       0x17e38c
#define LTC_SLICE_SIZE_KIB   BITS(15, 0)
#define LTC_WAYS             0x17e294
#define LTC_WAYS_MASK        BITS(15, 0)
#define LTC_INVALIDATE       0x17e2a0 /* of all slices; dirty lines are lost */
#define LTC_CLEAN            0x17e2a4 /* of all slices: dirty lines go to memory */
#define LTC_COMMAND_START    BIT(0)
#define LTC_SETTING          0x17e2b0
#define LTC_SETTING_BYPASS   BIT(28)                   /* accesses go to memory */
#define LTC_INVALIDATE_OF(c) (0x1402a0 + 0x2000 * (c)) /* START is 1 until it is done */
#define LTC_CLEAN_OF(c)      (0x1402a4 + 0x2000 * (c))
#define LTC_OF_COUNT         16
#define LTC_CLEAR_INDEX      0x17e338
#define LTC_CLEAR_COLOR(i)   (0x17e33c + 4 * (i))
#define LTC_CLEAR_COLORS     4
#define LTC_CLEAR_DEPTH      0x17e34c
#define LTC_CLEAR_STENCIL    0x17e204

#define FBPA_ALL_A   0x9a0584 /* 0x9a0000: all FBPAs at once */
#define FBPA_ALL_B   0x9a0160
#define FBPA_TRAINED 0x9a065c
#define MEMORY_SETUP 0x10ecc0

#define GPIO_INTR(i)         (0x00dc00 + 8 * (i)) /* 0xdc00, 0xdc08 */
#define GPIO_INTR_COUNT      2
#define GPIO_INTR_LOW(i)     (0x00dc60 + 8 * (i))
#define GPIO_INTR_LOW_COUNT  2
#define GPIO_INTR_HIGH(i)    (0x00dc80 + 8 * (i))
#define GPIO_INTR_HIGH_COUNT 2

#define VGA_INDEX 0x6013d4 /* two byte ports */
#define VGA_DATA  0x6013d5

#define ROM_SHADOW    0x088050 /* in the copy of configuration space */
#define ROM_SHADOW_ON BIT(0)   /* PROM shows a copy in memory, not the chip */
#define PROM          0x300000
#define PROM_SIZE     0x80000
#define PROM_SIGNATURE                                                                             \
    0xaa55u /* of an expansion ROM's first two bytes: PCI Firmware Specification 3.0 §5.1 */

#endif
