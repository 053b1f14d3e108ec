#include "hw/gv100/places.h"

#include "hw/gv100/ctrl.h"
#include "hw/gv100/function.h"
#include "hw/gv100/gmmu.h"
#include "hw/gv100/pb.h"
#include "hw/gv100/pbus.h"
#include "hw/gv100/pfifo.h"
#include "hw/gv100/pmc.h"
#include "hw/gv100/pmmu.h"
#include "hw/gv100/ppbdma.h"
#include "hw/gv100/unlisted.h"
#include "hw/gv100/usermode.h"

const struct gv100_places gv100_places_volta = {
    .runlist_way = GV100_RUNLISTS_SHARED,
    .doorbell_way = GV100_DOORBELL_CHANNEL,
    .interrupt_way = GV100_INTERRUPTS_TREES,
    .start_way = GV100_START_DRIVER,
    .pbdmas = PFIFO_PBDMA_MAP_COUNT,
    .runlists = PFIFO_ENG_RUNLIST_COUNT,
    .engines = PFIFO_ENGINE_STATUS_COUNT,
    .lces = LCE_INTR_COUNT,
    .trees = PMC_INTR_COUNT,
    .channel_class = CLASS_VOLTA_CHANNEL_GPFIFO,
    .usermode_class = CLASS_VOLTA_USERMODE,
    .copy_class = CLASS_VOLTA_DMA_COPY,
    .bar1_engine = GMMU_ENGINE_BAR1,
    .bar2_engine = GMMU_ENGINE_BAR2,
    .pbdma_enable = PMC_ENABLE_PB,
    .bar1_block = PBUS_BAR1_BLOCK,
    .bar2_block = PBUS_BAR2_BLOCK,
    .bind_status = PBUS_BIND_STATUS,
    .invalidate_pdb = PFB_PRI_MMU_INVALIDATE_PDB,
    .invalidate_upper_pdb = PFB_PRI_MMU_INVALIDATE_UPPER_PDB,
    .invalidate = PFB_PRI_MMU_INVALIDATE,
    .fault_buffer = PFB_PRI_MMU_FAULT_BUFFER_LO(0),
    .fault_buffer_stride = PFB_PRI_MMU_FAULT_BUFFER_LO(1) - PFB_PRI_MMU_FAULT_BUFFER_LO(0),
    .fault = PFB_PRI_MMU_FAULT_ADDR_LO,
    .fault_filter = PFB_PRI_MMU_PAGE_FAULT_CTRL,
    .scratch = PBUS_SW_SCRATCH(0),
    .scratch_count = PBUS_SW_SCRATCH_COUNT,
    .kinds = gmmu_kinds,
    .kind_generic = GMMU_KIND_GENERIC,
    .kind_invalid = GMMU_KIND_INVALID,
    .kind_foreign = 0x60,
};

const struct gv100_places gv100_places_turing = {
    .runlist_way = GV100_RUNLISTS_OWN,
    .doorbell_way = GV100_DOORBELL_RUNLIST,
    .interrupt_way = GV100_INTERRUPTS_LEAVES,
    .start_way = GV100_START_ITSELF,
    .pbdmas = TU_PBDMAS,
    .runlists = PFIFO_RUNLIST_SUBMIT_COUNT,
    .engines = TU_PFIFO_ENGINE_STATUS_COUNT,
    .lces = TU_LCES,
    .trees = TU_PMC_INTR_COUNT,
    .id_holes = true,
    .board_memory = true,
    .channel_class = TU_CLASS_CHANNEL_GPFIFO,
    .usermode_class = TU_CLASS_USERMODE,
    .copy_class = TU_CLASS_DMA_COPY,
    .bar1_engine = TU_GMMU_ENGINE_BAR1,
    .bar2_engine = TU_GMMU_ENGINE_BAR2,
    .bar1_block = VIRTUAL_FUNCTION_PRIV_BAR1_BLOCK,
    .bar2_block = VIRTUAL_FUNCTION_PRIV_BAR2_BLOCK,
    .bind_status = VIRTUAL_FUNCTION_PRIV_BIND_STATUS,
    .invalidate_pdb = VIRTUAL_FUNCTION_PRIV_MMU_INVALIDATE_PDB,
    .invalidate_upper_pdb = VIRTUAL_FUNCTION_PRIV_MMU_INVALIDATE_UPPER_PDB,
    .invalidate = VIRTUAL_FUNCTION_PRIV_MMU_INVALIDATE,
    .fault_buffer = VIRTUAL_FUNCTION_PRIV_MMU_FAULT_BUFFER_LO(0),
    .fault_buffer_stride =
        VIRTUAL_FUNCTION_PRIV_MMU_FAULT_BUFFER_LO(1) - VIRTUAL_FUNCTION_PRIV_MMU_FAULT_BUFFER_LO(0),
    .fault = VIRTUAL_FUNCTION_PRIV_MMU_FAULT_ADDR_LO,
    .fault_filter = VIRTUAL_FUNCTION_PRIV_MMU_PAGE_FAULT_CTRL,
    .locked_range = WPR2_LO,
    .scratch = TU_PBUS_SW_SCRATCH(0),
    .scratch_count = TU_PBUS_SW_SCRATCH_COUNT,
    .kinds = gmmu_kinds_turing,
    .kind_generic = TU_GMMU_KIND_GENERIC,
    .kind_invalid = TU_GMMU_KIND_INVALID,
    .kind_foreign = 0x11, /* of GV100 */
    .stall_vectors = CTRL_LEGACY_ENGINE_STALL_INTR_BASE_VECTORID,
    .stall_vector = FUNCTION_VECTOR_STALL,
};
