/* hw/nv50/pfifo.h: PFIFO: channels, pushers, the cache and the puller. Gated by PMC_ENABLE_PFIFO.
 * Source  docs/hardware/tesla-mmio.md §4. */
#ifndef HW_NV50_PFIFO_H
#define HW_NV50_PFIFO_H

#include "hw/bits.h"

#define PFIFO_CHANNELS 128

#define PFIFO_DELAY                     0x002040
#define PFIFO_DMA_TIMESLICE             0x002044 /* fields unknown; also in RAMFC */
#define PFIFO_C11_MIN_SLICE             0x002048
#define PFIFO_TIMESLICE                 0x00204c
#define PFIFO_DELAY_1                   0x002054
#define PFIFO_SLI                       0x002058 /* also in RAMFC */
#define PFIFO_PULL_FEATURE              0x002070 /* G84+ */
#define PFIFO_DEBUG_0                   0x002080
#define PFIFO_DEBUG_1                   0x002084
#define PFIFO_DEBUG_1_RAMHT_ALWAYS_FAIL BIT(18)
#define PFIFO_DEBUG_2                   0x002088 /* also in RAMFC */
#define PFIFO_DEBUG_3                   0x00208c
#define PFIFO_DEBUG_4                   0x002090 /* four bits for each engine */
#define PFIFO_ENG_IFACE                 0x002094 /* G84+ */
#define PFIFO_DEBUG_5                   0x002098 /* G84+ */

#define PFIFO_INTR                0x002100 /* write 1 to clear */
#define PFIFO_INTR_EN             0x002140
#define PFIFO_INTR_CACHE_ERROR    BIT(0)
#define PFIFO_INTR_BAR_FAULT      BIT(4)
#define PFIFO_INTR_PEEPHOLE_FAULT BIT(6)
#define PFIFO_INTR_DMA_PUSHER     BIT(12)
#define PFIFO_INTR_SEMAPHORE      BIT(20)
#define PFIFO_INTR_NOTIFY         BIT(30) /* G84+ */

#define PFIFO_RAMHT 0x002210 /* fields as in RAMFC_RAMHT_* */

#define PFIFO_CACHES          0x002500
#define PFIFO_CACHES_REASSIGN BIT(0) /* channels may be switched */
#define PFIFO_CACHES_COMMIT   BIT(8) /* drivers before Linux 6.2 set it after a runlist */
#define PFIFO_FREEZE          0x002504
#define PFIFO_FREEZE_ENABLE   BIT(0)
#define PFIFO_FREEZE_FROZEN   BIT(4)
#define PFIFO_CHSW_STAT       0x002508 /* meaning unknown */
#define PFIFO_CHSW_DEBUG_1    0x00250c /* meaning unknown */
#define PFIFO_ENGINE_IDLE     0x00251c
#define PFIFO_ENGINE_CTRL     0x002520 /* G84+ */
#define PFIFO_CHAN_TABLE      0x002600 /* + 4 * channel */
#define PFIFO_CHAN_G80_DESC   BITS(29, 0)
#define PFIFO_CHAN_G84_RAMFC  BITS(23, 0) /* >> 8 */
#define PFIFO_CHAN_G84_TARGET BITS(25, 24)
#define PFIFO_CHAN_ENABLE     BIT(31)

