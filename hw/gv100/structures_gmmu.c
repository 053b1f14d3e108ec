/* Page directory entries, page table entries, fault entries: docs/hardware/gv100.md §5.2 to §5.4, §6.2. */
#include "hw/gv100/gmmu.h"
#include "hw/gv100/rows.h"
#include "hw/gv100/structures.h"

static const struct field_value false_true[] = { V(0, "FALSE"), V(1, "TRUE") };

static const struct field_value pde_apertures[] = {
    V(GMMU_PDE_INVALID, "INVALID"),
    V(GMMU_PDE_VIDEO_MEMORY, "VIDEO_MEMORY"),
    V(GMMU_PDE_SYSTEM_COHERENT, "SYSTEM_COHERENT_MEMORY"),
    V(GMMU_PDE_SYSTEM_NON_COHERENT, "SYSTEM_NON_COHERENT_MEMORY"),
};

static const struct field_value pte_apertures[] = {
    V(GMMU_PTE_VIDEO_MEMORY, "VIDEO_MEMORY"),
    V(GMMU_PTE_PEER_MEMORY, "PEER_MEMORY"),
    V(GMMU_PTE_SYSTEM_COHERENT, "SYSTEM_COHERENT_MEMORY"),
    V(GMMU_PTE_SYSTEM_NON_COHERENT, "SYSTEM_NON_COHERENT_MEMORY"),
};

/* Which of the overlapping address fields counts. An invalid PDE shows all bits that a system address has. */
#define PDE_IN_VID(word)                                                                           \
    {                                                                                              \
        word, GMMU_PDE_APERTURE, BIT(GMMU_PDE_VIDEO_MEMORY)                                        \
    }
#define PDE_ELSE(word)                                                                             \
    {                                                                                              \
        word, GMMU_PDE_APERTURE, ~BIT(GMMU_PDE_VIDEO_MEMORY)                                       \
    }
#define PTE_IN_VID                                                                                 \
    {                                                                                              \
        0, GMMU_PTE_APERTURE, BIT(GMMU_PTE_VIDEO_MEMORY) | BIT(GMMU_PTE_PEER_MEMORY)               \
    }
#define PTE_IN_SYSTEM                                                                              \
    {                                                                                              \
        0, GMMU_PTE_APERTURE, BIT(GMMU_PTE_SYSTEM_COHERENT) | BIT(GMMU_PTE_SYSTEM_NON_COHERENT)    \
    }
#define IS_PDE                                                                                     \
    {                                                                                              \
        0, GMMU_PDE_IS_PTE, BIT(0)                                                                 \
    }
#define IS_PTE                                                                                     \
    {                                                                                              \
        0, GMMU_PDE_IS_PTE, BIT(1)                                                                 \
    }

/* clang-format off */
static const struct field pde_fields[] = {
    { ROW("is_pte", 0, false_true), { { 0, GMMU_PDE_IS_PTE } } },
    { ROW("aperture", 0, pde_apertures), { { 0, GMMU_PDE_APERTURE } } },
    { ROW("vol", 0, false_true), { { 0, GMMU_PDE_VOL } } },
    { ROW("no_ats", 0, false_true), { { 0, GMMU_PDE_NO_ATS } } },
    { NUMBER("address_sys", 12), { { 0, GMMU_PDE_ADDRESS_SYS } }, WHEN(PDE_ELSE(0)) },
    { NUMBER("address_vid", 12), { { 0, GMMU_PDE_ADDRESS_VID } }, WHEN(PDE_IN_VID(0)) },
    { NUMBER("address_vid_peer", 0), { { 0, GMMU_PDE_ADDRESS_VID_PEER } }, WHEN(PDE_IN_VID(0)) },
};

