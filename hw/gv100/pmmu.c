/* The registers of hw/gv100/pmmu.h as a table: docs/hardware/gv100.md §5.5, §6. */
#include "hw/gv100/pmmu.h"

#include "hw/gv100/fault_names.h"
#include "hw/gv100/function.h"
#include "hw/gv100/register_rows.h"

/* clang-format off */
static const struct field_value pfb_pri_mmu_page_fault_ctrl_prf_filter[] = {
    V(PFB_PRI_MMU_PAGE_FAULT_CTRL_PRF_FILTER_SEND_ALL, "SEND_ALL"),
    V(PFB_PRI_MMU_PAGE_FAULT_CTRL_PRF_FILTER_SEND_NONE, "SEND_NONE"), };
static const struct field pfb_pri_mmu_page_fault_ctrl_fields[] = {
    NAMED(PFB_PRI_MMU_PAGE_FAULT_CTRL, PRF_FILTER, pfb_pri_mmu_page_fault_ctrl_prf_filter),
};
static const struct field_value pfb_pri_mmu_bind_imb_aperture[] = {
    V(PFB_PRI_MMU_BIND_IMB_APERTURE_VID_MEM, "VID_MEM"),
    V(PFB_PRI_MMU_BIND_IMB_APERTURE_SYS_MEM_C, "SYS_MEM_C"),
    V(PFB_PRI_MMU_BIND_IMB_APERTURE_SYS_MEM_NC, "SYS_MEM_NC"), };
static const struct field pfb_pri_mmu_bind_imb_fields[] = {
    NAMED(PFB_PRI_MMU_BIND_IMB, APERTURE, pfb_pri_mmu_bind_imb_aperture), PLAIN(PFB_PRI_MMU_BIND_IMB, VOL),
    PLAIN(PFB_PRI_MMU_BIND_IMB, ADDR),
};
static const struct field_value pfb_pri_mmu_bind_op[] = { V(PFB_PRI_MMU_BIND_OP_NORMAL, "NORMAL"),
    V(PFB_PRI_MMU_BIND_OP_SAVE, "SAVE"), V(PFB_PRI_MMU_BIND_OP_RESTORE, "RESTORE"), };
static const struct field pfb_pri_mmu_bind_fields[] = {
    PLAIN(PFB_PRI_MMU_BIND, UPPER_IMB_ADDR), NAMED(PFB_PRI_MMU_BIND, OP, pfb_pri_mmu_bind_op),
    PLAIN(PFB_PRI_MMU_BIND, TRIGGER),
};
static const struct field pfb_pri_mmu_invalidate_vaddr_fields[] = {
    PLAIN(PFB_PRI_MMU_INVALIDATE_VADDR, BITS),
};
static const struct field pfb_pri_mmu_invalidate_upper_vaddr_fields[] = {
    PLAIN(PFB_PRI_MMU_INVALIDATE_UPPER_VADDR, BITS),
};
static const struct field pfb_pri_mmu_invalidate_pdb_fields[] = {
    PLAIN(PFB_PRI_MMU_INVALIDATE_PDB, APERTURE), PLAIN(PFB_PRI_MMU_INVALIDATE_PDB, ADDR),
};
static const struct field pfb_pri_mmu_invalidate_upper_pdb_fields[] = {
    PLAIN(PFB_PRI_MMU_INVALIDATE_UPPER_PDB, ADDR),
};
static const struct field pfb_pri_mmu_invalidate_pasid_fields[] = {
    PLAIN(PFB_PRI_MMU_INVALIDATE_PASID, VAL),
};
static const struct field pfb_pri_mmu_invalidate_size_fields[] = {
    PLAIN(PFB_PRI_MMU_INVALIDATE_SIZE, VAL), PLAIN_ON(CHIPS_TURING, TU_PFB_PRI_MMU_INVALIDATE_SIZE, GFID),
};
static const struct field_value pfb_pri_mmu_invalidate_replay[] = {
    V(PFB_PRI_MMU_INVALIDATE_REPLAY_NONE, "NONE"), V(PFB_PRI_MMU_INVALIDATE_REPLAY_START, "START"),
    V(PFB_PRI_MMU_INVALIDATE_REPLAY_START_ACK_ALL, "START_ACK_ALL"),
    V(PFB_PRI_MMU_INVALIDATE_REPLAY_CANCEL_TARGETED, "CANCEL_TARGETED"),
    V(PFB_PRI_MMU_INVALIDATE_REPLAY_CANCEL_GLOBAL, "CANCEL_GLOBAL"),
    V(PFB_PRI_MMU_INVALIDATE_REPLAY_CANCEL_VA_GLOBAL, "CANCEL_VA_GLOBAL"), };
static const struct field_value pfb_pri_mmu_invalidate_ack[] = {
    V(PFB_PRI_MMU_INVALIDATE_ACK_NONE_REQUIRED, "NONE_REQUIRED"),
    V(PFB_PRI_MMU_INVALIDATE_ACK_INTRANODE, "INTRANODE"), V(PFB_PRI_MMU_INVALIDATE_ACK_GLOBALLY, "GLOBALLY"), };
