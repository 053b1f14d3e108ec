/* hw/nv50/pgraph.h: PGRAPH: its front end, traps and the direct command port. Gated by PMC_ENABLE_PGRAPH.
 * Source  docs/hardware/tesla-mmio.md §5.1 to §5.6, tesla-vm.md §2.6, §8.5. */
#ifndef HW_NV50_PGRAPH_H
#define HW_NV50_PGRAPH_H

#include "hw/bits.h"

#define PGRAPH_UNIT_RESET 0x400040 /* 1: the unit is held in reset */

#define PGRAPH_DEBUG_0            0x400080
#define PGRAPH_DEBUG_1            0x400084 /* stores nothing */
#define PGRAPH_DEBUG_1_PM_TRIGGER BIT(5)   /* a pulse of the signal that PCOUNTER can swap by */
#define PGRAPH_DEBUG_3            0x40008c

#define PGRAPH_INTR               0x400100 /* write 1 to clear */
#define PGRAPH_INTR_EN            0x40013c
#define PGRAPH_INTR_NOTIFY        BIT(0)
#define PGRAPH_INTR_ILLEGAL_MTHD  BIT(4)
#define PGRAPH_INTR_ILLEGAL_CLASS BIT(5)
#define PGRAPH_INTR_DOUBLE_NOTIFY BIT(6)
#define PGRAPH_INTR_BUFFER_NOTIFY BIT(16)
#define PGRAPH_INTR_DATA_ERROR    BIT(20) /* code in PGRAPH_DATA_ERROR */
#define PGRAPH_INTR_TRAP          BIT(21) /* units in PGRAPH_TRAP */
#define PGRAPH_INTR_SINGLE_STEP   BIT(24)

#define PGRAPH_TRAP          0x400108 /* write 1 to clear */
#define PGRAPH_TRAP_EN       0x400138
#define PGRAPH_TRAP_DISPATCH BIT(0)
#define PGRAPH_TRAP_M2MF     BIT(1)
#define PGRAPH_TRAP_VFETCH   BIT(2)
#define PGRAPH_TRAP_STRMOUT  BIT(3)
#define PGRAPH_TRAP_CCACHE   BIT(4)
#define PGRAPH_TRAP_CLIPID   BIT(5)
#define PGRAPH_TRAP_TEX      BIT(6)
#define PGRAPH_TRAP_MP       BIT(7)
#define PGRAPH_TRAP_PROP     BIT(8)

#define PGRAPH_DATA_ERROR 0x400110

enum pgraph_data_error {
    DATA_ERROR_INVALID_OPERATION = 0x03,
    DATA_ERROR_INVALID_VALUE = 0x04,
    DATA_ERROR_INVALID_ENUM = 0x05,
    DATA_ERROR_INVALID_OBJECT = 0x08,
    DATA_ERROR_READ_ONLY_OBJECT = 0x09,
    DATA_ERROR_SUPERVISOR_OBJECT = 0x0a,
    DATA_ERROR_INVALID_ALIGNMENT = 0x0b,
    DATA_ERROR_INVALID_BITFIELD = 0x0c,
    DATA_ERROR_Z_OUT_OF_BOUNDS = 0x21,
    DATA_ERROR_XY_OUT_OF_BOUNDS = 0x23,
    DATA_ERROR_FORMAT_MISMATCH_2D = 0x31,
    DATA_ERROR_M2MF_IN_PITCH = 0x51, /* a line is longer than the pitch */
    DATA_ERROR_M2MF_OUT_PITCH = 0x53,
};