static const struct field pd0_fields[] = {
    { ROW("is_pte", 0, false_true), { { 0, GMMU_PDE_IS_PTE } } },
    { ROW("aperture_big", 0, pde_apertures), { { 0, GMMU_PDE_APERTURE } }, WHEN(IS_PDE) },
    { ROW("vol_big", 0, false_true), { { 0, GMMU_PDE_VOL } }, WHEN(IS_PDE) },
    { ROW("no_ats", 0, false_true), { { 0, GMMU_PDE_NO_ATS } }, WHEN(IS_PDE) },
    { NUMBER("address_big_sys", 8), { { 0, GMMU_DUAL_ADDRESS_BIG_SYS } }, WHEN(IS_PDE, PDE_ELSE(0)) },
    { NUMBER("address_big_vid", 8), { { 0, GMMU_DUAL_ADDRESS_BIG_VID } }, WHEN(IS_PDE, PDE_IN_VID(0)) },
    { NUMBER("address_big_vid_peer", 0), { { 0, GMMU_PDE_ADDRESS_VID_PEER } }, WHEN(IS_PDE, PDE_IN_VID(0)) },
    { ROW("aperture_small", 0, pde_apertures), { { 1, GMMU_PDE_APERTURE } }, WHEN(IS_PDE) },
    { ROW("vol_small", 0, false_true), { { 1, GMMU_PDE_VOL } }, WHEN(IS_PDE) },
    { NUMBER("address_small_sys", 12), { { 1, GMMU_PDE_ADDRESS_SYS } }, WHEN(IS_PDE, PDE_ELSE(1)) },
    { NUMBER("address_small_vid", 12), { { 1, GMMU_PDE_ADDRESS_VID } }, WHEN(IS_PDE, PDE_IN_VID(1)) },
    { NUMBER("address_small_vid_peer", 0), { { 1, GMMU_PDE_ADDRESS_VID_PEER } }, WHEN(IS_PDE, PDE_IN_VID(1)) },
    /* a page of 2 MiB */
    { ROW("aperture", 0, pte_apertures), { { 0, GMMU_PTE_APERTURE } }, WHEN(IS_PTE) },
    { ROW("vol", 0, false_true), { { 0, GMMU_PTE_VOL } }, WHEN(IS_PTE) },
    { ROW_ON(CHIPS_VOLTA, "encrypted", 0, false_true), { { 0, GMMU_PTE_ENCRYPTED } }, WHEN(IS_PTE) },
    { ROW("privilege", 0, false_true), { { 0, GMMU_PTE_PRIVILEGE } }, WHEN(IS_PTE) },
    { ROW("read_only", 0, false_true), { { 0, GMMU_PTE_READ_ONLY } }, WHEN(IS_PTE) },
    { ROW("atomic_disable", 0, false_true), { { 0, GMMU_PTE_ATOMIC_DISABLE } }, WHEN(IS_PTE) },
    { NUMBER("address_sys", 12), { { 0, GMMU_PTE_ADDRESS_SYS } }, WHEN(IS_PTE, PTE_IN_SYSTEM) },
    { NUMBER("address_vid", 12), { { 0, GMMU_PTE_ADDRESS_VID } }, WHEN(IS_PTE, PTE_IN_VID) },
    { NUMBER("address_vid_peer", 0), { { 0, GMMU_PTE_ADDRESS_VID_PEER } }, WHEN(IS_PTE, PTE_IN_VID) },
    { NUMBER_ON(CHIPS_VOLTA, "comptagline", 0), { { 0, GMMU_PTE_COMPTAGLINE } }, WHEN(IS_PTE, PTE_IN_VID) },
    { NUMBER_ON(CHIPS_TURING, "comptagline", 0), { { 0, TU_GMMU_PTE_COMPTAGLINE } }, WHEN(IS_PTE, PTE_IN_VID) },
    { NUMBER("kind", 0), { { 0, GMMU_PTE_KIND } }, WHEN(IS_PTE) },
};