static const struct field_value pfb_pri_mmu_invalidate_cache_level[] = {
    V(PFB_PRI_MMU_INVALIDATE_CACHE_LEVEL_ALL, "ALL"),
    V(PFB_PRI_MMU_INVALIDATE_CACHE_LEVEL_PTE_ONLY, "PTE_ONLY"),
    V(PFB_PRI_MMU_INVALIDATE_CACHE_LEVEL_UP_TO_PDE0, "UP_TO_PDE0"),
    V(PFB_PRI_MMU_INVALIDATE_CACHE_LEVEL_UP_TO_PDE1, "UP_TO_PDE1"),
    V(PFB_PRI_MMU_INVALIDATE_CACHE_LEVEL_UP_TO_PDE2, "UP_TO_PDE2"),
    V(PFB_PRI_MMU_INVALIDATE_CACHE_LEVEL_UP_TO_PDE3, "UP_TO_PDE3"),
    V(PFB_PRI_MMU_INVALIDATE_CACHE_LEVEL_UP_TO_PDE4, "UP_TO_PDE4"),
    V(PFB_PRI_MMU_INVALIDATE_CACHE_LEVEL_UP_TO_PDE5, "UP_TO_PDE5"), };
static const struct field pfb_pri_mmu_invalidate_fields[] = {
    PLAIN(PFB_PRI_MMU_INVALIDATE, ALL_VA), PLAIN(PFB_PRI_MMU_INVALIDATE, ALL_PDB),
    PLAIN(PFB_PRI_MMU_INVALIDATE, HUBTLB_ONLY),
    NAMED(PFB_PRI_MMU_INVALIDATE, REPLAY, pfb_pri_mmu_invalidate_replay),
    PLAIN(PFB_PRI_MMU_INVALIDATE, SYS_MEMBAR), NAMED(PFB_PRI_MMU_INVALIDATE, ACK, pfb_pri_mmu_invalidate_ack),
    PLAIN(PFB_PRI_MMU_INVALIDATE, CANCEL_CLIENT_ID), PLAIN(PFB_PRI_MMU_INVALIDATE, CANCEL_GPC_ID),
    PLAIN(PFB_PRI_MMU_INVALIDATE, CANCEL_CLIENT_TYPE), PLAIN(PFB_PRI_MMU_INVALIDATE, USE_PASID),
    PLAIN(PFB_PRI_MMU_INVALIDATE, USE_SIZE), PLAIN(PFB_PRI_MMU_INVALIDATE, PROP_FLUSH),
    NAMED(PFB_PRI_MMU_INVALIDATE, CACHE_LEVEL, pfb_pri_mmu_invalidate_cache_level),
    PLAIN(PFB_PRI_MMU_INVALIDATE, TRIGGER),
};
static const struct field_value pfb_pri_mmu_debug_ctrl_page_size[] = {
    V(PFB_PRI_MMU_DEBUG_CTRL_PAGE_SIZE_4KB, "4KB"), V(PFB_PRI_MMU_DEBUG_CTRL_PAGE_SIZE_64KB, "64KB"), };
static const struct field pfb_pri_mmu_debug_ctrl_fields[] = {
    PLAIN(PFB_PRI_MMU_DEBUG_CTRL, WR_KIND), PLAIN(PFB_PRI_MMU_DEBUG_CTRL, RD_KIND),
    PLAIN(PFB_PRI_MMU_DEBUG_CTRL, DEBUG),
    NAMED(PFB_PRI_MMU_DEBUG_CTRL, PAGE_SIZE, pfb_pri_mmu_debug_ctrl_page_size),
};
static const struct field_value pfb_pri_mmu_debug_wr_aperture[] = {
    V(PFB_PRI_MMU_DEBUG_WR_APERTURE_VID_MEM, "VID_MEM"),
    V(PFB_PRI_MMU_DEBUG_WR_APERTURE_SYS_MEM_C, "SYS_MEM_C"),
    V(PFB_PRI_MMU_DEBUG_WR_APERTURE_SYS_MEM_NC, "SYS_MEM_NC"), };
static const struct field pfb_pri_mmu_debug_wr_fields[] = {
    NAMED(PFB_PRI_MMU_DEBUG_WR, APERTURE, pfb_pri_mmu_debug_wr_aperture), PLAIN(PFB_PRI_MMU_DEBUG_WR, VOL),
    PLAIN(PFB_PRI_MMU_DEBUG_WR, ADDR),
};
static const struct field_value pfb_pri_mmu_debug_rd_aperture[] = {
    V(PFB_PRI_MMU_DEBUG_RD_APERTURE_VID_MEM, "VID_MEM"),
    V(PFB_PRI_MMU_DEBUG_RD_APERTURE_SYS_MEM_C, "SYS_MEM_C"),
    V(PFB_PRI_MMU_DEBUG_RD_APERTURE_SYS_MEM_NC, "SYS_MEM_NC"), };
static const struct field pfb_pri_mmu_debug_rd_fields[] = {
    NAMED(PFB_PRI_MMU_DEBUG_RD, APERTURE, pfb_pri_mmu_debug_rd_aperture), PLAIN(PFB_PRI_MMU_DEBUG_RD, VOL),
    PLAIN(PFB_PRI_MMU_DEBUG_RD, ADDR),
};
static const struct field_value pfb_pri_mmu_fault_buffer_lo_phys_aperture[] = {
    V(PFB_PRI_MMU_FAULT_BUFFER_LO_PHYS_APERTURE_LOCAL, "LOCAL"),
    V(PFB_PRI_MMU_FAULT_BUFFER_LO_PHYS_APERTURE_SYS_COH, "SYS_COH"),
    V(PFB_PRI_MMU_FAULT_BUFFER_LO_PHYS_APERTURE_SYS_NCOH, "SYS_NCOH"), };
