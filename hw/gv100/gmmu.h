/* hw/gv100/gmmu.h: page directory and page table entries, fault entries and kinds of GV100's GMMU.
 *
 * Shape   masks of 64-bit words for PDE and PTE, of 32-bit words for fault entries.
 * Units   addresses in entries are in units of 4 KiB, in the dual PDE's big half of 256 bytes.
 * Source  docs/hardware/gv100.md §5, §6.2. */
#ifndef HW_GV100_GMMU_H
#define HW_GV100_GMMU_H

#include <stdint.h>

#include "hw/bits.h"

#define GMMU_VA_BITS  49
#define GMMU_VID_BITS 37 /* of video memory and of a peer's, in table entries (§5.2) */
#define GMMU_SYS_BITS 47 /* that the chip supports; the format has room for 58 */

/* ---- levels (§5.1) ---- */
enum gmmu_level {
    GMMU_PD3,
    GMMU_PD2,
    GMMU_PD1,
    GMMU_PD0,
    GMMU_PT_BIG,   /* of 64 KiB pages */
    GMMU_PT_SMALL, /* of 4 KiB pages */
    GMMU_LEVEL_COUNT
};

struct gmmu_level_row {
    const char *name; /* of an entry: "PDE3" */
    uint8_t va_low;   /* lowest VA bit of the index: an entry covers 1 << va_low bytes */
    uint8_t va_high;  /* highest VA bit of the index */
    uint8_t bytes;    /* of an entry */
    uint16_t align;   /* of the table */
};

/* By enum gmmu_level. */
extern const struct gmmu_level_row gmmu_levels[GMMU_LEVEL_COUNT];

#define GMMU_PAGE_4K  12 /* log2 of bytes */
#define GMMU_PAGE_64K 16
#define GMMU_PAGE_2M  21

/* ---- PDE of PD3, PD2, PD1, and the small half of PD0's (§5.2, §5.3) ---- */
#define GMMU_PDE_IS_PTE           BIT64(0)
#define GMMU_PDE_APERTURE         BITS64(2, 1) /* enum gmmu_pde_aperture */
#define GMMU_PDE_VOL              BIT64(3)     /* with aperture 0: sparse */
#define GMMU_PDE_NO_ATS           BIT64(5)
#define GMMU_PDE_ADDRESS_SYS      BITS64(53, 8)
#define GMMU_PDE_ADDRESS_VID      BITS64(32, 8)
#define GMMU_PDE_ADDRESS_VID_PEER BITS64(35, 33)
#define GMMU_PDE_ADDRESS_SHIFT    12

/* ---- the big half of PD0's dual PDE (§5.3): its other bits are those of a PDE ---- */
#define GMMU_DUAL_ADDRESS_BIG_SYS   BITS64(53, 4)
#define GMMU_DUAL_ADDRESS_BIG_VID   BITS64(32, 4)
#define GMMU_DUAL_ADDRESS_BIG_SHIFT 8

enum gmmu_pde_aperture {
    GMMU_PDE_INVALID = 0,
    GMMU_PDE_VIDEO_MEMORY = 1,
    GMMU_PDE_SYSTEM_COHERENT = 2,
    GMMU_PDE_SYSTEM_NON_COHERENT = 3,
};

/* ---- PTE (§5.4) ---- */
#define GMMU_PTE_VALID            BIT64(0)
#define GMMU_PTE_APERTURE         BITS64(2, 1) /* enum gmmu_pte_aperture: not the PDE's numbers */
#define GMMU_PTE_VOL              BIT64(3)     /* with VALID 0: sparse */
#define GMMU_PTE_ENCRYPTED        BIT64(4)
#define GMMU_PTE_PRIVILEGE        BIT64(5) /* in an invalid PTE of 64 KiB: no 4 KiB PTE under it */
#define GMMU_PTE_READ_ONLY        BIT64(6)
#define GMMU_PTE_ATOMIC_DISABLE   BIT64(7)
#define GMMU_PTE_ADDRESS_SYS      BITS64(53, 8)
#define GMMU_PTE_ADDRESS_VID      BITS64(32, 8)
#define GMMU_PTE_ADDRESS_VID_PEER BITS64(35, 33)
#define GMMU_PTE_COMPTAGLINE      BITS64(53, 36) /* of pages in video memory */
#define TU_GMMU_PTE_COMPTAGLINE   BITS64(55, 36)
#define GMMU_PTE_KIND             BITS64(63, 56)
#define GMMU_PTE_ADDRESS_SHIFT    12

enum gmmu_pte_aperture {
    GMMU_PTE_VIDEO_MEMORY = 0,
    GMMU_PTE_PEER_MEMORY = 1,
    GMMU_PTE_SYSTEM_COHERENT = 2,
    GMMU_PTE_SYSTEM_NON_COHERENT = 3,
};

/* ---- kinds (§5.6) ---- */
#define GMMU_KIND_PITCH   0x00
#define GMMU_KIND_GENERIC 0xfe /* GENERIC_16BX2 */
#define GMMU_KIND_INVALID 0xff

/* Of Turing: GENERIC_MEMORY. */
#define TU_GMMU_KIND_GENERIC 0x06
#define TU_GMMU_KIND_INVALID 0x07

/* Properties of each kind: bits of GMMU_KIND_IS_. */
#define GMMU_KIND_IS_SUPPORTED    1u
#define GMMU_KIND_IS_IN_SYSTEM    2u /* supported in system memory */
#define GMMU_KIND_IS_COMPRESSIBLE 4u
#define GMMU_KIND_IS_PITCH        8u

