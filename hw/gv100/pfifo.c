/* The registers of hw/gv100/pfifo.h as a table: docs/hardware/gv100.md §3.5. */
#include "hw/gv100/pfifo.h"

#include "hw/gv100/register_rows.h"

/* clang-format off */
static const struct field pfifo_cfg0_fields[] = {
    PLAIN(PFIFO_CFG0, NUM_PBDMA), PLAIN(PFIFO_CFG0, PBDMA_FAULT_ID),
};
static const struct field pfifo_cfg1_fields[] = {
    PLAIN(PFIFO_CFG1, NUM_CHANNELS),
};
static const struct field pfifo_cfg2_fields[] = {
    PLAIN(PFIFO_CFG2, HOST_CLASS_ID),
};
static const struct field pfifo_acq_pretest_fields[] = {
    PLAIN(PFIFO_ACQ_PRETEST, TIMEOUT), PLAIN(PFIFO_ACQ_PRETEST, TIMESCALE),
};
static const struct field_value pfifo_userd_writeback_timer[] = {
    V(PFIFO_USERD_WRITEBACK_TIMER_DISABLED, "DISABLED"), V(PFIFO_USERD_WRITEBACK_TIMER_SHORT, "SHORT"),
    V(PFIFO_USERD_WRITEBACK_TIMER_100US, "100US"), };
static const struct field pfifo_userd_writeback_fields[] = {
    NAMED(PFIFO_USERD_WRITEBACK, TIMER, pfifo_userd_writeback_timer), PLAIN(PFIFO_USERD_WRITEBACK, TIMESCALE),
};
static const struct field_value pfifo_runlist_base_target[] = {
    V(PFIFO_RUNLIST_BASE_TARGET_VID_MEM, "VID_MEM"),
    V(PFIFO_RUNLIST_BASE_TARGET_SYS_MEM_COHERENT, "SYS_MEM_COHERENT"),
    V(PFIFO_RUNLIST_BASE_TARGET_SYS_MEM_NONCOHERENT, "SYS_MEM_NONCOHERENT"), };
static const struct field pfifo_runlist_base_fields[] = {
    PLAIN(PFIFO_RUNLIST_BASE, PTR), NAMED(PFIFO_RUNLIST_BASE, TARGET, pfifo_runlist_base_target),
};
static const struct field pfifo_runlist_fields[] = {
    PLAIN(PFIFO_RUNLIST, LENGTH), PLAIN(PFIFO_RUNLIST, ID),
};
static const struct field_value pfifo_eng_runlist_base_target[] = {
    V(PFIFO_ENG_RUNLIST_BASE_TARGET_VID_MEM, "VID_MEM"),
    V(PFIFO_ENG_RUNLIST_BASE_TARGET_SYS_MEM_COHERENT, "SYS_MEM_COHERENT"),
    V(PFIFO_ENG_RUNLIST_BASE_TARGET_SYS_MEM_NONCOHERENT, "SYS_MEM_NONCOHERENT"), };