static const struct field pfb_pri_mmu_fault_buffer_lo_fields[] = {
    PLAIN(PFB_PRI_MMU_FAULT_BUFFER_LO, ADDR_MODE),
    NAMED(PFB_PRI_MMU_FAULT_BUFFER_LO, PHYS_APERTURE, pfb_pri_mmu_fault_buffer_lo_phys_aperture),
    PLAIN(PFB_PRI_MMU_FAULT_BUFFER_LO, PHYS_VOL), PLAIN(PFB_PRI_MMU_FAULT_BUFFER_LO, ADDR),
};
static const struct field pfb_pri_mmu_fault_buffer_hi_fields[] = {
    PLAIN(PFB_PRI_MMU_FAULT_BUFFER_HI, ADDR),
};
static const struct field pfb_pri_mmu_fault_buffer_get_fields[] = {
    PLAIN(PFB_PRI_MMU_FAULT_BUFFER_GET, PTR), PLAIN(PFB_PRI_MMU_FAULT_BUFFER_GET, GETPTR_CORRUPTED),
    PLAIN(PFB_PRI_MMU_FAULT_BUFFER_GET, OVERFLOW),
};
static const struct field pfb_pri_mmu_fault_buffer_put_fields[] = {
    PLAIN(PFB_PRI_MMU_FAULT_BUFFER_PUT, PTR), PLAIN(PFB_PRI_MMU_FAULT_BUFFER_PUT, GETPTR_CORRUPTED),
    PLAIN(PFB_PRI_MMU_FAULT_BUFFER_PUT, OVERFLOW),
};
static const struct field pfb_pri_mmu_fault_buffer_size_fields[] = {
    PLAIN(PFB_PRI_MMU_FAULT_BUFFER_SIZE, VAL), PLAIN(PFB_PRI_MMU_FAULT_BUFFER_SIZE, OVERFLOW_INTR),
    PLAIN(PFB_PRI_MMU_FAULT_BUFFER_SIZE, SET_DEFAULT), PLAIN(PFB_PRI_MMU_FAULT_BUFFER_SIZE, ENABLE),
};
static const struct field_value pfb_pri_mmu_fault_addr_lo_phys_aperture[] = {
    V(PFB_PRI_MMU_FAULT_ADDR_LO_PHYS_APERTURE_LOCAL, "LOCAL"),
    V(PFB_PRI_MMU_FAULT_ADDR_LO_PHYS_APERTURE_PEER, "PEER"),
    V(PFB_PRI_MMU_FAULT_ADDR_LO_PHYS_APERTURE_SYS_COH, "SYS_COH"),
    V(PFB_PRI_MMU_FAULT_ADDR_LO_PHYS_APERTURE_SYS_NCOH, "SYS_NCOH"), };
static const struct field pfb_pri_mmu_fault_addr_lo_fields[] = {
    NAMED(PFB_PRI_MMU_FAULT_ADDR_LO, PHYS_APERTURE, pfb_pri_mmu_fault_addr_lo_phys_aperture),
    PLAIN(PFB_PRI_MMU_FAULT_ADDR_LO, ADDR),
};
static const struct field pfb_pri_mmu_fault_addr_hi_fields[] = {
    PLAIN(PFB_PRI_MMU_FAULT_ADDR_HI, ADDR),
};
static const struct field_value pfb_pri_mmu_fault_inst_lo_aperture[] = {
    V(PFB_PRI_MMU_FAULT_INST_LO_APERTURE_VID_MEM, "VID_MEM"),
    V(PFB_PRI_MMU_FAULT_INST_LO_APERTURE_SYS_MEM_COHERENT, "SYS_MEM_COHERENT"),
    V(PFB_PRI_MMU_FAULT_INST_LO_APERTURE_SYS_MEM_NONCOHERENT, "SYS_MEM_NONCOHERENT"), };
static const struct field pfb_pri_mmu_fault_inst_lo_fields[] = {
    NAMED(PFB_PRI_MMU_FAULT_INST_LO, ENGINE_ID, fault_engines),
    NAMED(PFB_PRI_MMU_FAULT_INST_LO, APERTURE, pfb_pri_mmu_fault_inst_lo_aperture),
    PLAIN(PFB_PRI_MMU_FAULT_INST_LO, ADDR),
};
static const struct field pfb_pri_mmu_fault_inst_hi_fields[] = {
    PLAIN(PFB_PRI_MMU_FAULT_INST_HI, ADDR),
};
static const struct field_value pfb_pri_mmu_fault_info_access_type[] = {
    V(PFB_PRI_MMU_FAULT_INFO_ACCESS_TYPE_READ, "READ"), V(PFB_PRI_MMU_FAULT_INFO_ACCESS_TYPE_WRITE, "WRITE"),
    V(PFB_PRI_MMU_FAULT_INFO_ACCESS_TYPE_ATOMIC, "ATOMIC"),
    V(PFB_PRI_MMU_FAULT_INFO_ACCESS_TYPE_PREFETCH, "PREFETCH"),
    V(PFB_PRI_MMU_FAULT_INFO_ACCESS_TYPE_VIRT_ATOMIC_WEAK, "VIRT_ATOMIC_WEAK"),
    V(PFB_PRI_MMU_FAULT_INFO_ACCESS_TYPE_PHYS_READ, "PHYS_READ"),
    V(PFB_PRI_MMU_FAULT_INFO_ACCESS_TYPE_PHYS_WRITE, "PHYS_WRITE"),
    V(PFB_PRI_MMU_FAULT_INFO_ACCESS_TYPE_PHYS_ATOMIC, "PHYS_ATOMIC"),
    V(PFB_PRI_MMU_FAULT_INFO_ACCESS_TYPE_PHYS_PREFETCH, "PHYS_PREFETCH"), };