struct gmmu_kind_range {
    uint8_t first, last;
    uint8_t is; /* GMMU_KIND_IS_ */
};

/* GV100's and Turing's; each ends with a row that is 0. */
extern const struct gmmu_kind_range gmmu_kinds[], gmmu_kinds_turing[];

/* ---- fault types (§6.2) ---- */
enum gmmu_fault_type {
    GMMU_FAULT_PDE = 0x0,
    GMMU_FAULT_PDE_SIZE = 0x1,
    GMMU_FAULT_PTE = 0x2,
    GMMU_FAULT_VA_LIMIT_VIOLATION = 0x3,
    GMMU_FAULT_UNBOUND_INST_BLOCK = 0x4,
    GMMU_FAULT_PRIV_VIOLATION = 0x5,
    GMMU_FAULT_RO_VIOLATION = 0x6,
    GMMU_FAULT_WO_VIOLATION = 0x7,
    GMMU_FAULT_PITCH_MASK_VIOLATION = 0x8,
    GMMU_FAULT_WORK_CREATION = 0x9,
    GMMU_FAULT_UNSUPPORTED_APERTURE = 0xa,
    GMMU_FAULT_COMPRESSION_FAILURE = 0xb,
    GMMU_FAULT_UNSUPPORTED_KIND = 0xc,
    GMMU_FAULT_REGION_VIOLATION = 0xd,
    GMMU_FAULT_POISONED = 0xe,
    GMMU_FAULT_ATOMIC_VIOLATION = 0xf,
    GMMU_FAULT_TYPE_COUNT
};

enum gmmu_access_type {
    GMMU_ACCESS_VIRT_READ = 0x0,
    GMMU_ACCESS_VIRT_WRITE = 0x1,
    GMMU_ACCESS_VIRT_ATOMIC_STRONG = 0x2,
    GMMU_ACCESS_VIRT_PREFETCH = 0x3,
    GMMU_ACCESS_VIRT_ATOMIC_WEAK = 0x4,
    GMMU_ACCESS_PHYS_READ = 0x8,
    GMMU_ACCESS_PHYS_WRITE = 0x9,
    GMMU_ACCESS_PHYS_ATOMIC = 0xa,
    GMMU_ACCESS_PHYS_PREFETCH = 0xb,
};

/* MMU engine ids; copy, graphics and video engines have the id of their PTOP entry. */
enum gmmu_engine_id {
    GMMU_ENGINE_DISPLAY = 0x01,
    GMMU_ENGINE_PTP = 0x03,
    GMMU_ENGINE_BAR1 = 0x04,
    GMMU_ENGINE_BAR2 = 0x05,
    GMMU_ENGINE_PMU = 0x06,
    GMMU_ENGINE_IFB = 0x08,
    GMMU_ENGINE_PERF = 0x09,
    GMMU_ENGINE_PHYSICAL = 0x1f,
    GMMU_ENGINE_HOST0 = 0x20, /* + PBDMA, to HOST13 */
    TU_GMMU_ENGINE_BAR1 = 0x80,
    TU_GMMU_ENGINE_BAR2 = 0xc0,
};

/* Clients of the hub that firmware has to do with. */
#define GMMU_HUB_CLIENT_CE0      0x01
#define GMMU_HUB_CLIENT_CE1      0x02
#define GMMU_HUB_CLIENT_FE       0x04 /* the front end of graphics */
#define GMMU_HUB_CLIENT_HOST     0x06
#define GMMU_HUB_CLIENT_HOST_CPU 0x07 /* BAR accesses */
#define GMMU_HUB_CLIENT_CE2      0x18
#define GMMU_HUB_CLIENT_HSCE0    0x20 /* + i, to HSCE9 */

/* ---- an entry of a fault buffer: 32 bytes (§6.2) ---- */
#define GMMU_FAULT_WORDS 8
#define GMMU_FAULT_BYTES 32

#define GMMU_FAULT0_INST_APERTURE       BITS(9, 8) /* 0 vid, 2 coherent, 3 noncoherent */
#define GMMU_FAULT0_INST_LO             BITS(31, 12)
#define GMMU_FAULT1_INST_HI             BITS(31, 0)
#define GMMU_FAULT2_ADDR_PHYS_APERTURE  BITS(1, 0)
#define GMMU_FAULT2_ADDR_LO             BITS(31, 12)
#define GMMU_FAULT3_ADDR_HI             BITS(31, 0)
#define GMMU_FAULT4_TIMESTAMP_LO        BITS(31, 0)
#define GMMU_FAULT5_TIMESTAMP_HI        BITS(31, 0)
#define GMMU_FAULT6_ENGINE_ID           BITS(8, 0)
#define GMMU_FAULT7_FAULT_TYPE          BITS(4, 0)
#define GMMU_FAULT7_REPLAYABLE_FAULT    BIT(7)
#define GMMU_FAULT7_CLIENT              BITS(14, 8)
#define GMMU_FAULT7_ACCESS_TYPE         BITS(19, 16)
#define GMMU_FAULT7_MMU_CLIENT_TYPE     BIT(20) /* 0 GPC, 1 hub */
#define GMMU_FAULT7_GPC_ID              BITS(28, 24)
#define GMMU_FAULT7_REPLAYABLE_FAULT_EN BIT(30)
#define GMMU_FAULT7_VALID               BIT(31)

#endif
