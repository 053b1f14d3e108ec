/* The opcodes of init scripts a second time, from docs/hardware/devinit.md §4.2, §4.5: numbers, and of each of the 256
 * its name, its length, its operands, and in which state of the condition flag it has an effect. */
#include "hw/bits.h"
#include "tests/kit/tests.h"

#include "hw/nv50/opcodes.h"

/* `length` of one without entries, in bytes with the opcode; `entry` bytes more for each of them, and `column` for each
 * column of the RAM strap (in 0x8f of each entry). Classes as in the reference: H and W have an effect in execute
 * state, F may set the flag, I (and what turns the flag) has one always; X must not be met. */
/* clang-format off */
static const struct typed {
    unsigned code, length;
    const char *name;
    unsigned entry, column;
    const char *operands;
    char class;
} typed[] = {
    { 0x33, 2, "REPEAT", 0, 0, "N", 'I' }, { 0x36, 1, "END_REPEAT", 0, 0, "", 'I' },
    { 0x38, 1, "NOT", 0, 0, "", 'I' }, { 0x5b, 3, "SUB_DIRECT", 0, 0, "o", 'H' },
    { 0x5c, 3, "JUMP_DIRECT", 0, 0, "o", 'H' }, { 0x5d, 1, "DONE_CONDITION", 0, 0, "", 'H' },
    { 0x6a, 2, "JUMP", 0, 0, "j", 'H' }, { 0x6b, 2, "SUB", 0, 0, "j", 'H' },
    { 0x71, 1, "DONE", 0, 0, "", 'I' }, { 0x72, 1, "RESUME", 0, 0, "", 'I' },
    { 0x89, 2, "JUMP_REL", 0, 0, "e", 'H' }, { 0x8b, 1, "BREAK", 0, 0, "", 'X' },
    { 0x8c, 1, "RESET_BEGUN", 0, 0, "", 'I' }, { 0x8d, 1, "RESET_END", 0, 0, "", 'I' },
    { 0x74, 3, "TIME", 0, 0, "u", 'H' }, { 0x57, 3, "TIME_MSEC", 0, 0, "l", 'H' },

    { 0x75, 2, "CONDITION", 0, 0, "c", 'F' }, { 0x76, 2, "IO_CONDITION", 0, 0, "g", 'F' },
    { 0x39, 2, "IO_FLAG_CONDITION", 0, 0, "f", 'F' }, { 0x56, 3, "POLL_NV", 0, 0, "cy", 'F' },
    { 0x55, 3, "POLL", 0, 0, "gy", 'F' }, { 0x3a, 3, "GENERIC_CONDITION", 1, 0, "bn*b", 'F' },
    { 0x5e, 6, "I2C_CONDITION", 0, 0, "PDRMV", 'F' },
    { 0x9a, 7, "I2C16_CONDITION", 0, 0, "PDwMV", 'F' },
    { 0x5a, 7, "POLL_I2C", 0, 0, "PDRMVb", 'X' },

    { 0x7a, 9, "ZM_REG", 0, 0, "rv", 'H' }, { 0x6e, 13, "NV_REG", 0, 0, "rmv", 'W' },
    { 0x47, 9, "RESETBITS_NV_REG", 0, 0, "rv", 'W' },
    { 0x48, 9, "SETBITS_NV_REG", 0, 0, "rv", 'W' }, { 0x58, 6, "REG_ARRAY", 4, 0, "rn*v", 'H' },
    { 0x91, 6, "ZM_REG_REITERATE", 4, 0, "rn*v", 'H' },
    { 0x90, 9, "DIRECT_COPY_NV_REG", 0, 0, "st", 'W' },
    { 0x5f, 22, "NV_COPY", 0, 0, "sSmxtm", 'W' }, { 0x97, 13, "ADD_NV_REG", 0, 0, "rma", 'W' },
    { 0x96, 17, "INDEX_BYTE_ARRAY_NV_REG", 0, 0, "sSMXtmL", 'W' },
    { 0x6f, 2, "MACRO", 0, 0, "K", 'H' }, { 0x31, 15, "RESTRICT_PROG", 4, 0, "smSnt*v", 'W' },

    { 0x8f, 7, "XMEMSEL_ZM_NV_REG_ARRAY", 0, 4, "rdn*C", 'W' },
    { 0x87, 2, "XMEMSEL_PLLID", 0, 4, "iC", 'W' },
    { 0x85, 5, "XMEMSEL_SCREEN_ZM_NV_REG", 0, 4, "r8C", 'W' },
    { 0x86, 9, "XMEMSEL_SCREEN_NV_REG", 0, 4, "rm8C", 'W' },
    { 0x9e, 1, "MEM_INFO", 0, 0, "", 'I' },

    { 0x52, 4, "CRTC", 0, 0, "kMV", 'W' }, { 0x53, 3, "ZM_CRTC", 0, 0, "kV", 'H' },
    { 0x54, 2, "CRTC_ZM_ARRAY", 2, 0, "n*kV", 'H' },
    { 0x51, 5, "INDEXED_CRTC", 1, 0, "kkbn*V", 'W' },
    { 0x83, 3, "RESETBITS_CRTC", 0, 0, "kV", 'W' }, { 0x84, 3, "SETBITS_CRTC", 0, 0, "kV", 'W' },
    { 0x78, 6, "INDEX_IO", 0, 0, "pkMV", 'W' }, { 0x62, 5, "ZM_INDEX_IO", 0, 0, "pkV", 'H' },
    { 0x69, 5, "IO", 0, 0, "pMV", 'W' }, { 0x61, 4, "ZM_IO", 0, 0, "pV", 'H' },
    { 0x37, 11, "COPY", 0, 0, "sSMpkM", 'W' },
    { 0x32, 11, "IO_RESTRICT_PROG", 4, 0, "pkMSnr*v", 'W' },
    { 0x59, 15, "IO_RESTRICT_PROG_WM", 4, 0, "pkMSnrm*v", 'X' },
    { 0x3b, 2, "RESETBIT_CRTC_OUTDEV", 0, 0, "k", 'H' },
    { 0x3c, 2, "SETBIT_CRTC_OUTDEV", 0, 0, "k", 'H' },

    { 0x4b, 9, "PLL32", 0, 0, "rq", 'H' }, { 0x88, 6, "PLLID", 0, 0, "iq", 'H' },
    { 0x4a, 11, "IO_RESTRICT_PLL32", 4, 0, "pkMSnr*q", 'W' },
    { 0x8a, 8, "IO_RESTRICT_PLLID", 4, 0, "pkMSni*q", 'W' }, { 0x79, 7, "PLL", 0, 0, "rh", 'H' },

    { 0x4c, 4, "NV_ALTERNATING_I2CREG", 3, 0, "PDn*RMV", 'H' },
    { 0x4d, 4, "ZM_ALTERNATING_I2CREG", 2, 0, "PDn*RV", 'H' },
    { 0x4e, 4, "ZM_AUTOINC_I2CREG", 1, 0, "PDn*V", 'H' },
    { 0x98, 6, "DPCD_REG", 2, 0, "An*MV", 'W' }, { 0x99, 6, "ZM_DPCD_REG", 1, 0, "An*V", 'W' },
    { 0x8e, 1, "GPIO_ALL", 0, 0, "", 'H' }, { 0x35, 2, "FUNCTION", 0, 0, "b", 'X' },
    { 0x63, 1, "COMPUTE_MEM", 0, 0, "", 'I' }, { 0x92, 1, "SPREAD", 0, 0, "", 'I' },
    { 0x95, 9, "DISPLAY_METHOD", 0, 0, "vv", 'X' }, { 0x9b, 5, "OBTAIN_HW_MUTEX", 0, 0, "v", 'X' },
    { 0x9c, 5, "RELEASE_HW_MUTEX", 0, 0, "v", 'X' },
    { 0x9d, 5, "EXEC_PMU_ROUTINE", 0, 0, "v", 'X' },

    /* of data buffers and streams: to be passed over */
    { 0x10, 9, "STREAM_10", 0, 0, "bbbbbbbb", 'X' }, { 0x11, 5, "STREAM_11", 0, 0, "bbbb", 'X' },
    { 0x12, 5, "STREAM_12", 0, 0, "bbbb", 'X' }, { 0x13, 5, "STREAM_13", 0, 0, "bbbb", 'X' },
    { 0x14, 3, "STREAM_14", 0, 0, "bb", 'X' }, { 0x15, 5, "STREAM_15", 0, 0, "bbbb", 'X' },
    { 0x16, 2, "STREAM_16", 0, 0, "b", 'X' }, { 0x18, 2, "STREAM_18", 0, 0, "b", 'X' },
    { 0x19, 2, "STREAM_19", 0, 0, "b", 'X' }, { 0x1a, 4, "STREAM_1A", 0, 0, "bbb", 'X' },
    { 0x1b, 3, "STREAM_1B", 0, 0, "bb", 'X' }, { 0x1c, 2, "STREAM_1C", 0, 0, "b", 'X' },
    { 0x1d, 3, "STREAM_1D", 0, 0, "bb", 'X' }, { 0x1e, 5, "STREAM_1E", 0, 0, "bbbb", 'X' },
    { 0x20, 10, "UNCOUPLED_20", 0, 0, "bbbbbbbbb", 'X' },
    { 0x21, 6, "UNCOUPLED_21", 0, 0, "bbbbb", 'X' },
    { 0x22, 6, "UNCOUPLED_22", 0, 0, "bbbbb", 'X' },
    { 0x23, 6, "UNCOUPLED_23", 0, 0, "bbbbb", 'X' }, { 0x24, 4, "UNCOUPLED_24", 0, 0, "bbb", 'X' },
    { 0x25, 6, "UNCOUPLED_25", 0, 0, "bbbbb", 'X' }, { 0x26, 3, "UNCOUPLED_26", 0, 0, "bb", 'X' },
    { 0x28, 3, "UNCOUPLED_28", 0, 0, "bb", 'X' }, { 0x29, 3, "UNCOUPLED_29", 0, 0, "bb", 'X' },
    { 0x2c, 6, "NV_REG_READ", 0, 0, "rb", 'X' }, { 0x2d, 3, "CRTC_READ", 0, 0, "kb", 'X' },
    { 0x2e, 6, "UNCOUPLED_2E", 0, 0, "bbbbb", 'X' }, { 0x7b, 6, "AND", 0, 0, "vb", 'X' },
    { 0x7c, 6, "OR", 0, 0, "vb", 'X' }, { 0x7d, 6, "XOR", 0, 0, "vb", 'X' },
    { 0x7e, 3, "SHIFT", 0, 0, "bb", 'X' }, { 0x7f, 3, "AND_BYTE", 0, 0, "Vb", 'X' },
    { 0x80, 3, "OR_BYTE", 0, 0, "Vb", 'X' }, { 0x81, 3, "XOR_BYTE", 0, 0, "Vb", 'X' },
    { 0x82, 3, "SHIFT_BYTE", 0, 0, "bb", 'X' },
};
/* clang-format on */