/* A GPC and the hub number their clients each for itself. */
#define CLIENT_WHEN(type, clients)                                                                                     \
    { ROW("CLIENT", 0, clients), PART(PFB_PRI_MMU_FAULT_INFO_CLIENT),                                                  \
      WHEN({ 0, PFB_PRI_MMU_FAULT_INFO_CLIENT_TYPE, BIT(type) }) }
static const struct field pfb_pri_mmu_fault_info_fields[] = {
    NAMED(PFB_PRI_MMU_FAULT_INFO, FAULT_TYPE, fault_types), PLAIN(PFB_PRI_MMU_FAULT_INFO, REPLAYABLE_FAULT),
    CLIENT_WHEN(0, fault_gpc_clients), CLIENT_WHEN(1, fault_hub_clients),
    NAMED(PFB_PRI_MMU_FAULT_INFO, ACCESS_TYPE, pfb_pri_mmu_fault_info_access_type),
    NAMED(PFB_PRI_MMU_FAULT_INFO, CLIENT_TYPE, fault_client_types), PLAIN(PFB_PRI_MMU_FAULT_INFO, GPC_ID),
    PLAIN(PFB_PRI_MMU_FAULT_INFO, PROTECTED_MODE), PLAIN(PFB_PRI_MMU_FAULT_INFO, REPLAYABLE_FAULT_EN),
    PLAIN(PFB_PRI_MMU_FAULT_INFO, VALID),
};
static const struct field pfb_pri_mmu_fault_status_fields[] = {
    PLAIN(PFB_PRI_MMU_FAULT_STATUS, DROPPED_BAR1_PHYS), PLAIN(PFB_PRI_MMU_FAULT_STATUS, DROPPED_BAR1_VIRT),
    PLAIN(PFB_PRI_MMU_FAULT_STATUS, DROPPED_BAR2_PHYS), PLAIN(PFB_PRI_MMU_FAULT_STATUS, DROPPED_BAR2_VIRT),
    PLAIN(PFB_PRI_MMU_FAULT_STATUS, DROPPED_IFB_PHYS), PLAIN(PFB_PRI_MMU_FAULT_STATUS, DROPPED_IFB_VIRT),
    PLAIN(PFB_PRI_MMU_FAULT_STATUS, DROPPED_OTHER_PHYS), PLAIN(PFB_PRI_MMU_FAULT_STATUS, DROPPED_OTHER_VIRT),
    PLAIN(PFB_PRI_MMU_FAULT_STATUS, REPLAYABLE), PLAIN(PFB_PRI_MMU_FAULT_STATUS, NON_REPLAYABLE),
    PLAIN(PFB_PRI_MMU_FAULT_STATUS, REPLAYABLE_ERROR), PLAIN(PFB_PRI_MMU_FAULT_STATUS, NON_REPLAYABLE_ERROR),
    PLAIN(PFB_PRI_MMU_FAULT_STATUS, REPLAYABLE_OVERFLOW),
    PLAIN(PFB_PRI_MMU_FAULT_STATUS, NON_REPLAYABLE_OVERFLOW),
    PLAIN(PFB_PRI_MMU_FAULT_STATUS, REPLAYABLE_GETPTR_CORRUPTED),
    PLAIN(PFB_PRI_MMU_FAULT_STATUS, NON_REPLAYABLE_GETPTR_CORRUPTED), PLAIN_ON(CHIPS_TURING, TU_PFB_PRI_MMU_FAULT_STATUS, BUSY_TYPE), PLAIN(PFB_PRI_MMU_FAULT_STATUS, BUSY),
    PLAIN(PFB_PRI_MMU_FAULT_STATUS, VALID),
};
static const struct field_value pfb_pri_mmu_ctrl_miss_gran[] = { V(PFB_PRI_MMU_CTRL_MISS_GRAN_FULL, "FULL"),
    V(PFB_PRI_MMU_CTRL_MISS_GRAN_HALF, "HALF"), V(PFB_PRI_MMU_CTRL_MISS_GRAN_QUARTER, "QUARTER"),
    V(PFB_PRI_MMU_CTRL_MISS_GRAN_NO_PTE_COMP, "NO_PTE_COMP"), };
static const struct field_value pfb_pri_mmu_ctrl_cache_mode[] = { V(PFB_PRI_MMU_CTRL_CACHE_MODE_ON, "ON"),
    V(PFB_PRI_MMU_CTRL_CACHE_MODE_EVICT_SMPG_PARTIALS, "EVICT_SMPG_PARTIALS"),
    V(PFB_PRI_MMU_CTRL_CACHE_MODE_EVICT_ALL_PARTIALS, "EVICT_ALL_PARTIALS"),
    V(PFB_PRI_MMU_CTRL_CACHE_MODE_OFF, "OFF"), };
static const struct field_value pfb_pri_mmu_ctrl_pde_cache_mode[] = {
    V(PFB_PRI_MMU_CTRL_PDE_CACHE_MODE_ON, "ON"),
    V(PFB_PRI_MMU_CTRL_PDE_CACHE_MODE_EVICT_SMPG_PARTIALS, "EVICT_SMPG_PARTIALS"),
    V(PFB_PRI_MMU_CTRL_PDE_CACHE_MODE_EVICT_ALL_PARTIALS, "EVICT_ALL_PARTIALS"),
    V(PFB_PRI_MMU_CTRL_PDE_CACHE_MODE_OFF, "OFF"), };