static const struct field pfifo_eng_runlist_base_fields[] = {
    PLAIN(PFIFO_ENG_RUNLIST_BASE, PTR), NAMED(PFIFO_ENG_RUNLIST_BASE, TARGET, pfifo_eng_runlist_base_target),
};
static const struct field pfifo_eng_runlist_fields[] = {
    PLAIN(PFIFO_ENG_RUNLIST, LENGTH), PLAIN(PFIFO_ENG_RUNLIST, PENDING),
};
static const struct field pfifo_pbdma_map_fields[] = {
    PLAIN(PFIFO_PBDMA_MAP, RUNLISTS),
};
static const struct field pfifo_intr_0_fields[] = {
    PLAIN_ON(CHIPS_TURING, TU_PFIFO_INTR_0, CTXSW_TIMEOUT),
    PLAIN_ON(CHIPS_TURING, TU_PFIFO_INTR_0, RUNLIST_IDLE),
    PLAIN_ON(CHIPS_TURING, TU_PFIFO_INTR_0, RUNLIST_AND_ENG_IDLE),
    PLAIN_ON(CHIPS_TURING, TU_PFIFO_INTR_0, RUNLIST_ACQUIRE),
    PLAIN_ON(CHIPS_TURING, TU_PFIFO_INTR_0, RUNLIST_ACQUIRE_AND_ENG_IDLE),
    PLAIN_ON(CHIPS_TURING, TU_PFIFO_INTR_0, TSG_PREEMPT_COMPLETE),
    PLAIN(PFIFO_INTR_0, BIND_ERROR), PLAIN(PFIFO_INTR_0, SCHED_ERROR), PLAIN(PFIFO_INTR_0, CHSW_ERROR),
    PLAIN(PFIFO_INTR_0, MEMOP_TIMEOUT), PLAIN(PFIFO_INTR_0, LB_ERROR), PLAIN(PFIFO_INTR_0, PBDMA_INTR),
    PLAIN(PFIFO_INTR_0, RUNLIST_EVENT), PLAIN(PFIFO_INTR_0, CHANNEL_INTR),
};
static const struct field pfifo_intr_en_0_fields[] = {
    PLAIN_ON(CHIPS_TURING, TU_PFIFO_INTR_0, CTXSW_TIMEOUT),
    PLAIN_ON(CHIPS_TURING, TU_PFIFO_INTR_0, RUNLIST_IDLE),
    PLAIN_ON(CHIPS_TURING, TU_PFIFO_INTR_0, RUNLIST_AND_ENG_IDLE),
    PLAIN_ON(CHIPS_TURING, TU_PFIFO_INTR_0, RUNLIST_ACQUIRE),
    PLAIN_ON(CHIPS_TURING, TU_PFIFO_INTR_0, RUNLIST_ACQUIRE_AND_ENG_IDLE),
    PLAIN_ON(CHIPS_TURING, TU_PFIFO_INTR_0, TSG_PREEMPT_COMPLETE),
    PLAIN(PFIFO_INTR_EN_0, BIND_ERROR), PLAIN(PFIFO_INTR_EN_0, SCHED_ERROR),
    PLAIN(PFIFO_INTR_EN_0, CHSW_ERROR), PLAIN(PFIFO_INTR_EN_0, MEMOP_TIMEOUT),
    PLAIN(PFIFO_INTR_EN_0, LB_ERROR), PLAIN(PFIFO_INTR_EN_0, PBDMA_INTR),
    PLAIN(PFIFO_INTR_EN_0, RUNLIST_EVENT), PLAIN(PFIFO_INTR_EN_0, CHANNEL_INTR),
};
static const struct field pfifo_intr_en_1_fields[] = {
    PLAIN_ON(CHIPS_TURING, TU_PFIFO_INTR_0, CTXSW_TIMEOUT),
    PLAIN_ON(CHIPS_TURING, TU_PFIFO_INTR_0, RUNLIST_IDLE),
    PLAIN_ON(CHIPS_TURING, TU_PFIFO_INTR_0, RUNLIST_AND_ENG_IDLE),
    PLAIN_ON(CHIPS_TURING, TU_PFIFO_INTR_0, RUNLIST_ACQUIRE),
    PLAIN_ON(CHIPS_TURING, TU_PFIFO_INTR_0, RUNLIST_ACQUIRE_AND_ENG_IDLE),
    PLAIN_ON(CHIPS_TURING, TU_PFIFO_INTR_0, TSG_PREEMPT_COMPLETE),
    PLAIN(PFIFO_INTR_EN_1, BIND_ERROR), PLAIN(PFIFO_INTR_EN_1, SCHED_ERROR),
    PLAIN(PFIFO_INTR_EN_1, CHSW_ERROR), PLAIN(PFIFO_INTR_EN_1, MEMOP_TIMEOUT),
    PLAIN(PFIFO_INTR_EN_1, LB_ERROR), PLAIN(PFIFO_INTR_EN_1, PBDMA_INTR),
    PLAIN(PFIFO_INTR_EN_1, RUNLIST_EVENT), PLAIN(PFIFO_INTR_EN_1, CHANNEL_INTR),
};
static const struct field pfifo_intr_stall_fields[] = {
    PLAIN(PFIFO_INTR_STALL, BIND_ERROR), PLAIN(PFIFO_INTR_STALL, SCHED_ERROR),
    PLAIN(PFIFO_INTR_STALL, CHSW_ERROR), PLAIN(PFIFO_INTR_STALL, MEMOP_TIMEOUT),
    PLAIN(PFIFO_INTR_STALL, LB_ERROR), PLAIN(PFIFO_INTR_STALL, PBDMA_INTR),
    PLAIN(PFIFO_INTR_STALL, RUNLIST_EVENT), PLAIN(PFIFO_INTR_STALL, CHANNEL_INTR),
};
static const struct field_value pfifo_intr_bind_error_code[] = {
    V(PFIFO_INTR_BIND_ERROR_CODE_NO_ERROR, "NO_ERROR"),
    V(PFIFO_INTR_BIND_ERROR_CODE_BIND_NOT_UNBOUND, "BIND_NOT_UNBOUND"),
    V(PFIFO_INTR_BIND_ERROR_CODE_UNBIND_WHILE_RUNNING, "UNBIND_WHILE_RUNNING"),
    V(PFIFO_INTR_BIND_ERROR_CODE_INVALID_CTX_TGT, "INVALID_CTX_TGT"),
    V(PFIFO_INTR_BIND_ERROR_CODE_UNBIND_WHILE_PARKED, "UNBIND_WHILE_PARKED"), };
