/* Which function carries out which opcode, and words for how a run ends. */
#include "engines/nv50/devinit/state.h"

/* clang-format off */
devinit_op *const devinit_ops[OPCODE_COUNT] = {
    [OP_REPEAT] = op_repeat, [OP_END_REPEAT] = op_end_repeat, [OP_NOT] = op_not,
    [OP_SUB_DIRECT] = op_sub_direct, [OP_JUMP_DIRECT] = op_jump_direct, [OP_JUMP] = op_jump,
    [OP_SUB] = op_sub, [OP_JUMP_REL] = op_jump_rel, [OP_DONE] = op_done,
    [OP_DONE_CONDITION] = op_done_condition, [OP_RESUME] = op_resume, [OP_TIME] = op_time,
    [OP_TIME_MSEC] = op_time_msec,

    [OP_CONDITION] = op_condition, [OP_IO_CONDITION] = op_io_condition,
    [OP_IO_FLAG_CONDITION] = op_io_flag_condition, [OP_POLL_NV] = op_poll_nv, [OP_POLL] = op_poll,
    [OP_GENERIC_CONDITION] = op_generic_condition, [OP_I2C_CONDITION] = op_i2c_condition,
    [OP_I2C16_CONDITION] = op_i2c16_condition,

    [OP_ZM_REG] = op_zm_reg, [OP_NV_REG] = op_nv_reg, [OP_RESETBITS_NV_REG] = op_resetbits_nv_reg,
    [OP_SETBITS_NV_REG] = op_setbits_nv_reg, [OP_REG_ARRAY] = op_reg_array,
    [OP_ZM_REITERATE] = op_zm_reiterate, [OP_DIRECT_COPY] = op_direct_copy,
    [OP_NV_COPY] = op_nv_copy, [OP_ADD_NV_REG] = op_add_nv_reg,
    [OP_INDEX_BYTE_ARRAY] = op_index_byte_array, [OP_MACRO] = op_macro,
    [OP_RESTRICT_PROG] = op_restrict_prog,

    [OP_XMEMSEL_ZM_ARRAY] = op_xmemsel_zm_array, [OP_XMEMSEL_PLLID] = op_xmemsel_pllid,
    [OP_XMEMSEL_SCREEN_ZM] = op_xmemsel_screen_zm, [OP_XMEMSEL_SCREEN] = op_xmemsel_screen,
    [OP_MEM_INFO] = op_mem_info,

    [OP_CRTC] = op_crtc, [OP_ZM_CRTC] = op_zm_crtc, [OP_CRTC_ZM_ARRAY] = op_crtc_zm_array,
    [OP_INDEXED_CRTC] = op_indexed_crtc, [OP_RESETBITS_CRTC] = op_resetbits_crtc,
    [OP_SETBITS_CRTC] = op_setbits_crtc, [OP_INDEX_IO] = op_index_io,
    [OP_ZM_INDEX_IO] = op_zm_index_io, [OP_IO] = op_io, [OP_ZM_IO] = op_zm_io, [OP_COPY] = op_copy,
    [OP_IO_RESTRICT_PROG] = op_io_restrict_prog, [OP_RESETBIT_CRTC_OUTDEV] = op_resetbit_outdev,
    [OP_SETBIT_CRTC_OUTDEV] = op_setbit_outdev,

    [OP_PLL32] = op_pll32, [OP_PLLID] = op_pllid, [OP_IO_RESTRICT_PLL32] = op_io_restrict_pll32,
    [OP_IO_RESTRICT_PLLID] = op_io_restrict_pllid, [OP_PLL] = op_pll,

    [OP_ALTERNATING_I2C] = op_alternating_i2c, [OP_ZM_ALTERNATING_I2C] = op_zm_alternating_i2c,
    [OP_ZM_AUTOINC_I2C] = op_zm_autoinc_i2c, [OP_GPIO_ALL] = op_gpio_all,
    [OP_DPCD_REG] = op_dpcd_reg, [OP_ZM_DPCD_REG] = op_zm_dpcd_reg,
};
/* clang-format on */

/* Words without numbers, because each stop has other facts: stop_words in start.c adds them. */
const char *devinit_stop_text(enum devinit_stop stop)
{
    static const char *const texts[DEVINIT_STOP_COUNT] = {
        [DEVINIT_OK] = "done",
        [DEVINIT_OUT_OF_IMAGE] = "the script runs out of the image",
        [DEVINIT_UNKNOWN_OPCODE] = "an opcode that no card of this family knows",
        [DEVINIT_CANNOT] = "an opcode that cannot be carried out",
        [DEVINIT_BAD_TARGET] = "a call or jump to erased ROM",
        [DEVINIT_TOO_DEEP] = "scripts call each other too deep",
        [DEVINIT_REPEAT] = "repeats that are nested too deep, or that do not end",
        [DEVINIT_TOO_MANY] = "the script does not end",
        [DEVINIT_TOO_LONG] = "the scripts wait too long",
        [DEVINIT_REGISTER] = "a register that start-up may not touch",
        [DEVINIT_PORT] = "a port that is not the card's",
        [DEVINIT_CONTEXT] = "an operand that needs a display output",
        [DEVINIT_TABLE] = "a table entry is missing",
        [DEVINIT_STRAP] = "the board's RAM strap and the image do not fit together",
        [DEVINIT_PLL] = "a PLL that cannot be set so",
        [DEVINIT_I2C_CONSENT] = "writes to devices on I2C need consent",
        [DEVINIT_GPIO] = "a line of the board that cannot be driven so",
        [DEVINIT_WORLD] = "the card could not be reached",
        [DEVINIT_OVERLAP] = "instructions overlap",
        [DEVINIT_LOOP] = "a jump back inside the script",
    };

    return texts[stop];
}

/* A switch without a default, so that the compiler finds a warning that has no words. */
const char *devinit_warning_text(enum devinit_warning_kind kind)
{
    switch (kind) {
    case DEVINIT_WARN_CALLEE_SKIPS:
        return "a called script ends while skipping";
    case DEVINIT_WARN_DONE_SKIPS:
        return "the script ends while skipping";
    case DEVINIT_WARN_INDEX:
        return "a value beyond the list: nothing is written";
    case DEVINIT_WARN_PCI:
        return "PCI configuration is written";
    case DEVINIT_WARN_GENERIC:
        return "a condition that cannot be answered here";
    case DEVINIT_WARN_NO_GPIO:
        return "the board lists no lines";
    case DEVINIT_WARN_I2C:
        return "a device on I2C does not answer";
    case DEVINIT_WARN_I2C_PORT:
        return "the board has no such I2C port";
    case DEVINIT_WARN_I2C_HELD:
        return "a device on I2C is not written to without consent";
    case DEVINIT_WARN_HELD:
        return "a register or port that start-up may not touch is left alone";
    case DEVINIT_WARN_POLL:
        return "what the script waits for does not come";
    case DEVINIT_WARN_STRAP:
        return "the RAM strap reads otherwise than before";
    case DEVINIT_WARN_ABSENT:
        return "a register of a memory partition that the board lacks";
    case DEVINIT_WARN_AUX:
        return "no display answers on its AUX channel";
    }
    return "?";
}