static const struct field_value pfb_pri_mmu_ctrl_atomic_capability_mode[] = {
    V(PFB_PRI_MMU_CTRL_ATOMIC_CAPABILITY_MODE_L2, "L2"),
    V(PFB_PRI_MMU_CTRL_ATOMIC_CAPABILITY_MODE_ATOMIC, "ATOMIC"),
    V(PFB_PRI_MMU_CTRL_ATOMIC_CAPABILITY_MODE_RMW, "RMW"),
    V(PFB_PRI_MMU_CTRL_ATOMIC_CAPABILITY_MODE_POWER, "POWER"), };
static const struct field_value pfb_pri_mmu_ctrl_mmu_aperture[] = {
    V(PFB_PRI_MMU_CTRL_MMU_APERTURE_VID_MEM, "VID_MEM"),
    V(PFB_PRI_MMU_CTRL_MMU_APERTURE_PEER_MEM, "PEER_MEM"),
    V(PFB_PRI_MMU_CTRL_MMU_APERTURE_SYS_MEM_C, "SYS_MEM_C"),
    V(PFB_PRI_MMU_CTRL_MMU_APERTURE_SYS_MEM_NC, "SYS_MEM_NC"), };
static const struct field pfb_pri_mmu_ctrl_fields[] = {
    PLAIN_ON(CHIPS_VOLTA, PFB_PRI_MMU_CTRL, VOL_FAULT), PLAIN(PFB_PRI_MMU_CTRL, COMP_FAULT),
    NAMED(PFB_PRI_MMU_CTRL, MISS_GRAN, pfb_pri_mmu_ctrl_miss_gran),
    NAMED(PFB_PRI_MMU_CTRL, CACHE_MODE, pfb_pri_mmu_ctrl_cache_mode),
    NAMED(PFB_PRI_MMU_CTRL, PDE_CACHE_MODE, pfb_pri_mmu_ctrl_pde_cache_mode),
    PLAIN(PFB_PRI_MMU_CTRL, L2_SEND_MODE), PLAIN(PFB_PRI_MMU_CTRL, WORK_CREATION_DISABLE),
    PLAIN(PFB_PRI_MMU_CTRL, USE_PDB_BIG_PAGE_SIZE), PLAIN(PFB_PRI_MMU_CTRL, USE_FULL_COMP_TAG_LINE),
    PLAIN(PFB_PRI_MMU_CTRL, PRI_FIFO_ERROR_CLEAR), PLAIN(PFB_PRI_MMU_CTRL, PRI_FIFO_ERROR),
    PLAIN(PFB_PRI_MMU_CTRL, PRI_FIFO_EMPTY), PLAIN(PFB_PRI_MMU_CTRL, PRI_FIFO_SPACE),
    NAMED(PFB_PRI_MMU_CTRL, ATOMIC_CAPABILITY_MODE, pfb_pri_mmu_ctrl_atomic_capability_mode),
    PLAIN(PFB_PRI_MMU_CTRL, STRONG_BIT_OVERRIDE_ATOMIC_DISABLE),
    NAMED_ON(CHIPS_VOLTA, PFB_PRI_MMU_CTRL, MMU_APERTURE, pfb_pri_mmu_ctrl_mmu_aperture), PLAIN_ON(CHIPS_VOLTA, PFB_PRI_MMU_CTRL, MMU_VOL),
    PLAIN_ON(CHIPS_VOLTA, PFB_PRI_MMU_CTRL, MMU_DISABLE),
};
static const struct field_value pfb_hsmmu_pri_mmu_ctrl_miss_gran[] = {
    V(PFB_HSMMU_PRI_MMU_CTRL_MISS_GRAN_FULL, "FULL"), V(PFB_HSMMU_PRI_MMU_CTRL_MISS_GRAN_HALF, "HALF"),
    V(PFB_HSMMU_PRI_MMU_CTRL_MISS_GRAN_QUARTER, "QUARTER"),
    V(PFB_HSMMU_PRI_MMU_CTRL_MISS_GRAN_NO_PTE_COMP, "NO_PTE_COMP"), };
static const struct field_value pfb_hsmmu_pri_mmu_ctrl_cache_mode[] = {
    V(PFB_HSMMU_PRI_MMU_CTRL_CACHE_MODE_ON, "ON"),
    V(PFB_HSMMU_PRI_MMU_CTRL_CACHE_MODE_EVICT_SMPG_PARTIALS, "EVICT_SMPG_PARTIALS"),
    V(PFB_HSMMU_PRI_MMU_CTRL_CACHE_MODE_EVICT_ALL_PARTIALS, "EVICT_ALL_PARTIALS"),
    V(PFB_HSMMU_PRI_MMU_CTRL_CACHE_MODE_OFF, "OFF"), };
static const struct field_value pfb_hsmmu_pri_mmu_ctrl_atomic_capability_mode[] = {
    V(PFB_HSMMU_PRI_MMU_CTRL_ATOMIC_CAPABILITY_MODE_L2, "L2"),
    V(PFB_HSMMU_PRI_MMU_CTRL_ATOMIC_CAPABILITY_MODE_ATOMIC, "ATOMIC"),
    V(PFB_HSMMU_PRI_MMU_CTRL_ATOMIC_CAPABILITY_MODE_RMW, "RMW"),
    V(PFB_HSMMU_PRI_MMU_CTRL_ATOMIC_CAPABILITY_MODE_POWER, "POWER"), };
