/* hw/gv100/pb.h: GP entries, push buffer entries and methods of GV100's host and copy engines.
 *
 * Shape   masks of 32-bit words; methods by their byte addresses.
 * Source  docs/hardware/gv100.md §4.1 to §4.4, §7. */
#ifndef HW_GV100_PB_H
#define HW_GV100_PB_H

#include <stdint.h>

#include "hw/bits.h"

/* ---- GP entry: 8 bytes (§4.1) ---- */
#define GP_WORDS 2

#define GP0_FETCH   BIT(0) /* 1: conditional */
#define GP0_GET     BITS(31, 2)
#define GP0_OPERAND BITS(31, 0) /* with LENGTH 0 */
#define GP1_GET_HI  BITS(7, 0)
#define GP1_OPCODE  BITS(7, 0) /* with LENGTH 0: enum gp_opcode */
#define GP1_PRIV    BIT(8)     /* in the class header only */
#define GP1_LEVEL   BIT(9)     /* 1: subroutine */
#define GP1_LENGTH  BITS(30, 10)
#define GP1_SYNC    BIT(31)

enum gp_opcode {
    GP_OPCODE_NOP = 0,
    GP_OPCODE_ILLEGAL = 1,
    GP_OPCODE_GP_CRC = 2,
    GP_OPCODE_PB_CRC = 3,
};

#define HOST_ADDRESS_BITS 40 /* of ring, segments and host semaphores */

/* ---- push buffer entries: 4 bytes (§4.2) ---- */
#define PB_SEC_OP  BITS(31, 29) /* enum pb_sec_op */
#define PB_TERT_OP BITS(17, 16) /* enum pb_tert_op, where SEC_OP is 0 */

enum pb_sec_op {
    PB_SEC_OP_USE_TERT = 0,
    PB_SEC_OP_INC_METHOD = 1,
    PB_SEC_OP_NON_INC_METHOD = 3,
    PB_SEC_OP_IMMD_DATA_METHOD = 4,
    PB_SEC_OP_ONE_INC = 5,
    PB_SEC_OP_RESERVED6 = 6,
    PB_SEC_OP_END_PB_SEGMENT = 7,
};

enum pb_tert_op {
    PB_TERT_OP_SET_SUB_DEV_MASK = 1,
    PB_TERT_OP_STORE_SUB_DEV_MASK = 2,
    PB_TERT_OP_USE_SUB_DEV_MASK = 3,
};

#define PB_METHOD_COUNT      BITS(28, 16)
#define PB_IMMD_DATA         BITS(28, 16)
#define PB_METHOD_SUBCHANNEL BITS(15, 13)
#define PB_METHOD_RESERVED   BIT(12)
#define PB_METHOD_ADDRESS    BITS(11, 0)  /* in units of 4 bytes */
#define PB_CONTROL_OPCODE    BITS(31, 16) /* of control entries: the TERT_OP alone */
#define PB_SUBDEVICE_MASK    BITS(15, 4)
#define PB_NOP               0x00000000

/* Two older layouts, which belong to no entry that there is. */
#define PB_METHOD_COUNT_OLD   BITS(28, 18)
#define PB_METHOD_ADDRESS_OLD BITS(12, 2)

#define PB_METHOD_LAST  0x3ffc /* the highest method */
#define PB_HOST_METHODS 0x100  /* methods below it are host's, on any subchannel (§4.3) */
#define PB_SUBCHANNELS  8

/* ---- classes and methods (§4.4, §7) ---- */
#define CLASS_VOLTA_CHANNEL_GPFIFO 0xc36f
#define CLASS_VOLTA_DMA_COPY       0xc3b5
#define CLASS_VOLTA_USERMODE       0xc361
#define TU_CLASS_CHANNEL_GPFIFO    0xc46f
#define TU_CLASS_DMA_COPY          0xc5b5
#define TU_CLASS_USERMODE          0xc461

#define HOST_SET_OBJECT       0x0000
#define HOST_SET_OBJECT_CLASS BITS(15, 0)

struct pb_method {
    uint16_t address;
    const char *name;
};

#define PB_HOST_METHOD_COUNT 23
extern const struct pb_method pb_host_methods[PB_HOST_METHOD_COUNT];
#define PB_COPY_METHOD_COUNT 39
extern const struct pb_method pb_copy_methods[PB_COPY_METHOD_COUNT];

#endif
