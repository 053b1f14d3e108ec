/* hw/nv50/vm.h: the structures of the NV50 VM in memory, and the numbers the VM uses.
 *
 * Shape   masks of 32-bit words (DMA object, channel descriptor, fault record) and of 64-bit words
 *         (PDE, PTE), named OBJECT_FIELD; every structure is little endian.
 * Source  docs/hardware/tesla-vm.md §1, §2. */
#ifndef HW_NV50_VM_H
#define HW_NV50_VM_H

#include "hw/bits.h"

/* VM engines: the requester's number in fault records and in TLB_FLUSH (§1.1). */
enum vm_engine {
    VM_ENGINE_PGRAPH = 0x0,
    VM_ENGINE_PVP = 0x1, /* PVP1, PVP2 or PPDEC, by chipset */
    VM_ENGINE_PEEPHOLE = 0x4,
    VM_ENGINE_PFIFO = 0x5,
    VM_ENGINE_BAR = 0x6,
    VM_ENGINE_PME = 0x7,     /* PME or PVCOMP */
    VM_ENGINE_PMPEG = 0x8,   /* PMPEG or PPPP */
    VM_ENGINE_PBSP = 0x9,    /* PBSP or PVLD */
    VM_ENGINE_PCIPHER = 0xa, /* PCIPHER or PSEC */
    VM_ENGINE_PCOUNTER = 0xb,
    VM_ENGINE_PFIFO_BG = 0xc,
    VM_ENGINE_PCOPY = 0xd,
    VM_ENGINE_PDAEMON = 0xe,
    VM_ENGINE_COUNT = 0x10
};

/* VM clients (§1.1). */
enum vm_client {
    VM_CLIENT_STRMOUT = 0x0,
    VM_CLIENT_DISPATCH = 0x3,
    VM_CLIENT_PFIFO_WRITE = 0x4,
    VM_CLIENT_CCACHE = 0x5,
    VM_CLIENT_PVPE = 0x6, /* PPPP on VP3 and VP4 */
    VM_CLIENT_CLIPID = 0x7,
    VM_CLIENT_PFIFO_READ = 0x8,
    VM_CLIENT_VFETCH = 0x9,
    VM_CLIENT_TEXTURE = 0xa,
    VM_CLIENT_PROP = 0xb,
    VM_CLIENT_PVP2 = 0xc,    /* PPDEC on VP3 and VP4 */
    VM_CLIENT_PBSP = 0xd,    /* PVLD on VP3 and VP4 */
    VM_CLIENT_PCIPHER = 0xe, /* PSEC on VP3 */
    VM_CLIENT_PCOUNTER = 0xf,
    VM_CLIENT_PDAEMON = 0x11,
    VM_CLIENT_PCOPY = 0x13,
    VM_CLIENT_PVCOMP = 0x14,
};

/* Reasons in fault records (§2.3). */
enum vm_fault_reason {
    FAULT_PT_NOT_PRESENT = 0x0,
    FAULT_PT_TOO_SHORT = 0x1,
    FAULT_PAGE_NOT_PRESENT = 0x2,
    FAULT_PAGE_SUPERVISOR_ONLY = 0x3,
    FAULT_PAGE_READ_ONLY = 0x4,
    FAULT_NO_CHANNEL = 0x5,
    FAULT_NULL_DMAOBJ = 0x6,
    FAULT_WRONG_MEMTYPE = 0x7,
    FAULT_VRAM_LIMIT = 0xb,
    FAULT_DMAOBJ_LIMIT = 0xf,
};

/* Channel descriptor, 30 bits (§1.3). */
#define CHANNEL_DESC_ADDRESS BITS(27, 0) /* >> 12 */
#define CHANNEL_DESC_TARGET  BITS(29, 28)

/* Channel structure: objects lie at selector * 16 (§1.4). */
#define CHANNEL_ALIGN          0x1000
#define CHANNEL_SELECTOR_SHIFT 4
#define CHANNEL_PD_SIZE        0x4000