static const struct field pfb_hsmmu_pri_mmu_ctrl_fields[] = {
    PLAIN(PFB_HSMMU_PRI_MMU_CTRL, VOL_FAULT), PLAIN(PFB_HSMMU_PRI_MMU_CTRL, COMP_FAULT),
    NAMED(PFB_HSMMU_PRI_MMU_CTRL, MISS_GRAN, pfb_hsmmu_pri_mmu_ctrl_miss_gran),
    NAMED(PFB_HSMMU_PRI_MMU_CTRL, CACHE_MODE, pfb_hsmmu_pri_mmu_ctrl_cache_mode),
    PLAIN(PFB_HSMMU_PRI_MMU_CTRL, L2_SEND_MODE), PLAIN(PFB_HSMMU_PRI_MMU_CTRL, USE_FULL_COMP_TAG_LINE),
    NAMED_ON(CHIPS_VOLTA, PFB_HSMMU_PRI_MMU_CTRL, ATOMIC_CAPABILITY_MODE, pfb_hsmmu_pri_mmu_ctrl_atomic_capability_mode),
    PLAIN(PFB_HSMMU_PRI_MMU_CTRL, STRONG_BIT_OVERRIDE_ATOMIC_DISABLE),
};
static const struct field pfb_hsmmu_pri_mmu_debug_ctrl_fields[] = {
    PLAIN(PFB_HSMMU_PRI_MMU_DEBUG_CTRL, WR_KIND), PLAIN(PFB_HSMMU_PRI_MMU_DEBUG_CTRL, RD_KIND),
    PLAIN(PFB_HSMMU_PRI_MMU_DEBUG_CTRL, DEBUG),
};
static const struct field_value pfb_hsmmu_pri_mmu_debug_wr_aperture[] = {
    V(PFB_HSMMU_PRI_MMU_DEBUG_WR_APERTURE_VID_MEM, "VID_MEM"),
    V(PFB_HSMMU_PRI_MMU_DEBUG_WR_APERTURE_SYS_MEM_C, "SYS_MEM_C"),
    V(PFB_HSMMU_PRI_MMU_DEBUG_WR_APERTURE_SYS_MEM_NC, "SYS_MEM_NC"), };
static const struct field pfb_hsmmu_pri_mmu_debug_wr_fields[] = {
    NAMED(PFB_HSMMU_PRI_MMU_DEBUG_WR, APERTURE, pfb_hsmmu_pri_mmu_debug_wr_aperture),
    PLAIN(PFB_HSMMU_PRI_MMU_DEBUG_WR, VOL), PLAIN(PFB_HSMMU_PRI_MMU_DEBUG_WR, ADDR),
};
static const struct field_value pfb_hsmmu_pri_mmu_debug_rd_aperture[] = {
    V(PFB_HSMMU_PRI_MMU_DEBUG_RD_APERTURE_VID_MEM, "VID_MEM"),
    V(PFB_HSMMU_PRI_MMU_DEBUG_RD_APERTURE_SYS_MEM_C, "SYS_MEM_C"),
    V(PFB_HSMMU_PRI_MMU_DEBUG_RD_APERTURE_SYS_MEM_NC, "SYS_MEM_NC"), };