/* The registers of the channel that runs. */
#define PFIFO_PUSH0                0x003200
#define PFIFO_PUSH0_ACCESS         BIT(0)
#define PFIFO_PUSH1                0x003204
#define PFIFO_PUSH1_CHANNEL        BITS(6, 0)
#define PFIFO_PUSH1_DMA            BIT(16)
#define PFIFO_PUSH1_NOBODY         127
#define PFIFO_PUT                  0x003210
#define PFIFO_STATUS               0x003214
#define PFIFO_STATUS_EMPTY         BIT(4)
#define PFIFO_STATUS_FULL          BIT(8)
#define PFIFO_DMA_PUSH             0x003220
#define PFIFO_DMA_PUSH_ACCESS      BIT(0)
#define PFIFO_DMA_FETCH            0x003224
#define PFIFO_DMA_FETCH_IB         BIT(30)
#define PFIFO_DMA_STATE            0x003228
#define PFIFO_DMA_STATE_NONINC     BIT(0)
#define PFIFO_DMA_STATE_METHOD     BITS(12, 2) /* in place */
#define PFIFO_DMA_STATE_SUBCHANNEL BITS(15, 13)
#define PFIFO_DMA_STATE_LONG       BIT(16) /* the count comes next */
#define PFIFO_DMA_STATE_SUBROUTINE BIT(17)
#define PFIFO_DMA_STATE_NOT_MAIN   BIT(18)
#define PFIFO_DMA_STATE_ERROR      BITS(31, 29)
#define PFIFO_DMA_INSTANCE         0x00322c
#define PFIFO_DMA_LIMIT            0x003234
#define PFIFO_DMA_PUT              0x003240
#define PFIFO_DMA_PUT_HIGH         0x003320
#define PFIFO_DMA_GET              0x003244
#define PFIFO_DMA_GET_HIGH         0x003328
#define PFIFO_REF                  0x003248
#define PFIFO_SUBROUTINE           0x00324c
#define PFIFO_PULL0                0x003250
#define PFIFO_PULL0_ACCESS         BIT(0)
#define PFIFO_PULL0_HASH_FAILED    BIT(4)
#define PFIFO_PULL0_SOFTWARE       BIT(8)
#define PFIFO_PULL0_SEMAPHORE      BITS(23, 20)
#define PFIFO_PULL0_INVALID_ENGINE BIT(24)
#define PFIFO_PULL1                0x003254
#define PFIFO_PULL1_ENGINE         BITS(3, 0)
#define PFIFO_PULL1_ACQUIRE        BIT(4)
#define PFIFO_PULL1_ACQUIRE_NEW    BIT(5)
#define PFIFO_PULL1_ACQUIRE_GEQUAL BIT(7)
#define PFIFO_HASH                 0x003258
#define PFIFO_ACQUIRE_TIMEOUT      0x003260
#define PFIFO_ACQUIRE_TIMESTAMP    0x003264
#define PFIFO_ACQUIRE_VALUE        0x003268
#define PFIFO_SEMAPHORE            0x00326c /* fields as in RAMFC_SEMAPHORE_* */
#define PFIFO_GET                  0x003270
#define PFIFO_ENGINE               0x003280 /* four bits for each subchannel */
#define PFIFO_DCOUNT               0x0032a0
#define PFIFO_GET_JUMP             0x0032a4
#define PFIFO_RSVD                 0x0032a8
#define PFIFO_LAST_DATA            0x0032ac
#define PFIFO_COUNTER              0x0032e4 /* also in RAMFC */
#define PFIFO_RUNLIST_LENGTH       0x0032ec /* channels; the write makes the list the valid one */
#define PFIFO_RUNLIST_LENGTH_G80   BITS(7, 0)
#define PFIFO_RUNLIST_LENGTH_G84   BITS(11, 0)
#define PFIFO_CURRENT              0x0032f0 /* the channel that runs */
#define PFIFO_RUNLIST              0x0032f4 /* 27:0 address >> 12, 29:28 target */
#define PFIFO_KICK                 0x0032fc
#define PFIFO_3300                 0x003300 /* G84+; the next four: meaning unknown but for ENDIAN */
#define PFIFO_3304                 0x003304
#define PFIFO_ENDIAN               0x003314
#define PFIFO_3318                 0x003318
#define PFIFO_IB_PUT               0x003330
#define PFIFO_IB_GET               0x003334
#define PFIFO_IB_ADDRESS           0x003340
#define PFIFO_IB_CONFIG            0x003344 /* fields as in RAMFC_IB_CONFIG_* */
#define PFIFO_METHOD_COUNT         0x003364
#define PFIFO_DMA_MGET             0x003368
#define PFIFO_DMA_MGET_HIGH        0x00336c
#define PFIFO_DMA_MGET_VALID       BIT(31)
#define PFIFO_GET_HIGH_READ        0x003370
#define PFIFO_PUT_HIGH_READ        0x003374
#define PFIFO_PUT_HIGH_WRITE       0x003378
#define PFIFO_MGET_HIGH_READ       0x00337c
#define PFIFO_SEMAPHORE_HIGH       0x003400 /* these five: G84+ */
#define PFIFO_SEMAPHORE_LOW        0x003404
#define PFIFO_SEMAPHORE_SEQUENCE   0x003408
#define PFIFO_CACHE_INST           0x00340c
#define PFIFO_CHAN_INST            0x003410
#define PFIFO_METHOD_28            0x003500 /* MCP89; both also in RAMFC */
#define PFIFO_METHOD_2C            0x003504

