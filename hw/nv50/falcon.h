/* hw/nv50/falcon.h: the microcontroller that seven engines share, as the host sees it, with its memory interface.
 *
 * Shape   offsets from the base that hw/nv50/media.h gives. v0 is on G98, MCP77 and MCP79, v3 from GT215 on.
 * Units   bytes.
 * Source  docs/hardware/tesla-engines.md §2.2 to §2.6. */
#ifndef HW_NV50_FALCON_H
#define HW_NV50_FALCON_H

#include "hw/bits.h"

#define FALCON_SIZE         0x1000
#define FALCON_PORTS        8
#define FALCON_PORT_CONTEXT 7 /* wired to the channel's context object */

#define FALCON_INTR_SET        0x000
#define FALCON_INTR_ACK        0x004
#define FALCON_INTR            0x008
#define FALCON_INTR_EXIT       BIT(4)
#define FALCON_INTR_MEMIF_PORT BIT(8) /* a transfer through a port that nobody enabled */
#define FALCON_INTR_MEMIF_FAULT                                                                    \
    BIT(9) /* the VM refused (which chips have 8 and 9: unverified E12) */
#define FALCON_INTR_MODE         0x00c /* v3; 1: level, a bit for each line */
#define FALCON_INTR_EN_SET       0x010
#define FALCON_INTR_EN_CLEAR     0x014
#define FALCON_INTR_EN           0x018
#define FALCON_INTR_ROUTING      0x01c
#define FALCON_ROUTING_HOST      BITS(15, 0) /* alone: to PMC's host line */
#define FALCON_ROUTING_FALCON    BITS(31, 16)
#define FALCON_SCRATCH           0x040 /* two words, two more at 0x080 */
#define FALCON_SCRATCH_2         0x080
#define FALCON_ACCESS            0x048
#define FALCON_BUSY              0x04c
#define FALCON_CHANNEL_CUR       0x050
#define FALCON_CHANNEL_NEXT      0x054
#define FALCON_CHANNEL_DESC      BITS(29, 0)
#define FALCON_CHANNEL_VALID     BIT(30)
#define FALCON_CHANNEL_TRIGGER   0x058
#define FALCON_TRIGGER_UNLOADED  BIT(0)
#define FALCON_TRIGGER_LOADED    BIT(1) /* NEXT becomes CUR */
#define FALCON_VM_SUPERVISOR     0x060
#define FALCON_PM_SIGNAL         0x088
#define FALCON_UC_CTRL           0x100
#define FALCON_UC_CTRL_START     BIT(1)
#define FALCON_UC_CTRL_STOPPED   BIT(4)
#define FALCON_ENTRY             0x104
#define FALCON_CAPS              0x108
#define FALCON_CAPS_DATA         BITS(17, 9) /* >> 8 */
#define FALCON_BLOCK_ON_FIFO     0x10c
#define FALCON_XFER_BASE         0x110  /* >> 8 */
#define FALCON_XFER_FALCON       0x114  /* offset in its memory */
#define FALCON_XFER_CTRL         0x118  /* the write starts it */
#define FALCON_XFER_WAITS        BIT(0) /* read: the last request has not found a slot */
#define FALCON_XFER_CODE         BIT(4)
#define FALCON_XFER_STORE        BIT(5)
#define FALCON_XFER_SIZE         BITS(10, 8) /* 4 << n */
#define FALCON_XFER_PORT         BITS(14, 12)
#define FALCON_XFER_OFFSET       0x11c
#define FALCON_XFER_STATUS       0x120
#define FALCON_XFER_STATUS_BUSY  BIT(1)
#define FALCON_XFER_STORES       BITS(18, 16)
#define FALCON_XFER_LOADS        BITS(26, 24)
#define FALCON_UC_STATUS         0x128 /* v3, as the rest of this group */
#define FALCON_UC_STATUS_IDLE    BIT(2)
#define FALCON_CAPS2             0x12c
#define FALCON_CODE_INDEX        0x180
#define FALCON_CODE_BUSY         BIT(31) /* of secret engines, after reset */
#define FALCON_CODE              0x184
#define FALCON_CODE_VIRT         0x188
#define FALCON_DATA_INDEX        0x1c0
#define FALCON_DATA              0x1c4
#define FALCON_INDEX_ADDRESS     BITS(15, 2)
#define FALCON_INDEX_WRITE_NEXT  BIT(24)
#define FALCON_INDEX_READ_NEXT   BIT(25)
#define FALCON_UPLOAD            0xff4 /* v0 */
#define FALCON_UPLOAD_ADDR       0xff8 /* 15:2 address */
#define FALCON_UPLOAD_CODE       BIT(20)
#define FALCON_UPLOAD_READBACK   BIT(21)
#define FALCON_PORT              0x600 /* + 4 * port */
#define FALCON_PORT_SELECTOR     BITS(15, 0)
#define FALCON_PORT_TYPE         BITS(26, 24)
#define FALCON_PORT_ENABLE       BIT(30)
#define FALCON_PORT_ENABLED      BIT(31)
#define FALCON_MEMIF_CHANNEL     0x620
#define FALCON_MEMIF_CTRL        0x624
#define FALCON_MEMIF_FLUSH       BIT(0)
#define FALCON_MEMIF_DISABLE_ALL BIT(1)
#define FALCON_MEMIF_ENABLE      BIT(4)
#define FALCON_MEMIF_RESET       BIT(6)
#define FALCON_MEMIF_IDLE        BIT(8)

enum falcon_port_type {
    FALCON_PORT_DMAOBJ = 0,
    FALCON_PORT_VRAM = 4,
    FALCON_PORT_SYSRAM = 5,
    FALCON_PORT_SYSRAM_NOSNOOP = 6,
};

/* PDAEMON alone. */
#define PDAEMON_RESET         0x022210
#define PDAEMON_RESET_RUN     BIT(0)
#define PDAEMON_CHANNEL_SETUP 0x47c /* from its base, as all below; laid out as CHANNEL_CUR */
#define PDAEMON_WORDS         0x4a0 /* plain words; two of them: (nouveau-client.md §4) */
#define PDAEMON_WORDS_COUNT   20
#define PDAEMON_REQUESTS      0x4d0 /* size << 16 | offset of the ring in data memory */
#define PDAEMON_REPLIES       0x4dc

#endif
