#include "suite/nv50/shader_code.h"

#include "hw/nv50/shader.h"

#define ALWAYS   FIELD_PUT(SHADER_PREDICATE, (uint32_t)IF_ALWAYS)
#define WIDE     0x04000000u /* of the second word: 32 bits */
#define TO(r)    ((uint32_t)(r) << 2)
#define ONE(r)   ((uint32_t)(r) << 9)
#define TWO(r)   ((uint32_t)(r) << 16)
#define THREE(r) ((uint32_t)(r) << 14) /* of the second word */

void put_code(struct shader_code *code, uint32_t first, uint32_t second)
{
    if (code->count + 2 > CODE_WORDS)
        return;
    code->words[code->count++] = first;
    code->words[code->count++] = second;
}

uint32_t code_place(const struct shader_code *code)
{
    return 4 * code->count;
}

unsigned put_jump(struct shader_code *code, uint32_t opcode, unsigned predicate)
{
    const unsigned index = code->count;

    put_code(code, opcode << 28 | SHADER_LONG | SHADER_CONTROL,
             FIELD_PUT(SHADER_PREDICATE, (uint32_t)predicate));
    return index;
}

void set_target(struct shader_code *code, unsigned index, uint32_t target)
{
    if (index < code->count)
        code->words[index] = (code->words[index] & ~BITS(26, 11)) | target / 4 << 11;
}

/* Six of an immediate's bits stand in the first word, the others in the second. */
static void put_immediate(struct shader_code *code, uint32_t first, uint32_t number)
{
    put_code(code, first | SHADER_LONG | (number & 0x3f) << 16, number >> 6 << 2 | SHADER_TAIL_IMM);
}

void put_add(struct shader_code *code, unsigned to, unsigned from, uint32_t number)
{
    put_immediate(code, 0x20008000 | TO(to) | ONE(from), number);
}

void put_and(struct shader_code *code, unsigned to, unsigned from, uint32_t number)
{
    put_immediate(code, 0xd0000000 | TO(to) | ONE(from), number);
}

void put_xor(struct shader_code *code, unsigned to, unsigned from, uint32_t number)
{
    put_immediate(code, 0xd0008000 | TO(to) | ONE(from), number);
}

void put_number(struct shader_code *code, unsigned to, uint32_t number)
{
    put_immediate(code, 0x10008000 | TO(to), number);
}

void put_shift(struct shader_code *code, unsigned to, unsigned from, unsigned by, bool left)
{
    put_code(code, 0x30000001 | TO(to) | ONE(from) | TWO(by),
             (left ? 0xc4100000 : 0xe4100000) | ALWAYS);
}

void put_look(struct shader_code *code, unsigned of)
{
    put_code(code, 0xd0000001 | TO(of) | ONE(of) | TWO(of),
             0x00004000 | WIDE | ALWAYS | SHADER_C_WRITE);
}

void put_store(struct shader_code *code, unsigned from, uint32_t step)
{
    put_code(code, 0xd0010001 | TO(from) | ONE(R_OUT), 0xa0c00000 | ALWAYS);
    put_add(code, R_OUT, R_OUT, step);
}

void put_load(struct shader_code *code, unsigned to, unsigned at)
{
    put_code(code, 0xd0000001 | TO(to) | ONE(at), 0x80c00000 | ALWAYS);
}

void put_address(struct shader_code *code, unsigned from)
{
    put_code(code, 0x00000001 | TO(1) | ONE(from), 0xc0000000 | ALWAYS);
}

#define A1       BIT(26)
#define SHARED_1 0x00200000u /* of the second word: source 1 is s[] */

void put_shared_store(struct shader_code *code, unsigned from, uint32_t offset)
{
    put_code(code, 0x00000001 | ONE(offset / 4) | A1, 0xe4000000 | SHARED_1 | THREE(from) | ALWAYS);
}

void put_shared_load(struct shader_code *code, unsigned to, uint32_t offset)
{
    put_code(code, 0x10000001 | TO(to) | ONE(3u << 5 | offset / 4) | A1,
             0x0003c000 | WIDE | SHARED_1 | ALWAYS);
}

void put_barrier(struct shader_code *code)
{
    put_code(code, 0x861ffe03, 0);
}

void put_exit(struct shader_code *code, unsigned predicate)
{
    put_code(code, 0xf0000001,
             0xe0000000 | SHADER_TAIL_EXIT | FIELD_PUT(SHADER_PREDICATE, (uint32_t)predicate));
}
