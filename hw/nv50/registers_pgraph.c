/* The registers of PGRAPH as a table: tesla-mmio.md §5. */
#include "hw/nv50/registers.h"

#include "hw/addr.h"
#include "hw/nv50/pgraph.h"
#include "hw/nv50/register_rows.h"

/* As many as the largest die with such a stride has room for: G80, G200. */
#define TPCS_G80  8
#define TPCS_G200 10

static const struct field pgraph_unit_reset_fields[] = {
    { "DISPATCH", ALL, 0, PLAIN, { { 0, BIT(0) } } },
    { "M2MF", ALL, 0, PLAIN, { { 0, BIT(1) } } },
    { "VFETCH", ALL, 0, PLAIN, { { 0, BIT(2) } } },
    { "CCACHE", ALL, 0, PLAIN, { { 0, BIT(3) } } },
    { "PREGEOM", ALL, 0, PLAIN, { { 0, BIT(4) } } },
    { "POSTGEOM", ALL, 0, PLAIN, { { 0, BIT(5) } } },
    { "VATTR", ALL, 0, PLAIN, { { 0, BIT(6) } } },
    { "STRMOUT", ALL, 0, PLAIN, { { 0, BIT(7) } } },
    { "VCLIP", ALL, 0, PLAIN, { { 0, BIT(8) } } },
    { "TPC_RAST", ALL, 0, PLAIN, { { 0, BIT(9) } } },
    { "TPC_PROP", ALL, 0, PLAIN, { { 0, BIT(10) } } },
    { "TPC_TEX", ALL, 0, PLAIN, { { 0, BIT(11) } } },
    { "TPC_GEOM", ALL, 0, PLAIN, { { 0, BIT(12) } } },
    { "TPC_MP", ALL, 0, PLAIN, { { 0, BIT(13) } } },
    { "RATTR", ALL, 0, PLAIN, { { 0, BIT(14) } } },
    { "APLANE", ALL, 0, PLAIN, { { 0, BIT(15) } } },
    { "TRAST", ALL, 0, PLAIN, { { 0, BIT(16) } } },
    { "CLIPID", ALL, 0, PLAIN, { { 0, BIT(17) } } },
    { "ZCULL", ALL, 0, PLAIN, { { 0, BIT(18) } } },
    { "ENG2D", ALL, 0, PLAIN, { { 0, BIT(19) } } },
    { "RMASK", ALL, 0, PLAIN, { { 0, BIT(20) } } },
    { "ROP", ALL, 0, PLAIN, { { 0, BIT(21) } } },
    { "TPC_CTRL", ALL, 0, PLAIN, { { 0, BIT(22) } } },
};
static const struct field pgraph_debug_0_fields[] = {
    { "INVALID_OBJECT_CHECK", ALL, 0, PLAIN, { { 0, BIT(4) } } },
    { "INVALID_STATE_CHECK", ALL, 0, PLAIN, { { 0, BIT(6) } } },
    { "INVALID_COMMAND_CHECK", ALL, 0, PLAIN, { { 0, BIT(7) } } },
    { "INVALID_BITFIELD_CHECK", ALL, 0, PLAIN, { { 0, BIT(8) } } },
};
static const struct field pgraph_debug_1_fields[] = {
    { "PM_TRIGGER", ALL, 0, PLAIN, { { 0, PGRAPH_DEBUG_1_PM_TRIGGER } } },
};
static const struct field pgraph_debug_3_fields[] = {
    { "HW_CONTEXT_SWITCH", ALL, 0, PLAIN, { { 0, BIT(2) } } },
    { "SINGLE_STEP", ALL, 0, PLAIN, { { 0, BIT(8) } } },
};
static const struct field pgraph_intr_fields[] = {
    { "NOTIFY", ALL, 0, PLAIN, { { 0, BIT(0) } } },
    { "QUERY", ALL, 0, PLAIN, { { 0, BIT(1) } } },
    { "SYNC", ALL, 0, PLAIN, { { 0, BIT(2) } } },
    { "ILLEGAL_MTHD", ALL, 0, PLAIN, { { 0, BIT(4) } } },
    { "ILLEGAL_CLASS", ALL, 0, PLAIN, { { 0, BIT(5) } } },
    { "DOUBLE_NOTIFY", ALL, 0, PLAIN, { { 0, BIT(6) } } },
    { "CONTEXT_SWITCH", ALL, 0, PLAIN, { { 0, BIT(12) } } },
    { "BUFFER_NOTIFY", ALL, 0, PLAIN, { { 0, BIT(16) } } },
    { "DATA_ERROR", ALL, 0, PLAIN, { { 0, BIT(20) } } },
    { "TRAP", ALL, 0, PLAIN, { { 0, BIT(21) } } },
    { "SINGLE_STEP", ALL, 0, PLAIN, { { 0, BIT(24) } } },
    { "CTXPROG_SINGLE_STEP", ALL, 0, PLAIN, { { 0, BIT(25) } } },
};
static const struct field pgraph_trap_fields[] = {
    { "DISPATCH", ALL, 0, PLAIN, { { 0, BIT(0) } } },
    { "M2MF", ALL, 0, PLAIN, { { 0, BIT(1) } } },
    { "VFETCH", ALL, 0, PLAIN, { { 0, BIT(2) } } },
    { "STRMOUT", ALL, 0, PLAIN, { { 0, BIT(3) } } },
    { "CCACHE", ALL, 0, PLAIN, { { 0, BIT(4) } } },
    { "CLIPID", ALL, 0, PLAIN, { { 0, BIT(5) } } },
    { "TEX", ALL, 0, PLAIN, { { 0, BIT(6) } } },
    { "MP", ALL, 0, PLAIN, { { 0, BIT(7) } } },
    { "PROP", ALL, 0, PLAIN, { { 0, BIT(8) } } },
};
static const struct field_value data_errors[] = {
    { DATA_ERROR_INVALID_OPERATION, "INVALID_OPERATION", ALL },
    { DATA_ERROR_INVALID_VALUE, "INVALID_VALUE", ALL },
    { DATA_ERROR_INVALID_ENUM, "INVALID_ENUM", ALL },
    { DATA_ERROR_INVALID_OBJECT, "INVALID_OBJECT", ALL },
    { DATA_ERROR_READ_ONLY_OBJECT, "READ_ONLY_OBJECT", ALL },
    { DATA_ERROR_SUPERVISOR_OBJECT, "SUPERVISOR_OBJECT", ALL },
    { DATA_ERROR_INVALID_ALIGNMENT, "INVALID_ALIGNMENT", ALL },
    { DATA_ERROR_INVALID_BITFIELD, "INVALID_BITFIELD", ALL },
    { DATA_ERROR_Z_OUT_OF_BOUNDS, "Z_OUT_OF_BOUNDS", ALL },
    { DATA_ERROR_XY_OUT_OF_BOUNDS, "XY_OUT_OF_BOUNDS", ALL },
    { DATA_ERROR_FORMAT_MISMATCH_2D, "FORMAT_MISMATCH_2D", ALL },
    { DATA_ERROR_M2MF_IN_PITCH, "M2MF_IN_PITCH", ALL },
    { DATA_ERROR_M2MF_OUT_PITCH, "M2MF_OUT_PITCH", ALL },
};
static const struct field pgraph_data_error_fields[] = {
    { "CODE", ALL, 0, NAMED(data_errors), { { 0, BITS(31, 0) } } },
};
static const struct field pgraph_ctxctl_status_fields[] = {
    { "RUNNING", ALL, 0, PLAIN, { { 0, BIT(0) } } },
    { "DISPATCH_FREE", ALL, 0, PLAIN, { { 0, BIT(1) } } },
    { "STATE", ALL, 0, PLAIN, { { 0, BITS(5, 4) } } },
    { "NEXT_DIFFERS", ALL, 0, PLAIN, { { 0, BIT(8) } } },
};
static const struct field pgraph_ctxctl_control_fields[] = {
    { "RUN", ALL, 0, PLAIN, { { 0, BIT(0) } } },
    { "RESET_EXECUTE", ALL, 0, PLAIN, { { 0, BIT(1) } } },
    { "RESET_PC", ALL, 0, PLAIN, { { 0, BIT(2) } } },
    { "RESET_FLAGS", ALL, 0, PLAIN, { { 0, BIT(3) } } },
    { "SINGLE_STEP", ALL, 0, PLAIN, { { 0, BIT(4) } } },
};
static const struct field_value targets[] = {
    { TARGET_VRAM, "VRAM", ALL },
    { TARGET_SYSRAM_SNOOP, "SYSRAM_SNOOP", ALL },
    { TARGET_SYSRAM_NOSNOOP, "SYSRAM_NOSNOOP", ALL },
};
static const struct field pgraph_ctxctl_cur_fields[] = {
    { "CHANNEL", ALL, 12, PLAIN, { { 0, BITS(27, 0) } } },
    { "TARGET", ALL, 0, NAMED(targets), { { 0, BITS(29, 28) } } },
    { "VALID", ALL, 0, PLAIN, { { 0, PGRAPH_CTXCTL_VALID } } },
};
static const struct field pgraph_fifo_control_fields[] = {
    { "PULL", ALL, 0, PLAIN, { { 0, PGRAPH_FIFO_CONTROL_PULL } } },
};
static const struct field pgraph_fifo_status_fields[] = {
    { "EMPTY", ALL, 0, PLAIN, { { 0, BIT(0) } } },
    { "FULL", ALL, 0, PLAIN, { { 0, BIT(1) } } },
};
static const struct field pgraph_status_fields[] = {
    { "ALL", ALL, 0, PLAIN, { { 0, BIT(0) } } },
    { "DISPATCH", ALL, 0, PLAIN, { { 0, BIT(1) } } },
    { "M2MF", ALL, 0, PLAIN, { { 0, BIT(6) } } },
    { "CTXPROG", ALL, 0, PLAIN, { { 0, BIT(8) } } },
    { "VFETCH", ALL, 0, PLAIN, { { 0, BIT(9) } } },
    { "CCACHE_PREGEOM", ALL, 0, PLAIN, { { 0, BIT(10) } } },
    { "STRMOUT_VATTR_POSTGEOM", ALL, 0, PLAIN, { { 0, BIT(11) } } },
    { "VCLIP", ALL, 0, PLAIN, { { 0, BIT(12) } } },
    { "RATTR_APLANE", ALL, 0, PLAIN, { { 0, BIT(13) } } },
    { "TRAST", ALL, 0, PLAIN, { { 0, BIT(14) } } },
    { "CLIPID", ALL, 0, PLAIN, { { 0, BIT(15) } } },
    { "ZCULL", ALL, 0, PLAIN, { { 0, BIT(16) } } },
    { "ENG2D", ALL, 0, PLAIN, { { 0, BIT(17) } } },
    { "RMASK", ALL, 0, PLAIN, { { 0, BIT(18) } } },
    { "TPC_RAST", ALL, 0, PLAIN, { { 0, BIT(19) } } },
    { "TPC_PROP", ALL, 0, PLAIN, { { 0, BIT(20) } } },
    { "TPC_TEX", ALL, 0, PLAIN, { { 0, BIT(21) } } },
    { "TPC_GEOM", ALL, 0, PLAIN, { { 0, BIT(22) } } },
    { "TPC_MP", ALL, 0, PLAIN, { { 0, BIT(23) } } },
    { "ROP", ALL, 0, PLAIN, { { 0, BIT(24) } } },
};
static const struct field pgraph_trapped_addr_fields[] = {
    { "METHOD", ALL, 2, PLAIN, { { 0, PGRAPH_CMD_METHOD } } },
    { "SUBCHANNEL", ALL, 0, PLAIN, { { 0, PGRAPH_CMD_SUBCHANNEL } } },
};
static const struct field pgraph_dispatch_trap_fields[] = {
    { "FAULT", ALL, 0, PLAIN, { { 0, BIT(0) } } },
    { "QUERY", ALL, 0, PLAIN, { { 0, BIT(1) } } },
    { "GRCTX_MMIO", ALL, 0, PLAIN, { { 0, BIT(2) } } },
    { "GRCTX_XFER", ALL, 0, PLAIN, { { 0, BITS(4, 3) } } },
    { "CLEAR", ALL, 0, PLAIN, { { 0, BIT(30) } } },
    { "ENABLE", ALL, 0, PLAIN, { { 0, BIT(31) } } },
};
static const struct field pgraph_vfetch_trap_fields[] = {
    { "FAULT", ALL, 0, PLAIN, { { 0, BIT(0) } } },
    { "CLEAR", ALL, 0, PLAIN, { { 0, BIT(30) } } },
    { "ENABLE", ALL, 0, PLAIN, { { 0, BIT(31) } } },
};
static const struct field pgraph_ccache_trap_fields[] = {
    { "FAULT", ALL, 0, PLAIN, { { 0, BITS(2, 0) } } },
    { "CLEAR", ALL, 0, PLAIN, { { 0, BIT(30) } } },
    { "ENABLE", ALL, 0, PLAIN, { { 0, BIT(31) } } },
};
static const struct field pgraph_m2mf_trap_fields[] = {
    { "NOTIFY", ALL, 0, PLAIN, { { 0, BIT(0) } } },  { "IN", ALL, 0, PLAIN, { { 0, BIT(1) } } },
    { "OUT", ALL, 0, PLAIN, { { 0, BIT(2) } } },     { "CLEAR", ALL, 0, PLAIN, { { 0, BIT(30) } } },
    { "ENABLE", ALL, 0, PLAIN, { { 0, BIT(31) } } },
};
static const struct field pgraph_tpc_mpc_trap_fields[] = {
    { "LOCAL_LIMIT_READ", ALL, 0, PLAIN, { { 0, BIT(0) } } },
    { "LOCAL_LIMIT_WRITE", ALL, 0, PLAIN, { { 0, BIT(4) } } },
    { "STACK_LIMIT", ALL, 0, PLAIN, { { 0, BIT(6) } } },
    { "GLOBAL_LIMIT_READ", ALL, 0, PLAIN, { { 0, BIT(8) } } },
    { "GLOBAL_LIMIT_WRITE", ALL, 0, PLAIN, { { 0, BIT(12) } } },
    { "MP0", ALL, 0, PLAIN, { { 0, BIT(16) } } },
    { "MP1", ALL, 0, PLAIN, { { 0, BIT(17) } } },
    { "GLOBAL_LIMIT_RED", CHIPS_G84_UP, 0, PLAIN, { { 0, BIT(18) } } },
    { "GLOBAL_LIMIT_ATOM", CHIPS_G84_UP, 0, PLAIN, { { 0, BIT(22) } } },
    { "MP2", CHIPS_G200_UP, 0, PLAIN, { { 0, BIT(26) } } },
    { "CLEAR", ALL, 0, PLAIN, { { 0, BIT(30) } } },
    { "ENABLE", ALL, 0, PLAIN, { { 0, BIT(31) } } },
};
/* Those of the trap but for the two with which it is acknowledged. */
#define MPC_TRAP_EN ARRAY_SIZE(pgraph_tpc_mpc_trap_fields) - 2, pgraph_tpc_mpc_trap_fields