#define PGRAPH_CTXCTL_STATUS        0x400300
#define PGRAPH_CTXCTL_RUNNING       BIT(0)
#define PGRAPH_CTXCTL_CONTROL       0x400304
#define PGRAPH_CTXCTL_RUN           BIT(0)
#define PGRAPH_CTXCTL_PC            0x400310
#define PGRAPH_CTXCTL_CMD           0x400320
#define PGRAPH_CTXCTL_CMD_NEWCTXDMA 4 /* loads the context object of SWAP's channel */
#define PGRAPH_CTXCTL_INDEX         0x400324
#define PGRAPH_CTXCTL_DATA          0x400328
#define PGRAPH_CTXCTL_CUR           0x40032c
#define PGRAPH_CTXCTL_NEXT          0x400330
#define PGRAPH_CTXCTL_REG_POINTER   0x400334
#define PGRAPH_CTXCTL_XFER_POINTER  0x40033c
#define PGRAPH_CTXCTL_CHANNEL       BITS(29, 0)
#define PGRAPH_CTXCTL_VALID         BIT(31)
#define PGRAPH_CTXCTL_SWAP          0x400784

/* Words of a context program (tesla-engines.md §4.7). */
#define CTXPROG_WORDS      512
#define CTXPROG_OPCODE     BITS(23, 20)
#define CTXPROG_OP_MOVE    1 /* registers from or to the context, at the register pointer */
#define CTXPROG_OP_SCRATCH 2 /* loads the scratch word */
#define CTXPROG_OP_COMMAND 6
#define CTXPROG_OP_FLAG    7
#define CTXPROG_COUNT      BITS(19, 16) /* of registers; 0: as the scratch word says */
#define CTXPROG_REGISTER   BITS(13, 0)  /* in words from 0x400000 */
#define CTXPROG_SCRATCH    BITS(19, 0)
#define CTXPROG_COMMAND    BITS(4, 0)
#define CTXPROG_POINT                                                                              \
    0x6 /* the register pointer becomes the scratch word, in words of the context */
#define CTXPROG_END      0xc
#define CTXPROG_FLAG     BITS(6, 0) /* bit of FLAGS_0, FLAGS_1, .. */
#define CTXPROG_FLAG_SET BIT(7)

#define PGRAPH_VSTATUS         0x400380 /* three words, 4 bytes apart, of 3-bit unit states */
#define PGRAPH_VSTATUS_COUNT   3
#define PGRAPH_VSTATUS_2       0x400388
#define PGRAPH_VSTATUS_2_ENG2D BITS(17, 15)
#define PGRAPH_VSTATUS_UNITS   10 /* states in one word */

enum pgraph_unit_state {
    PGRAPH_UNIT_IDLE = 0,
    PGRAPH_UNIT_BUSY = 1,
    PGRAPH_UNIT_WAITING = 3,
    PGRAPH_UNIT_BLOCKED = 5,
    PGRAPH_UNIT_PAUSED = 7,
};

#define PGRAPH_FIFO_CONTROL      0x400500
#define PGRAPH_FIFO_CONTROL_PULL BIT(0)
#define PGRAPH_FIFO_CONTROL_RUN  0x10001u
#define PGRAPH_FIFO_STATUS       0x400504
#define PGRAPH_FIFO_STATUS_EMPTY BIT(0)
#define PGRAPH_STATUS            0x400700 /* 0: idle */
#define PGRAPH_STATUS_ALL        BIT(0)
#define PGRAPH_STATUS_M2MF       BIT(6)
#define PGRAPH_STATUS_VFETCH     BIT(9)
#define PGRAPH_STATUS_ENG2D      BIT(17)
#define PGRAPH_STATUS_TPC_PROP   BIT(20)
#define PGRAPH_STATUS_TPC_MP     BIT(23)

#define PGRAPH_TRAPPED_ADDR 0x400704 /* laid out as CMD_ADDR */
#define PGRAPH_TRAPPED_DATA 0x400708 /* two words, low and high */

/* Each unit's trap word: its reasons, and how it is cleared and enabled. */
#define PGRAPH_DISPATCH_TRAP       0x400804
#define PGRAPH_VFETCH_TRAP         0x400c04
#define PGRAPH_STRMOUT_TRAP        0x401800
#define PGRAPH_CLIPID_TRAP         0x402000
#define PGRAPH_CCACHE_TRAP         0x405018
#define PGRAPH_M2MF_TRAP           0x406800
#define PGRAPH_M2MF_TRAP_INFO      0x406804 /* four words */
#define PGRAPH_UNIT_TRAP_CLEAR     BIT(30)
#define PGRAPH_UNIT_TRAP_ENABLE    BIT(31)
#define PGRAPH_DISPATCH_TRAP_FAULT BIT(0)
#define PGRAPH_DISPATCH_TRAP_QUERY BIT(1)
#define PGRAPH_DISPATCH_TRAP_CONTEXT                                                               \
    BITS(4, 2) /* registers of a context program, and its two bulk transfers */