static const struct field pte_fields[] = {
    { ROW("valid", 0, false_true), { { 0, GMMU_PTE_VALID } } },
    { ROW("aperture", 0, pte_apertures), { { 0, GMMU_PTE_APERTURE } } },
    { ROW("vol", 0, false_true), { { 0, GMMU_PTE_VOL } } },
    { ROW_ON(CHIPS_VOLTA, "encrypted", 0, false_true), { { 0, GMMU_PTE_ENCRYPTED } } },
    { ROW("privilege", 0, false_true), { { 0, GMMU_PTE_PRIVILEGE } } },
    { ROW("read_only", 0, false_true), { { 0, GMMU_PTE_READ_ONLY } } },
    { ROW("atomic_disable", 0, false_true), { { 0, GMMU_PTE_ATOMIC_DISABLE } } },
    { NUMBER("address_sys", 12), { { 0, GMMU_PTE_ADDRESS_SYS } }, WHEN(PTE_IN_SYSTEM) },
    { NUMBER("address_vid", 12), { { 0, GMMU_PTE_ADDRESS_VID } }, WHEN(PTE_IN_VID) },
    { NUMBER("address_vid_peer", 0), { { 0, GMMU_PTE_ADDRESS_VID_PEER } }, WHEN(PTE_IN_VID) },
    { NUMBER_ON(CHIPS_VOLTA, "comptagline", 0), { { 0, GMMU_PTE_COMPTAGLINE } }, WHEN(PTE_IN_VID) },
    { NUMBER_ON(CHIPS_TURING, "comptagline", 0), { { 0, TU_GMMU_PTE_COMPTAGLINE } }, WHEN(PTE_IN_VID) },
    { NUMBER("kind", 0), { { 0, GMMU_PTE_KIND } } },
};
/* clang-format on */

/* ---- fault entries ---- */

static const struct field_value inst_apertures[] = {
    V(0, "VID_MEM"),
    V(2, "SYS_MEM_COHERENT"),
    V(3, "SYS_MEM_NONCOHERENT"),
};

static const struct field_value engines[] = {
    V(GMMU_ENGINE_DISPLAY, "DISPLAY"),
    V(GMMU_ENGINE_PTP, "PTP"),
    V_ON(CHIPS_VOLTA, GMMU_ENGINE_BAR1, "BAR1"),
    V_ON(CHIPS_VOLTA, GMMU_ENGINE_BAR2, "BAR2"),
    V_ON(CHIPS_TURING, TU_GMMU_ENGINE_BAR1, "BAR1"),
    V_ON(CHIPS_TURING, TU_GMMU_ENGINE_BAR2, "BAR2"),
    V(GMMU_ENGINE_PMU, "PMU"),
    V(GMMU_ENGINE_IFB, "IFB"),
    V(GMMU_ENGINE_PERF, "PERF"),
    V(GMMU_ENGINE_PHYSICAL, "PHYSICAL"),
    V(GMMU_ENGINE_HOST0 + 0, "HOST0"),
    V(GMMU_ENGINE_HOST0 + 1, "HOST1"),
    V(GMMU_ENGINE_HOST0 + 2, "HOST2"),
    V(GMMU_ENGINE_HOST0 + 3, "HOST3"),
    V(GMMU_ENGINE_HOST0 + 4, "HOST4"),
    V(GMMU_ENGINE_HOST0 + 5, "HOST5"),
    V(GMMU_ENGINE_HOST0 + 6, "HOST6"),
    V(GMMU_ENGINE_HOST0 + 7, "HOST7"),
    V(GMMU_ENGINE_HOST0 + 8, "HOST8"),
    V(GMMU_ENGINE_HOST0 + 9, "HOST9"),
    V(GMMU_ENGINE_HOST0 + 10, "HOST10"),
    V(GMMU_ENGINE_HOST0 + 11, "HOST11"),
    V(GMMU_ENGINE_HOST0 + 12, "HOST12"),
    V(GMMU_ENGINE_HOST0 + 13, "HOST13"),
};