static const struct field pgraph_tpc_tex_trap_fields[] = {
    { "ANY", ALL, 0, PLAIN, { { 0, BIT(0) } } },
    { "FAULT", ALL, 0, PLAIN, { { 0, BIT(1) } } },
    { "STORAGE_TYPE_MISMATCH", ALL, 0, PLAIN, { { 0, BIT(2) } } },
    { "LINEAR_MISMATCH", ALL, 0, PLAIN, { { 0, BIT(3) } } },
    { "WRONG_MEMTYPE", ALL, 0, PLAIN, { { 0, BIT(5) } } },
    { "CLEAR", ALL, 0, PLAIN, { { 0, BIT(30) } } },
    { "ENABLE", ALL, 0, PLAIN, { { 0, BIT(31) } } },
};
static const struct field pgraph_tpc_state_fields[] = {
    { "MP", ALL, 0, PLAIN, { { 0, PGRAPH_TPC_STATE_MP } } },
    { "SPACE", ALL, 0, PLAIN, { { 0, PGRAPH_TPC_STATE_SPACE } } },
    { "INDEX", ALL, 0, PLAIN, { { 0, PGRAPH_TPC_STATE_INDEX } } },
};
static const struct field pgraph_tpc_prop_trap_fields[] = {
    { "SURF_WIDTH_OVERRUN", ALL, 0, PLAIN, { { 0, BIT(2) } } },
    { "SURF_HEIGHT_OVERRUN", ALL, 0, PLAIN, { { 0, BIT(3) } } },
    { "DST2D_FAULT", ALL, 0, PLAIN, { { 0, BIT(4) } } },
    { "ZETA_FAULT", ALL, 0, PLAIN, { { 0, BIT(5) } } },
    { "RT_FAULT", ALL, 0, PLAIN, { { 0, BIT(6) } } },
    { "CUDA_FAULT", ALL, 0, PLAIN, { { 0, BIT(7) } } },
    { "DST2D_STORAGE_TYPE_MISMATCH", ALL, 0, PLAIN, { { 0, BIT(8) } } },
    { "ZETA_STORAGE_TYPE_MISMATCH", ALL, 0, PLAIN, { { 0, BIT(9) } } },
    { "RT_STORAGE_TYPE_MISMATCH", ALL, 0, PLAIN, { { 0, BIT(10) } } },
    { "DST2D_LINEAR_MISMATCH", ALL, 0, PLAIN, { { 0, BIT(11) } } },
    { "RT_LINEAR_MISMATCH", ALL, 0, PLAIN, { { 0, BIT(12) } } },
    { "CLEAR", ALL, 0, PLAIN, { { 0, BIT(30) } } },
    { "ENABLE", ALL, 0, PLAIN, { { 0, BIT(31) } } },
};
static const struct field pgraph_cmd_addr_fields[] = {
    { "METHOD", ALL, 2, PLAIN, { { 0, PGRAPH_CMD_METHOD } } },
    { "SUBCHANNEL", ALL, 0, PLAIN, { { 0, PGRAPH_CMD_SUBCHANNEL } } },
    { "NONINC", ALL, 0, PLAIN, { { 0, PGRAPH_CMD_NONINC } } },
    { "DOUBLE", ALL, 0, PLAIN, { { 0, PGRAPH_CMD_DOUBLE } } },
    { "CURRENT_SUBCH", ALL, 0, PLAIN, { { 0, BIT(29) } } },
    { "VALID", ALL, 0, PLAIN, { { 0, PGRAPH_CMD_VALID } } },
};
static const struct field pgraph_ctx_switch_1_fields[] = {
    { "CLASS", ALL, 0, PLAIN, { { 0, PGRAPH_CTX_SWITCH_1_CLASS } } },
};
static const struct field pgraph_ctx_switch_4_fields[] = {
    { "OBJECT", ALL, 0, PLAIN, { { 0, PGRAPH_CTX_SWITCH_4_OBJECT } } },
};
static const struct field pgraph_flags_0_fields[] = {
    { "XFER_ENABLE", ALL, 0, PLAIN, { { 0, PGRAPH_FLAGS_0_XFER_ENABLE } } },
};
static const struct field pgraph_flags_2_fields[] = {
    { "IDLE", ALL, 0, PLAIN, { { 0, BIT(0) } } },
    { "AUTO_SAVE", ALL, 0, PLAIN, { { 0, BIT(4) } } },
    { "AUTO_LOAD", ALL, 0, PLAIN, { { 0, BIT(5) } } },
    { "NEWCTX_DONE", ALL, 0, PLAIN, { { 0, BIT(10) } } },
    { "XFER_BUSY", ALL, 0, PLAIN, { { 0, BIT(11) } } },
    { "TIMER_ZERO", ALL, 0, PLAIN, { { 0, BIT(12) } } },
    { "ALWAYS_TRUE", ALL, 0, PLAIN, { { 0, BIT(13) } } },
    { "INTR_PENDING", ALL, 0, PLAIN, { { 0, BIT(15) } } },
};
static const struct field pgraph_misc_fields[] = {
    { "NOTIFY_FAULT", ALL, 0, PLAIN, { { 0, BIT(0) } } },
    { "COND_FAULT", ALL, 0, PLAIN, { { 0, BIT(3) } } },
    { "NOTIFY_PENDING", ALL, 0, PLAIN, { { 0, BIT(8) } } },
    { "NOTIFY_AWAKEN", ALL, 0, PLAIN, { { 0, BIT(16) } } },
};