static const struct field pfifo_intr_bind_error_fields[] = {
    NAMED(PFIFO_INTR_BIND_ERROR, CODE, pfifo_intr_bind_error_code),
};
static const struct field_value pfifo_intr_sched_error_code[] = {
    V(PFIFO_INTR_SCHED_ERROR_CODE_NO_ERROR, "NO_ERROR"),
    V_ON(CHIPS_VOLTA, PFIFO_INTR_SCHED_ERROR_CODE_ENGINE_RESET, "ENGINE_RESET"),
    V(PFIFO_INTR_SCHED_ERROR_CODE_RL_REQ_TIMEOUT, "RL_REQ_TIMEOUT"),
    V(PFIFO_INTR_SCHED_ERROR_CODE_RL_ACK_TIMEOUT, "RL_ACK_TIMEOUT"),
    V(PFIFO_INTR_SCHED_ERROR_CODE_RL_ACK_EXTRA, "RL_ACK_EXTRA"),
    V(PFIFO_INTR_SCHED_ERROR_CODE_RL_RDAT_TIMEOUT, "RL_RDAT_TIMEOUT"),
    V(PFIFO_INTR_SCHED_ERROR_CODE_RL_RDAT_EXTRA, "RL_RDAT_EXTRA"),
    V_ON(CHIPS_VOLTA, PFIFO_INTR_SCHED_ERROR_CODE_CTXSW_TIMEOUT, "CTXSW_TIMEOUT"),
    V_ON(CHIPS_VOLTA, PFIFO_INTR_SCHED_ERROR_CODE_NEW_RUNLIST, "NEW_RUNLIST"),
    V_ON(CHIPS_VOLTA, PFIFO_INTR_SCHED_ERROR_CODE_CONFIG_WHILE_BUSY, "CONFIG_WHILE_BUSY"),
    V(PFIFO_INTR_SCHED_ERROR_CODE_BAD_TSG, "BAD_TSG"), };
static const struct field pfifo_intr_sched_error_fields[] = {
    NAMED(PFIFO_INTR_SCHED_ERROR, CODE, pfifo_intr_sched_error_code),
};
static const struct field_value pfifo_intr_chsw_error_code[] = {
    V(PFIFO_INTR_CHSW_ERROR_CODE_NO_ERROR, "NO_ERROR"),
    V(PFIFO_INTR_CHSW_ERROR_CODE_REQ_TIMEOUT, "REQ_TIMEOUT"),
    V(PFIFO_INTR_CHSW_ERROR_CODE_ACK_TIMEOUT, "ACK_TIMEOUT"),
    V(PFIFO_INTR_CHSW_ERROR_CODE_ACK_EXTRA, "ACK_EXTRA"),
    V(PFIFO_INTR_CHSW_ERROR_CODE_RDAT_TIMEOUT, "RDAT_TIMEOUT"),
    V(PFIFO_INTR_CHSW_ERROR_CODE_RDAT_EXTRA, "RDAT_EXTRA"), };
