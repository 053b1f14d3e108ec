/* The tables of the shader cores' instructions against docs/hardware/tesla-isa.md, typed a second time: the meaning of
 * each opcode (§4), the predicates (§3), and that no row hides one after it. */
#include <string.h>

#include "hw/nv50/chip.h"
#include "hw/nv50/shader.h"
#include "tests/kit/tests.h"

/* §4.1, §4.2, §4.4: the meaning of each primary opcode; null: none. */
static const char *const named_short[16] = { NULL,  "mov", "add",    "add", "mul", "sad",
                                             "add", "add", "interp", "rcp", NULL,  "add",
                                             "mul", NULL,  "add",    "tex" };
static const char *const named_immediate[16] = { NULL,  "mov", "add", "add", "mul", NULL,
                                                 "add", "add", NULL,  NULL,  NULL,  "add",
                                                 "mul", "xor", "add", NULL };
static const char *const named_control[16] = { "discard",   "bra",    "call",   "ret",
                                               "breakaddr", "break",  "quadon", "quadpop",
                                               "bar",       "trap",   "joinat", "brkpt",
                                               "bra",       "preret", NULL,     NULL };
/* §4.3: by primary and secondary. */
static const char *const named_long[16][8] = {
    { "ld", "mov", "mov", "mov", "st", "mov", "shl", "st" },
    { "mov", "ld", "ld", "vote" },
    { "add" },
    { "add", NULL, NULL, "set", "max", "min", "shl", "shr" },
    { "mul" },
    { "sad" },
    { "mul u16", "mul s16", "mul s16", "mul u24", "mul s24", "mul s24", "mul high u24",
      "mul high s24" },
    { "mul high s24", "mul u24", "mul u24", "mul u24", "mul u24", "mul u24", "mul u24", "mul u24" },
    { "interp", "interp", "interp", "interp", "interp", "interp", "interp", "interp" },
    { "rcp", NULL, "rsqrt", "lg2", "sin", "cos", "ex2" },
    { "cvt", "cvt", "cvt", "cvt", "cvt", "cvt", "cvt", "cvt" },
    { "add", "add", NULL, "set", "max", "min", "presin" },
    { "mul", NULL, "slct", "slct", "quadop" },
    { "xor", "add", "ld", "st", "ld", "st", "red", "exch" },
    { "add", "add", "fma", "add", "mul", "min", "max", "set" },
    { "texauto", "texbias", "texlod", "texsize", "texcsaa", NULL, "emit", "nop" },
};

/* Whether some row of the table can have these bits, and whether the first such is named so. */
static void expect_named(const struct shader_row *rows, uint64_t value, uint64_t mask,
                         const char *name)
{
    const uint64_t opcode = mask;

    for (; rows->text; rows++) {
        const uint64_t both = rows->mask & opcode;

        if ((rows->value & both) != (value & both))
            continue;
        assert_true(name && strstr(rows->text, name));
        return;
    }
    assert_null(name);
}

TEST(each_opcode_is_what_the_reference_says)
{
    for (uint32_t i = 0; i < 16; i++) {
        const uint64_t primary = (uint64_t)i << 28, mask = SHADER_OPCODE;

        expect_named(shader_short, primary, mask, named_short[i]);
        expect_named(shader_immediate, primary, mask, named_immediate[i]);
        expect_named(shader_control, primary, mask, named_control[i]);
        for (uint32_t j = 0; j < 8; j++)
            expect_named(shader_long, SHADER_WORDS((uint32_t)primary, j << 29),
                         SHADER_WORDS((uint32_t)mask, SHADER_SECONDARY), named_long[i][j]);
    }
}

/* A row that an earlier one covers could never be meant. The lowest two bits choose the table (§4). */
static void expect_reached(const struct shader_row *rows)
{
    for (unsigned i = 0; rows[i].text; i++) {
        assert_int_equal(rows[i].value & ~rows[i].mask, 0);
        assert_int_equal(rows[i].mask & 3, rows[0].mask & 3);
        for (unsigned j = 0; j < i; j++)
            if ((rows[j].mask & ~rows[i].mask) == 0 &&
                (rows[i].value & rows[j].mask) == rows[j].value)
                assert_true(rows[j].chips ||
                            (rows[j].programs && rows[j].programs != rows[i].programs));
    }
}

TEST(no_row_hides_another)
{
    expect_reached(shader_short);
    expect_reached(shader_control_short);
    expect_reached(shader_immediate);
    expect_reached(shader_long);
    expect_reached(shader_control);
}

/* §1: instructions that came with each chipset. */
TEST(later_instructions_have_their_chipsets)
{
    static const struct {
        const struct shader_row *rows;
        const char *text;
        uint32_t chips;
    } later[] = {
        { shader_long, "vote any", 0x3f80 },       { shader_long, "ld lock", 0x3f80 },
        { shader_long, "fma ", 0x0080 },           { shader_long, "red ", 0x3ffe },
        { shader_long, "exch", 0x3ffe },           { shader_long, "texprep", 0x3c00 },
        { shader_long, "texquerylod", 0x3c00 },    { shader_long, "texgather", 0x3c00 },
        { shader_control, "%p brkpt", 0x3ffe },    { shader_control_short, "brkpt", 0x3ffe },
        { shader_control, "%nop preret", 0x3c00 }, { shader_long, "nop", 0 },
    };

    for (unsigned i = 0; i < sizeof(later) / sizeof(*later); i++) {
        const struct shader_row *row = later[i].rows;

        while (row->text && strncmp(row->text, later[i].text, strlen(later[i].text)) != 0)
            row++;
        assert_non_null(row->text);
        assert_int_equal(row->chips, later[i].chips);
    }
}

TEST(predicates_are_the_references)
{
    static const char *const names[SHADER_PREDICATES] = {
        "never", "l",  "e",   "le",  "g",      "lg", "ge", "lge", "u",  "lu", "eu",
        "leu",   "gu", "lgu", "geu", "always", "o",  "c",  "a",   "s",  NULL, NULL,
        NULL,    NULL, NULL,  NULL,  NULL,     NULL, "ns", "na",  "nc", "no"
    };

    for (unsigned i = 0; i < SHADER_PREDICATES; i++) {
        assert_int_equal(!names[i], !shader_predicates[i]);
        if (names[i])
            assert_string_equal(names[i], shader_predicates[i]);
    }
}
