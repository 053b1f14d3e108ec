/* hw/nv50/pcipher.h: PCIPHER, the AES engine of VP2: its copy of methods in registers.
 *
 * Shape   offsets from the base that hw/nv50/media.h gives.
 * Units   bytes; selectors of DMA objects.
 * Source  docs/hardware/tesla-engines.md §3.3, tesla-vm.md §2.5. */
#ifndef HW_NV50_PCIPHER_H
#define HW_NV50_PCIPHER_H

#include "hw/bits.h"

#define PCIPHER_FIFO_ACCESS    0x00c
#define PCIPHER_FIFO_OPEN      BIT(4) /* methods come from PFIFO; written again after each interrupt */
#define PCIPHER_VALID          0x108  /* bit 0: the engine holds a channel's state */
#define PCIPHER_INTR           0x130  /* write 1 to clear */
#define PCIPHER_INTR_CLASS     BIT(2) /* the object is of another class */
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

/* Class and methods. */
#define PCIPHER_CLASS                 0x74c1
#define PCIPHER_METHOD_DMA_QUERY      0x180
#define PCIPHER_METHOD_DMA_SRC        0x184
#define PCIPHER_METHOD_DMA_DST        0x188
#define PCIPHER_METHOD_MODE           0x300
#define PCIPHER_METHOD_LENGTH         0x304
#define PCIPHER_METHOD_SRC_HIGH       0x308
#define PCIPHER_METHOD_SRC_LOW        0x30c
#define PCIPHER_METHOD_DST_HIGH       0x310
#define PCIPHER_METHOD_DST_LOW        0x314
#define PCIPHER_METHOD_LAUNCH         0x318
#define PCIPHER_METHOD_LAUNCH_MODE    BITS(1, 0)
#define PCIPHER_METHOD_LAUNCH_QUERY   BITS(5, 4)
#define PCIPHER_METHOD_QUERY_HIGH     0x31c
#define PCIPHER_METHOD_QUERY_LOW      0x320
#define PCIPHER_METHOD_QUERY_SEQUENCE 0x324

/* The channel's state in memory. */
#define PCIPHER_CONTEXT_BYTES     0x100
#define PCIPHER_CONTEXT_DMA_QUERY 0x40
#define PCIPHER_CONTEXT_MODE      0x44
#define PCIPHER_CONTEXT_QUERY     0x50 /* address, two words; which comes first is unknown */
#define PCIPHER_CONTEXT_DMA_DST   0x58
#define PCIPHER_CONTEXT_DMA_SRC   0x5c
#define PCIPHER_CONTEXT_DST       0x60
#define PCIPHER_CONTEXT_SRC       0x68
#define PCIPHER_CONTEXT_SEQUENCE  0x78
#define PCIPHER_CONTEXT_LENGTH    0x7c

/* VM slots. */
enum pcipher_slot {
    PCIPHER_SLOT_CONTEXT = 0,
    PCIPHER_SLOT_SRC = 1,
    PCIPHER_SLOT_DST = 2,
    PCIPHER_SLOT_QUERY = 3
};

#endif