#define ENTRIES 3u
#define COLUMNS 12u /* which take two bytes of one bit each */

/* The length of operands with as many entries and columns; hw/nv50/opcodes.h says how wide each is. */
static unsigned bytes_of(const char *operands)
{
    unsigned bytes = 0, times = 1;

    for (; *operands; operands++) {
        if (*operands == '*')
            times = ENTRIES;
        else if (strchr("rstmvxaqA", *operands))
            bytes += times * 4;
        else if (strchr("opulhw", *operands))
            bytes += times * 2;
        else if (*operands == 'C')
            bytes += times * 4 * COLUMNS;
        else if (*operands == '8')
            bytes += times * (COLUMNS + 7) / 8;
        else
            bytes += times;
    }
    return bytes;
}

static unsigned class_of(char letter)
{
    switch (letter) {
    case 'X':
        return OPCODE_STOP;
    case 'F':
        return OPCODE_TESTS;
    case 'I':
        return OPCODE_ALWAYS;
    default:
        return OPCODE_HONOURS;
    }
}

TEST(opcodes_are_the_references)
{
    unsigned known = 0;

    assert_int_equal(OPCODE_COUNT, 0x100);
    for (size_t i = 0; i < ARRAY_SIZE(typed); i++) {
        const struct typed *const t = &typed[i];
        const struct opcode *const ours = &opcodes[t->code];
        const unsigned times = t->code == 0x8f ? ENTRIES : 1,
                       screen = t->code == 0x85 || t->code == 0x86 ? 2 : 0;

        assert_non_null(ours->name);
        assert_string_equal(ours->name, t->name);
        assert_string_equal(ours->operands, t->operands);
        assert_pairs(ours->class, class_of(t->class), 1 + bytes_of(ours->operands),
                     t->length + t->entry * ENTRIES + t->column * times * COLUMNS + screen);
    }
    for (unsigned code = 0; code < OPCODE_COUNT; code++)
        known += opcodes[code].name != NULL;
    assert_int_equal(known, ARRAY_SIZE(typed));
}