static const struct field pfifo_intr_chsw_error_fields[] = {
    NAMED(PFIFO_INTR_CHSW_ERROR, CODE, pfifo_intr_chsw_error_code),
};
static const struct field_value pfifo_intr_lb_error_code[] = {
    V(PFIFO_INTR_LB_ERROR_CODE_NO_ERROR, "NO_ERROR"), V(PFIFO_INTR_LB_ERROR_CODE_REQ_TIMEOUT, "REQ_TIMEOUT"),
    V(PFIFO_INTR_LB_ERROR_CODE_ACK_TIMEOUT, "ACK_TIMEOUT"),
    V(PFIFO_INTR_LB_ERROR_CODE_ACK_EXTRA, "ACK_EXTRA"),
    V(PFIFO_INTR_LB_ERROR_CODE_RDAT_TIMEOUT, "RDAT_TIMEOUT"),
    V(PFIFO_INTR_LB_ERROR_CODE_RDAT_EXTRA, "RDAT_EXTRA"), };
static const struct field pfifo_intr_lb_error_fields[] = {
    NAMED(PFIFO_INTR_LB_ERROR, CODE, pfifo_intr_lb_error_code),
};
static const struct field pfifo_intr_pbdma_id_fields[] = {
    PLAIN(PFIFO_INTR_PBDMA_ID, 0), PLAIN(PFIFO_INTR_PBDMA_ID, 1), PLAIN(PFIFO_INTR_PBDMA_ID, 2),
    PLAIN(PFIFO_INTR_PBDMA_ID, 3), PLAIN(PFIFO_INTR_PBDMA_ID, 4), PLAIN(PFIFO_INTR_PBDMA_ID, 5),
    PLAIN(PFIFO_INTR_PBDMA_ID, 6), PLAIN(PFIFO_INTR_PBDMA_ID, 7), PLAIN(PFIFO_INTR_PBDMA_ID, 8),
    PLAIN(PFIFO_INTR_PBDMA_ID, 9), PLAIN(PFIFO_INTR_PBDMA_ID, 10), PLAIN(PFIFO_INTR_PBDMA_ID, 11),
    PLAIN_ON(CHIPS_VOLTA, PFIFO_INTR_PBDMA_ID, 12), PLAIN_ON(CHIPS_VOLTA, PFIFO_INTR_PBDMA_ID, 13),
};
static const struct field pfifo_intr_runlist_fields[] = {
    PLAIN(PFIFO_INTR_RUNLIST, EVENT_0), PLAIN(PFIFO_INTR_RUNLIST, EVENT_1),
    PLAIN(PFIFO_INTR_RUNLIST, EVENT_2), PLAIN(PFIFO_INTR_RUNLIST, EVENT_3),
    PLAIN(PFIFO_INTR_RUNLIST, EVENT_4), PLAIN(PFIFO_INTR_RUNLIST, EVENT_5),
    PLAIN(PFIFO_INTR_RUNLIST, EVENT_6), PLAIN(PFIFO_INTR_RUNLIST, EVENT_7),
    PLAIN(PFIFO_INTR_RUNLIST, EVENT_8), PLAIN(PFIFO_INTR_RUNLIST, EVENT_9),
    PLAIN(PFIFO_INTR_RUNLIST, EVENT_10), PLAIN_ON(CHIPS_VOLTA, PFIFO_INTR_RUNLIST, EVENT_11),
    PLAIN_ON(CHIPS_VOLTA, PFIFO_INTR_RUNLIST, EVENT_12),
};
static const struct field pfifo_eng_timeout_fields[] = {
    PLAIN(PFIFO_ENG_TIMEOUT, PERIOD), PLAIN(PFIFO_ENG_TIMEOUT, DETECTION),
};
static const struct field pfifo_clear_faulted_timeout_fields[] = {
    PLAIN(PFIFO_CLEAR_FAULTED_TIMEOUT, PERIOD), PLAIN(PFIFO_CLEAR_FAULTED_TIMEOUT, DETECTION),
};
static const struct field pfifo_sched_disable_fields[] = {
    PLAIN_ON(CHIPS_VOLTA, PFIFO_SCHED_DISABLE, RUNLIST_MASK),
    PLAIN_ON(CHIPS_TURING, TU_PFIFO_SCHED_DISABLE, RUNLIST_MASK),
};
static const struct field_value pfifo_preempt_type[] = { V(PFIFO_PREEMPT_TYPE_CHANNEL, "CHANNEL"),
    V(PFIFO_PREEMPT_TYPE_TSG, "TSG"), };