#define PGRAPH_DISPATCH_TRAP_REGISTERS BIT(2)
#define PGRAPH_M2MF_TRAP_NOTIFY        BIT(0)
#define PGRAPH_M2MF_TRAP_IN            BIT(1)
#define PGRAPH_M2MF_TRAP_OUT           BIT(2)
#define PGRAPH_CCACHE_TRAP_FAULT       BIT(0) /* unverified */
#define PGRAPH_VFETCH_TRAP_FAULT       BIT(0)
#define PGRAPH_STRMOUT_TRAP_FAULT      BIT(0)
#define PGRAPH_CLIPID_TRAP_FAULT       BIT(0)
#define PGRAPH_PROP_TRAP_DST2D         BIT(4)
#define PGRAPH_PROP_TRAP_ZETA          BIT(5)
#define PGRAPH_PROP_TRAP_RT            BIT(6)
#define PGRAPH_PROP_TRAP_CUDA          BIT(7) /* l[], g[] and the stack of programs */
#define PGRAPH_MPC_TRAP_MP0            BIT(16)
#define PGRAPH_MPC_TRAP_MP1            BIT(17)
#define PGRAPH_MPC_TRAP_MP2            BIT(26) /* G200 and newer */
#define PGRAPH_TEX_TRAP_ANY            BIT(0)
#define PGRAPH_TEX_TRAP_FAULT          BIT(1)

/* The direct command port: data first, then the address with VALID. */
#define PGRAPH_CMD_ADDR       0x400808
#define PGRAPH_CMD_METHOD     BITS(12, 2) /* in place: the method number itself */
#define PGRAPH_CMD_SUBCHANNEL BITS(18, 16)
#define PGRAPH_CMD_NONINC     BIT(20)
#define PGRAPH_CMD_DOUBLE     BIT(25) /* CMD_DATA_HIGH is a second data word */
#define PGRAPH_CMD_VALID      BIT(31) /* starts it; reads 1 until it is taken */
#define PGRAPH_CMD_DATA_LOW   0x40080c
#define PGRAPH_CMD_DATA_HIGH  0x400810

#define PGRAPH_CTX_SWITCH_1        0x400814
#define PGRAPH_CTX_SWITCH_1_CLASS  BITS(15, 0)
#define PGRAPH_CTX_SWITCH_2        0x400818
#define PGRAPH_CTX_SWITCH_3        0x40081c
#define PGRAPH_CTX_SWITCH_4        0x400820
#define PGRAPH_CTX_SWITCH_4_OBJECT BITS(31, 16)
#define PGRAPH_FLAGS_0             0x400824
#define PGRAPH_FLAGS_0_SAVE        BIT(0) /* a context program's direction; 0: it loads */
#define PGRAPH_FLAGS_0_XFER_ENABLE BIT(14)
#define PGRAPH_FLAGS_1             0x400828
#define PGRAPH_FLAGS_2             0x40082c
#define PGRAPH_FLAGS_2_IDLE        BIT(0)
#define PGRAPH_FLAGS_2_ALWAYS_TRUE BIT(13)
#define PGRAPH_FLAGS_3             0x400830
#define PGRAPH_MISC                0x400848
#define PGRAPH_MISC_NOTIFY_FAULT   BIT(0)
#define PGRAPH_MISC_COND_FAULT     BIT(3)
#define PGRAPH_ST2_ADDR            0x40084c /* the second stage of dispatch */
#define PGRAPH_COND                0x4008e8