static const struct field pfb_hsmmu_pri_mmu_debug_rd_fields[] = {
    NAMED(PFB_HSMMU_PRI_MMU_DEBUG_RD, APERTURE, pfb_hsmmu_pri_mmu_debug_rd_aperture),
    PLAIN(PFB_HSMMU_PRI_MMU_DEBUG_RD, VOL), PLAIN(PFB_HSMMU_PRI_MMU_DEBUG_RD, ADDR),
};
static const struct field_value pfb_pri_mmu_priv_level_mask_read_protection_values[] = {
    V(PFB_PRI_MMU_PRIV_LEVEL_MASK_READ_PROTECTION_ALL_LEVELS_ENABLED, "ALL_LEVELS_ENABLED"),
    V(PFB_PRI_MMU_PRIV_LEVEL_MASK_READ_PROTECTION_ONLY_LEVEL3_ENABLED, "ONLY_LEVEL3_ENABLED"),
};
static const struct field_value pfb_pri_mmu_priv_level_mask_write_protection_values[] = {
    V(PFB_PRI_MMU_PRIV_LEVEL_MASK_WRITE_PROTECTION_ALL_LEVELS_ENABLED, "ALL_LEVELS_ENABLED"),
    V(PFB_PRI_MMU_PRIV_LEVEL_MASK_WRITE_PROTECTION_ONLY_LEVEL3_ENABLED, "ONLY_LEVEL3_ENABLED"),
};
static const struct field_value pfb_pri_mmu_priv_level_mask_source_enable_values[] = {
    V(PFB_PRI_MMU_PRIV_LEVEL_MASK_SOURCE_ENABLE_ALL_SOURCES_ENABLED, "ALL_SOURCES_ENABLED"),
};
static const struct field pfb_pri_mmu_priv_level_mask_fields[] = {
    NAMED(PFB_PRI_MMU_PRIV_LEVEL_MASK, READ_PROTECTION, pfb_pri_mmu_priv_level_mask_read_protection_values), PLAIN(PFB_PRI_MMU_PRIV_LEVEL_MASK, READ_PROTECTION_LEVEL0), PLAIN(PFB_PRI_MMU_PRIV_LEVEL_MASK, READ_PROTECTION_LEVEL1), PLAIN(PFB_PRI_MMU_PRIV_LEVEL_MASK, READ_PROTECTION_LEVEL2), PLAIN(PFB_PRI_MMU_PRIV_LEVEL_MASK, READ_PROTECTION_LEVEL3), NAMED(PFB_PRI_MMU_PRIV_LEVEL_MASK, WRITE_PROTECTION, pfb_pri_mmu_priv_level_mask_write_protection_values), PLAIN(PFB_PRI_MMU_PRIV_LEVEL_MASK, WRITE_PROTECTION_LEVEL0), PLAIN(PFB_PRI_MMU_PRIV_LEVEL_MASK, WRITE_PROTECTION_LEVEL1), PLAIN(PFB_PRI_MMU_PRIV_LEVEL_MASK, WRITE_PROTECTION_LEVEL2), PLAIN(PFB_PRI_MMU_PRIV_LEVEL_MASK, WRITE_PROTECTION_LEVEL3), PLAIN(PFB_PRI_MMU_PRIV_LEVEL_MASK, READ_VIOLATION), PLAIN(PFB_PRI_MMU_PRIV_LEVEL_MASK, WRITE_VIOLATION), PLAIN(PFB_PRI_MMU_PRIV_LEVEL_MASK, SOURCE_READ_CONTROL), PLAIN(PFB_PRI_MMU_PRIV_LEVEL_MASK, SOURCE_WRITE_CONTROL), NAMED(PFB_PRI_MMU_PRIV_LEVEL_MASK, SOURCE_ENABLE, pfb_pri_mmu_priv_level_mask_source_enable_values),
};
static const struct field pfb_pri_mmu_num_active_ltcs_fields[] = {
    PLAIN(PFB_PRI_MMU_NUM_ACTIVE_LTCS, V), PLAIN(PFB_PRI_MMU_NUM_ACTIVE_LTCS, HALF_LTC),
};
static const struct field pfb_pri_mmu_int_vector_info_fault_fields[] = {
    PLAIN(PFB_PRI_MMU_INT_VECTOR_INFO_FAULT, VECTOR),
};
static const struct field_value pfb_pri_mmu_int_vector_fault_error_values[] = {
    V(PFB_PRI_MMU_INT_VECTOR_FAULT_ERROR_REPLAYABLE, "REPLAYABLE"),
    V(PFB_PRI_MMU_INT_VECTOR_FAULT_ERROR_NON_REPLAYABLE, "NON_REPLAYABLE"),
};
static const struct field_value pfb_pri_mmu_int_vector_fault_notify_values[] = {
    V(PFB_PRI_MMU_INT_VECTOR_FAULT_NOTIFY_REPLAYABLE, "REPLAYABLE"),
    V(PFB_PRI_MMU_INT_VECTOR_FAULT_NOTIFY_NON_REPLAYABLE, "NON_REPLAYABLE"),
};
static const struct field pfb_pri_mmu_int_vector_fault_fields[] = {
    NAMED(PFB_PRI_MMU_INT_VECTOR_FAULT, ERROR, pfb_pri_mmu_int_vector_fault_error_values), NAMED(PFB_PRI_MMU_INT_VECTOR_FAULT, NOTIFY, pfb_pri_mmu_int_vector_fault_notify_values),
};