static const struct field pfifo_preempt_fields[] = {
    PLAIN(PFIFO_PREEMPT, ID), PLAIN(PFIFO_PREEMPT, ID_HW), PLAIN(PFIFO_PREEMPT, PENDING),
    NAMED(PFIFO_PREEMPT, TYPE, pfifo_preempt_type),
};
static const struct field pfifo_runlist_preempt_fields[] = {
    PLAIN_ON(CHIPS_VOLTA, PFIFO_RUNLIST_PREEMPT, RUNLISTS),
    PLAIN_ON(CHIPS_TURING, TU_PFIFO_RUNLIST_PREEMPT, RUNLISTS),
};
static const struct field pfifo_sched_status_fields[] = {
    PLAIN(PFIFO_SCHED_STATUS, CHSW), PLAIN(PFIFO_SCHED_STATUS, RUNLIST_FETCH),
};
static const struct field_value pfifo_engine_status_ctx_status[] = {
    V(PFIFO_ENGINE_STATUS_CTX_STATUS_INVALID, "INVALID"), V(PFIFO_ENGINE_STATUS_CTX_STATUS_VALID, "VALID"),
    V(PFIFO_ENGINE_STATUS_CTX_STATUS_CTXSW_LOAD, "CTXSW_LOAD"),
    V(PFIFO_ENGINE_STATUS_CTX_STATUS_CTXSW_SAVE, "CTXSW_SAVE"),
    V(PFIFO_ENGINE_STATUS_CTX_STATUS_CTXSW_SWITCH, "CTXSW_SWITCH"), };
static const struct field pfifo_engine_status_fields[] = {
    PLAIN(PFIFO_ENGINE_STATUS, ID), PLAIN(PFIFO_ENGINE_STATUS, ID_HW), PLAIN(PFIFO_ENGINE_STATUS, ID_TYPE),
    NAMED(PFIFO_ENGINE_STATUS, CTX_STATUS, pfifo_engine_status_ctx_status),
    PLAIN(PFIFO_ENGINE_STATUS, NEXT_ID), PLAIN(PFIFO_ENGINE_STATUS, NEXT_ID_HW),
    PLAIN(PFIFO_ENGINE_STATUS, NEXT_ID_TYPE), PLAIN(PFIFO_ENGINE_STATUS, ENG_RELOAD),
    PLAIN(PFIFO_ENGINE_STATUS, FAULTED), PLAIN(PFIFO_ENGINE_STATUS, ENGINE),
    PLAIN(PFIFO_ENGINE_STATUS, CTXSW),
};
static const struct field_value pfifo_engine_status_inst_target[] = {
    V(PFIFO_ENGINE_STATUS_INST_TARGET_VID_MEM, "VID_MEM"),
    V(PFIFO_ENGINE_STATUS_INST_TARGET_SYS_MEM_COHERENT, "SYS_MEM_COHERENT"),
    V(PFIFO_ENGINE_STATUS_INST_TARGET_SYS_MEM_NONCOHERENT, "SYS_MEM_NONCOHERENT"), };
static const struct field pfifo_engine_status_inst_fields[] = {
    PLAIN(PFIFO_ENGINE_STATUS_INST, PTR),
    NAMED(PFIFO_ENGINE_STATUS_INST, TARGET, pfifo_engine_status_inst_target),
    PLAIN(PFIFO_ENGINE_STATUS_INST, VALID),
};
static const struct field_value pfifo_pbdma_status_chan_status[] = {
    V(PFIFO_PBDMA_STATUS_CHAN_STATUS_INVALID, "INVALID"), V(PFIFO_PBDMA_STATUS_CHAN_STATUS_VALID, "VALID"),
    V(PFIFO_PBDMA_STATUS_CHAN_STATUS_CHSW_LOAD, "CHSW_LOAD"),
    V(PFIFO_PBDMA_STATUS_CHAN_STATUS_CHSW_SAVE, "CHSW_SAVE"),
    V(PFIFO_PBDMA_STATUS_CHAN_STATUS_CHSW_SWITCH, "CHSW_SWITCH"), };