static const struct field_value fault_types[] = {
    V(GMMU_FAULT_PDE, "PDE"),
    V(GMMU_FAULT_PDE_SIZE, "PDE_SIZE"),
    V(GMMU_FAULT_PTE, "PTE"),
    V(GMMU_FAULT_VA_LIMIT_VIOLATION, "VA_LIMIT_VIOLATION"),
    V(GMMU_FAULT_UNBOUND_INST_BLOCK, "UNBOUND_INST_BLOCK"),
    V(GMMU_FAULT_PRIV_VIOLATION, "PRIV_VIOLATION"),
    V(GMMU_FAULT_RO_VIOLATION, "RO_VIOLATION"),
    V(GMMU_FAULT_WO_VIOLATION, "WO_VIOLATION"),
    V(GMMU_FAULT_PITCH_MASK_VIOLATION, "PITCH_MASK_VIOLATION"),
    V(GMMU_FAULT_WORK_CREATION, "WORK_CREATION"),
    V(GMMU_FAULT_UNSUPPORTED_APERTURE, "UNSUPPORTED_APERTURE"),
    V(GMMU_FAULT_COMPRESSION_FAILURE, "COMPRESSION_FAILURE"),
    V(GMMU_FAULT_UNSUPPORTED_KIND, "UNSUPPORTED_KIND"),
    V(GMMU_FAULT_REGION_VIOLATION, "REGION_VIOLATION"),
    V(GMMU_FAULT_POISONED, "POISONED"),
    V(GMMU_FAULT_ATOMIC_VIOLATION, "ATOMIC_VIOLATION"),
};

static const struct field_value access_types[] = {
    V(GMMU_ACCESS_VIRT_READ, "VIRT_READ"),
    V(GMMU_ACCESS_VIRT_WRITE, "VIRT_WRITE"),
    V(GMMU_ACCESS_VIRT_ATOMIC_STRONG, "VIRT_ATOMIC_STRONG"),
    V(GMMU_ACCESS_VIRT_PREFETCH, "VIRT_PREFETCH"),
    V(GMMU_ACCESS_VIRT_ATOMIC_WEAK, "VIRT_ATOMIC_WEAK"),
    V(GMMU_ACCESS_PHYS_READ, "PHYS_READ"),
    V(GMMU_ACCESS_PHYS_WRITE, "PHYS_WRITE"),
    V(GMMU_ACCESS_PHYS_ATOMIC, "PHYS_ATOMIC"),
    V(GMMU_ACCESS_PHYS_PREFETCH, "PHYS_PREFETCH"),
};

static const struct field_value client_types[] = { V(0, "GPC"), V(1, "HUB") };

static const struct field_value hub_clients[] = {
    V(0x00, "VIP"),
    V(0x01, "CE0"),
    V(0x02, "CE1"),
    V(0x03, "DNISO"),
    V(0x04, "FE"),
    V(0x05, "FECS"),
    V(GMMU_HUB_CLIENT_HOST, "HOST"),
    V(GMMU_HUB_CLIENT_HOST_CPU, "HOST_CPU"),
    V(0x08, "HOST_CPU_NB"),
    V(0x09, "ISO"),
    V(0x0a, "MMU"),
    V(0x0b, "NVDEC"),
    V(0x0d, "NVENC1"),
    V(0x0e, "NISO"),
    V(0x0f, "P2P"),
    V(0x10, "PD"),
    V(0x11, "PERF"),
    V(0x12, "PMU"),
    V(0x13, "RASTERTWOD"),
    V(0x14, "SCC"),
    V(0x15, "SCC_NB"),
    V(0x16, "SEC"),
    V(0x17, "SSYNC"),
    V(0x18, "CE2"),
    V(0x19, "XV"),
    V(0x1a, "MMU_NB"),
    V(0x1b, "NVENC0"),
    V(0x1c, "DFALCON"),
    V(0x1d, "SKED"),
    V(0x1e, "AFALCON"),
    V(0x1f, "DONT_CARE"),
    V(0x20, "HSCE0"),
    V(0x21, "HSCE1"),
    V(0x22, "HSCE2"),
    V(0x23, "HSCE3"),
    V(0x24, "HSCE4"),
    V(0x25, "HSCE5"),
    V(0x26, "HSCE6"),
    V(0x27, "HSCE7"),
    V(0x28, "HSCE8"),
    V(0x29, "HSCE9"),
    V(0x2a, "HSHUB"),
    V(0x2b, "PTP_X0"),
    V(0x2c, "PTP_X1"),
    V(0x2d, "PTP_X2"),
    V(0x2e, "PTP_X3"),
    V(0x2f, "PTP_X4"),
    V(0x30, "PTP_X5"),
    V(0x31, "PTP_X6"),
    V(0x32, "PTP_X7"),
    V(0x33, "NVENC2"),
    V(0x34, "VPR_SCRUBBER0"),
    V(0x35, "VPR_SCRUBBER1"),
    V(0x36, "DWBIF"),
    V(0x37, "FBFALCON"),
    V(0x38, "CE_SHIM"),
    V(0x39, "GSP"),
};