#define CHANNEL_G80_RAMFC   0x0000
#define CHANNEL_G80_CONTEXT 0x0200
#define CHANNEL_G80_CACHE   0x0400
#define CHANNEL_G80_PD      0x1400
#define CHANNEL_G80_FREE    0x5400 /* first byte that no fixed structure uses */
#define CHANNEL_G84_CONTEXT 0x0000
#define CHANNEL_G84_PD      0x0200
#define CHANNEL_G84_FREE    0x4200

/* DMA object: six 32-bit words (§1.8, tesla-mmio.md §3.7.2). */
#define DMAOBJ_WORDS 6
#define DMAOBJ_BYTES 0x18

#define DMAOBJ0_CLASS       BITS(15, 0) /* the VM ignores it, engines check it */
#define DMAOBJ0_TARGET      BITS(17, 16)
#define DMAOBJ0_ACCESS      BITS(19, 18)
#define DMAOBJ0_PRIVILEGE   BITS(21, 20)
#define DMAOBJ0_TYPE        BITS(28, 22)
#define DMAOBJ0_COMPRESSION BITS(30, 29)
#define DMAOBJ0_SUPERVISOR  BIT(31)

#define DMAOBJ1_LIMIT_LOW  BITS(31, 0)
#define DMAOBJ2_BASE_LOW   BITS(31, 0)
#define DMAOBJ3_BASE_HIGH  BITS(7, 0)
#define DMAOBJ3_LIMIT_HIGH BITS(31, 24)

#define DMAOBJ4_TAG_BASE  BITS(11, 0)
#define DMAOBJ4_TAG_LIMIT BITS(27, 16)

#define DMAOBJ5_COMPRESSION_BASE BITS(15, 0) /* bits 31:16 of a linear VRAM address */
#define DMAOBJ5_CYCLE            BITS(17, 16)
#define DMAOBJ5_ENCRYPTION       BITS(19, 18) /* G84+ */

enum dmaobj_target {
    DMAOBJ_TARGET_PAGED = 0,
    DMAOBJ_TARGET_VRAM = 1,
    DMAOBJ_TARGET_SYSRAM_SNOOP = 2,
    DMAOBJ_TARGET_SYSRAM_NOSNOOP = 3,
};

enum dmaobj_access {
    DMAOBJ_ACCESS_FROM_PTE = 0,
    DMAOBJ_ACCESS_READ_ONLY = 1,
    DMAOBJ_ACCESS_READ_WRITE = 2,
};

enum dmaobj_privilege {
    DMAOBJ_PRIVILEGE_FROM_PTE = 0,
    DMAOBJ_PRIVILEGE_USER = 1, /* user and supervisor */
    DMAOBJ_PRIVILEGE_SUPERVISOR = 2,
};

enum dmaobj_cycle {
    DMAOBJ_CYCLE_FROM_PTE = 0,
    DMAOBJ_CYCLE_SHORT = 1,
    DMAOBJ_CYCLE_LONG = 2,
};

enum dmaobj_encryption {
    DMAOBJ_ENCRYPTION_CLEAR = 0,
    DMAOBJ_ENCRYPTION_ON = 1,
    DMAOBJ_ENCRYPTION_FROM_PTE = 2, /* 2, where all other fields use 0, 0x7f or 3 */
};

#define DMAOBJ_TYPE_FROM_PTE 0x7f

enum dmaobj_class {
    DMAOBJ_CLASS_READ = 0x02,
    DMAOBJ_CLASS_WRITE = 0x03,
    DMAOBJ_CLASS_READ_WRITE = 0x3d,
};

enum compression {
    COMPRESSION_NONE = 0,
    COMPRESSION_SINGLE = 1,
    COMPRESSION_DOUBLE = 2,
    COMPRESSION_FROM_PTE = 3, /* in DMA objects only */
};

