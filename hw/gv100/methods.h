/* hw/gv100/methods.h: the methods of GV100's host and copy engines by address, with the fields of their data.
 *
 * Shape   a method, then its fields by the manual's bit numbers, then the names of their values. The fields of
 *         SEM_EXECUTE are those of the PBDMA's register (hw/gv100/ppbdma.h).
 * Source  docs/hardware/gv100.md §4.4 to §4.6, §7. */
#ifndef HW_GV100_METHODS_H
#define HW_GV100_METHODS_H

#include "hw/bits.h"

/* ---- host (§4.4) ---- */
#define HOST_ILLEGAL             0x0004
#define HOST_NOP                 0x0008
#define HOST_SEMAPHOREA          0x0010
#define HOST_SEMAPHOREA_OFFSET   BITS(7, 0) /* address 39:32 */
#define HOST_SEMAPHOREB          0x0014
#define HOST_SEMAPHOREC          0x0018
#define HOST_SEMAPHORED          0x001c
#define HOST_NON_STALL_INTERRUPT 0x0020
#define HOST_FB_FLUSH            0x0024
#define HOST_MEM_OP_A            0x0028
#define HOST_MEM_OP_B            0x002c
#define HOST_MEM_OP_C            0x0030
#define HOST_MEM_OP_D            0x0034
#define HOST_SET_REFERENCE       0x0050
#define HOST_SEM_ADDR_LO         0x005c
#define HOST_SEM_ADDR_HI         0x0060
#define HOST_SEM_PAYLOAD_LO      0x0064
#define HOST_SEM_PAYLOAD_HI      0x0068
#define HOST_SEM_EXECUTE         0x006c
#define HOST_WFI                 0x0078
#define HOST_CRC_CHECK           0x007c
#define HOST_YIELD               0x0080
#define HOST_YIELD_OP            BITS(1, 0)
#define HOST_YIELD_OP_NOP        0x0
#define HOST_YIELD_OP_RUNLIST    0x2
#define HOST_YIELD_OP_TSG        0x3
#define HOST_CLEAR_FAULTED       0x0084
#define HOST_CLEAR_FAULTED_CHID  BITS(11, 0)
#define HOST_CLEAR_FAULTED_ENG   BIT(31) /* 0: PBDMA_FAULTED */

/* Bit 20 waits where it is 0, unlike that of SEM_EXECUTE. */
#define HOST_SEMAPHORED_OPERATION            BITS(4, 0)
#define HOST_SEMAPHORED_OPERATION_ACQUIRE    0x01
#define HOST_SEMAPHORED_OPERATION_RELEASE    0x02
#define HOST_SEMAPHORED_OPERATION_ACQ_GEQ    0x04
#define HOST_SEMAPHORED_OPERATION_ACQ_AND    0x08
#define HOST_SEMAPHORED_OPERATION_REDUCTION  0x10
#define HOST_SEMAPHORED_ACQUIRE_SWITCH       BIT(12)
#define HOST_SEMAPHORED_RELEASE_WFI_DISABLED BIT(20)
#define HOST_SEMAPHORED_RELEASE_SIZE_4BYTE   BIT(24) /* 0: 16 bytes with time */
#define HOST_SEMAPHORED_REDUCTION            BITS(30, 27)
#define HOST_SEMAPHORED_FORMAT_UNSIGNED      BIT(31)

/* ---- MEM_OP (§4.6) ---- */
#define MEM_OP_A_INVALIDATION_SIZE BITS(5, 0)
#define MEM_OP_A_SYSMEMBAR         BIT(11)
#define MEM_OP_A_ADDRESS           BITS(31, 12) /* virtual address 31:12 */
#define MEM_OP_C_MEMBAR_TYPE       BITS(2, 0)
#define MEM_OP_C_PDB_ALL           BIT(0)
#define MEM_OP_C_GPC_DISABLE       BIT(1)
#define MEM_OP_C_REPLAY            BITS(4, 2)
#define MEM_OP_C_ACK               BITS(6, 5)
#define MEM_OP_C_LEVEL             BITS(9, 7) /* 0 all, 1 PTE only, 2 up to PDE0, and so on */
#define MEM_OP_C_PDB_APERTURE      BITS(11, 10)
#define MEM_OP_C_PDB_ADDRESS       BITS(31, 12)
#define MEM_OP_D_PDB_ADDRESS       BITS(26, 0) /* 58:32 */
#define MEM_OP_D_OPERATION         BITS(31, 27)

enum mem_op {
    MEM_OP_MEMBAR = 0x05,
    MEM_OP_TLB_INVALIDATE = 0x09,
    MEM_OP_TLB_INVALIDATE_TARGETED = 0x0a,
    MEM_OP_L2_PEERMEM_INVALIDATE = 0x0d,
    MEM_OP_L2_SYSMEM_INVALIDATE = 0x0e,
    MEM_OP_L2_CLEAN_COMPTAGS = 0x0f,
    MEM_OP_L2_FLUSH_DIRTY = 0x10,
    MEM_OP_L2_WAIT_FOR_SYS_PENDING_READS = 0x15,
    MEM_OP_ACCESS_COUNTER_CLR = 0x16,
};

/* ---- copy engine (§7) ---- */
#define COPY_SUBCHANNEL 4 /* on runlists without graphics 0 to 3 are its as well (§4.3) */

