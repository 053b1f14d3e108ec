/* The registers of hw/gv100/ctrl.h as a table: docs/hardware/gv100.md §13. */
#include "hw/gv100/ctrl.h"

#include "hw/gv100/register_rows.h"

/* clang-format off */
static const struct field ctrl_cpu_intr_top_fields[] = {
    PLAIN(CTRL_CPU_INTR_TOP, VALUE),
};
static const struct field ctrl_cpu_intr_top_en_set_fields[] = {
    PLAIN(CTRL_CPU_INTR_TOP_EN_SET, VALUE),
};
static const struct field ctrl_cpu_intr_top_en_clear_fields[] = {
    PLAIN(CTRL_CPU_INTR_TOP_EN_CLEAR, VALUE),
};
static const struct field ctrl_cpu_intr_leaf_fields[] = {
    PLAIN(CTRL_CPU_INTR_LEAF, VALUE),
};
static const struct field ctrl_cpu_intr_leaf_en_set_fields[] = {
    PLAIN(CTRL_CPU_INTR_LEAF_EN_SET, VALUE),
};
static const struct field ctrl_cpu_intr_leaf_en_clear_fields[] = {
    PLAIN(CTRL_CPU_INTR_LEAF_EN_CLEAR, VALUE),
};
static const struct field ctrl_legacy_engine_stall_intr_base_vectorid_fields[] = {
    PLAIN(CTRL_LEGACY_ENGINE_STALL_INTR_BASE_VECTORID, VECTOR),
};
static const struct field ctrl_legacy_engine_nonstall_intr_base_vectorid_fields[] = {
    PLAIN(CTRL_LEGACY_ENGINE_NONSTALL_INTR_BASE_VECTORID, VECTOR),
};
static const struct field ctrl_mailbox_scratch_fields[] = {
    PLAIN(CTRL_MAILBOX_SCRATCH, DATA),
};
static const struct field_value ctrl_doorbell_runlist_id_values[] = {
    V(CTRL_DOORBELL_RUNLIST_ID_ALL, "ALL"),
};
static const struct field ctrl_doorbell_fields[] = {
    PLAIN(CTRL_DOORBELL, HANDLE), PLAIN(CTRL_DOORBELL, VECTOR), PLAIN(CTRL_DOORBELL, RSVD), NAMED(CTRL_DOORBELL, RUNLIST_ID, ctrl_doorbell_runlist_id_values), PLAIN(CTRL_DOORBELL, RSVD2),
};
static const struct field ctrl_virtual_channel_cfg_fields[] = {
    PLAIN(CTRL_VIRTUAL_CHANNEL_CFG, MASK), PLAIN(CTRL_VIRTUAL_CHANNEL_CFG, SET), PLAIN(CTRL_VIRTUAL_CHANNEL_CFG, PENDING_ENABLE),
};
static const struct field ctrl_priv_doorbell_fields[] = {
    PLAIN(CTRL_PRIV_DOORBELL, HANDLE), PLAIN(CTRL_PRIV_DOORBELL, VECTOR), PLAIN(CTRL_PRIV_DOORBELL, RSVD), PLAIN(CTRL_PRIV_DOORBELL, CPU_NOTIFICATION),
};
static const struct field ctrl_virtual_intr_leaf_fields[] = {
    PLAIN(CTRL_VIRTUAL_INTR_LEAF, PENDING),
};
static const struct field ctrl_virtual_intr_leaf_en_set_fields[] = {
    PLAIN(CTRL_VIRTUAL_INTR_LEAF_EN_SET, VALUE),
};
static const struct field ctrl_virtual_intr_leaf_en_clear_fields[] = {
    PLAIN(CTRL_VIRTUAL_INTR_LEAF_EN_CLEAR, VALUE),
};
static const struct field ctrl_virtual_intr_retrigger_fields[] = {
    PLAIN(CTRL_VIRTUAL_INTR_RETRIGGER, FIELD),
};
static const struct field_value ctrl_virtual_intr_vectorid_value_values[] = {
    V(CTRL_VIRTUAL_INTR_VECTORID_VALUE_CONSTANT, "CONSTANT"),
};
static const struct field ctrl_virtual_intr_vectorid_fields[] = {
    NAMED(CTRL_VIRTUAL_INTR_VECTORID, VALUE, ctrl_virtual_intr_vectorid_value_values),
};
static const struct field ctrl_cpu_intr_leaf_trigger_fields[] = {
    PLAIN(CTRL_CPU_INTR_LEAF_TRIGGER, VECTOR),
};
static const struct field_value ctrl_cpu_doorbell_vectorid_value_values[] = {
    V(CTRL_CPU_DOORBELL_VECTORID_VALUE_CONSTANT, "CONSTANT"),
};
static const struct field ctrl_cpu_doorbell_vectorid_fields[] = {
    NAMED(CTRL_CPU_DOORBELL_VECTORID, VALUE, ctrl_cpu_doorbell_vectorid_value_values),
};
static const struct field_value ctrl_sw_intr_nostall_vectorid_value_values[] = {
    V(CTRL_SW_INTR_NOSTALL_VECTORID_VALUE_CONSTANT, "CONSTANT"),
};
static const struct field ctrl_sw_intr_nostall_vectorid_fields[] = {
    NAMED(CTRL_SW_INTR_NOSTALL_VECTORID, VALUE, ctrl_sw_intr_nostall_vectorid_value_values),
};