/* The units of the first eight TPCs have been there first; those of the later ones follow in groups. */
static const struct field_value gpc_clients[] = {
    V(0x00, "T1_0"),       V(0x01, "T1_1"),       V(0x02, "T1_2"),       V(0x03, "T1_3"),
    V(0x04, "T1_4"),       V(0x05, "T1_5"),       V(0x06, "T1_6"),       V(0x07, "T1_7"),
    V(0x08, "PE_0"),       V(0x09, "PE_1"),       V(0x0a, "PE_2"),       V(0x0b, "PE_3"),
    V(0x0c, "PE_4"),       V(0x0d, "PE_5"),       V(0x0e, "PE_6"),       V(0x0f, "PE_7"),
    V(0x10, "RAST"),       V(0x11, "GCC"),        V(0x12, "GPCCS"),      V(0x13, "PROP_0"),
    V(0x14, "PROP_1"),     V(0x15, "PROP_2"),     V(0x16, "PROP_3"),     V(0x17, "GPM"),
    V(0x18, "LTP_UTLB_0"), V(0x19, "LTP_UTLB_1"), V(0x1a, "LTP_UTLB_2"), V(0x1b, "LTP_UTLB_3"),
    V(0x1c, "LTP_UTLB_4"), V(0x1d, "LTP_UTLB_5"), V(0x1e, "LTP_UTLB_6"), V(0x1f, "LTP_UTLB_7"),
    V(0x20, "RGG_UTLB"),   V(0x21, "T1_8"),       V(0x22, "T1_9"),       V(0x23, "T1_10"),
    V(0x24, "T1_11"),      V(0x25, "T1_12"),      V(0x26, "T1_13"),      V(0x27, "T1_14"),
    V(0x28, "T1_15"),      V(0x29, "TPCCS_0"),    V(0x2a, "TPCCS_1"),    V(0x2b, "TPCCS_2"),
    V(0x2c, "TPCCS_3"),    V(0x2d, "TPCCS_4"),    V(0x2e, "TPCCS_5"),    V(0x2f, "TPCCS_6"),
    V(0x30, "TPCCS_7"),    V(0x31, "PE_8"),       V(0x32, "PE_9"),       V(0x33, "TPCCS_8"),
    V(0x34, "TPCCS_9"),    V(0x35, "T1_16"),      V(0x36, "T1_17"),      V(0x37, "T1_18"),
    V(0x38, "T1_19"),      V(0x39, "PE_10"),      V(0x3a, "PE_11"),      V(0x3b, "TPCCS_10"),
    V(0x3c, "TPCCS_11"),   V(0x3d, "T1_20"),      V(0x3e, "T1_21"),      V(0x3f, "T1_22"),
    V(0x40, "T1_23"),      V(0x41, "PE_12"),      V(0x42, "PE_13"),      V(0x43, "TPCCS_12"),
    V(0x44, "TPCCS_13"),   V(0x45, "T1_24"),      V(0x46, "T1_25"),      V(0x47, "T1_26"),
    V(0x48, "T1_27"),      V(0x49, "PE_14"),      V(0x4a, "PE_15"),      V(0x4b, "TPCCS_14"),
    V(0x4c, "TPCCS_15"),   V(0x4d, "T1_28"),      V(0x4e, "T1_29"),      V(0x4f, "T1_30"),
    V(0x50, "T1_31"),      V(0x51, "PE_16"),      V(0x52, "PE_17"),      V(0x53, "TPCCS_16"),
    V(0x54, "TPCCS_17"),   V(0x55, "T1_32"),      V(0x56, "T1_33"),      V(0x57, "T1_34"),
    V(0x58, "T1_35"),      V(0x59, "PE_18"),      V(0x5a, "PE_19"),      V(0x5b, "TPCCS_18"),
    V(0x5c, "TPCCS_19"),   V(0x5d, "T1_36"),      V(0x5e, "T1_37"),      V(0x5f, "T1_38"),
    V(0x60, "T1_39"),
};