#define COPY_NOP                   0x0100
#define COPY_SET_SEMAPHORE_A       0x0240 /* address 48:32 */
#define COPY_SET_SEMAPHORE_B       0x0244
#define COPY_SET_SEMAPHORE_PAYLOAD 0x0248
#define COPY_SET_RENDER_ENABLE_A   0x0254 /* address 39:32 */
#define COPY_SET_RENDER_ENABLE_B   0x0258
#define COPY_SET_RENDER_ENABLE_C   0x025c
#define COPY_RENDER_FALSE          0x0
#define COPY_RENDER_TRUE           0x1
#define COPY_RENDER_CONDITIONAL    0x2
#define COPY_RENDER_IF_EQUAL       0x3
#define COPY_RENDER_IF_NOT_EQUAL   0x4
#define COPY_SET_SRC_PHYS_MODE     0x0260
#define COPY_SET_DST_PHYS_MODE     0x0264
#define COPY_PHYS_MODE_TARGET      BITS(1, 0) /* enum copy_target: numbers of their own */
#define COPY_LAUNCH_DMA            0x0300
#define COPY_OFFSET_IN_UPPER       0x0400
#define COPY_OFFSET_UPPER          BITS(16, 0) /* address 48:32 */
#define COPY_OFFSET_IN_LOWER       0x0404
#define COPY_OFFSET_OUT_UPPER      0x0408
#define COPY_OFFSET_OUT_LOWER      0x040c
#define COPY_PITCH_IN              0x0410
#define COPY_PITCH_OUT             0x0414
#define COPY_LINE_LENGTH_IN        0x0418
#define COPY_LINE_COUNT            0x041c
#define COPY_SET_REMAP_CONST_A     0x0700
#define COPY_SET_REMAP_CONST_B     0x0704
#define COPY_SET_REMAP_COMPONENTS  0x0708

enum copy_target {
    COPY_TARGET_LOCAL = 0,
    COPY_TARGET_COHERENT = 1,
    COPY_TARGET_NONCOHERENT = 2,
};

#define COPY_LAUNCH_TRANSFER               BITS(1, 0)
#define COPY_LAUNCH_TRANSFER_NONE          0x0
#define COPY_LAUNCH_TRANSFER_PIPELINED     0x1
#define COPY_LAUNCH_TRANSFER_NON_PIPELINED 0x2
#define COPY_LAUNCH_FLUSH                  BIT(2)
#define COPY_LAUNCH_SEMAPHORE              BITS(4, 3)
#define COPY_LAUNCH_SEMAPHORE_NONE         0x0
#define COPY_LAUNCH_SEMAPHORE_ONE_WORD     0x1
#define COPY_LAUNCH_SEMAPHORE_FOUR_WORDS   0x2
#define COPY_LAUNCH_INTERRUPT              BITS(6, 5)
#define COPY_LAUNCH_SRC_PITCH              BIT(7)
#define COPY_LAUNCH_DST_PITCH              BIT(8)
#define COPY_LAUNCH_MULTI_LINE             BIT(9)
#define COPY_LAUNCH_REMAP                  BIT(10)
#define COPY_LAUNCH_SRC_PHYSICAL           BIT(12)
#define COPY_LAUNCH_DST_PHYSICAL           BIT(13)
#define COPY_LAUNCH_REDUCTION              BITS(17, 14)
#define COPY_LAUNCH_REDUCTION_UNSIGNED     BIT(18)
#define COPY_LAUNCH_REDUCTION_ENABLE       BIT(19)

#define COPY_REMAP_DST_X          BITS(2, 0) /* enum copy_remap */
#define COPY_REMAP_DST_Y          BITS(6, 4)
#define COPY_REMAP_DST_Z          BITS(10, 8)
#define COPY_REMAP_DST_W          BITS(14, 12)
#define COPY_REMAP_COMPONENT_SIZE BITS(17, 16) /* - 1 */
#define COPY_REMAP_SRC_COMPONENTS BITS(21, 20) /* - 1 */
#define COPY_REMAP_DST_COMPONENTS BITS(25, 24) /* - 1 */

enum copy_remap {
    COPY_REMAP_SRC_X = 0,
    COPY_REMAP_SRC_Y = 1,
    COPY_REMAP_SRC_Z = 2,
    COPY_REMAP_SRC_W = 3,
    COPY_REMAP_CONST_A = 4,
    COPY_REMAP_CONST_B = 5,
    COPY_REMAP_NO_WRITE = 6,
};

/* The report of 3D (0xc397) that drivers write fences with: address high and low, payload, how (§4.3). */
#define GR3D_REPORT_ADDRESS   0x1b00
#define GR3D_REPORT           0x1b0c
#define GR3D_REPORT_OPERATION BITS(1, 0)
#define GR3D_REPORT_RELEASE   0
#define GR3D_REPORT_ONE_WORD  BIT(28) /* else payload, 0, and the time in two words */

/* SEM_EXECUTE's and LAUNCH_DMA's reductions (§4.5). */
enum semaphore_reduction {
    SEM_REDUCTION_IMIN = 0,
    SEM_REDUCTION_IMAX = 1,
    SEM_REDUCTION_IXOR = 2,
    SEM_REDUCTION_IAND = 3,
    SEM_REDUCTION_IOR = 4,
    SEM_REDUCTION_IADD = 5,
    SEM_REDUCTION_INC = 6,
    SEM_REDUCTION_DEC = 7,
};

#endif
