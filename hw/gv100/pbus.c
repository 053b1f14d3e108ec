/* The registers of hw/gv100/pbus.h as a table: docs/hardware/gv100.md §1.5, §2.1, §2.2. */
#include "hw/gv100/pbus.h"

#include "hw/gv100/function.h"
#include "hw/gv100/register_rows.h"

/* clang-format off */
static const struct field pbus_sw_scratch_fields[] = {
    PLAIN(PBUS_SW_SCRATCH, FIELD),
};
static const struct field pbus_intr_0_fields[] = {
    PLAIN(PBUS_INTR_0, PRI_SQUASH), PLAIN(PBUS_INTR_0, PRI_FECSERR), PLAIN(PBUS_INTR_0, PRI_TIMEOUT),
    PLAIN(PBUS_INTR_0, FB_REQ_TIMEOUT), PLAIN(PBUS_INTR_0, FB_ACK_TIMEOUT), PLAIN(PBUS_INTR_0, FB_ACK_EXTRA),
    PLAIN(PBUS_INTR_0, FB_RDATA_TIMEOUT), PLAIN(PBUS_INTR_0, FB_RDATA_EXTRA), PLAIN(PBUS_INTR_0, SW),
    PLAIN(PBUS_INTR_0, POSTED_DEADLOCK_TIMEOUT), PLAIN(PBUS_INTR_0, ACCESS_TIMEOUT),
};
static const struct field pbus_intr_en_0_fields[] = {
    PLAIN(PBUS_INTR_EN_0, PRI_SQUASH), PLAIN(PBUS_INTR_EN_0, PRI_FECSERR), PLAIN(PBUS_INTR_EN_0, PRI_TIMEOUT),
    PLAIN(PBUS_INTR_EN_0, FB_REQ_TIMEOUT), PLAIN(PBUS_INTR_EN_0, FB_ACK_TIMEOUT),
    PLAIN(PBUS_INTR_EN_0, FB_ACK_EXTRA), PLAIN(PBUS_INTR_EN_0, FB_RDATA_TIMEOUT),
    PLAIN(PBUS_INTR_EN_0, FB_RDATA_EXTRA), PLAIN(PBUS_INTR_EN_0, SW),
    PLAIN(PBUS_INTR_EN_0, POSTED_DEADLOCK_TIMEOUT), PLAIN(PBUS_INTR_EN_0, ACCESS_TIMEOUT),
};
static const struct field pbus_intr_en_1_fields[] = {
    PLAIN(PBUS_INTR_EN_1, PRI_SQUASH), PLAIN(PBUS_INTR_EN_1, PRI_FECSERR), PLAIN(PBUS_INTR_EN_1, PRI_TIMEOUT),
    PLAIN(PBUS_INTR_EN_1, FB_REQ_TIMEOUT), PLAIN(PBUS_INTR_EN_1, FB_ACK_TIMEOUT),
    PLAIN(PBUS_INTR_EN_1, FB_ACK_EXTRA), PLAIN(PBUS_INTR_EN_1, FB_RDATA_TIMEOUT),
    PLAIN(PBUS_INTR_EN_1, FB_RDATA_EXTRA), PLAIN(PBUS_INTR_EN_1, SW),
    PLAIN(PBUS_INTR_EN_1, POSTED_DEADLOCK_TIMEOUT), PLAIN(PBUS_INTR_EN_1, ACCESS_TIMEOUT),
};
static const struct field pbus_sw_intr_0_fields[] = {
    PLAIN(PBUS_SW_INTR_0, SET),
};
static const struct field_value pbus_bar0_window_target[] = { V(PBUS_BAR0_WINDOW_TARGET_VID_MEM, "VID_MEM"),
    V(PBUS_BAR0_WINDOW_TARGET_SYS_MEM_COHERENT, "SYS_MEM_COHERENT"),
    V(PBUS_BAR0_WINDOW_TARGET_SYS_MEM_NONCOHERENT, "SYS_MEM_NONCOHERENT"), };
