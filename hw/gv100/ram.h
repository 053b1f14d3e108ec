/* hw/gv100/ram.h: instance block (RAMIN), RAMFC, USERD and runlist entries of GV100.
 *
 * Shape   NAME is a word's index; NAME_FIELD masks bits of that word. All words have 32 bits, little
 *         endian.
 * Source  docs/hardware/gv100.md §3.1 to §3.4. */
#ifndef HW_GV100_RAM_H
#define HW_GV100_RAM_H

#include "hw/bits.h"

/* ---- instance block: 4 KiB, 4 KiB aligned (§3.1) ---- */
#define RAMIN_WORDS 1024
#define RAMIN_BYTES 0x1000
#define RAMIN_ALIGN 0x1000

#define RAMIN_RAMFC_WORDS 128 /* words 0 to 127 */

/* Words 128 and 129, and the same layout for each subcontext. */
#define RAMIN_PAGE_DIR_BASE          128
#define RAMIN_PAGE_DIR_BASE_HI       129
#define RAMIN_PDB_TARGET             BITS(1, 0) /* enum ramin_target */
#define RAMIN_PDB_VOL                BIT(2)
#define RAMIN_PDB_FAULT_REPLAY_TEX   BIT(4)
#define RAMIN_PDB_FAULT_REPLAY_GCC   BIT(5)
#define RAMIN_PDB_USE_VER2_PT_FORMAT BIT(10) /* must be 1 */
#define RAMIN_PDB_BIG_PAGE_SIZE      BIT(11) /* must be 1: 64 KiB */
#define RAMIN_PDB_LO                 BITS(31, 12)
#define RAMIN_PDB_HI                 BITS(31, 0)

enum ramin_target {
    RAMIN_TARGET_VID_MEM = 0,
    RAMIN_TARGET_INVALID = 1, /* unbinds the engine */
    RAMIN_TARGET_SYS_MEM_COHERENT = 2,
    RAMIN_TARGET_SYS_MEM_NONCOHERENT = 3,
};

/* Not in GV100's manual: where older chips have the highest virtual address, and a driver still writes it. */
#define RAMIN_LIMIT_LO 130
#define RAMIN_LIMIT_HI 131

#define RAMIN_ENGINE_WFI          132
#define RAMIN_ENGINE_WFI_TARGET   BITS(1, 0) /* 0 local, 2 coherent, 3 noncoherent */
#define RAMIN_ENGINE_WFI_MODE     BIT(2)     /* 1: virtual */
#define RAMIN_ENGINE_CS           BIT(3)     /* 0: WFI, always */
#define RAMIN_ENGINE_WFI_PTR_LO   BITS(31, 12)
#define RAMIN_ENGINE_WFI_HI       133
#define RAMIN_ENGINE_WFI_PTR_HI   BITS(7, 0)
#define RAMIN_ENGINE_WFI_SUB      134
#define RAMIN_ENGINE_WFI_VEID     BITS(5, 0)
#define RAMIN_ATS                 135
#define RAMIN_ATS_PASID           BITS(19, 0)
#define RAMIN_ATS_ENABLE          BIT(31)
#define RAMIN_METHOD_BUFFER       136
#define RAMIN_METHOD_BUFFER_LO    BITS(31, 0) /* a virtual address of BAR2 */
#define RAMIN_METHOD_BUFFER_WORD1 137
#define RAMIN_METHOD_BUFFER_HI    BITS(16, 0)

/* Subcontexts: a bit of SC_PDB_VALID each, and four words from SC on. */
#define RAMIN_SUBCONTEXTS    64
#define RAMIN_SC_PDB_VALID   166 /* and 167 */
#define RAMIN_SC             168
#define RAMIN_SC_WORDS       4 /* page directory base low, high, ATS, nothing */
#define RAMIN_SC_PAGE_DIR    0
#define RAMIN_SC_PAGE_DIR_HI 1
#define RAMIN_SC_ATS         2

/* ---- RAMFC: 512 bytes at the start of the instance block (§3.2) ---- */
#define RAMFC_WORDS 128

