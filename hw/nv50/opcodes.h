/* hw/nv50/opcodes.h: the opcodes of the VBIOS' init scripts: core6, core6r2 and core70, which are the
 * generations that cards of the NV50 family carry.
 *
 * Shape   one row for each of the 256 values of an opcode byte. `operands` lists the operands that follow that byte,
 *         one letter each; the letters after a `*` are one entry of an array that has as many entries as the operand
 *         `n` before it says.
 *           4 bytes  r register  s source register  t target register  m and-mask  v value  x xor-mask
 *                    a addend  q kHz  A AUX address
 *           2 bytes  o script offset  p VGA port  u microseconds  l milliseconds  h units of 10 kHz  w word
 *           1 byte   n count of array entries  N times  j script index  e signed displacement  c condition
 *                    g I/O condition  f I/O flag condition  y units of 100 ms  k CRTC or port index
 *                    S shift (0x80 and up: left by 0x100 - this)  L left shift  M and-mask  V value
 *                    X data array  K macro  i PLL  P I2C port  D I2C device (8-bit address)  R I2C register
 *                    d distance of registers  b byte
 *           C        one dword for each column of the RAM strap
 *           8        one bit for each column of the RAM strap, in whole bytes
 * Source  docs/hardware/devinit.md §4.5. */
#ifndef HW_NV50_OPCODES_H
#define HW_NV50_OPCODES_H

#include <stdint.h>

/* When an opcode has its effect; it is parsed in either state of the condition flag. */
enum opcode_class {
    OPCODE_UNDEFINED, /* no generation of this family has it: the script is out of step */
    OPCODE_STOP,      /* its length is known, but nobody can or may carry it out */
    OPCODE_HONOURS,   /* in execute state only (classes H and W of the reference) */
    OPCODE_TESTS,     /* as above, and may only set the flag to skip (class F) */
    OPCODE_ALWAYS,    /* in both states (class I, and NOT and RESUME) */
};

struct opcode {
    const char *name; /* null: undefined */
    const char *operands;
    uint8_t class; /* enum opcode_class */
};

#define OPCODE_COUNT 256
extern const struct opcode opcodes[OPCODE_COUNT];

enum {
    OP_RESTRICT_PROG = 0x31,
    OP_IO_RESTRICT_PROG = 0x32,
    OP_REPEAT = 0x33,
    OP_END_REPEAT = 0x36,
    OP_COPY = 0x37,
    OP_NOT = 0x38,
    OP_IO_FLAG_CONDITION = 0x39,
    OP_GENERIC_CONDITION = 0x3a,
    OP_RESETBIT_CRTC_OUTDEV = 0x3b,
    OP_SETBIT_CRTC_OUTDEV = 0x3c,
    OP_RESETBITS_NV_REG = 0x47,
    OP_SETBITS_NV_REG = 0x48,
    OP_IO_RESTRICT_PLL32 = 0x4a,
    OP_PLL32 = 0x4b,
    OP_ALTERNATING_I2C = 0x4c,
    OP_ZM_ALTERNATING_I2C = 0x4d,
    OP_ZM_AUTOINC_I2C = 0x4e,
    OP_INDEXED_CRTC = 0x51,
    OP_CRTC = 0x52,
    OP_ZM_CRTC = 0x53,
    OP_CRTC_ZM_ARRAY = 0x54,
    OP_POLL = 0x55,
    OP_POLL_NV = 0x56,
    OP_TIME_MSEC = 0x57,
    OP_REG_ARRAY = 0x58,
    OP_SUB_DIRECT = 0x5b,
    OP_JUMP_DIRECT = 0x5c,
    OP_DONE_CONDITION = 0x5d,
    OP_I2C_CONDITION = 0x5e,
    OP_NV_COPY = 0x5f,
    OP_ZM_IO = 0x61,
    OP_ZM_INDEX_IO = 0x62,
    OP_COMPUTE_MEM = 0x63,
    OP_IO = 0x69,
    OP_JUMP = 0x6a,
    OP_SUB = 0x6b,
    OP_NV_REG = 0x6e,
    OP_MACRO = 0x6f,
    OP_DONE = 0x71,
    OP_RESUME = 0x72,
    OP_TIME = 0x74,
    OP_CONDITION = 0x75,
    OP_IO_CONDITION = 0x76,
    OP_INDEX_IO = 0x78,
    OP_PLL = 0x79,
    OP_ZM_REG = 0x7a,
    OP_RESETBITS_CRTC = 0x83,
    OP_SETBITS_CRTC = 0x84,
    OP_XMEMSEL_SCREEN_ZM = 0x85,
    OP_XMEMSEL_SCREEN = 0x86,
    OP_XMEMSEL_PLLID = 0x87,
    OP_PLLID = 0x88,
    OP_JUMP_REL = 0x89,
    OP_IO_RESTRICT_PLLID = 0x8a,
    OP_RESET_BEGUN = 0x8c,
    OP_RESET_END = 0x8d,
    OP_GPIO_ALL = 0x8e,
    OP_XMEMSEL_ZM_ARRAY = 0x8f,
    OP_DIRECT_COPY = 0x90,
    OP_ZM_REITERATE = 0x91,
    OP_SPREAD = 0x92,
    OP_INDEX_BYTE_ARRAY = 0x96,
    OP_ADD_NV_REG = 0x97,
    OP_DPCD_REG = 0x98,
    OP_ZM_DPCD_REG = 0x99,
    OP_I2C16_CONDITION = 0x9a,
    OP_MEM_INFO = 0x9e,
};

/* GENERIC_CONDITION: the question in its first operand. Other values carry bytes to be passed over. */
enum generic_condition {
    GENERIC_INTERNAL_DP = 0,
    GENERIC_SPPLL_0 = 1,
    GENERIC_SPPLL_1 = 2,
    GENERIC_ASSR = 5,
    GENERIC_VCO_CALIBRATION = 6,
    GENERIC_NO_PANEL_DELAYS = 7,
};

/* Context that a register operand may ask for (§4.2); boot scripts have none. A sub-link is one of a device. */
#define OPERAND_USE_HEAD    0x80000000u
#define OPERAND_USE_DEVICE  0x40000000u
#define OPERAND_USE_SUBLINK 0x20000000u
#define OPERAND_PER_HEAD    0x800u
#define OPERAND_PER_DEVICE  0x800u
#define OPERAND_PER_SUBLINK 0x80u
#define OPERAND_OFFSET      0x1ffffffcu
#define OPERAND_END         0x00800000u /* registers lie below */

/* Instruments that boot scripts may name instead of an I2C port. */
#define I2C_PORT_PRIMARY   0x80
#define I2C_PORT_SECONDARY 0x81

#endif