#define OF_GPC                                                                                     \
    {                                                                                              \
        7, GMMU_FAULT7_MMU_CLIENT_TYPE, BIT(0)                                                     \
    }
#define OF_HUB                                                                                     \
    {                                                                                              \
        7, GMMU_FAULT7_MMU_CLIENT_TYPE, BIT(1)                                                     \
    }

/* clang-format off */
static const struct field fault_fields[] = {
    { ROW("inst_aperture", 0, inst_apertures), { { 0, GMMU_FAULT0_INST_APERTURE } } },
    { NUMBER("inst", 12), { { 0, GMMU_FAULT0_INST_LO }, { 1, GMMU_FAULT1_INST_HI } } },
    { NUMBER("addr_phys_aperture", 0), { { 2, GMMU_FAULT2_ADDR_PHYS_APERTURE } } },
    { NUMBER("addr", 12), { { 2, GMMU_FAULT2_ADDR_LO }, { 3, GMMU_FAULT3_ADDR_HI } } },
    { NUMBER("timestamp", 0), { { 4, GMMU_FAULT4_TIMESTAMP_LO }, { 5, GMMU_FAULT5_TIMESTAMP_HI } } },
    { ROW("engine_id", 0, engines), { { 6, GMMU_FAULT6_ENGINE_ID } } },
    { ROW("fault_type", 0, fault_types), { { 7, GMMU_FAULT7_FAULT_TYPE } } },
    { ROW("replayable_fault", 0, false_true), { { 7, GMMU_FAULT7_REPLAYABLE_FAULT } } },
    { ROW("client", 0, gpc_clients), { { 7, GMMU_FAULT7_CLIENT } }, WHEN(OF_GPC) },
    { ROW("client", 0, hub_clients), { { 7, GMMU_FAULT7_CLIENT } }, WHEN(OF_HUB) },
    { ROW("access_type", 0, access_types), { { 7, GMMU_FAULT7_ACCESS_TYPE } } },
    { ROW("mmu_client_type", 0, client_types), { { 7, GMMU_FAULT7_MMU_CLIENT_TYPE } } },
    { NUMBER("gpc_id", 0), { { 7, GMMU_FAULT7_GPC_ID } } },
    { ROW("replayable_fault_en", 0, false_true), { { 7, GMMU_FAULT7_REPLAYABLE_FAULT_EN } } },
    { ROW("valid", 0, false_true), { { 7, GMMU_FAULT7_VALID } } },
};

const struct structure gv100_pd3 = { "pd3", 64, 1, FIELDS(pde_fields) };
const struct structure gv100_pd2 = { "pd2", 64, 1, FIELDS(pde_fields) };
const struct structure gv100_pd1 = { "pd1", 64, 1, FIELDS(pde_fields) };
const struct structure gv100_pd0 = { "pd0", 64, 2, FIELDS(pd0_fields) };
const struct structure gv100_pte = { "pte", 64, 1, FIELDS(pte_fields) };
const struct structure gv100_fault = { "fault", 32, GMMU_FAULT_WORDS, FIELDS(fault_fields) };
/* clang-format on */
