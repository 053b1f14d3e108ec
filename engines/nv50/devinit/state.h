/* engines/nv50/devinit/state.h: state and helpers that the interpreter's opcodes share. Inside this folder only.
 *
 * Errors  devinit_fail keeps the first end; from then on reads give 0 and nothing is written. */
#ifndef ENGINES_NV50_DEVINIT_STATE_H
#define ENGINES_NV50_DEVINIT_STATE_H

#include "engines/nv50/devinit/devinit.h"

typedef void devinit_op(struct devinit *d);
/* Null: the opcode does nothing. */
extern devinit_op *const devinit_ops[OPCODE_COUNT];

void devinit_fail(struct devinit *d, enum devinit_stop stop, uint32_t what);
void devinit_warn(struct devinit *d, enum devinit_warning_kind kind, uint32_t what);
static inline bool devinit_ended(const struct devinit *d)
{
    return d->end.stop != DEVINIT_OK;
}

/* Operands of the opcode at hand, by their offset from its first byte. */
static inline uint8_t arg8(const struct devinit *d, uint32_t offset)
{
    return rom_u8(&d->v->image, d->at + offset);
}
static inline uint16_t arg16(const struct devinit *d, uint32_t offset)
{
    return rom_u16(&d->v->image, d->at + offset);
}
static inline uint32_t arg32(const struct devinit *d, uint32_t offset)
{
    return rom_u32(&d->v->image, d->at + offset);
}

/* Registers, by operands of scripts. */
uint32_t devinit_read(struct devinit *d, uint32_t operand);
void devinit_write(struct devinit *d, uint32_t operand, uint32_t value);
void devinit_mask(struct devinit *d, uint32_t operand, uint32_t keep, uint32_t set);
/* Ports, and registers reached through a port pair (index, data). */
uint8_t devinit_port_read(struct devinit *d, uint16_t port);
void devinit_port_write(struct devinit *d, uint16_t port, uint8_t value);
uint8_t devinit_index_read(struct devinit *d, uint16_t port, uint8_t index);
void devinit_index_write(struct devinit *d, uint16_t port, uint8_t index, uint8_t value);
/* DEVINIT_TOO_LONG once the waits together are. */
void devinit_wait(struct devinit *d, uint32_t us);
/* A shift operand: 0x80 and up shift left by 0x100 - shift. */
uint32_t devinit_shift(uint32_t value, uint8_t shift);
/* Where entry `index` of a table lies; false, and the end: not in the image. */
bool devinit_entry(struct devinit *d, uint16_t table, uint32_t size, unsigned index, uint32_t *at);
/* A transfer, counted; ERR_UNSUPPORTED once the run has ended. */
enum err devinit_transfer(struct devinit *d, const struct devinit_i2c *transfer) MUST_CHECK;
void devinit_set_pll(struct devinit *d, uint32_t which, uint32_t khz);

/* The opcodes, by their names in hw/nv50/opcodes.h. */
devinit_op op_repeat, op_end_repeat, op_not, op_sub_direct, op_jump_direct, op_done_condition,
    op_jump, op_sub, op_done, op_resume, op_jump_rel, op_time, op_time_msec;
devinit_op op_condition, op_io_condition, op_io_flag_condition, op_poll_nv, op_poll,
    op_generic_condition, op_i2c_condition, op_i2c16_condition;
devinit_op op_zm_reg, op_nv_reg, op_resetbits_nv_reg, op_setbits_nv_reg, op_reg_array,
    op_zm_reiterate, op_direct_copy, op_nv_copy, op_add_nv_reg, op_index_byte_array, op_macro,
    op_restrict_prog;
devinit_op op_xmemsel_zm_array, op_xmemsel_pllid, op_xmemsel_screen_zm, op_xmemsel_screen,
    op_mem_info;
devinit_op op_crtc, op_zm_crtc, op_crtc_zm_array, op_indexed_crtc, op_resetbits_crtc,
    op_setbits_crtc, op_index_io, op_zm_index_io, op_io, op_zm_io, op_copy, op_io_restrict_prog,
    op_resetbit_outdev, op_setbit_outdev;
devinit_op op_pll32, op_pllid, op_io_restrict_pll32, op_io_restrict_pllid, op_pll;
devinit_op op_alternating_i2c, op_zm_alternating_i2c, op_zm_autoinc_i2c, op_gpio_all, op_dpcd_reg,
    op_zm_dpcd_reg;

#endif