static const struct field pbus_bar0_window_fields[] = {
    PLAIN(PBUS_BAR0_WINDOW, BASE), NAMED(PBUS_BAR0_WINDOW, TARGET, pbus_bar0_window_target),
};
static const struct field_value pbus_bar1_block_target[] = { V(PBUS_BAR1_BLOCK_TARGET_VID_MEM, "VID_MEM"),
    V(PBUS_BAR1_BLOCK_TARGET_SYS_MEM_COHERENT, "SYS_MEM_COHERENT"),
    V(PBUS_BAR1_BLOCK_TARGET_SYS_MEM_NONCOHERENT, "SYS_MEM_NONCOHERENT"), };
static const struct field pbus_bar1_block_fields[] = {
    PLAIN(PBUS_BAR1_BLOCK, MAP), PLAIN(PBUS_BAR1_BLOCK, PTR),
    NAMED(PBUS_BAR1_BLOCK, TARGET, pbus_bar1_block_target), PLAIN(PBUS_BAR1_BLOCK, MODE),
};
static const struct field pbus_bind_status_fields[] = {
    PLAIN(PBUS_BIND_STATUS, BAR1_PENDING), PLAIN(PBUS_BIND_STATUS, BAR1_OUTSTANDING),
    PLAIN(PBUS_BIND_STATUS, BAR2_PENDING), PLAIN(PBUS_BIND_STATUS, BAR2_OUTSTANDING),
};
static const struct field_value pbus_bar2_block_target[] = { V(PBUS_BAR2_BLOCK_TARGET_VID_MEM, "VID_MEM"),
    V(PBUS_BAR2_BLOCK_TARGET_SYS_MEM_COHERENT, "SYS_MEM_COHERENT"),
    V(PBUS_BAR2_BLOCK_TARGET_SYS_MEM_NONCOHERENT, "SYS_MEM_NONCOHERENT"), };
static const struct field pbus_bar2_block_fields[] = {
    PLAIN(PBUS_BAR2_BLOCK, MAP), PLAIN(PBUS_BAR2_BLOCK, PTR),
    NAMED(PBUS_BAR2_BLOCK, TARGET, pbus_bar2_block_target),
    PLAIN_ON(CHIPS_TURING, TU_PBUS_BAR2_BLOCK, RESERVED), PLAIN(PBUS_BAR2_BLOCK, MODE),
};
static const struct field pbus_ext_cg1_fields[] = {
    PLAIN(PBUS_EXT_CG1, MONITOR_CG_EN), PLAIN(PBUS_EXT_CG1, SLCG),
};

const struct gv100_register gv100_pbus_registers[] = {
    MANY_ON(CHIPS_VOLTA, PBUS_SW_SCRATCH, 4, RW, pbus_sw_scratch_fields),
    REGISTER(CHIPS_TURING, "PBUS_SW_SCRATCH", TU_PBUS_SW_SCRATCH(0), 4, TU_PBUS_SW_SCRATCH_COUNT, GV100_PER_NOTHING, RW,
             ARRAY_SIZE(pbus_sw_scratch_fields), pbus_sw_scratch_fields),
    ONE(PBUS_INTR_0, RW, pbus_intr_0_fields),
    ONE(PBUS_INTR_EN_0, RW, pbus_intr_en_0_fields),
    ONE(PBUS_INTR_EN_1, RW, pbus_intr_en_1_fields),
    ONE(PBUS_SW_INTR_0, WO, pbus_sw_intr_0_fields),
    ONE(PBUS_BAR0_WINDOW, RW, pbus_bar0_window_fields),
    ONE(PBUS_BAR1_BLOCK, RW, pbus_bar1_block_fields),
    ONE(PBUS_BIND_STATUS, RO, pbus_bind_status_fields),
    ONE(PBUS_BAR2_BLOCK, RW, pbus_bar2_block_fields),
    ONE_ON(CHIPS_VOLTA, PBUS_EXT_CG1, RW, pbus_ext_cg1_fields),
    ONE_ON(CHIPS_TURING, VIRTUAL_FUNCTION_PRIV_BAR1_BLOCK, RW, pbus_bar1_block_fields),
    ONE_ON(CHIPS_TURING, VIRTUAL_FUNCTION_PRIV_BAR2_BLOCK, RW, pbus_bar2_block_fields),
    ONE_ON(CHIPS_TURING, VIRTUAL_FUNCTION_PRIV_BIND_STATUS, RO, pbus_bind_status_fields),
    LAST,
};
/* clang-format on */