#define RAMFC_GP_PUT                  0
#define RAMFC_MEM_OP_A                1
#define RAMFC_USERD                   2
#define RAMFC_USERD_TARGET            BITS(1, 0)  /* enum userd_target */
#define RAMFC_USERD_ADDRESS           BITS(31, 9) /* address bits 31:9 */
#define RAMFC_USERD_HI                3
#define RAMFC_USERD_HI_ADDRESS        BITS(7, 0)
#define RAMFC_SIGNATURE               4
#define RAMFC_SIGNATURE_HW            BITS(15, 0) /* 0xface or 0xc36f */
#define RAMFC_SIGNATURE_SW            BITS(31, 16)
#define RAMFC_GP_GET                  5
#define RAMFC_PB_GET                  6
#define RAMFC_PB_GET_HI               7
#define RAMFC_PB_TOP_LEVEL_GET        8
#define RAMFC_PB_TOP_LEVEL_GET_HI     9
#define RAMFC_TOP_LEVEL_GET_HI_VALID  BIT(31)
#define RAMFC_REF                     10
#define RAMFC_RUNTIME                 11
#define RAMFC_ACQUIRE                 12
#define RAMFC_ACQUIRE_RETRY_MAN       BITS(6, 0)
#define RAMFC_ACQUIRE_RETRY_EXP       BITS(10, 7)
#define RAMFC_ACQUIRE_TIMEOUT_EXP     BITS(14, 11)
#define RAMFC_ACQUIRE_TIMEOUT_MAN     BITS(30, 15)
#define RAMFC_ACQUIRE_TIMEOUT_EN      BIT(31)
#define RAMFC_ACQUIRE_DEADLINE        13
#define RAMFC_SEM_ADDR_HI             14
#define RAMFC_SEM_ADDR_LO             15
#define RAMFC_SEM_PAYLOAD_LO          16
#define RAMFC_SEM_EXECUTE             17
#define RAMFC_GP_BASE                 18
#define RAMFC_GP_BASE_ADDRESS         BITS(31, 3)
#define RAMFC_GP_BASE_HI              19
#define RAMFC_GP_BASE_HI_ADDRESS      BITS(7, 0)
#define RAMFC_GP_BASE_HI_LIMIT2       BITS(20, 16) /* log2 of entries */
#define RAMFC_GP_FETCH                20
#define RAMFC_PB_FETCH                21
#define RAMFC_PB_FETCH_CONDITIONAL    BIT(0)
#define RAMFC_PB_FETCH_ADDRESS        BITS(31, 2)
#define RAMFC_PB_FETCH_HI             22
#define RAMFC_PB_FETCH_HI_ADDRESS     BITS(7, 0)
#define RAMFC_PB_FETCH_HI_LEVEL       BIT(9)
#define RAMFC_PB_FETCH_HI_SYNC        BIT(10)
#define RAMFC_PB_FETCH_HI_LENGTH      BITS(31, 11)
#define RAMFC_PB_PUT                  23
#define RAMFC_PB_PUT_HI               24
#define RAMFC_MEM_OP_B                25
#define RAMFC_RESERVED26              26
#define RAMFC_RESERVED27              27
#define RAMFC_RESERVED28              28
#define RAMFC_GP_CRC                  29
#define RAMFC_PB_HEADER               33
#define RAMFC_PB_HEADER_METHOD        BITS(13, 2)
#define RAMFC_PB_HEADER_SUBCHANNEL    BITS(18, 16)
#define RAMFC_PB_HEADER_LEVEL         BIT(20)
#define RAMFC_PB_HEADER_FIRST         BIT(22)
#define RAMFC_PB_HEADER_CONDITIONAL   BIT(23)
#define RAMFC_PB_HEADER_FINAL         BIT(24)
#define RAMFC_PB_HEADER_TYPE          BITS(31, 29) /* enum ramfc_header_type */
#define RAMFC_PB_COUNT                34
#define RAMFC_PB_COUNT_VALUE          BITS(12, 0)
#define RAMFC_SUBDEVICE               37
#define RAMFC_SUBDEVICE_ID            BITS(11, 0)
#define RAMFC_SUBDEVICE_STORED_MASK   BITS(27, 16)
#define RAMFC_SUBDEVICE_STATUS        BIT(28)
#define RAMFC_SUBDEVICE_CHANNEL_DMA   BIT(29)
#define RAMFC_PB_CRC                  38
#define RAMFC_SEM_PAYLOAD_HI          39
#define RAMFC_MEM_OP_C                40
#define RAMFC_RESERVED20              41 /* the manual's names, in spite of the index */
#define RAMFC_RESERVED21              42
#define RAMFC_TARGET                  43
#define RAMFC_TARGET_ENGINE           BITS(4, 0) /* 31: software */
#define RAMFC_TARGET_ENG_CTX_VALID    BIT(16)
#define RAMFC_TARGET_CE_CTX_VALID     BIT(17)
#define RAMFC_METHOD_CRC              44
#define RAMFC_METHOD0                 48 /* METHOD0, DATA0, METHOD1 .. DATA3 at 55 */
#define RAMFC_DATA0                   49
#define RAMFC_DATA1                   51
#define RAMFC_METHOD_INCR             BIT(0)
#define RAMFC_METHOD_ADDR             BITS(13, 2)
#define RAMFC_METHOD_SUBCH            BITS(18, 16)
#define RAMFC_METHOD_FIRST            BIT(22)
#define RAMFC_METHOD_DUAL             BIT(23)
#define RAMFC_METHOD_VALID            BIT(31)
#define RAMFC_HCE_CTRL                57
#define RAMFC_HCE_CTRL_PRIV_MODE      BIT(5)
#define RAMFC_CONFIG                  61
#define RAMFC_CONFIG_L2_EVICT         BITS(1, 0)
#define RAMFC_CONFIG_CE_SPLIT         BIT(4)
#define RAMFC_CONFIG_CE_THROTTLE_MODE BIT(5)
#define RAMFC_CONFIG_AUTH_LEVEL       BIT(8)
#define RAMFC_CONFIG_USERD_WRITEBACK  BIT(12)
#define TU_RAMFC_RESERVED62           62
#define RAMFC_SET_CHANNEL_INFO        63
#define RAMFC_CHANNEL_INFO_SCG_TYPE   BIT(0)
#define RAMFC_CHANNEL_INFO_VEID       BITS(13, 8)

