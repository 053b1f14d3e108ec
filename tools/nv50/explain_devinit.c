#include "tools/nv50/explain_devinit.h"

#include <stdio.h>

#include "engines/nv50/devinit/decode.h"

/* Name of an operand, by its letter (hw/nv50/opcodes.h). */
static const char *operand_name(char letter)
{
    static const struct {
        char letter;
        const char *name;
    } names[] = {
        { 'r', "reg" },     { 's', "source" },   { 't', "to" },       { 'm', "and" },
        { 'v', "value" },   { 'x', "xor" },      { 'a', "add" },      { 'q', "kHz" },
        { 'A', "address" }, { 'o', "at" },       { 'p', "port" },     { 'u', "us" },
        { 'l', "ms" },      { 'h', "10kHz" },    { 'w', "register" }, { 'n', "count" },
        { 'N', "times" },   { 'j', "script" },   { 'e', "by" },       { 'c', "condition" },
        { 'g', "io" },      { 'f', "flag" },     { 'y', "100ms" },    { 'k', "index" },
        { 'S', "shift" },   { 'L', "left" },     { 'M', "and" },      { 'V', "value" },
        { 'X', "array" },   { 'K', "macro" },    { 'i', "pll" },      { 'P', "i2c" },
        { 'D', "device" },  { 'R', "register" }, { 'd', "step" },     { 'C', "values" },
        { '8', "screen" },
    };

    for (size_t i = 0; i < ARRAY_SIZE(names); i++)
        if (names[i].letter == letter)
            return names[i].name;
    return "byte";
}

/* Tables that an operand points into. */
static void explain_condition(const struct vbios *v, char letter, uint32_t index)
{
    const struct rom *const image = &v->image;
    const uint32_t condition = v->conditions + CONDITION_SIZE * index;
    const uint32_t io = v->io_conditions + IO_CONDITION_SIZE * index;

    if (letter == 'c')
        printf(" (0x%x & 0x%x == 0x%x)", rom_u32(image, condition), rom_u32(image, condition + 4),
               rom_u32(image, condition + 8));
    else if (letter == 'g')
        printf(" (port 0x%x[0x%x] & 0x%x == 0x%x)", rom_u16(image, io), rom_u8(image, io + 2),
               rom_u8(image, io + 3), rom_u8(image, io + 4));
}

static void explain_columns(const struct vbios *v, uint32_t at, int column)
{
    for (unsigned i = 0; i < v->strap_columns; i++)
        printf("%s0x%x%s", i ? "," : "", rom_u32(&v->image, at + 4 * i),
               (int)i == column ? "*" : "");
}

/* Counts and times read better as decimal numbers, all else as hexadecimal ones. */
static void explain_opcode(const struct vbios *v, uint32_t at, int column)
{
    const struct opcode *const opcode = &opcodes[rom_u8(&v->image, at)];
    struct operands operands;
    struct operand operand;

    printf("  0x%04x  %02x %s", at, rom_u8(&v->image, at), opcode->name);
    decode_first(v, at, &operands);
    while (decode_next(&operands, &operand)) {
        printf(" %s=", operand_name(operand.letter));
        if (operand.letter == 'C')
            explain_columns(v, operand.at, column);
        else if (operand.letter == 'e')
            printf("%d", (int8_t)operand.value);
        else if (operand.letter == 'n' || operand.letter == 'N' || operand.letter == 'q' ||
                 operand.letter == 'u' || operand.letter == 'l')
            printf("%u", operand.value);
        else
            printf("0x%x", operand.value);
        explain_condition(v, operand.letter, operand.value);
    }
    putchar('\n');
}

static void explain_heading(const struct vbios *v, uint32_t at)
{
    uint16_t script;

    for (unsigned i = 0; i < DEVINIT_SCRIPTS && vbios_script(v, i, &script) && script; i++)
        if (script == at)
            printf("script %u:\n", i);
    if (v->private_script == at)
        printf("private script:\n");
}

void explain_devinit(const struct vbios *v, const struct devinit_walk *walk, int column)
{
    for (uint32_t at = 0; at < WALK_BYTES; at++)
        if (devinit_walk_starts(walk, at)) {
            explain_heading(v, at);
            explain_opcode(v, at, column);
        }
}
