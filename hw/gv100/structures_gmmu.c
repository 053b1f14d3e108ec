/* Page directory entries, page table entries, fault entries: docs/hardware/gv100.md §5.2 to §5.4, §6.2. */
#include "hw/gv100/fault_names.h"
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
    { ROW("engine_id", 0, fault_engines), { { 6, GMMU_FAULT6_ENGINE_ID } } },
    { ROW("fault_type", 0, fault_types), { { 7, GMMU_FAULT7_FAULT_TYPE } } },
    { ROW("replayable_fault", 0, false_true), { { 7, GMMU_FAULT7_REPLAYABLE_FAULT } } },
    { ROW("client", 0, fault_gpc_clients), { { 7, GMMU_FAULT7_CLIENT } }, WHEN(OF_GPC) },
    { ROW("client", 0, fault_hub_clients), { { 7, GMMU_FAULT7_CLIENT } }, WHEN(OF_HUB) },
    { ROW("access_type", 0, access_types), { { 7, GMMU_FAULT7_ACCESS_TYPE } } },
    { ROW("mmu_client_type", 0, fault_client_types), { { 7, GMMU_FAULT7_MMU_CLIENT_TYPE } } },
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
