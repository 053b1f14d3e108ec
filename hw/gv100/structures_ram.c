/* RAMIN, RAMFC, USERD and runlist entries: docs/hardware/gv100.md §3.1 to §3.4. */
#include "hw/gv100/ram.h"
#include "hw/gv100/rows.h"
#include "hw/gv100/structures.h"

static const struct field_value false_true[] = { V(0, "FALSE"), V(1, "TRUE") };
static const struct field_value off_on[] = { V(0, "DISABLED"), V(1, "ENABLED") };
static const struct field_value page_sizes[] = { V(0, "128KB"), V(1, "64KB") };
static const struct field_value sc_page_sizes[] = { V(1, "64KB") };
static const struct field_value stops[] = { V(0, "WFI"), V(1, "FG") };
static const struct field_value modes[] = { V(0, "PHYSICAL"), V(1, "VIRTUAL") };

static const struct field_value targets[] = {
    V(RAMIN_TARGET_VID_MEM, "VID_MEM"),
    V(RAMIN_TARGET_INVALID, "INVALID"),
    V(RAMIN_TARGET_SYS_MEM_COHERENT, "SYS_MEM_COHERENT"),
    V(RAMIN_TARGET_SYS_MEM_NONCOHERENT, "SYS_MEM_NONCOHERENT"),
};

static const struct field_value wfi_targets[] = {
    V(0, "LOCAL_MEM"),
    V(2, "SYS_MEM_COHERENT"),
    V(3, "SYS_MEM_NONCOHERENT"),
};

static const struct field_value inst_targets[] = {
    V(0, "VID_MEM"),
    V(2, "SYS_MEM_COHERENT"),
    V(3, "SYS_MEM_NONCOHERENT"),
};

static const struct field_value userd_targets[] = {
    V(USERD_TARGET_VID_MEM, "VID_MEM"),
    V(USERD_TARGET_VID_MEM_NVLINK_COHERENT, "VID_MEM_NVLINK_COHERENT"),
    V(USERD_TARGET_SYS_MEM_COHERENT, "SYS_MEM_COHERENT"),
    V(USERD_TARGET_SYS_MEM_NONCOHERENT, "SYS_MEM_NONCOHERENT"),
};

/* A field of all subcontexts: of their bits in SC_PDB_VALID, and of their four words. */
#define SC_BIT  .count = RAMIN_SUBCONTEXTS, .stride = 1
#define SC      .count = RAMIN_SUBCONTEXTS, .stride = 32 * RAMIN_SC_WORDS
#define SC_PD   (RAMIN_SC + RAMIN_SC_PAGE_DIR)
#define SC_ATSW (RAMIN_SC + RAMIN_SC_ATS)
#define PD      RAMIN_PAGE_DIR_BASE