/* Words that drivers write; no source tells their meaning. */
#define PGRAPH_ZCULL_18       0x402c18
#define PGRAPH_ZCULL_18_COUNT 34 /* to 0x402c9c */
#define PGRAPH_ZCULL_A8       0x402ca8
#define PGRAPH_ZCULL_C0       0x402cc0
#define PGRAPH_CCACHE_MISC    0x405020

/* Trap words of TPC 0, and how far TPCs are apart: before G200, and from it on. struct nv50_chip.tpc_stride has the
 * same. */
#define PGRAPH_TPC_STRIDE_G80       0x1000
#define PGRAPH_TPC_MPC_TRAP_G80     0x408314
#define PGRAPH_TPC_MPC_TRAP_EN_G80  0x408318
#define PGRAPH_TPC_TEX_TRAP_G80     0x408900
#define PGRAPH_TPC_PROP_TRAP_G80    0x408e08
#define PGRAPH_TPC_STRIDE_G200      0x800
#define PGRAPH_TPC_MPC_TRAP_G200    0x40831c
#define PGRAPH_TPC_MPC_TRAP_EN_G200 0x408320
#define PGRAPH_TPC_TEX_TRAP_G200    0x408600
#define PGRAPH_TPC_PROP_TRAP_G200   0x408708

/* A window to words of 64 bits inside a TPC's multiprocessors (docs/hardware/tesla-isa.md §8). */
#define PGRAPH_TPC_STATE             0x4083b0
#define PGRAPH_TPC_STATE_MP          BITS(1, 0)
#define PGRAPH_TPC_STATE_SPACE       BITS(5, 2)
#define PGRAPH_TPC_STATE_TABLES_G80  0xb /* of special functions */
#define PGRAPH_TPC_STATE_TABLES_G200 0xc
#define PGRAPH_TPC_STATE_INDEX       BITS(31, 6)
#define PGRAPH_TPC_STATE_DATA        0x4083b4 /* low word, high word */

/* Multiprocessors of TPC 0, and the registers of one (§8). */
#define PGRAPH_TPC_MP_G80      0x408200
#define PGRAPH_TPC_MP_G200     0x408100
#define PGRAPH_TPC_MP_STRIDE   0x80
#define PGRAPH_MP_ERROR        0x14
#define PGRAPH_MP_DECODE       0x20
#define PGRAPH_MP_DECODE_AT    0x24
#define PGRAPH_MP_DECODE_AT_PC BITS(23, 0)
#define PGRAPH_MP_DECODE_WARP  BITS(28, 24)
#define PGRAPH_MP_FLAGS        0x60
#define PGRAPH_MP_FLAGS_INF                                                                        \
    BIT(0) /* differences of threads outside of fragment programs: infinity, else 0 */
#define PGRAPH_MP_FLAGS_ZERO    BIT(1)  /* 0 times anything is +0 */
#define PGRAPH_MP_FLAGS_HIGH    0x64    /* no known meaning */
#define PGRAPH_MP_FLAGS_NAN_OFF BIT(19) /* saturation makes +0 of a NaN; G200, GT215 and newer */

/* Objects: 16 bytes in the channel, the class in word 0. */
#define GRAPH_OBJECT_CLASS BITS(15, 0)

enum graph_class {
    GRAPH_CLASS_NULL = 0x0030,
    GRAPH_CLASS_2D = 0x502d,
    GRAPH_CLASS_M2MF = 0x5039,
    GRAPH_CLASS_3D_G80 = 0x5097,
    GRAPH_CLASS_COMPUTE = 0x50c0,
    GRAPH_CLASS_3D_G84 = 0x8297,
    GRAPH_CLASS_3D_G200 = 0x8397,
    GRAPH_CLASS_3D_GT215 = 0x8597,
    GRAPH_CLASS_COMPUTE_GT215 = 0x85c0,
    GRAPH_CLASS_3D_MCP89 = 0x8697,
};

/* Methods that the classes share. */
#define GRAPH_OBJECT           0x000
#define GRAPH_NOP              0x100
#define GRAPH_NOTIFY           0x104
#define GRAPH_NOTIFY_INTERRUPT 1
#define GRAPH_WAIT_IDLE        0x110

#endif
