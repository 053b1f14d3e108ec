/* hw/gv100/unlisted.h: registers that GV100's manuals do not list; the facts come from drivers and from manuals of
 * neighbouring chips. The names are ours.
 *
 * Source  docs/hardware/gv100.md §1.1 to §2.3, §6.3, §7, §8.5, §9.1. */
#ifndef HW_GV100_UNLISTED_H
#define HW_GV100_UNLISTED_H

#include "hw/bits.h"

#define PFIFO_USERD_WINDOW 0x002254 /* of USERD in BAR1; accepted, without effect */
#define PFIFO_RECOVERED    0x00262c /* mask of runlists, written after recovery */
#define PFIFO_2A04                                                                                 \
    0x002a04 /* stores; Linux 6.17 sets 0xbfffffff, to an effect that no source names */
#define PFIFO_ASK_FAULT(i)    (0x002a30 + 4 * (i)) /* of engine i */
#define PFIFO_ASK_FAULT_COUNT 15
#define PFIFO_ASK_FAULT_ID    BITS(7, 0)
#define PFIFO_ASK_FAULT_GO    BIT(8)

#define PTIMER_TIME_LOW  0x009400
#define PTIMER_TIME_HIGH 0x009410

#define FUSE_FBPA_OFF      0x021c14 /* a 1 disables that FBPA */
#define FUSE_FBP_OFF       0x021d38
#define FUSE_LTC_OFF(i)    (0x021d70 + 4 * (i)) /* of FBP i */
#define FUSE_LTC_OFF_COUNT 16

#define TSENSOR       0x020460
#define TSENSOR_TEMP  BITS(16, 8) /* whole degrees C */
#define TSENSOR_VALID BIT(29)

#define POST_STATUS      0x02240c
#define POST_STATUS_DONE BIT(1) /* the VBIOS has initialised the card */

#define FLUSH_HOST           0x070000 /* writes of the CPU through BARs, to memory */
#define FLUSH_HOST_START     BIT(0)
#define FLUSH_HOST_PENDING   BIT(1)
#define FLUSH_SYSTEM         0x070004 /* invalidates lines of system memory in L2 */
#define FLUSH_SYSTEM_PENDING BITS(1, 0)
#define FLUSH_L2             0x070010 /* dirty lines of L2, to memory */
#define FLUSH_L2_PENDING     BITS(1, 0)
#define FLUSH_PAGE           0x100c10 /* a page of system memory that flushes read, address >> 8 */

#define PCFG_MSI_REARM 0x088704 /* the mirror of configuration offset 0x704 */

#define HUB_INTR                0x100a20
#define HUB_INTR_REPLAYABLE     BIT(27)
#define HUB_INTR_NON_REPLAYABLE BIT(29)
#define HUB_INTR_LATCHED        BIT(31)
#define HUB_INTR_EN_SET         0x100a2c
#define HUB_INTR_EN_CLEAR       0x100a34

/* Both are written the index of a word, and each read moves on to the next one; the word repeats its index. */
#define VPR_STATUS         0x100cd0 /* 0 start, 1 end, 2 and 3 permissions */
#define VPR_STATUS_INDEX   BITS(1, 0)
#define VPR_STATUS_LOCKED  BIT(4)      /* of word 2 */
#define VPR_STATUS_ADDRESS BITS(31, 4) /* of words 0 and 1, << 8 */
#define WPR_RANGE          0x100cd4 /* 2 start and 3 end of WPR1, 4 and 5 of WPR2; ends are less 128 KiB */
#define WPR_RANGE_INDEX    BITS(3, 0)
#define WPR_RANGE_ADDRESS  BITS(31, 4) /* << 8 */

#define VRAM_RANGE                                                                                 \
    0x100ce0 /* bytes of VRAM: magnitude << scale MiB, of which ECC takes a sixteenth */
#define VRAM_RANGE_SCALE BITS(3, 0)
#define VRAM_RANGE_MAG   BITS(9, 4)
#define VRAM_RANGE_ECC   BIT(30)

#define CE_PCE_MAP            0x104028 /* a bit for each physical copy engine */
#define CE_PCE_MAP_PCES       BITS(15, 0)
#define LCE_INTR_EN(i)        (0x10440c + 0x80 * (i))
#define LCE_INTR_EN_COUNT     9
#define LCE_INTR(i)           (0x104410 + 0x80 * (i))
#define LCE_INTR_COUNT        9
#define LCE_INTR_BLOCKPIPE    BIT(0)
#define LCE_INTR_NONBLOCKPIPE BIT(1)
#define LCE_INTR_LAUNCHERR    BIT(2)
/* Turing's manual of copy engines (dev_ce) has more of them; it calls the register NV_CE_LCE_INTR_STATUS. */
#define TU_LCE_INTR_INVALID_CONFIG      BIT(3)
#define TU_LCE_INTR_MTHD_BUFFER_FAULT   BIT(4)
#define TU_LCE_INTR_FBUF_CRC_FAIL       BIT(5)
#define TU_LCE_INTR_FBUF_MAGIC_CHK_FAIL BIT(6)
#define LCE_ERROR(i)                    (0x104418 + 0x80 * (i))
#define LCE_ERROR_COUNT                 9
#define LCE_ERROR_CODE                  BITS(3, 0)

#define FBPA_SIZE(i)    (0x90020c + 0x4000 * (i)) /* MiB */
#define FBPA_SIZE_COUNT 32

/* ---- of Turing ---- */
#define SELF_START_MASK          0x118128 /* who may read SELF_START */
#define SELF_START_MASK_READABLE BIT(0)
#define SELF_START               0x118234 /* how far the card has started itself */
#define SELF_START_PROGRESS      BITS(7, 0)
#define SELF_START_DONE          0xff
#define VPR_SCRUB                0x1fa80c
#define VPR_SCRUB_NEEDED         BIT(4) /* protected memory must be cleared before it is used */
#define WPR2_LO                  0x1fa824 /* of the range that the card's firmware has locked; above WPR2_HI: none */
#define WPR2_HI                  0x1fa828
#define WPR2_LO_ADDRESS          BITS(31, 4) /* >> 12 */
#define TU_LCES                  5

#define CE_PCE2LCE_CONFIG(i)                    (0x104040 + 4 * (i))
#define CE_PCE2LCE_CONFIG_COUNT                 4
#define CE_PCE2LCE_CONFIG_PCE_ASSIGNED_LCE      BITS(3, 0)
#define CE_PCE2LCE_CONFIG_PCE_ASSIGNED_LCE_NONE 0xf

#define CE_GRCE_CONFIG(i)              (0x104034 + 4 * (i))
#define CE_GRCE_CONFIG_COUNT           2
#define CE_GRCE_CONFIG_SHARED_LCE      BITS(3, 0)
#define CE_GRCE_CONFIG_SHARED_LCE_NONE 0xf
#define CE_GRCE_CONFIG_SHARED          BIT(30)
#define CE_GRCE_CONFIG_TIMESLICE       BIT(31)

/* Not registers but windows into memory. */
#define PRAMIN       0x700000
#define PRAMIN_BYTES 0x100000

#endif