/* clang-format off */
static const struct field ramin_fields[] = {
    { ROW("page_dir_base_target", 0, targets), { { PD, RAMIN_PDB_TARGET } } },
    { ROW("page_dir_base_vol", 0, false_true), { { PD, RAMIN_PDB_VOL } } },
    { ROW("page_dir_base_fault_replay_tex", 0, off_on), { { PD, RAMIN_PDB_FAULT_REPLAY_TEX } } },
    { ROW("page_dir_base_fault_replay_gcc", 0, off_on), { { PD, RAMIN_PDB_FAULT_REPLAY_GCC } } },
    { ROW("use_ver2_pt_format", 0, false_true), { { PD, RAMIN_PDB_USE_VER2_PT_FORMAT } } },
    { ROW("big_page_size", 0, page_sizes), { { PD, RAMIN_PDB_BIG_PAGE_SIZE } } },
    { NUMBER("page_dir_base", 12), { { PD, RAMIN_PDB_LO }, { RAMIN_PAGE_DIR_BASE_HI, RAMIN_PDB_HI } } },
    { ROW("engine_cs", 0, stops), { { RAMIN_ENGINE_WFI, RAMIN_ENGINE_CS } } },
    { ROW("engine_wfi_target", 0, wfi_targets), { { RAMIN_ENGINE_WFI, RAMIN_ENGINE_WFI_TARGET } } },
    { ROW("engine_wfi_mode", 0, modes), { { RAMIN_ENGINE_WFI, RAMIN_ENGINE_WFI_MODE } } },
    { NUMBER("engine_wfi_ptr", 12), { { RAMIN_ENGINE_WFI, RAMIN_ENGINE_WFI_PTR_LO },
                                      { RAMIN_ENGINE_WFI_HI, RAMIN_ENGINE_WFI_PTR_HI } } },
    { NUMBER("engine_wfi_veid", 0), { { RAMIN_ENGINE_WFI_SUB, RAMIN_ENGINE_WFI_VEID } } },
    { ROW("enable_ats", 0, false_true), { { RAMIN_ATS, RAMIN_ATS_ENABLE } } },
    { NUMBER("pasid", 0), { { RAMIN_ATS, RAMIN_ATS_PASID } } },
    { NUMBER("eng_method_buffer_addr", 0), { { RAMIN_METHOD_BUFFER, RAMIN_METHOD_BUFFER_LO },
                                             { RAMIN_METHOD_BUFFER_WORD1, RAMIN_METHOD_BUFFER_HI } } },
    { ROW("sc_pdb_valid", 0, false_true), { { RAMIN_SC_PDB_VALID, BIT(0) } }, SC_BIT },
    { ROW("sc_page_dir_base_target", 0, targets), { { SC_PD, RAMIN_PDB_TARGET } }, SC },
    { ROW("sc_page_dir_base_vol", 0, false_true), { { SC_PD, RAMIN_PDB_VOL } }, SC },
    { ROW("sc_page_dir_base_fault_replay_tex", 0, off_on), { { SC_PD, RAMIN_PDB_FAULT_REPLAY_TEX } }, SC },
    { ROW("sc_page_dir_base_fault_replay_gcc", 0, off_on), { { SC_PD, RAMIN_PDB_FAULT_REPLAY_GCC } }, SC },
    { ROW("sc_use_ver2_pt_format", 0, false_true), { { SC_PD, RAMIN_PDB_USE_VER2_PT_FORMAT } }, SC },
    { ROW("sc_big_page_size", 0, sc_page_sizes), { { SC_PD, RAMIN_PDB_BIG_PAGE_SIZE } }, SC },
    { NUMBER("sc_page_dir_base", 12), { { SC_PD, RAMIN_PDB_LO }, { SC_PD + 1, RAMIN_PDB_HI } }, SC },
    { NUMBER("sc_enable_ats", 0), { { SC_ATSW, RAMIN_ATS_ENABLE } }, SC },
    { NUMBER("sc_pasid", 0), { { SC_ATSW, RAMIN_ATS_PASID } }, SC },
};

static const struct field ramfc_fields[] = {
    WORD("gp_put", RAMFC_GP_PUT), WORD("mem_op_a", RAMFC_MEM_OP_A), WORD("userd", RAMFC_USERD),
    WORD("userd_hi", RAMFC_USERD_HI), WORD("signature", RAMFC_SIGNATURE), WORD("gp_get", RAMFC_GP_GET),
    WORD("pb_get", RAMFC_PB_GET), WORD("pb_get_hi", RAMFC_PB_GET_HI),
    WORD("pb_top_level_get", RAMFC_PB_TOP_LEVEL_GET), WORD("pb_top_level_get_hi", RAMFC_PB_TOP_LEVEL_GET_HI),
    WORD("ref", RAMFC_REF), WORD("runtime", RAMFC_RUNTIME), WORD("acquire", RAMFC_ACQUIRE),
    WORD("acquire_deadline", RAMFC_ACQUIRE_DEADLINE), WORD("sem_addr_hi", RAMFC_SEM_ADDR_HI),
    WORD("sem_addr_lo", RAMFC_SEM_ADDR_LO), WORD("sem_payload_lo", RAMFC_SEM_PAYLOAD_LO),
    WORD("sem_execute", RAMFC_SEM_EXECUTE), WORD("gp_base", RAMFC_GP_BASE), WORD("gp_base_hi", RAMFC_GP_BASE_HI),
    WORD("gp_fetch", RAMFC_GP_FETCH), WORD("pb_fetch", RAMFC_PB_FETCH), WORD("pb_fetch_hi", RAMFC_PB_FETCH_HI),
    WORD("pb_put", RAMFC_PB_PUT), WORD("pb_put_hi", RAMFC_PB_PUT_HI), WORD("mem_op_b", RAMFC_MEM_OP_B),
    WORD_ON(CHIPS_VOLTA, "reserved26", RAMFC_RESERVED26), WORD("reserved27", RAMFC_RESERVED27),
    WORD("reserved28", RAMFC_RESERVED28), WORD("gp_crc", RAMFC_GP_CRC), WORD("pb_header", RAMFC_PB_HEADER),
    WORD("pb_count", RAMFC_PB_COUNT), WORD("subdevice", RAMFC_SUBDEVICE), WORD("pb_crc", RAMFC_PB_CRC),
    WORD("sem_payload_hi", RAMFC_SEM_PAYLOAD_HI), WORD("mem_op_c", RAMFC_MEM_OP_C),
    WORD("reserved20", RAMFC_RESERVED20), WORD("reserved21", RAMFC_RESERVED21), WORD("target", RAMFC_TARGET),
    WORD("method_crc", RAMFC_METHOD_CRC), WORD("method0", RAMFC_METHOD0), WORD("data0", RAMFC_DATA0),
    WORD("method1", RAMFC_METHOD0 + 2), WORD("data1", RAMFC_DATA0 + 2), WORD("method2", RAMFC_METHOD0 + 4),
    WORD("data2", RAMFC_DATA0 + 4), WORD("method3", RAMFC_METHOD0 + 6), WORD("data3", RAMFC_DATA0 + 6),
    WORD("hce_ctrl", RAMFC_HCE_CTRL), WORD("config", RAMFC_CONFIG),
    WORD_ON(CHIPS_TURING, "reserved62", TU_RAMFC_RESERVED62), WORD("set_channel_info", RAMFC_SET_CHANNEL_INFO),
};