#define PFIFO_ADDRESS_HIGH BITS(7, 0)

/* Errors of the pusher. */
enum pfifo_pusher_error {
    PUSHER_CALL_SUBR_ACTIVE = 1,
    PUSHER_INVALID_METHOD = 2,
    PUSHER_RET_SUBR_INACTIVE = 3,
    PUSHER_INVALID_COMMAND = 4,
    PUSHER_IB_EMPTY = 5,
    PUSHER_MEM_FAULT = 6,
};

enum pfifo_semaphore_error {
    SEMAPHORE_UNALIGNED = 1,
    SEMAPHORE_INVALID_STATE = 2,
    SEMAPHORE_TOO_LARGE = 3,
    SEMAPHORE_MEM_FAULT = 4,
};

/* Engine ids of RAMHT entries and of PFIFO_ENGINE (§4.1). */
enum pfifo_engine {
    PFIFO_ENGINE_SOFTWARE = 0,
    PFIFO_ENGINE_PGRAPH = 1,
    PFIFO_ENGINE_PMPEG = 2, /* the two of VP2 alone */
    PFIFO_ENGINE_PCIPHER = 5,
};

/* The cache: pairs of words, method and data. */
#define PFIFO_CACHE            0x090000
#define PFIFO_CACHE_BYTES      0x1000
#define PFIFO_CACHE_ENTRIES    512
#define PFIFO_CACHE_POINTER    BITS(10, 2) /* of GET and PUT: the entry */
#define PFIFO_CACHE_METHOD     BITS(12, 0)
#define PFIFO_CACHE_SUBCHANNEL BITS(15, 13)

/* Each channel's control area (§4.6). */
#define PFIFO_USER               0xc00000
#define PFIFO_USER_STRIDE        0x2000
#define PFIFO_USER_DMA_PUT       0x40
#define PFIFO_USER_DMA_GET       0x44
#define PFIFO_USER_REF           0x48
#define PFIFO_USER_DMA_PUT_HIGH  0x4c
#define PFIFO_USER_DMA_CGET      0x54
#define PFIFO_USER_DMA_MGET      0x58
#define PFIFO_USER_DMA_MGET_HIGH 0x5c
#define PFIFO_USER_DMA_GET_HIGH  0x60
#define PFIFO_USER_IB_GET        0x88
#define PFIFO_USER_IB_PUT        0x8c

/* Indirect buffer entries: two words (§4.6). */
#define IB_ENTRY_BYTES   8
#define IB0_ADDRESS_LOW  BITS(31, 2)
#define IB1_ADDRESS_HIGH BITS(7, 0)
#define IB1_NOT_MAIN     BIT(9)
#define IB1_WORDS        BITS(31, 10)

/* Command words (§4.6). */
#define COMMAND_METHOD     BITS(12, 2) /* in place */
#define COMMAND_SUBCHANNEL BITS(15, 13)
#define COMMAND_COUNT      BITS(28, 18)
#define COMMAND_LONG_COUNT BITS(23, 0)

/* Methods that the puller executes (§4.7). */
#define HOST_OBJECT             0x000
#define HOST_SEMAPHORE_HIGH     0x010
#define HOST_SEMAPHORE_LOW      0x014
#define HOST_SEMAPHORE_SEQUENCE 0x018
#define HOST_SEMAPHORE_TRIGGER  0x01c
#define HOST_TRIGGER_ACQUIRE    1
#define HOST_TRIGGER_RELEASE    2
#define HOST_TRIGGER_ACQUIRE_GE 4
#define HOST_NOTIFY_INTR        0x020
#define HOST_WRITE_FLUSH        0x024
#define HOST_REF                0x050
#define HOST_DMA_SEMAPHORE      0x060
#define HOST_SEMAPHORE_OFFSET   0x064
#define HOST_SEMAPHORE_ACQUIRE  0x068
#define HOST_SEMAPHORE_RELEASE  0x06c
#define HOST_YIELD              0x080
#define HOST_METHODS_END        0x100
#define HOST_HANDLES            0x180 /* from here to HOST_HANDLES_END the data are handles */
#define HOST_HANDLES_END        0x200

#endif