const struct nv50_register nv50_pgraph_registers[] = {
    { "PGRAPH_UNIT_RESET", PGRAPH_UNIT_RESET, 0, 0, ALL, WITH(pgraph_unit_reset_fields) },
    { "PGRAPH_DEBUG_0", PGRAPH_DEBUG_0, 0, 0, ALL, WITH(pgraph_debug_0_fields) },
    { "PGRAPH_DEBUG_1", PGRAPH_DEBUG_1, 0, 0, ALL, WITH(pgraph_debug_1_fields) },
    { "PGRAPH_DEBUG_3", PGRAPH_DEBUG_3, 0, 0, ALL, WITH(pgraph_debug_3_fields) },
    { "PGRAPH_INTR", PGRAPH_INTR, 0, 0, ALL, WITH(pgraph_intr_fields) },
    { "PGRAPH_INTR_EN", PGRAPH_INTR_EN, 0, 0, ALL, WITH(pgraph_intr_fields) },
    { "PGRAPH_TRAP", PGRAPH_TRAP, 0, 0, ALL, WITH(pgraph_trap_fields) },
    { "PGRAPH_TRAP_EN", PGRAPH_TRAP_EN, 0, 0, ALL, WITH(pgraph_trap_fields) },
    { "PGRAPH_DATA_ERROR", PGRAPH_DATA_ERROR, 0, 0, ALL, WITH(pgraph_data_error_fields) },
    { "PGRAPH_CTXCTL_STATUS", PGRAPH_CTXCTL_STATUS, 0, 0, ALL, WITH(pgraph_ctxctl_status_fields) },
    { "PGRAPH_CTXCTL_CONTROL", PGRAPH_CTXCTL_CONTROL, 0, 0, ALL,
      WITH(pgraph_ctxctl_control_fields) },
    { "PGRAPH_CTXCTL_PC", PGRAPH_CTXCTL_PC, 0, 0, ALL, BARE },
    { "PGRAPH_CTXCTL_CMD", PGRAPH_CTXCTL_CMD, 0, 0, ALL, BARE },
    { "PGRAPH_CTXCTL_INDEX", PGRAPH_CTXCTL_INDEX, 0, 0, ALL, BARE },
    { "PGRAPH_CTXCTL_DATA", PGRAPH_CTXCTL_DATA, 0, 0, ALL, BARE },
    { "PGRAPH_CTXCTL_CUR", PGRAPH_CTXCTL_CUR, 0, 0, ALL, WITH(pgraph_ctxctl_cur_fields) },
    { "PGRAPH_CTXCTL_NEXT", PGRAPH_CTXCTL_NEXT, 0, 0, ALL, WITH(pgraph_ctxctl_cur_fields) },
    { "PGRAPH_CTXCTL_REG_POINTER", PGRAPH_CTXCTL_REG_POINTER, 0, 0, ALL, BARE },
    { "PGRAPH_CTXCTL_XFER_POINTER", PGRAPH_CTXCTL_XFER_POINTER, 0, 0, ALL, BARE },
    { "PGRAPH_CTXCTL_SWAP", PGRAPH_CTXCTL_SWAP, 0, 0, ALL, BARE },
    { "PGRAPH_VSTATUS", PGRAPH_VSTATUS, 4, PGRAPH_VSTATUS_COUNT, ALL, BARE },
    { "PGRAPH_FIFO_CONTROL", PGRAPH_FIFO_CONTROL, 0, 0, ALL, WITH(pgraph_fifo_control_fields) },
    { "PGRAPH_FIFO_STATUS", PGRAPH_FIFO_STATUS, 0, 0, ALL, WITH(pgraph_fifo_status_fields) },
    { "PGRAPH_STATUS", PGRAPH_STATUS, 0, 0, ALL, WITH(pgraph_status_fields) },
    { "PGRAPH_TRAPPED_ADDR", PGRAPH_TRAPPED_ADDR, 0, 0, ALL, WITH(pgraph_trapped_addr_fields) },
    { "PGRAPH_TRAPPED_DATA", PGRAPH_TRAPPED_DATA, 4, 2, ALL, BARE },
    { "PGRAPH_DISPATCH_TRAP", PGRAPH_DISPATCH_TRAP, 0, 0, ALL, WITH(pgraph_dispatch_trap_fields) },
    { "PGRAPH_VFETCH_TRAP", PGRAPH_VFETCH_TRAP, 0, 0, ALL, WITH(pgraph_vfetch_trap_fields) },
    { "PGRAPH_STRMOUT_TRAP", PGRAPH_STRMOUT_TRAP, 0, 0, ALL, WITH(pgraph_vfetch_trap_fields) },
    { "PGRAPH_CLIPID_TRAP", PGRAPH_CLIPID_TRAP, 0, 0, ALL, WITH(pgraph_vfetch_trap_fields) },
    { "PGRAPH_CCACHE_TRAP", PGRAPH_CCACHE_TRAP, 0, 0, ALL, WITH(pgraph_ccache_trap_fields) },
    { "PGRAPH_M2MF_TRAP", PGRAPH_M2MF_TRAP, 0, 0, ALL, WITH(pgraph_m2mf_trap_fields) },
    { "PGRAPH_M2MF_TRAP_INFO", PGRAPH_M2MF_TRAP_INFO, 4, 4, ALL, BARE },
    { "PGRAPH_CMD_ADDR", PGRAPH_CMD_ADDR, 0, 0, ALL, WITH(pgraph_cmd_addr_fields) },
    { "PGRAPH_CMD_DATA_LOW", PGRAPH_CMD_DATA_LOW, 0, 0, ALL, BARE },
    { "PGRAPH_CMD_DATA_HIGH", PGRAPH_CMD_DATA_HIGH, 0, 0, ALL, BARE },
    { "PGRAPH_CTX_SWITCH_1", PGRAPH_CTX_SWITCH_1, 0, 0, ALL, WITH(pgraph_ctx_switch_1_fields) },
    { "PGRAPH_CTX_SWITCH_2", PGRAPH_CTX_SWITCH_2, 0, 0, ALL, BARE },
    { "PGRAPH_CTX_SWITCH_3", PGRAPH_CTX_SWITCH_3, 0, 0, ALL, BARE },
    { "PGRAPH_CTX_SWITCH_4", PGRAPH_CTX_SWITCH_4, 0, 0, ALL, WITH(pgraph_ctx_switch_4_fields) },
    { "PGRAPH_FLAGS_0", PGRAPH_FLAGS_0, 0, 0, ALL, WITH(pgraph_flags_0_fields) },
    { "PGRAPH_FLAGS_1", PGRAPH_FLAGS_1, 0, 0, ALL, BARE },
    { "PGRAPH_FLAGS_2", PGRAPH_FLAGS_2, 0, 0, ALL, WITH(pgraph_flags_2_fields) },
    { "PGRAPH_FLAGS_3", PGRAPH_FLAGS_3, 0, 0, ALL, BARE },
    { "PGRAPH_MISC", PGRAPH_MISC, 0, 0, ALL, WITH(pgraph_misc_fields) },
    { "PGRAPH_ST2_ADDR", PGRAPH_ST2_ADDR, 0, 0, ALL, BARE },
    { "PGRAPH_COND", PGRAPH_COND, 0, 0, ALL, BARE },
    { "PGRAPH_ZCULL_18", PGRAPH_ZCULL_18, 4, PGRAPH_ZCULL_18_COUNT, ALL, BARE },
    { "PGRAPH_ZCULL_A8", PGRAPH_ZCULL_A8, 0, 0, ALL, BARE },
    { "PGRAPH_ZCULL_C0", PGRAPH_ZCULL_C0, 0, 0, ALL, BARE },
    { "PGRAPH_CCACHE_MISC", PGRAPH_CCACHE_MISC, 0, 0, ALL, BARE },
    { "PGRAPH_TPC_MPC_TRAP", PGRAPH_TPC_MPC_TRAP_G80, PGRAPH_TPC_STRIDE_G80, TPCS_G80,
      CHIPS_PRE_G200, WITH(pgraph_tpc_mpc_trap_fields) },
    { "PGRAPH_TPC_MPC_TRAP_EN", PGRAPH_TPC_MPC_TRAP_EN_G80, PGRAPH_TPC_STRIDE_G80, TPCS_G80,
      CHIPS_PRE_G200, MPC_TRAP_EN },
    { "PGRAPH_TPC_TEX_TRAP", PGRAPH_TPC_TEX_TRAP_G80, PGRAPH_TPC_STRIDE_G80, TPCS_G80,
      CHIPS_PRE_G200, WITH(pgraph_tpc_tex_trap_fields) },
    { "PGRAPH_TPC_PROP_TRAP", PGRAPH_TPC_PROP_TRAP_G80, PGRAPH_TPC_STRIDE_G80, TPCS_G80,
      CHIPS_PRE_G200, WITH(pgraph_tpc_prop_trap_fields) },
    { "PGRAPH_TPC_STATE", PGRAPH_TPC_STATE, PGRAPH_TPC_STRIDE_G80, TPCS_G80, CHIPS_PRE_G200,
      WITH(pgraph_tpc_state_fields) },
    { "PGRAPH_TPC_STATE_DATA", PGRAPH_TPC_STATE_DATA, PGRAPH_TPC_STRIDE_G80, TPCS_G80,
      CHIPS_PRE_G200, BARE },
    { "PGRAPH_TPC_STATE", PGRAPH_TPC_STATE, PGRAPH_TPC_STRIDE_G200, TPCS_G200, CHIPS_G200_UP,
      WITH(pgraph_tpc_state_fields) },
    { "PGRAPH_TPC_STATE_DATA", PGRAPH_TPC_STATE_DATA, PGRAPH_TPC_STRIDE_G200, TPCS_G200,
      CHIPS_G200_UP, BARE },
    { "PGRAPH_TPC_MPC_TRAP", PGRAPH_TPC_MPC_TRAP_G200, PGRAPH_TPC_STRIDE_G200, TPCS_G200,
      CHIPS_G200_UP, WITH(pgraph_tpc_mpc_trap_fields) },
    { "PGRAPH_TPC_MPC_TRAP_EN", PGRAPH_TPC_MPC_TRAP_EN_G200, PGRAPH_TPC_STRIDE_G200, TPCS_G200,
      CHIPS_G200_UP, MPC_TRAP_EN },
    { "PGRAPH_TPC_TEX_TRAP", PGRAPH_TPC_TEX_TRAP_G200, PGRAPH_TPC_STRIDE_G200, TPCS_G200,
      CHIPS_G200_UP, WITH(pgraph_tpc_tex_trap_fields) },
    { "PGRAPH_TPC_PROP_TRAP", PGRAPH_TPC_PROP_TRAP_G200, PGRAPH_TPC_STRIDE_G200, TPCS_G200,
      CHIPS_G200_UP, WITH(pgraph_tpc_prop_trap_fields) },
    { 0 },
};