static const struct field pfifo_pbdma_status_fields[] = {
    PLAIN(PFIFO_PBDMA_STATUS, ID), PLAIN(PFIFO_PBDMA_STATUS, ID_HW), PLAIN(PFIFO_PBDMA_STATUS, ID_TYPE),
    NAMED(PFIFO_PBDMA_STATUS, CHAN_STATUS, pfifo_pbdma_status_chan_status),
    PLAIN(PFIFO_PBDMA_STATUS, NEXT_ID), PLAIN(PFIFO_PBDMA_STATUS, NEXT_ID_HW),
    PLAIN(PFIFO_PBDMA_STATUS, NEXT_ID_TYPE), PLAIN(PFIFO_PBDMA_STATUS, CHSW),
};
static const struct field_value pfifo_pbdma_status_inst_target[] = {
    V(PFIFO_PBDMA_STATUS_INST_TARGET_VID_MEM, "VID_MEM"),
    V(PFIFO_PBDMA_STATUS_INST_TARGET_SYS_MEM_COHERENT, "SYS_MEM_COHERENT"),
    V(PFIFO_PBDMA_STATUS_INST_TARGET_SYS_MEM_NONCOHERENT, "SYS_MEM_NONCOHERENT"), };
static const struct field pfifo_pbdma_status_inst_fields[] = {
    PLAIN(PFIFO_PBDMA_STATUS_INST, PTR),
    NAMED(PFIFO_PBDMA_STATUS_INST, TARGET, pfifo_pbdma_status_inst_target),
    PLAIN(PFIFO_PBDMA_STATUS_INST, VALID),
};
static const struct field_value pfifo_runlist_base_lo_target_values[] = {
    V(PFIFO_RUNLIST_BASE_LO_TARGET_VID_MEM, "VID_MEM"),
    V(PFIFO_RUNLIST_BASE_LO_TARGET_SYS_MEM_COHERENT, "SYS_MEM_COHERENT"),
    V(PFIFO_RUNLIST_BASE_LO_TARGET_SYS_MEM_NONCOHERENT, "SYS_MEM_NONCOHERENT"),
};
static const struct field pfifo_runlist_base_lo_fields[] = {
    PLAIN(PFIFO_RUNLIST_BASE_LO, PTR_LO), NAMED(PFIFO_RUNLIST_BASE_LO, TARGET, pfifo_runlist_base_lo_target_values),
};
static const struct field pfifo_runlist_base_hi_fields[] = {
    PLAIN(PFIFO_RUNLIST_BASE_HI, PTR_HI),
};
static const struct field pfifo_runlist_submit_fields[] = {
    PLAIN(PFIFO_RUNLIST_SUBMIT, LENGTH), PLAIN(PFIFO_RUNLIST_SUBMIT, OFFSET),
};
static const struct field pfifo_runlist_submit_info_fields[] = {
    PLAIN(PFIFO_RUNLIST_SUBMIT_INFO, PREEMPTED_TSGID), PLAIN(PFIFO_RUNLIST_SUBMIT_INFO, PREEMPTED_TSGID_HW), PLAIN(PFIFO_RUNLIST_SUBMIT_INFO, PREEMPTED_TSGID_VALID), PLAIN(PFIFO_RUNLIST_SUBMIT_INFO, PENDING), PLAIN(PFIFO_RUNLIST_SUBMIT_INFO, PREEMPTED_OFFSET),
};
static const struct field pfifo_intr_0_mask_set_fields[] = {
    PLAIN(PFIFO_INTR_0_MASK_SET, TSG_PREEMPT_COMPLETE),
};
static const struct field pfifo_intr_0_mask_clear_fields[] = {
    PLAIN(PFIFO_INTR_0_MASK_CLEAR, TSG_PREEMPT_COMPLETE),
};
static const struct field_value pfifo_intr_ctxsw_timeout_info_ctxsw_state_values[] = {
    V(PFIFO_INTR_CTXSW_TIMEOUT_INFO_CTXSW_STATE_LOAD, "LOAD"),
    V(PFIFO_INTR_CTXSW_TIMEOUT_INFO_CTXSW_STATE_SAVE, "SAVE"),
    V(PFIFO_INTR_CTXSW_TIMEOUT_INFO_CTXSW_STATE_SWITCH, "SWITCH"),
};
static const struct field_value pfifo_intr_ctxsw_timeout_info_status_values[] = {
    V(PFIFO_INTR_CTXSW_TIMEOUT_INFO_STATUS_AWAITING_ACK, "AWAITING_ACK"),
    V(PFIFO_INTR_CTXSW_TIMEOUT_INFO_STATUS_ACK_RECEIVED, "ACK_RECEIVED"),
    V(PFIFO_INTR_CTXSW_TIMEOUT_INFO_STATUS_DROPPED_TIMEOUT, "DROPPED_TIMEOUT"),
};
static const struct field pfifo_intr_ctxsw_timeout_info_fields[] = {
    PLAIN(PFIFO_INTR_CTXSW_TIMEOUT_INFO, PREV_TSGID), NAMED(PFIFO_INTR_CTXSW_TIMEOUT_INFO, CTXSW_STATE, pfifo_intr_ctxsw_timeout_info_ctxsw_state_values), PLAIN(PFIFO_INTR_CTXSW_TIMEOUT_INFO, NEXT_TSGID), NAMED(PFIFO_INTR_CTXSW_TIMEOUT_INFO, STATUS, pfifo_intr_ctxsw_timeout_info_status_values),
};
static const struct field pfifo_runlist_info_fields[] = {
    PLAIN(PFIFO_RUNLIST_INFO, RUNLIST_IDLE_INTR_ARM), PLAIN(PFIFO_RUNLIST_INFO, RUNLIST_ACQUIRE_INTR_ARM), PLAIN(PFIFO_RUNLIST_INFO, RUNLIST_AND_ENG_IDLE_INTR_ARM), PLAIN(PFIFO_RUNLIST_INFO, RUNLIST_ACQUIRE_AND_ENG_IDLE_INTR_ARM), PLAIN(PFIFO_RUNLIST_INFO, ENG_IDLE), PLAIN(PFIFO_RUNLIST_INFO, RUNLIST_IDLE), PLAIN(PFIFO_RUNLIST_INFO, ACQUIRE_STILL_PENDING),
};
static const struct field pfifo_eng_ctxsw_timeout_fields[] = {
    PLAIN(PFIFO_ENG_CTXSW_TIMEOUT, PERIOD), PLAIN(PFIFO_ENG_CTXSW_TIMEOUT, DETECTION),
};
static const struct field_value pfifo_pbdma_status_userd_target_values[] = {
    V(PFIFO_PBDMA_STATUS_USERD_TARGET_VID_MEM, "VID_MEM"),
    V(PFIFO_PBDMA_STATUS_USERD_TARGET_VID_MEM_NVLINK_COHERENT, "VID_MEM_NVLINK_COHERENT"),
    V(PFIFO_PBDMA_STATUS_USERD_TARGET_SYS_MEM_COHERENT, "SYS_MEM_COHERENT"),
    V(PFIFO_PBDMA_STATUS_USERD_TARGET_SYS_MEM_NONCOHERENT, "SYS_MEM_NONCOHERENT"),
};
static const struct field pfifo_pbdma_status_userd_fields[] = {
    NAMED(PFIFO_PBDMA_STATUS_USERD, TARGET, pfifo_pbdma_status_userd_target_values), PLAIN(PFIFO_PBDMA_STATUS_USERD, ADDR),
};
static const struct field pfifo_pbdma_status_userd_hi_fields[] = {
    PLAIN(PFIFO_PBDMA_STATUS_USERD_HI, ADDR),
};

