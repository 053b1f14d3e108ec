/* hw/nv50/pcipher.h: PCIPHER, the AES engine of VP2: its copy of methods in registers.
 *
 * Shape   offsets from the base that hw/nv50/media.h gives.
 * Units   bytes; selectors of DMA objects.
 * Source  docs/hardware/tesla-engines.md §3.3, tesla-vm.md §2.5. */
#ifndef HW_NV50_PCIPHER_H
#define HW_NV50_PCIPHER_H

#include "hw/bits.h"

#define PCIPHER_FIFO_ACCESS    0x00c
#define PCIPHER_INTR           0x130 /* write 1 to clear */
#define PCIPHER_INTR_FAULT     BIT(8)
#define PCIPHER_INTR_EN        0x140
#define PCIPHER_CHANNEL_CUR    0x188
#define PCIPHER_CHANNEL_NEXT   0x18c
#define PCIPHER_CHANNEL_DESC   BITS(29, 0)
#define PCIPHER_MODE           0x244
#define PCIPHER_DMA_QUERY      0x248
#define PCIPHER_DMA_SRC        0x24c
#define PCIPHER_DMA_DST        0x250
#define PCIPHER_DMA_SELECTOR   BITS(15, 0)
#define PCIPHER_QUERY_LOW      0x254 /* and high after it, as with the next two */
#define PCIPHER_SRC_LOW        0x25c
#define PCIPHER_DST_LOW        0x264
#define PCIPHER_QUERY_SEQUENCE 0x284
#define PCIPHER_LENGTH         0x288 /* a multiple of 16 */
#define PCIPHER_LAUNCH         0x28c
#define PCIPHER_LAUNCH_QUERY   BIT(4)
#define PCIPHER_LAUNCH_MODE    BITS(9, 8) /* 0: copy */

/* VM slots. */
enum pcipher_slot {
    PCIPHER_SLOT_CONTEXT = 0,
    PCIPHER_SLOT_SRC = 1,
    PCIPHER_SLOT_DST = 2,
    PCIPHER_SLOT_QUERY = 3
};

#endif