/* Page directory entry: one 64-bit word (§1.7). */
#define PD_ENTRIES   0x800
#define PD_SPAN_LOG2 29 /* one PDE covers 512 MiB */

#define PDE_TYPE    BITS64(1, 0)
#define PDE_TARGET  BITS64(3, 2)
#define PDE_UNKNOWN BIT64(4)
#define PDE_SIZE    BITS64(6, 5) /* of 4 KiB tables only */
#define PDE_ADDRESS BITS64(39, 12)
#define PDE_IGNORED (BITS64(11, 7) | BITS64(63, 40))

enum pde_type {
    PDE_TYPE_NONE = 0,
    PDE_TYPE_64K = 1,
    PDE_TYPE_16K = 2, /* GT215+ */
    PDE_TYPE_4K = 3,
};

/* Size codes of 4 KiB tables. */
enum pde_size {
    PDE_SIZE_512M = 0, /* 0x20000 entries */
    PDE_SIZE_128M = 1, /* 0x8000 */
    PDE_SIZE_64M = 2,  /* 0x4000 */
    PDE_SIZE_32M = 3,  /* 0x2000 */
};

#define PAGE_SHIFT_4K  12
#define PAGE_SHIFT_16K 14
#define PAGE_SHIFT_64K 16

/* Page table entry: one 64-bit word (§1.7). */
#define PTE_PRESENT     BIT64(0)
#define PTE_UNKNOWN     BITS64(2, 1)
#define PTE_READ_ONLY   BIT64(3)
#define PTE_TARGET      BITS64(5, 4)
#define PTE_SUPERVISOR  BIT64(6)
#define PTE_ORDER       BITS64(9, 7) /* log2 of pages in the contiguous block */
#define PTE_IGNORED     BITS64(11, 10)
#define PTE_ADDRESS     BITS64(39, 12) /* 14 or 16 up for larger pages */
#define PTE_TYPE        BITS64(46, 40)
#define PTE_COMPRESSION BITS64(48, 47)
#define PTE_TAG         BITS64(60, 49)
#define PTE_LONG_CYCLE  BIT64(61)
#define PTE_ENCRYPTED   BIT64(62) /* G84+ */
#define PTE_UNKNOWN_63  BIT64(63)

/* Storage types: kind 0 is pitch, every other kind is tiled (§4.1). */
#define STORAGE_TYPE_PITCH           0x00
#define STORAGE_TYPE_BLOCKLINEAR     0x70
#define STORAGE_TYPE_BLOCKLINEAR_LSR 0x72

/* Fault record, words by INDEX (§2.2). Status fields are 4 or 8 bits wide, by enum fault_format. */
#define FAULT_WORDS         6
#define FAULT0_4BIT_ENGINE  BITS(3, 0)
#define FAULT0_4BIT_REASON  BITS(7, 4)
#define FAULT0_4BIT_CLIENT  BITS(11, 8)
#define FAULT0_4BIT_SLOT    BITS(15, 12)
#define FAULT0_8BIT_ENGINE  BITS(7, 0)
#define FAULT0_8BIT_REASON  BITS(15, 8)
#define FAULT0_8BIT_CLIENT  BITS(23, 16)
#define FAULT0_8BIT_SLOT    BITS(31, 24)
#define FAULT1_CHANNEL_LOW  BITS(15, 0) /* descriptor 15:0 */
#define FAULT2_CHANNEL_HIGH BITS(15, 0) /* descriptor 31:16 */
#define FAULT3_ADDRESS_LOW  BITS(15, 0)
#define FAULT4_ADDRESS_MID  BITS(15, 0) /* address 31:16 */
#define FAULT5_ADDRESS_HIGH BITS(7, 0)  /* address 39:32 */
#define FAULT5_READ         BIT(8)      /* 1 read, 0 write */

#define ADDRESS_BITS 40
#define BLOCK_SHIFT  8 /* 256 bytes, never leaves one partition (§0) */
#define LARGE_PAGE   0x10000

#endif
