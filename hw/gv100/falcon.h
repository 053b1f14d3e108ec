/* hw/gv100/falcon.h: a falcon: a small processor of a unit, with memory of its own for code and data.
 *
 * Shape   offsets from the falcon's first register: SEC2_FALCON, PMU_FALCON (hw/gv100/board.h). FECS and GPCCS are of
 *         the graphics engine; of them, and of Turing's SEC2 and GSP, only the sizes of their memories are read. The
 *         names are ours.
 * Units   memories in blocks of 256 bytes.
 * Source  docs/hardware/gv100.md §9.4. */
#ifndef HW_GV100_FALCON_H
#define HW_GV100_FALCON_H

#include "hw/bits.h"

#define SEC2_FALCON    0x087000
#define TU_SEC2_FALCON 0x840000
#define TU_GSP_FALCON  0x110000
#define FECS_FALCON    0x409000
#define GPCCS_FALCON   0x41a000
#define FALCON_SIZE    0x1000

#define FALCON_INTR_CLEAR     0x004
#define FALCON_INTR           0x008
#define FALCON_INTR_BOUND     BIT(3) /* an instance block has been bound */
#define FALCON_INTR_EN_SET    0x010
#define FALCON_INTR_EN_CLEAR  0x014
#define FALCON_INTR_ROUTE     0x01c
#define FALCON_MAILBOX(i)     (0x040 + 4 * (i))
#define FALCON_MAILBOX_COUNT  2
#define FALCON_INTERFACE      0x048
#define FALCON_INTERFACE_ON   BITS(1, 0)
#define FALCON_IDLE           0x04c /* 0: idle */
#define FALCON_INSTANCE       0x054
#define FALCON_INSTANCE_BLOCK BITS(27, 0)  /* << 12 */
#define FALCON_INSTANCE_AT    BITS(29, 28) /* target, as in PCCSR_CHANNEL_INST */
#define FALCON_INSTANCE_BIND  BIT(30)
#define FALCON_UNBIND         0x058
#define FALCON_UNBIND_GO      BIT(1)
#define FALCON_CHIP           0x084 /* the host tells it BOOT_0 */
#define FALCON_DEBUG          0x090
#define FALCON_BINDING        0x0dc
#define FALCON_BINDING_STATE  BITS(14, 12)
#define FALCON_BINDING_BOUND  5
#define FALCON_CPU            0x100
#define FALCON_CPU_START      BIT(1)
#define FALCON_CPU_HALTED     BIT(4)
#define FALCON_BOOT_VECTOR    0x104
#define FALCON_SIZES          0x108
#define FALCON_SIZES_CODE     BITS(8, 0)
#define FALCON_SIZES_DATA     BITS(17, 9)
#define FALCON_DMA            0x10c
#define FALCON_DMA_SCRUBBING  BITS(2, 1)        /* its memories are being cleared */
#define FALCON_TRANSFER(i)    (0x110 + 4 * (i)) /* base, offset, command, place in its own memory */
#define FALCON_TRANSFER_COUNT 4
#define FALCON_KIND           0x12c
#define FALCON_CODE_PORT(i)   (0x180 + 16 * (i))
#define FALCON_CODE_DATA(i)   (0x184 + 16 * (i))
#define FALCON_CODE_TAG(i)    (0x188 + 16 * (i))
#define FALCON_CODE_COUNT     4
#define FALCON_DATA_PORT(i)   (0x1c0 + 8 * (i))
#define FALCON_DATA_DATA(i)   (0x1c4 + 8 * (i))
#define FALCON_DATA_COUNT     8
#define FALCON_PORT_OFFSET    BITS(15, 2) /* bytes */
#define FALCON_PORT_WRITE     BIT(24)     /* a write goes on to the next word */
#define FALCON_PORT_READ      BIT(25)     /* so does a read */
#define FALCON_PORT_SECURE    BIT(28)     /* of code that is signed */
#define FALCON_RESET          0x3c0
#define FALCON_RESET_ASSERT   BIT(0)
#define FALCON_APERTURE(i)    (0x600 + 4 * (i)) /* where its transfers go */
#define FALCON_APERTURE_COUNT 8
#define FALCON_APERTURE_CTRL  0x624

/* A loader's parameters, in its data memory and in the descriptor there: the protected range (WPR). */
#define LOADER_DESCRIPTOR 0x40  /* of the data memory: virtual address, 64 bits */
#define LOADER_FIRST      0x220 /* of the descriptor: start >> 8 */
#define LOADER_LAST       0x224 /* end >> 8 */

#endif