const struct gv100_register gv100_pmmu_registers[] = {
    ONE(PFB_PRI_MMU_PAGE_FAULT_CTRL, RW, pfb_pri_mmu_page_fault_ctrl_fields),
    ONE(PFB_PRI_MMU_BIND_IMB, RW, pfb_pri_mmu_bind_imb_fields),
    ONE(PFB_PRI_MMU_BIND, RW, pfb_pri_mmu_bind_fields),
    ONE(PFB_PRI_MMU_INVALIDATE_VADDR, RW, pfb_pri_mmu_invalidate_vaddr_fields),
    ONE(PFB_PRI_MMU_INVALIDATE_UPPER_VADDR, RW, pfb_pri_mmu_invalidate_upper_vaddr_fields),
    ONE(PFB_PRI_MMU_INVALIDATE_PDB, RW, pfb_pri_mmu_invalidate_pdb_fields),
    ONE(PFB_PRI_MMU_INVALIDATE_UPPER_PDB, RW, pfb_pri_mmu_invalidate_upper_pdb_fields),
    ONE(PFB_PRI_MMU_INVALIDATE_PASID, RW, pfb_pri_mmu_invalidate_pasid_fields),
    ONE(PFB_PRI_MMU_INVALIDATE_SIZE, RW, pfb_pri_mmu_invalidate_size_fields),
    ONE(PFB_PRI_MMU_INVALIDATE, RW, pfb_pri_mmu_invalidate_fields),
    ONE(PFB_PRI_MMU_DEBUG_CTRL, RW, pfb_pri_mmu_debug_ctrl_fields),
    ONE(PFB_PRI_MMU_DEBUG_WR, RW, pfb_pri_mmu_debug_wr_fields),
    ONE(PFB_PRI_MMU_DEBUG_RD, RW, pfb_pri_mmu_debug_rd_fields),
    MANY(PFB_PRI_MMU_FAULT_BUFFER_LO, 20, RW, pfb_pri_mmu_fault_buffer_lo_fields),
    MANY(PFB_PRI_MMU_FAULT_BUFFER_HI, 20, RW, pfb_pri_mmu_fault_buffer_hi_fields),
    MANY(PFB_PRI_MMU_FAULT_BUFFER_GET, 20, RW, pfb_pri_mmu_fault_buffer_get_fields),
    MANY(PFB_PRI_MMU_FAULT_BUFFER_PUT, 20, RO, pfb_pri_mmu_fault_buffer_put_fields),
    MANY(PFB_PRI_MMU_FAULT_BUFFER_SIZE, 20, RW, pfb_pri_mmu_fault_buffer_size_fields),
    ONE(PFB_PRI_MMU_FAULT_ADDR_LO, RO, pfb_pri_mmu_fault_addr_lo_fields),
    ONE(PFB_PRI_MMU_FAULT_ADDR_HI, RO, pfb_pri_mmu_fault_addr_hi_fields),
    ONE(PFB_PRI_MMU_FAULT_INST_LO, RO, pfb_pri_mmu_fault_inst_lo_fields),
    ONE(PFB_PRI_MMU_FAULT_INST_HI, RO, pfb_pri_mmu_fault_inst_hi_fields),
    ONE(PFB_PRI_MMU_FAULT_INFO, RO, pfb_pri_mmu_fault_info_fields),
    ONE(PFB_PRI_MMU_FAULT_STATUS, RW, pfb_pri_mmu_fault_status_fields),
    ONE(PFB_PRI_MMU_CTRL, RW, pfb_pri_mmu_ctrl_fields),
    ONE(PFB_HSMMU_PRI_MMU_CTRL, RW, pfb_hsmmu_pri_mmu_ctrl_fields),
    ONE(PFB_HSMMU_PRI_MMU_DEBUG_CTRL, RW, pfb_hsmmu_pri_mmu_debug_ctrl_fields),
    ONE(PFB_HSMMU_PRI_MMU_DEBUG_WR, RW, pfb_hsmmu_pri_mmu_debug_wr_fields),
    ONE(PFB_HSMMU_PRI_MMU_DEBUG_RD, RW, pfb_hsmmu_pri_mmu_debug_rd_fields),
    MANY_ON(CHIPS_TURING, VIRTUAL_FUNCTION_PRIV_MMU_FAULT_BUFFER_LO, 32, RW, pfb_pri_mmu_fault_buffer_lo_fields),
    MANY_ON(CHIPS_TURING, VIRTUAL_FUNCTION_PRIV_MMU_FAULT_BUFFER_HI, 32, RW, pfb_pri_mmu_fault_buffer_hi_fields),
    MANY_ON(CHIPS_TURING, VIRTUAL_FUNCTION_PRIV_MMU_FAULT_BUFFER_GET, 32, RW, pfb_pri_mmu_fault_buffer_get_fields),
    MANY_ON(CHIPS_TURING, VIRTUAL_FUNCTION_PRIV_MMU_FAULT_BUFFER_PUT, 32, RO, pfb_pri_mmu_fault_buffer_put_fields),
    MANY_ON(CHIPS_TURING, VIRTUAL_FUNCTION_PRIV_MMU_FAULT_BUFFER_SIZE, 32, RW, pfb_pri_mmu_fault_buffer_size_fields),
    ONE_ON(CHIPS_TURING, VIRTUAL_FUNCTION_PRIV_MMU_PAGE_FAULT_CTRL, RW, pfb_pri_mmu_page_fault_ctrl_fields),
    ONE_ON(CHIPS_TURING, VIRTUAL_FUNCTION_PRIV_MMU_FAULT_ADDR_LO, RO, pfb_pri_mmu_fault_addr_lo_fields),
    ONE_ON(CHIPS_TURING, VIRTUAL_FUNCTION_PRIV_MMU_FAULT_ADDR_HI, RO, pfb_pri_mmu_fault_addr_hi_fields),
    ONE_ON(CHIPS_TURING, VIRTUAL_FUNCTION_PRIV_MMU_FAULT_INST_LO, RO, pfb_pri_mmu_fault_inst_lo_fields),
    ONE_ON(CHIPS_TURING, VIRTUAL_FUNCTION_PRIV_MMU_FAULT_INST_HI, RO, pfb_pri_mmu_fault_inst_hi_fields),
    ONE_ON(CHIPS_TURING, VIRTUAL_FUNCTION_PRIV_MMU_FAULT_INFO, RO, pfb_pri_mmu_fault_info_fields),
    ONE_ON(CHIPS_TURING, VIRTUAL_FUNCTION_PRIV_MMU_FAULT_STATUS, RW, pfb_pri_mmu_fault_status_fields),
    ONE_ON(CHIPS_TURING, VIRTUAL_FUNCTION_PRIV_MMU_INVALIDATE_PDB, RW, pfb_pri_mmu_invalidate_pdb_fields),
    ONE_ON(CHIPS_TURING, VIRTUAL_FUNCTION_PRIV_MMU_INVALIDATE_UPPER_PDB, RW, pfb_pri_mmu_invalidate_upper_pdb_fields),
    ONE_ON(CHIPS_TURING, VIRTUAL_FUNCTION_PRIV_MMU_INVALIDATE, RW, pfb_pri_mmu_invalidate_fields),
    ONE_ON(CHIPS_TURING, PFB_PRI_MMU_PRIV_LEVEL_MASK, RW, pfb_pri_mmu_priv_level_mask_fields),
    ONE_ON(CHIPS_TURING, PFB_PRI_MMU_NUM_ACTIVE_LTCS, RO, pfb_pri_mmu_num_active_ltcs_fields),
    ONE_ON(CHIPS_TURING, PFB_PRI_MMU_INT_VECTOR_INFO_FAULT, RO, pfb_pri_mmu_int_vector_info_fault_fields),
    MANY_ON(CHIPS_TURING, PFB_PRI_MMU_INT_VECTOR_FAULT, 4, RO, pfb_pri_mmu_int_vector_fault_fields),
    LAST,
};
/* clang-format on */
