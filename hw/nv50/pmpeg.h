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
#define PMPEG_INTR_EN         0x040
#define PMPEG_STATUS          0x100 /* bit 0: busy */
#define PMPEG_ERROR           0x110
#define PMPEG_ERROR_CMD       BIT(24) /* VM faults of the four objects */
#define PMPEG_ERROR_QUERY     BIT(27) /* G84+ */
#define PMPEG_ERROR_ADDRESS   0x11c
#define PMPEG_PIO_METHOD      0x150
#define PMPEG_PIO_DATA        0x154
#define PMPEG_PIO_CONTROL     0x158
#define PMPEG_PIO_TRIGGER     BIT(0)
#define PMPEG_PIO_IDLE        BIT(8)
#define PMPEG_CONFIG          0x200
#define PMPEG_CONFIG_PFIFO    BIT(0) /* 0: methods come through PIO */
#define PMPEG_CONFIG_ERRORS   BIT(8)
#define PMPEG_CONFIG_CMD      BIT(10) /* faults that are looked at, in the order of PMPEG_ERROR */
#define PMPEG_CONFIG_QUERY    BIT(13)
#define PMPEG_CHANNEL_CUR     0x218
#define PMPEG_CHANNEL_NEXT    0x21c
#define PMPEG_CHANNEL_DESC    BITS(29, 0)
#define PMPEG_COMMANDS        0x220 /* offset and limit of the command buffer */

/* A neighbour on G80: whether the engines may all answer (tesla-mmio.md §4.5). */
#define PME_ENABLE 0x00b860

/* Methods. */
#define PMPEG_DMA_CMD       0x190
#define PMPEG_DMA_QUERY     0x1c0 /* G84+ */
#define PMPEG_QUERY_OFFSET  0x31c
#define PMPEG_QUERY_COUNTER 0x320 /* starts it */
#define PMPEG_CMD_OFFSET    0x380
#define PMPEG_CMD_SIZE      0x384
#define PMPEG_EXEC          0x394
#define PMPEG_NOP           0x10000000u /* in the command buffer */

/* VM slots. */
enum pmpeg_slot { PMPEG_SLOT_CMD = 1, PMPEG_SLOT_QUERY = 5 };

#endif
