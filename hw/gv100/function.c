/* The registers of hw/gv100/function.h as a table: docs/hardware/gv100.md §13. */
#include "hw/gv100/function.h"

#include "hw/gv100/register_rows.h"

/* clang-format off */
static const struct field virtual_function_priv_l2_sysmem_invalidate_fields[] = {
    PLAIN(VIRTUAL_FUNCTION_PRIV_L2_SYSMEM_INVALIDATE, PENDING), PLAIN(VIRTUAL_FUNCTION_PRIV_L2_SYSMEM_INVALIDATE, OUTSTANDING),
};
static const struct field virtual_function_priv_l2_peermem_invalidate_fields[] = {
    PLAIN(VIRTUAL_FUNCTION_PRIV_L2_PEERMEM_INVALIDATE, PENDING), PLAIN(VIRTUAL_FUNCTION_PRIV_L2_PEERMEM_INVALIDATE, OUTSTANDING),
};
static const struct field virtual_function_priv_cpu_intr_top_fields[] = {
    PLAIN(VIRTUAL_FUNCTION_PRIV_CPU_INTR_TOP, VALUE),
};
static const struct field virtual_function_priv_cpu_intr_top_en_set_fields[] = {
    PLAIN(VIRTUAL_FUNCTION_PRIV_CPU_INTR_TOP_EN_SET, VALUE),
};
static const struct field virtual_function_priv_cpu_intr_top_en_clear_fields[] = {
    PLAIN(VIRTUAL_FUNCTION_PRIV_CPU_INTR_TOP_EN_CLEAR, VALUE),
};
static const struct field virtual_function_priv_cpu_intr_leaf_fields[] = {
    PLAIN(VIRTUAL_FUNCTION_PRIV_CPU_INTR_LEAF, VALUE),
};
static const struct field virtual_function_priv_cpu_intr_leaf_en_set_fields[] = {
    PLAIN(VIRTUAL_FUNCTION_PRIV_CPU_INTR_LEAF_EN_SET, VALUE),
};
static const struct field virtual_function_priv_cpu_intr_leaf_en_clear_fields[] = {
    PLAIN(VIRTUAL_FUNCTION_PRIV_CPU_INTR_LEAF_EN_CLEAR, VALUE),
};
static const struct field virtual_function_priv_cpu_intr_leaf_trigger_fields[] = {
    PLAIN(VIRTUAL_FUNCTION_PRIV_CPU_INTR_LEAF_TRIGGER, VECTOR),
};
static const struct field virtual_function_priv_mailbox_scratch_fields[] = {
    PLAIN(VIRTUAL_FUNCTION_PRIV_MAILBOX_SCRATCH, DATA),
};
static const struct field virtual_function_priv_doorbell_fields[] = {
    PLAIN(VIRTUAL_FUNCTION_PRIV_DOORBELL, HANDLE),
};
static const struct field virtual_function_priv_timer_fields[] = {
    PLAIN(VIRTUAL_FUNCTION_PRIV_TIMER, NSEC), PLAIN(VIRTUAL_FUNCTION_PRIV_TIMER, USEC),
};
static const struct field virtual_function_cfg0_fields[] = {
    PLAIN(VIRTUAL_FUNCTION_CFG0, USERMODE_CLASS_ID),
};
static const struct field virtual_function_time_0_fields[] = {
    PLAIN(VIRTUAL_FUNCTION_TIME_0, NSEC),
};
static const struct field virtual_function_time_1_fields[] = {
    PLAIN(VIRTUAL_FUNCTION_TIME_1, NSEC),
};
static const struct field virtual_function_doorbell_fields[] = {
    PLAIN(VIRTUAL_FUNCTION_DOORBELL, HANDLE),
};
static const struct field virtual_function_err_cont_fields[] = {
    PLAIN(VIRTUAL_FUNCTION_ERR_CONT, GRAPHICS), PLAIN(VIRTUAL_FUNCTION_ERR_CONT, MMU_ECC), PLAIN(VIRTUAL_FUNCTION_ERR_CONT, NVLINK_0), PLAIN(VIRTUAL_FUNCTION_ERR_CONT, NVLINK_1), PLAIN(VIRTUAL_FUNCTION_ERR_CONT, LTC), PLAIN(VIRTUAL_FUNCTION_ERR_CONT, PFB),
};

const struct gv100_register gv100_function_registers[] = {
    ONE_ON(CHIPS_TURING, VIRTUAL_FUNCTION_PRIV_L2_SYSMEM_INVALIDATE, RW, virtual_function_priv_l2_sysmem_invalidate_fields),
    ONE_ON(CHIPS_TURING, VIRTUAL_FUNCTION_PRIV_L2_PEERMEM_INVALIDATE, RW, virtual_function_priv_l2_peermem_invalidate_fields),
    MANY_ON(CHIPS_TURING, VIRTUAL_FUNCTION_PRIV_CPU_INTR_TOP, 4, RO, virtual_function_priv_cpu_intr_top_fields),
    MANY_ON(CHIPS_TURING, VIRTUAL_FUNCTION_PRIV_CPU_INTR_TOP_EN_SET, 4, RW, virtual_function_priv_cpu_intr_top_en_set_fields),
    MANY_ON(CHIPS_TURING, VIRTUAL_FUNCTION_PRIV_CPU_INTR_TOP_EN_CLEAR, 4, RW, virtual_function_priv_cpu_intr_top_en_clear_fields),
    MANY_ON(CHIPS_TURING, VIRTUAL_FUNCTION_PRIV_CPU_INTR_LEAF, 4, RW, virtual_function_priv_cpu_intr_leaf_fields),
    MANY_ON(CHIPS_TURING, VIRTUAL_FUNCTION_PRIV_CPU_INTR_LEAF_EN_SET, 4, RW, virtual_function_priv_cpu_intr_leaf_en_set_fields),
    MANY_ON(CHIPS_TURING, VIRTUAL_FUNCTION_PRIV_CPU_INTR_LEAF_EN_CLEAR, 4, RW, virtual_function_priv_cpu_intr_leaf_en_clear_fields),
    ONE_ON(CHIPS_TURING, VIRTUAL_FUNCTION_PRIV_CPU_INTR_LEAF_TRIGGER, WO, virtual_function_priv_cpu_intr_leaf_trigger_fields),
    MANY_ON(CHIPS_TURING, VIRTUAL_FUNCTION_PRIV_MAILBOX_SCRATCH, 4, RW, virtual_function_priv_mailbox_scratch_fields),
    ONE_ON(CHIPS_TURING, VIRTUAL_FUNCTION_PRIV_DOORBELL, WO, virtual_function_priv_doorbell_fields),
    ONE_ON(CHIPS_TURING, VIRTUAL_FUNCTION_PRIV_TIMER, RW, virtual_function_priv_timer_fields),
    ONE_ON(CHIPS_TURING, VIRTUAL_FUNCTION_CFG0, RO, virtual_function_cfg0_fields),
    ONE_ON(CHIPS_TURING, VIRTUAL_FUNCTION_TIME_0, RO, virtual_function_time_0_fields),
    ONE_ON(CHIPS_TURING, VIRTUAL_FUNCTION_TIME_1, RO, virtual_function_time_1_fields),
    ONE_ON(CHIPS_TURING, VIRTUAL_FUNCTION_DOORBELL, WO, virtual_function_doorbell_fields),
    ONE_ON(CHIPS_TURING, VIRTUAL_FUNCTION_ERR_CONT, RO, virtual_function_err_cont_fields),
    LAST,
};
/* clang-format on */
