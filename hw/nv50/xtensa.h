/* hw/nv50/xtensa.h: PVP2 and PBSP as the host sees them: an xtensa core whose memory is sixteen regions.
 *
 * Shape   offsets from the base that hw/nv50/media.h gives. Region i is the core's addresses from i << 28 on.
 * Units   bytes.
 * Source  docs/hardware/tesla-engines.md §3.2, tesla-vm.md §2.5. */
#ifndef HW_NV50_XTENSA_H
#define HW_NV50_XTENSA_H

#include "hw/bits.h"

#define XTENSA_INTR             0xc20 /* write 1 to clear */
#define XTENSA_INTR_VM_FAULT    BIT(3)
#define XTENSA_INTR_LIMIT_FAULT BIT(5)
#define XTENSA_CHANNEL_CUR      0xc28
#define XTENSA_CHANNEL_NEXT     0xc2c
#define XTENSA_CHANNEL_DESC     BITS(29, 0)
#define XTENSA_REGION           0xc30 /* + 0xc * region: base, setup, limit */
#define XTENSA_REGION_STRIDE    0xc
#define XTENSA_REGIONS          16
#define XTENSA_REGION_BASE      0x0 /* >> 8 */
#define XTENSA_REGION_SETUP     0x4
#define XTENSA_REGION_LIMIT     0x8        /* >> 8 */
#define XTENSA_SETUP_INDEX      BITS(3, 0) /* of the DMA object; also the VM slot */
#define XTENSA_SETUP_PHYSICAL   BIT(4)
#define XTENSA_SETUP_D08        0xd08 /* meaning unknown */
#define XTENSA_SETUP_D10        0xd10
#define XTENSA_SETUP_D28        0xd28
#define XTENSA_LIMIT_FAULT_ADDR 0xd3c
#define XTENSA_INTR_EN          0xd84
#define XTENSA_FIFO_CTRL        0xd94

/* The core starts when this region is set up, and fetches its first instruction here. */
#define XTENSA_BOOT_REGION 12
#define XTENSA_BOOT_OFFSET 0x20
#define XTENSA_LINE        0x20 /* bytes of an instruction fetch */
#define XTENSA_CONTEXT     15   /* this index shows the channel's context object */

#endif
