/* engines/nv50/devinit/decode.h: where an opcode's operands lie and how long it is. Pure.
 *
 * Units   bytes from the opcode byte.
 * Source  docs/hardware/devinit.md §4.5, by the operand letters of hw/nv50/opcodes.h. */
#ifndef ENGINES_NV50_DEVINIT_DECODE_H
#define ENGINES_NV50_DEVINIT_DECODE_H

#include "engines/nv50/devinit/vbios.h"
#include "hw/nv50/opcodes.h"

/* Goes through the operands of one opcode: decode_first, then decode_next until it says false. */
struct operands {
    const struct vbios *v;
    uint8_t opcode;
    uint32_t at;        /* of the next operand, from the image's start */
    const char *letter; /* its letter */
    const char *entry;  /* the letters of one array entry, null outside of an array */
    unsigned left;      /* entries that are still to come, this one included */
    unsigned count;     /* as operand `n` says */
};

struct operand {
    char letter;
    uint32_t at;    /* from the image's start */
    uint32_t size;  /* bytes */
    uint32_t value; /* of operands of 1, 2 and 4 bytes */
};

void decode_first(const struct vbios *v, uint32_t at, struct operands *operands);
bool decode_next(struct operands *operands, struct operand *out);

/* The whole length; 0: undefined opcode. Bytes outside of the image count as zeros, so check with rom_holds whether the
 * image has all of it. */
uint32_t decode_length(const struct vbios *v, uint32_t at);

#endif
