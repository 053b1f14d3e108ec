/* hw/nv50/ramfc.h: PFIFO's structures in memory: the saved state of a channel and the handle table.
 *
 * Shape   RAMFC: 0x100 bytes, one 32-bit word for each register; RAMHT: entries of two words.
 * Source  docs/hardware/tesla-mmio.md §4.2, §4.3, §4.4. */
#ifndef HW_NV50_RAMFC_H
#define HW_NV50_RAMFC_H

#include "hw/bits.h"

#define RAMFC_WORDS 64

/* Byte offsets. */
#define RAMFC_IB_PUT                 0x00
#define RAMFC_IB_GET                 0x04
#define RAMFC_DMA_PUT                0x08
#define RAMFC_DMA_PUT_HIGH           0x0c
#define RAMFC_DMA_GET                0x10
#define RAMFC_DMA_GET_HIGH           0x14
#define RAMFC_DMA_MGET               0x18
#define RAMFC_DMA_MGET_HIGH          0x1c
#define RAMFC_GET_HIGH_READ          0x20
#define RAMFC_PUT_HIGH_READ          0x24
#define RAMFC_PUT_HIGH_WRITE         0x28
#define RAMFC_MGET_HIGH_READ         0x2c
#define RAMFC_DMA_STATE              0x30
#define RAMFC_METHOD_COUNT           0x34
#define RAMFC_DCOUNT_SHADOW          0x38
#define RAMFC_DMA_FETCH              0x3c
#define RAMFC_SUBROUTINE             0x40
#define RAMFC_DMA_TIMESLICE          0x44
#define RAMFC_DMA_INSTANCE           0x48
#define RAMFC_DMA_LIMIT              0x4c
#define RAMFC_IB_ADDRESS_LOW         0x50
#define RAMFC_IB_CONFIG              0x54
#define RAMFC_ENGINE                 0x58
#define RAMFC_PULL1                  0x5c
#define RAMFC_ACQUIRE_TIMEOUT        0x60
#define RAMFC_ACQUIRE_TIMESTAMP      0x64
#define RAMFC_ACQUIRE_VALUE          0x68
#define RAMFC_SEMAPHORE              0x6c
#define RAMFC_COUNTER                0x70
#define RAMFC_REF                    0x74
#define RAMFC_DEBUG_2                0x78
#define RAMFC_SLI                    0x7c
#define RAMFC_RAMHT                  0x80
#define RAMFC_CACHE_COUNT            0x84
#define RAMFC_CACHE_INSTANCE         0x88 /* G84+ from here on */
#define RAMFC_SEMAPHORE_ADDRESS_HIGH 0x8c
#define RAMFC_SEMAPHORE_ADDRESS_LOW  0x90
#define RAMFC_SEMAPHORE_SEQUENCE     0x94
#define RAMFC_CHANNEL                0x98
#define RAMFC_METHOD_28              0x9c /* MCP89 */
#define RAMFC_METHOD_2C              0xa0 /* MCP89 */

#define RAMFC_IB_CONFIG_ADDRESS_HIGH BITS(7, 0)
#define RAMFC_IB_CONFIG_ORDER        BITS(31, 16) /* log2 of entries */
#define RAMFC_SEMAPHORE_OFFSET       BITS(13, 0)  /* >> 2 */
#define RAMFC_SEMAPHORE_OFFSET_VALID BIT(14)
#define RAMFC_SEMAPHORE_INSTANCE     BITS(31, 16)
#define RAMFC_RAMHT_INSTANCE         BITS(15, 0)
#define RAMFC_RAMHT_SEARCH           BITS(25, 24) /* 16, 32, 64, 128 entries */
#define RAMFC_RAMHT_SEARCH_FULL      BIT(26)
#define RAMFC_RAMHT_SIZE             BITS(28, 27) /* 4 KiB << n */
#define RAMFC_CACHE_INSTANCE_ADDRESS BITS(29, 0)  /* >> 10 */
#define RAMFC_CACHE_INSTANCE_TARGET  BITS(31, 30)

/* RAMHT entry. */
#define RAMHT_WORDS     2
#define RAMHT1_INSTANCE BITS(15, 0)  /* selector of the object */
#define RAMHT1_ENGINE   BITS(23, 20) /* of PFIFO, not of the VM */

#endif