static const struct field userd_fields[] = {
    WORD("put", USERD_PUT), WORD("get", USERD_GET), WORD("ref", USERD_REF), WORD("put_hi", USERD_PUT_HI),
    WORD("top_level_get", USERD_TOP_LEVEL_GET), WORD("top_level_get_hi", USERD_TOP_LEVEL_GET_HI),
    WORD("get_hi", USERD_GET_HI), WORD("gp_get", USERD_GP_GET), WORD("gp_put", USERD_GP_PUT),
};

/* Word 0 bit 0 tells which of the two an entry is. */
static const struct field_value entry_types[] = { V(0, "CHAN"), V(1, "TSG") };
static const struct field_value time_slices[] = { V(0, "1US") };
#define CHAN WHEN({ 0, RUNLIST0_TYPE, BIT(0) })
#define TSG  WHEN({ 0, RUNLIST0_TYPE, BIT(1) })

static const struct field runlist_fields[] = {
    { ROW("type", 0, entry_types), { { 0, RUNLIST0_TYPE } } },
    { NUMBER("runqueue_selector", 0), { { 0, RUNLIST0_CHAN_RUNQUEUE_SELECTOR } }, CHAN },
    { ROW("inst_target", 0, inst_targets), { { 0, RUNLIST0_CHAN_INST_TARGET } }, CHAN },
    { ROW("userd_target", 0, userd_targets), { { 0, RUNLIST0_CHAN_USERD_TARGET } }, CHAN },
    { NUMBER("userd_ptr", 8), { { 0, RUNLIST0_CHAN_USERD_PTR_LO }, { 1, RUNLIST1_CHAN_USERD_PTR_HI } }, CHAN },
    { NUMBER("chid", 0), { { 2, RUNLIST2_CHAN_CHID } }, CHAN },
    { NUMBER("inst_ptr", 12), { { 2, RUNLIST2_CHAN_INST_PTR_LO }, { 3, RUNLIST3_CHAN_INST_PTR_HI } }, CHAN },
    { NUMBER_ON(CHIPS_TURING, "gfid", 0), { { 0, TU_RUNLIST0_TSG_GFID } }, TSG },
    { NUMBER("timeslice_scale", 0), { { 0, RUNLIST0_TSG_TIMESLICE_SCALE } }, TSG },
    { ROW("timeslice_timeout", 0, time_slices), { { 0, RUNLIST0_TSG_TIMESLICE_TIMEOUT } }, TSG },
    { NUMBER("length", 0), { { 1, RUNLIST1_TSG_LENGTH } }, TSG },
    { NUMBER("tsgid", 0), { { 2, RUNLIST2_TSG_TSGID } }, TSG },
};

const struct structure gv100_ramin = { "ramin", 32, RAMIN_WORDS, FIELDS(ramin_fields), .first = RAMIN_RAMFC_WORDS };
const struct structure gv100_ramfc = { "ramfc", 32, RAMFC_WORDS, FIELDS(ramfc_fields) };
const struct structure gv100_userd = { "userd", 32, USERD_WORDS, FIELDS(userd_fields) };
const struct structure gv100_runlist = { "runlist", 32, RUNLIST_ENTRY_WORDS, FIELDS(runlist_fields) };
/* clang-format on */
