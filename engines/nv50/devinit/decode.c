#include "engines/nv50/devinit/decode.h"

/* In bytes; the letters are those of the opcode table (hw/nv50/opcodes.h). Two of them are as long as the RAM strap
 * has columns. */
static uint32_t operand_size(const struct vbios *v, char letter)
{
    switch (letter) {
    case 'r':
    case 's':
    case 't':
    case 'm':
    case 'v':
    case 'x':
    case 'a':
    case 'q':
    case 'A':
        return 4;
    case 'o':
    case 'p':
    case 'u':
    case 'l':
    case 'h':
    case 'w':
        return 2;
    case 'C':
        return 4u * v->strap_columns;
    case '8':
        return (v->strap_columns + 7u) / 8;
    default:
        return 1;
    }
}

/* A generic condition that is known carries no bytes whatever its length says; others are passed over
 * by it (§4.5). */
static bool is_known_condition(uint32_t id)
{
    return id == GENERIC_INTERNAL_DP || id == GENERIC_SPPLL_0 || id == GENERIC_SPPLL_1 ||
           id == GENERIC_ASSR || id == GENERIC_VCO_CALIBRATION || id == GENERIC_NO_PANEL_DELAYS;
}

void decode_first(const struct vbios *v, uint32_t at, struct operands *operands)
{
    const uint8_t opcode = rom_u8(&v->image, at);

    *operands = (struct operands){
        .v = v,
        .opcode = opcode,
        .at = at + 1,
        .letter = opcodes[opcode].name ? opcodes[opcode].operands : "",
    };
}

/* Enters the array after `*`, or starts its next entry; false: nothing is left. */
static bool enter_array(struct operands *o)
{
    if (*o->letter == '*') {
        o->entry = ++o->letter;
        o->left = o->count;
    } else if (o->entry && !*o->letter) {
        o->letter = o->entry;
        o->left--;
    }
    return *o->letter && (!o->entry || o->left);
}

bool decode_next(struct operands *o, struct operand *out)
{
    if (!enter_array(o))
        return false;
    const uint32_t size = operand_size(o->v, *o->letter);

    *out = (struct operand){ .letter = *o->letter++, .at = o->at, .size = size };
    if (size == 4)
        out->value = rom_u32(&o->v->image, o->at);
    else
        out->value = size == 2 ? rom_u16(&o->v->image, o->at) : rom_u8(&o->v->image, o->at);
    if (out->letter == 'n') {
        const uint8_t before = rom_u8(&o->v->image, o->at - 1);

        o->count = o->opcode == OP_GENERIC_CONDITION && is_known_condition(before) ? 0 : out->value;
    }
    o->at += size;
    return true;
}

uint32_t decode_length(const struct vbios *v, uint32_t at)
{
    struct operands operands;
    struct operand operand;

    if (!opcodes[rom_u8(&v->image, at)].name)
        return 0;
    decode_first(v, at, &operands);
    while (decode_next(&operands, &operand))
        ;
    return operands.at - at;
}