#define RAMFC_SIGNATURE_HW_FACE 0xface
#define RAMFC_ENGINE_SOFTWARE   31

enum ramfc_header_type {
    RAMFC_HEADER_SSDM = 0,
    RAMFC_HEADER_INC = 1,
    RAMFC_HEADER_STORE_SDM = 2,
    RAMFC_HEADER_NON_INC = 3,
    RAMFC_HEADER_IMMD = 4,
    RAMFC_HEADER_INC_ONCE = 5,
    RAMFC_HEADER_USE_SDM = 6,
    RAMFC_HEADER_END_SEG = 7,
};

/* ---- USERD: 512 bytes, 512-byte aligned (§3.3) ---- */
#define USERD_WORDS 128
#define USERD_ALIGN 0x200

#define USERD_PUT              16
#define USERD_GET              17
#define USERD_REF              18
#define USERD_PUT_HI           19
#define USERD_TOP_LEVEL_GET    22
#define USERD_TOP_LEVEL_GET_HI 23
#define USERD_GET_HI           24
#define USERD_GP_GET           34
#define USERD_GP_PUT           35 /* the one word that host reads */

enum userd_target {
    USERD_TARGET_VID_MEM = 0,
    USERD_TARGET_VID_MEM_NVLINK_COHERENT = 1,
    USERD_TARGET_SYS_MEM_COHERENT = 2,
    USERD_TARGET_SYS_MEM_NONCOHERENT = 3,
};

/* ---- runlist entries: 16 bytes, base 4 KiB aligned (§3.4) ---- */
#define RUNLIST_ENTRY_WORDS 4
#define RUNLIST_ALIGN       0x1000

#define RUNLIST0_TYPE BIT(0) /* 0 channel, 1 TSG header */
#define RUNLIST2_ID   BITS(11, 0)
#define RUNLIST_IDS   4096 /* channel ids, and as many TSG ids */

#define RUNLIST0_CHAN_RUNQUEUE_SELECTOR BIT(1)
#define RUNLIST0_CHAN_INST_TARGET       BITS(5, 4) /* 0 vid, 2 coherent, 3 noncoherent */
#define RUNLIST0_CHAN_USERD_TARGET      BITS(7, 6) /* enum userd_target */
#define RUNLIST0_CHAN_USERD_PTR_LO      BITS(31, 8)
#define RUNLIST1_CHAN_USERD_PTR_HI      BITS(31, 0)
#define RUNLIST2_CHAN_CHID              BITS(11, 0)
#define RUNLIST2_CHAN_INST_PTR_LO       BITS(31, 12)
#define RUNLIST3_CHAN_INST_PTR_HI       BITS(31, 0)

#define RUNLIST0_TSG_TIMESLICE_SCALE   BITS(19, 16)
#define RUNLIST0_TSG_TIMESLICE_TIMEOUT BITS(31, 24)
#define RUNLIST1_TSG_LENGTH            BITS(7, 0)
#define RUNLIST2_TSG_TSGID             BITS(11, 0)

#define TU_RUNLIST0_TSG_GFID BITS(11, 4) /* of a virtual function; 0: none */

#define RUNLIST_TSG_LENGTH_MIN 1
#define RUNLIST_TSG_LENGTH_MAX 128

/* Instance blocks, USERD and runlists lie below it: pointers of 28 bits in units of 4 KiB (§2.2). */
#define INSTANCE_ADDRESS_BITS 40

#endif
