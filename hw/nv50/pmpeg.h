/* hw/nv50/pmpeg.h: PMPEG, the MPEG decoder: its command buffer, its query, and how a method is sent by hand.
 *
 * Shape   offsets from the base that hw/nv50/media.h gives, 0x00b100.
 * Units   bytes; selectors of DMA objects.
 * Source  docs/hardware/tesla-engines.md §3.4, tesla-vm.md §2.5. */
#ifndef HW_NV50_PMPEG_H
#define HW_NV50_PMPEG_H

#include "hw/bits.h"

#define PMPEG_INTR            0x000 /* write 1 to clear */
#define PMPEG_INTR_FETCH_DONE BIT(8)
#define PMPEG_INTR_ERROR      BIT(16)
#define PMPEG_INTR_FIFO                                                                            \
    BIT(24) /* of PFIFO: also the first bind of a channel, which waits for software */
#define PMPEG_INTR_EN        0x040
#define PMPEG_STATUS         0x100 /* bit 0: busy */
#define PMPEG_ERROR          0x110
#define PMPEG_ERROR_CMD      BIT(24) /* VM faults of the four objects */
#define PMPEG_ERROR_DATA     BIT(25)
#define PMPEG_ERROR_IMAGE    BIT(26)
#define PMPEG_ERROR_QUERY    BIT(27) /* G84+ */
#define PMPEG_ERROR_ADDRESS  0x11c
#define PMPEG_FIFO_TYPE      0x130 /* why PFIFO's method waits; written 1: it goes on */
#define PMPEG_FIFO_TYPE_BIND 0x20
#define PMPEG_FIFO_METHOD    0x134
#define PMPEG_PIO_METHOD     0x150
#define PMPEG_PIO_DATA       0x154
#define PMPEG_PIO_CONTROL    0x158
#define PMPEG_PIO_TRIGGER    BIT(0)
#define PMPEG_PIO_IDLE       BIT(8)
#define PMPEG_CONFIG         0x200
#define PMPEG_CONFIG_PFIFO   BIT(0) /* 0: methods come through PIO */
#define PMPEG_CONFIG_ERRORS  BIT(8)
#define PMPEG_CONFIG_CMD     BIT(10) /* faults that are looked at, in the order of PMPEG_ERROR */
#define PMPEG_CONFIG_DATA    BIT(11)
#define PMPEG_CONFIG_IMAGE   BIT(12)
#define PMPEG_CONFIG_QUERY   BIT(13)
#define PMPEG_BIND_ANSWER    0x208 /* written PMPEG_BIND_TAKEN: the channel is bound */
#define PMPEG_BIND_TAKEN     0x100
#define PMPEG_CHANNEL_CUR    0x218
#define PMPEG_CHANNEL_NEXT   0x21c
#define PMPEG_CHANNEL_DESC   BITS(29, 0)
#define PMPEG_COMMANDS       0x220 /* offset and limit of the command buffer */

/* Words that a driver writes at its start without saying why. */
#define PMPEG_UNKNOWN_0E0 0x00b0e0 /* the address itself */
#define PMPEG_UNKNOWN_220 0x120
#define PMPEG_UNKNOWN_314 0x214
#define PMPEG_UNKNOWN_32C 0x22c
#define PMPEG_UNKNOWN_390 0x290 /* three */

/* A neighbour on G80: whether the engines may all answer (tesla-mmio.md §4.5). */
#define PME_ENABLE 0x00b860

/* Methods. */
#define PMPEG_PITCH         0x160 /* with PMPEG_PITCH_ALWAYS */
#define PMPEG_PITCH_ALWAYS  BIT(16)
#define PMPEG_PITCH_BYTES   BITS(15, 0)
#define PMPEG_SIZE          0x164 /* height << 16 | width, multiples of 64 */
#define PMPEG_DMA_CMD       0x190
#define PMPEG_DMA_DATA      0x1a0
#define PMPEG_DMA_IMAGE     0x1b0
#define PMPEG_DMA_QUERY     0x1c0 /* G84+ */
#define PMPEG_SURFACE       0x200 /* eight: offset of luma, then of chroma */
#define PMPEG_SURFACES      8
#define PMPEG_FORMAT        0x310 /* 0: differences of 16 bits */
#define PMPEG_MODE          0x314
#define PMPEG_MODE_IDCT     BIT(0) /* the data are coefficients; 0: differences */
#define PMPEG_QUERY_OFFSET  0x31c
#define PMPEG_QUERY_COUNTER 0x320 /* starts it */
#define PMPEG_CMD_OFFSET    0x380
#define PMPEG_CMD_SIZE      0x384
#define PMPEG_DATA_OFFSET   0x38c
#define PMPEG_DATA_SIZE     0x390
#define PMPEG_EXEC          0x394

/* Words of the command buffer (§3.4). */
#define PMPEG_NOP           0x10000000u
#define PMPEG_OPCODE        BITS(31, 28)
#define PMPEG_OP_CHROMA     0x8u /* header of a macroblock, before its place */
#define PMPEG_OP_LUMA       0x9u
#define PMPEG_OP_PLACE      0xau
#define PMPEG_OP_CHROMA_MV  0xcu /* header of a motion vector, before the place it points to */
#define PMPEG_OP_LUMA_MV    0xdu
#define PMPEG_OP_MV         0xeu
#define PMPEG_OP_DATA       0x7u /* the next word is a position in the data, */
#define PMPEG_DATA_ABSOLUTE 0x720000c0u
#define PMPEG_HEADER_BLOCKS BITS(27, 24) /* that have data, the first in bit 27; of chroma 27:26 */
#define PMPEG_HEADER_IMAGE  BITS(22, 20) /* number of the surface */
#define PMPEG_HEADER_FRAME  BIT(19)
#define PMPEG_HEADER_SINGLE BIT(16)
#define PMPEG_HEADER_EVEN   BIT(15) /* the macroblock's column is even */
#define PMPEG_MV_WHOLE      BIT(24) /* one vector for the macroblock */
#define PMPEG_PLACE_X       BITS(11, 0)
#define PMPEG_PLACE_Y       BITS(23, 12)

/* The channel's state in memory: what is known of it. */
#define PMPEG_CONTEXT_BYTES  0x200
#define PMPEG_CONTEXT_CONFIG 0x70 /* PMPEG_CONFIG */
#define PMPEG_CONTEXT_7C     0x7c
#define PMPEG_CONTEXT_7C_SET 0x37c

#define PMPEG_CLASS_G80 0x3174
#define PMPEG_CLASS_G84 0x8274

/* VM slots. */
enum pmpeg_slot {
    PMPEG_SLOT_CMD = 1,
    PMPEG_SLOT_DATA = 2,
    PMPEG_SLOT_IMAGE = 3,
    PMPEG_SLOT_CONTEXT = 4,
    PMPEG_SLOT_QUERY = 5
};

#endif
