/* hw/gv100/pccsr.h: channel RAM.
 *
 * Shape   a register, then its fields by the manual's bit numbers, then the names of their values. Of an array
 *         NAME(i), with NAME_COUNT members.
 * Source  docs/hardware/gv100.md §8.2. */
#ifndef HW_GV100_PCCSR_H
#define HW_GV100_PCCSR_H

#include "hw/bits.h"

#define PCCSR_CHANNEL_INST(i)                         (0x800000 + 8 * (i))
#define PCCSR_CHANNEL_INST_COUNT                      4096
#define PCCSR_CHANNEL_INST_PTR                        BITS(27, 0)
#define PCCSR_CHANNEL_INST_TARGET                     BITS(29, 28)
#define PCCSR_CHANNEL_INST_TARGET_VID_MEM             0x0
#define PCCSR_CHANNEL_INST_TARGET_SYS_MEM_COHERENT    0x2
#define PCCSR_CHANNEL_INST_TARGET_SYS_MEM_NONCOHERENT 0x3
#define PCCSR_CHANNEL_INST_BIND                       BIT(31)

#define PCCSR_CHANNEL(i)                                   (0x800004 + 8 * (i))
#define PCCSR_CHANNEL_COUNT                                4096
#define PCCSR_CHANNEL_ENABLE                               BIT(0)
#define PCCSR_CHANNEL_NEXT                                 BIT(1)
#define PCCSR_CHANNEL_FORCE_CTX_RELOAD                     BIT(8)
#define PCCSR_CHANNEL_ENABLE_SET                           BIT(10)
#define PCCSR_CHANNEL_ENABLE_CLR                           BIT(11)
#define PCCSR_CHANNEL_PBDMA_FAULTED                        BIT(22)
#define PCCSR_CHANNEL_ENG_FAULTED                          BIT(23)
#define PCCSR_CHANNEL_STATUS                               BITS(27, 24)
#define PCCSR_CHANNEL_STATUS_IDLE                          0x0
#define PCCSR_CHANNEL_STATUS_PENDING                       0x1
#define PCCSR_CHANNEL_STATUS_PENDING_CTX_RELOAD            0x2
#define PCCSR_CHANNEL_STATUS_PENDING_ACQUIRE               0x3
#define PCCSR_CHANNEL_STATUS_PENDING_ACQ_CTX_RELOAD        0x4
#define PCCSR_CHANNEL_STATUS_ON_PBDMA                      0x5
#define PCCSR_CHANNEL_STATUS_ON_PBDMA_AND_ENG              0x6
#define PCCSR_CHANNEL_STATUS_ON_ENG                        0x7
#define PCCSR_CHANNEL_STATUS_ON_ENG_PENDING_ACQUIRE        0x8
#define PCCSR_CHANNEL_STATUS_ON_ENG_PENDING                0x9
#define PCCSR_CHANNEL_STATUS_ON_PBDMA_CTX_RELOAD           0xa
#define PCCSR_CHANNEL_STATUS_ON_PBDMA_AND_ENG_CTX_RELOAD   0xb
#define PCCSR_CHANNEL_STATUS_ON_ENG_CTX_RELOAD             0xc
#define PCCSR_CHANNEL_STATUS_ON_ENG_PENDING_CTX_RELOAD     0xd
#define PCCSR_CHANNEL_STATUS_ON_ENG_PENDING_ACQ_CTX_RELOAD 0xe
#define PCCSR_CHANNEL_BUSY                                 BIT(28)

/* ---- of Turing ---- */
#define TU_PCCSR_CHANNEL_FORCE_PBDMA_FAULTED BIT(20)
#define TU_PCCSR_CHANNEL_FORCE_ENG_FAULTED   BIT(21)

#endif