const struct gv100_register gv100_pfifo_registers[] = {
    ONE(PFIFO_CFG0, RO, pfifo_cfg0_fields),
    ONE(PFIFO_CFG1, RO, pfifo_cfg1_fields),
    ONE(PFIFO_CFG2, RO, pfifo_cfg2_fields),
    ONE(PFIFO_ACQ_PRETEST, RW, pfifo_acq_pretest_fields),
    ONE(PFIFO_USERD_WRITEBACK, RW, pfifo_userd_writeback_fields),
    ONE_ON(CHIPS_VOLTA, PFIFO_RUNLIST_BASE, RW, pfifo_runlist_base_fields),
    ONE_ON(CHIPS_VOLTA, PFIFO_RUNLIST, RW, pfifo_runlist_fields),
    MANY_ON(CHIPS_VOLTA, PFIFO_ENG_RUNLIST_BASE, 8, RO, pfifo_eng_runlist_base_fields),
    MANY_ON(CHIPS_VOLTA, PFIFO_ENG_RUNLIST, 8, RO, pfifo_eng_runlist_fields),
    PBDMAS(PFIFO_PBDMA_MAP, 4, RO, pfifo_pbdma_map_fields),
    ONE(PFIFO_INTR_0, RW, pfifo_intr_0_fields),
    ONE(PFIFO_INTR_EN_0, RW, pfifo_intr_en_0_fields),
    ONE(PFIFO_INTR_EN_1, RW, pfifo_intr_en_1_fields),
    ONE(PFIFO_INTR_STALL, RW, pfifo_intr_stall_fields),
    ONE(PFIFO_INTR_BIND_ERROR, RO, pfifo_intr_bind_error_fields),
    ONE(PFIFO_INTR_SCHED_ERROR, RO, pfifo_intr_sched_error_fields),
    ONE(PFIFO_INTR_CHSW_ERROR, RO, pfifo_intr_chsw_error_fields),
    ONE(PFIFO_INTR_LB_ERROR, RO, pfifo_intr_lb_error_fields),
    ONE(PFIFO_INTR_PBDMA_ID, RO, pfifo_intr_pbdma_id_fields),
    ONE(PFIFO_INTR_RUNLIST, RW, pfifo_intr_runlist_fields),
    ONE_ON(CHIPS_VOLTA, PFIFO_ENG_TIMEOUT, RW, pfifo_eng_timeout_fields),
    ONE(PFIFO_CLEAR_FAULTED_TIMEOUT, RW, pfifo_clear_faulted_timeout_fields),
    ONE(PFIFO_SCHED_DISABLE, RW, pfifo_sched_disable_fields),
    ONE(PFIFO_PREEMPT, RW, pfifo_preempt_fields),
    ONE(PFIFO_RUNLIST_PREEMPT, RW, pfifo_runlist_preempt_fields),
    ONE(PFIFO_SCHED_STATUS, RO, pfifo_sched_status_fields),
    PER(GV100_PER_ENGINE, PFIFO_ENGINE_STATUS, 8, RO, pfifo_engine_status_fields),
    PER(GV100_PER_ENGINE, PFIFO_ENGINE_STATUS_INST, 4, RO, pfifo_engine_status_inst_fields),
    PBDMAS(PFIFO_PBDMA_STATUS, 4, RO, pfifo_pbdma_status_fields),
    PBDMAS(PFIFO_PBDMA_STATUS_INST, 4, RO, pfifo_pbdma_status_inst_fields),
    MANY_ON(CHIPS_TURING, PFIFO_RUNLIST_BASE_LO, 16, RW, pfifo_runlist_base_lo_fields),
    MANY_ON(CHIPS_TURING, PFIFO_RUNLIST_BASE_HI, 16, RW, pfifo_runlist_base_hi_fields),
    MANY_ON(CHIPS_TURING, PFIFO_RUNLIST_SUBMIT, 16, RW, pfifo_runlist_submit_fields),
    MANY_ON(CHIPS_TURING, PFIFO_RUNLIST_SUBMIT_INFO, 16, RO, pfifo_runlist_submit_info_fields),
    ONE_ON(CHIPS_TURING, PFIFO_INTR_0_MASK_SET, RW, pfifo_intr_0_mask_set_fields),
    ONE_ON(CHIPS_TURING, PFIFO_INTR_0_MASK_CLEAR, RW, pfifo_intr_0_mask_clear_fields),
    ONE_BARE_ON(CHIPS_TURING, PFIFO_INTR_CTXSW_TIMEOUT, RW),
    MANY_ON(CHIPS_TURING, PFIFO_INTR_CTXSW_TIMEOUT_INFO, 4, RO, pfifo_intr_ctxsw_timeout_info_fields),
    MANY_ON(CHIPS_TURING, PFIFO_RUNLIST_INFO, 4, RO, pfifo_runlist_info_fields),
    ONE_ON(CHIPS_TURING, PFIFO_ENG_CTXSW_TIMEOUT, RW, pfifo_eng_ctxsw_timeout_fields),
    MANY_ON(CHIPS_TURING, PFIFO_PBDMA_STATUS_USERD, 4, RO, pfifo_pbdma_status_userd_fields),
    MANY_ON(CHIPS_TURING, PFIFO_PBDMA_STATUS_USERD_HI, 4, RO, pfifo_pbdma_status_userd_hi_fields),
    LAST,
};
/* clang-format on */