const struct gv100_register gv100_ctrl_registers[] = {
    MANY_ON(CHIPS_TURING, CTRL_CPU_INTR_TOP, 4, RO, ctrl_cpu_intr_top_fields),
    MANY_ON(CHIPS_TURING, CTRL_CPU_INTR_TOP_EN_SET, 4, RW, ctrl_cpu_intr_top_en_set_fields),
    MANY_ON(CHIPS_TURING, CTRL_CPU_INTR_TOP_EN_CLEAR, 4, RW, ctrl_cpu_intr_top_en_clear_fields),
    MANY_ON(CHIPS_TURING, CTRL_CPU_INTR_LEAF, 4, RW, ctrl_cpu_intr_leaf_fields),
    MANY_ON(CHIPS_TURING, CTRL_CPU_INTR_LEAF_EN_SET, 4, RW, ctrl_cpu_intr_leaf_en_set_fields),
    MANY_ON(CHIPS_TURING, CTRL_CPU_INTR_LEAF_EN_CLEAR, 4, RW, ctrl_cpu_intr_leaf_en_clear_fields),
    ONE_ON(CHIPS_TURING, CTRL_LEGACY_ENGINE_STALL_INTR_BASE_VECTORID, RO, ctrl_legacy_engine_stall_intr_base_vectorid_fields),
    ONE_ON(CHIPS_TURING, CTRL_LEGACY_ENGINE_NONSTALL_INTR_BASE_VECTORID, RO, ctrl_legacy_engine_nonstall_intr_base_vectorid_fields),
    MANY_ON(CHIPS_TURING, CTRL_MAILBOX_SCRATCH, 4, RW, ctrl_mailbox_scratch_fields),
    MANY_ON(CHIPS_TURING, CTRL_DOORBELL, 8, WO, ctrl_doorbell_fields),
    MANY_ON(CHIPS_TURING, CTRL_VIRTUAL_CHANNEL_CFG, 4, RW, ctrl_virtual_channel_cfg_fields),
    MANY_ON(CHIPS_TURING, CTRL_PRIV_DOORBELL, 8, WO, ctrl_priv_doorbell_fields),
    MANY_ON(CHIPS_TURING, CTRL_VIRTUAL_INTR_LEAF, 4, RW, ctrl_virtual_intr_leaf_fields),
    MANY_ON(CHIPS_TURING, CTRL_VIRTUAL_INTR_LEAF_EN_SET, 4, RW, ctrl_virtual_intr_leaf_en_set_fields),
    MANY_ON(CHIPS_TURING, CTRL_VIRTUAL_INTR_LEAF_EN_CLEAR, 4, RW, ctrl_virtual_intr_leaf_en_clear_fields),
    ONE_ON(CHIPS_TURING, CTRL_VIRTUAL_INTR_RETRIGGER, WO, ctrl_virtual_intr_retrigger_fields),
    ONE_ON(CHIPS_TURING, CTRL_VIRTUAL_INTR_VECTORID, RO, ctrl_virtual_intr_vectorid_fields),
    MANY_ON(CHIPS_TURING, CTRL_CPU_INTR_LEAF_TRIGGER, 4, WO, ctrl_cpu_intr_leaf_trigger_fields),
    ONE_ON(CHIPS_TURING, CTRL_CPU_DOORBELL_VECTORID, RO, ctrl_cpu_doorbell_vectorid_fields),
    ONE_ON(CHIPS_TURING, CTRL_SW_INTR_NOSTALL_VECTORID, RO, ctrl_sw_intr_nostall_vectorid_fields),
    LAST,
};
/* clang-format on */
